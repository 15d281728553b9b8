#!/bin/sh
# Runs each harness for some seconds on every game or command that it can read, as many at once as there are processors:
#
#   run.sh SECONDS LEVELS
#
# fuzz/NAME/corpus keeps the inputs that a harness found interesting for the next run.  fuzz/NAME keeps the inputs that
# fail, and their names are printed.  Exits with 1 if there are any.
set -u

# Prints a line for each run: the harness and its game or command.  Each game has a folder of levels.
list_runs()
{
    echo level -
    for folder in "$levels"/*/; do
        game=$(basename "$folder")
        [ "$game" != puzzlescript ] || continue # a language, which has its own harness
        echo "level $game"
        echo "replay $game"
        echo "journal $game"
    done
    for command in gen pack play solve; do
        echo "options $command"
    done
    echo report -
    echo puzzlescript -
}

# Prints the files of levels or reports whose beginnings become seeds.
list_files()
{
    case $harness in
        level) find "$levels/$of" -name '*.txt' -o -name '*.xsb' ;;
        report) find "$levels" -name '*.csv' ;;
    esac
}

# Makes the initial inputs; some harnesses write them themselves.
make_seeds()
{
    list_files | while read -r file; do
        head -n 12 "$file" >"$folder/seeds/$(printf '%s' "${file#"$levels"}" | tr / -)"
    done
    [ "$harness" = level ] || [ "$harness" = report ] || "$@" --seeds="$folder/seeds"
}

# Runs one harness: run HARNESS OF, where OF is - if it has none.
run()
{
    harness=$1 of=$2
    [ "$of" != - ] || of=
    name=$harness${of:+-$of}
    folder=fuzz/$name
    rm -rf "$folder/seeds"
    mkdir -p "$folder/corpus" "$folder/seeds"
    log=$folder/log
    set -- "tests/fuzz/fuzz_$harness" ${of:+--of="$of"} --levels="$levels"
    if make_seeds "$@" >"$log" 2>&1 &&
        "$@" -max_total_time="$seconds" -max_len=1500 -timeout=20 -rss_limit_mb=2048 \
            -artifact_prefix="$folder/" -print_final_stats=1 "$folder/corpus" "$folder/seeds" \
            >"$log" 2>&1; then
        count=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
        printf '%-20s ok, %d inputs\n' "$name" "$count"
        return 0
    fi
    printf '%-20s FAILED; the end of what it said:\n' "$name"
    tail -n 60 "$log"
    kept=$(sed -n 's/.*Test unit written to //p' "$log")
    printf '%-20s FAILED%s\n' "$name" "${kept:+; to see it again: (cd $PWD && $* $kept)}"
    return 1
}

seconds=$1
levels=$2
if [ $# -eq 4 ]; then
    run "$3" "$4"
    exit
fi
list_runs | xargs -n 2 -P "$(nproc)" "$0" "$seconds" "$levels" && exit
echo 'fuzz: some harnesses failed; see above' >&2
exit 1
