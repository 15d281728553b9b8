#!/bin/sh
# Runs of the generator as a user sees them: the same bytes whatever the threads and interruptions, no half-written
# files, and no changes to other people's folders.
#
# ONLYWAY_TEST_SEED chooses other moments at which runs are killed.

. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
PATH=$top/gen:$top/solve:$PATH
LC_ALL=C
export PATH LC_ALL
seed=${ONLYWAY_TEST_SEED:-1}
echo "seed $seed"
cd "$work" || exit 1

same() { # $1, $2: folders or files
    diff -r "$1" "$2" >difference 2>&1 || { fail "$1 and $2 differ"; head -n 5 difference; }
}

# Prints the $3-th random moment, in seconds from $1 to $2.
moment() {
    awk -v seed="$seed" -v n="$3" -v low="$1" -v high="$2" \
        'BEGIN { srand(seed * 1000 + n); printf "%.3f\n", low + rand() * (high - low) }'
}

# Checks that every row of the report and every level file is complete.  $1: folder; $2: rows of a level.
check_whole() {
    [ ! -e "$1/report.csv" ] || awk -F, -v folder="$1" '
        NF != 24 { print "a torn row: " $0; bad = 1 }
        NR > 1 && (getline line <(folder "/" $1)) <= 0 { print "no file " $1; bad = 1 }
        NR > 1 { close(folder "/" $1) }
        END { exit bad }' "$1/report.csv" || fail "report of $1"
    for file in "$1"/*.txt; do
        [ ! -e "$file" ] || [ "$(wc -l <"$file")" = "$2" ] || fail "$file is not whole"
    done
}

threads_make_no_difference() {
    for options in "--size=5 --count=40" "--size=7x4 --count=20 --method=walk" \
        "--size=4 --count=15 --method=random" "--size=4x3 --all --allow-trivial"; do
        # shellcheck disable=SC2086
        for jobs in 1 2 5; do
            expect 0 gen longcat $options --seed=7 --jobs=$jobs --output=jobs$jobs
        done
        same jobs1 jobs2
        same jobs1 jobs5
        rm -rf jobs1 jobs2 jobs5
    done
}

what_is_written_is_true() {
    expect 0 gen longcat --size=6 --count=30 --seed=3 --output=levels
    expect 0 solve --unique --csv levels >judged
    cut -d, -f1-20,23,24 levels/report.csv >report
    cut -d, -f1-20,23,24 judged >again
    same report again
    [ "$(tail -n +2 report | cut -d, -f21 | sort -u | wc -l)" = 30 ] || fail "copies"
    gen longcat --size=6 --count=30 --seed=3 --output=- 2>messages >stream
    for file in levels/*.txt; do
        [ "$file" = levels/01.txt ] || [ "$file" = levels/001.txt ] || echo
        cat "$file"
    done >joined
    same stream joined
    rm -rf levels
}

# $1: signal; $2, $3: earliest and latest moment of the signal; $4: the most interruptions.  The last run is not
# interrupted.
interrupted_runs_go_on() {
    run="gen longcat --size=8 --count=$(cases 100) --seed=11 --quiet"
    [ -d whole ] || expect 0 $run --output=whole
    tries=0
    status=1
    while [ $status != 0 ] && [ $tries -lt "$4" ]; do
        tries=$((tries + 1))
        $run --output=pieces --resume --jobs=$((tries % 3 + 1)) 2>messages &
        process=$!
        sleep "$(moment "$2" "$3" $tries)"
        kill -s "$1" $process 2>/dev/null
        wait $process 2>/dev/null
        status=$?
        check_whole pieces 10
        case $status in
        0 | 130 | 137) ;;
        *) fail "resumed run ended with status $status" ;;
        esac
    done
    expect 0 $run --output=pieces --resume
    same whole pieces
    rm -rf pieces
}

# timeout(1) sends its signal to the program and to its process group.
a_signal_that_comes_twice_is_one() {
    gen longcat --size=30 --count=1000 --seed=1 --quiet --jobs=4 --output=pieces 2>messages &
    process=$!
    sleep 0.4
    kill -s TERM $process
    sleep 0.001
    kill -s TERM $process 2>/dev/null
    wait $process
    status=$?
    [ $status = 130 ] && grep -q 'with --resume to continue' messages || fail "two signals: status $status"
    rm -rf pieces
}

limits_can_be_resumed() {
    run="gen longcat --size=5 --count=60 --seed=5"
    expect 0 $run --output=whole5
    expect 3 $run --output=pieces --max-tries=10
    expect 3 $run --output=pieces --max-tries=30 --resume
    check_whole pieces 7
    expect 2 $run --output=pieces
    expect 2 $run --output=pieces --resume --size=6
    expect 2 gen longcat --output=pieces --resume --seed=6
    expect 0 gen longcat --output=pieces --resume
    same whole5 pieces
    expect 0 $run --output=pieces --resume # already complete
    for other in --count=59 --seed=6 --min-depth=99 --max-bits=1 --difficulty=expert; do
        expect 2 $run --output=pieces --resume $other
    done
    expect 0 $run --output=pieces --resume --min-depth=2 --max-bits=99 --max-essential=2
    same whole5 pieces
    expect 3 gen longcat --size=20 --count=9999 --seed=1 --timeout=0.1 --output=short
    rm -rf pieces short
}

names_may_have_line_breaks() {
    name='a
option count 9\no\'
    printf '#####\n#C??#\n#???#\n#???#\n#####\n' >"$name"
    run="gen longcat --count=3 --seed=9 --allow-trivial"
    expect 0 $run --from="$name" --output=whole3
    expect 3 $run --from="$name" --output=pieces --max-tries=2
    expect 2 $run --from=other --output=pieces --resume
    expect 0 gen longcat --output=pieces --resume
    same whole3 pieces
    rm -rf pieces whole3
}

a_full_disk_is_told() {
    run="gen longcat --size=5 --count=60 --seed=5"
    (ulimit -f 2 && exec $run --output=pieces) 2>messages
    status=$?
    [ $status = 3 ] && grep -q 'report.csv' messages || fail "full disk: status $status"
    check_whole pieces 7
    expect 0 $run --output=pieces --resume
    same whole5 pieces
    rm -rf pieces
    expect 3 $run --output=- >/dev/full
    expect 2 $run --output=/proc/nowhere
    : >file
    expect 2 $run --output=file
    expect 2 $run --output=file/below
    expect 2 $run --output=
    [ ! -s file ] || fail "a file was overwritten"
}

other_folders_stay_untouched() {
    run="gen longcat --size=5 --count=3 --seed=5"
    mkdir notes
    echo mine >notes/001.txt
    echo mine >notes/diary
    cp -r notes before
    expect 2 $run --output=notes
    expect 2 $run --output=notes --resume
    expect 2 $run --output=notes --force # holds files that no run has written
    same notes before
    expect 0 $run --output=levels
    cp -r levels before5
    expect 2 $run --output=levels
    expect 2 $run --output=levels --force --walls=999
    expect 2 $run --output=levels --force --method=fly
    expect 2 $run --output=levels --force --size=99
    expect 2 $run --output=levels --force --difficulty=evil
    same levels before5
    expect 0 gen longcat --size=4 --count=2 --seed=5 --output=levels --force
    [ "$(ls levels | wc -l)" = 3 ] || fail "--force left old levels"
    mkdir empty
    expect 0 $run --output=empty
    same empty before5
    expect 0 $run --output=deep/er/folder
    same deep/er/folder before5
}

threads_make_no_difference
what_is_written_is_true
interrupted_runs_go_on INT 0 0.4 "$(cases 12)"
interrupted_runs_go_on KILL 0.2 1.2 "$(cases 4)"
[ -z "${ONLYWAY_TEST_LONG:-}" ] || interrupted_runs_go_on KILL 0 0.1 3
a_signal_that_comes_twice_is_one
limits_can_be_resumed
names_may_have_line_breaks
a_full_disk_is_told
other_folders_stay_untouched
echo "$passed passed, $failed failed"
[ $failed = 0 ]
