#!/bin/sh
# Shards: however many there are, whatever happens to them and whatever starts them, their merge gives the bytes and the
# closing line of a single run.
#
# ONLYWAY_TEST_SEED repeats the moments at which shards are killed.  GNU parallel and mpirun are tested only if
# installed.

. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
. "${srcdir:-$(dirname "$0")/..}/tests/parts.sh"
PATH=$top/gen:$top/solve:$PATH
LC_ALL=C
export PATH LC_ALL
doc=$(cd "${srcdir:-$(dirname "$0")/..}/doc" && pwd)
seed=${ONLYWAY_TEST_SEED:-1}
echo "seed $seed"
cd "$work" || exit 1

# Prints the closing lines without the folder's name and the instructions to continue.
closing() {
    grep -v -e ' tried .* more than were needed$' -e ' tried .*; the merge makes the rest$' -e ' to continue' "$1" | sed 's/; in .*//'
}

# Makes the folder "whole" in one run with the options $@.
one_run() {
    rm -rf whole shards merged
    options=$*
    # shellcheck disable=SC2086
    gen $options --quiet --jobs=1 --output=whole 2>whole.said
    ended=$?
}

# Runs and merges $1 shards until the result is complete.
merges() {
    rm -rf shards merged
    rounds=0
    while
        for shard in $(seq "$1"); do
            # shellcheck disable=SC2086
            gen $options --quiet --jobs=1 --shard="$shard/$1" --output=shards 2>said || return 1
        done
        gen --merge shards --output=merged 2>merged.said
        status=$?
        rounds=$((rounds + 1))
        [ $status = 1 ] && [ $rounds -lt 2 ]
    do :; done
    is_whole
}

# Checks that the merge has the status and the results of the single run.
is_whole() {
    [ "$status" = "$ended" ] && diff -r whole merged && closing whole.said >a && closing merged.said >b && diff a b
}

merged_shards_are_one_run() {
    one_run longcat --size=5 --count=30 --seed=7
    for shards in 1 2 7; do
        check "$shards shards" merges $shards
    done
    rm -rf merged # simulates a full disk by a limit on the size of files
    (
        trap '' XFSZ
        ulimit -f 1
        gen --merge shards --output=merged 2>merged.said
        echo $? >status
    )
    check 'a full disk' [ "$(cat status)" = 3 ]
    check 'and said' grep -q '^gen: merged/report.csv: File too large$' merged.said
    check 'what to do' grep -q '^gen: run the same command with --force to write the folder again$' merged.said
    gen --merge shards --output=merged --force 2>merged.said
    status=$?
    check 'which it does' is_whole
    rm -rf shards merged
    for shard in 1 2; do
        # shellcheck disable=SC2086
        gen $options --shard=$shard/2 --output=shards 2>&-
    done
    gen --merge shards --output=merged 2>merged.said
    check 'shards that cannot print' grep -q '^gen: kept' merged.said
    one_run longcat --size=5 --count=14 --seed=9 --min-distance=0.2
    for shards in 2 7 64; do
        check "$shards shards with a distance" merges $shards
    done
    one_run longcat --size=4x3 --all --allow-trivial
    for shards in 2 7 64; do
        check "$shards shards of all levels" merges $shards
        check 'nothing is done in vain' grep -q ', 0.00 % more than were needed$' merged.said
    done
    one_run longcat --size=4 --all --walls=3 --count=20 --allow-trivial
    check 'all levels, to a number' merges 3
    one_run longcat --size=5 --seed=1 --count=50 --max-tries=300
    check 'a limit of tries' merges 5
    check 'how to go on' grep -q '^gen: to continue: gen longcat --resume --output=merged$' merged.said
    gen longcat --resume --output=merged 2>said
    gen longcat --size=5 --seed=1 --count=50 --output=all 2>said
    check 'and it goes on' diff -r all merged
    one_run snowman --size=5 --seed=1 --count=50 --snowmen=1-2 --targets=1 --method=random --max-tries=20
    check 'a range that is narrowed' merges 2
    one_run longcat --size=4 --seed=5 --count=50 --method=walk --max-tries=2000
    check 'a limit of tries with large chunks' merges 2
    one_run longcat --size=3 --seed=1 --count=50 --min-distance=0.5 --allow-trivial
    check 'a run that gives up' [ "$ended" = 3 ]
    check 'what gives up' merges 3
    gen longcat --size=5 --count=5 --seed=7 --quiet --output=known 2>said
    one_run longcat --size=5 --count=8 --seed=8 --unlike=known
    check 'unlike others' merges 3
}

every_game() {
    for game in $(all_games); do
        case $game in # games that take long at their default size
            snakebird) options='--size=6 --birds=1' ;;
            snowman) options='--size=4 --allow-trivial' ;;
            sokoban) options=--size=4 ;;
            *) options= ;;
        esac
        # shellcheck disable=SC2086
        one_run $game $options --count=2 --seed=3
        check "$game" merges 3
    done
    printf '#######\n#C ???#\n#  ???#\n#     #\n#######\n' >sketch.txt
    one_run longcat --from=sketch.txt --count=4 --seed=2 --allow-trivial
    check 'open cells' merges 3
    cp whole/001.txt sketch.txt
    one_run longcat --from=sketch.txt --count=3 --seed=2 --allow-trivial
    check 'near a level' merges 2
}

# Prints the $1-th random moment, in seconds from 0 to 0.1.
moment() {
    awk -v seed="$seed" -v n="$1" 'BEGIN { srand(seed * 1000 + n); printf "%.3f\n", rand() / 10 }'
}

# Runs shard $1/2 and kills it several times; then lets it finish.
killed() {
    for time in 1 2 3; do
        # shellcheck disable=SC2086
        gen $options --quiet --jobs="$time" --shard="$1/2" --output=shards 2>said &
        process=$!
        sleep "$(moment $(($1 * 10 + time)))"
        kill -9 $process 2>said
        wait $process 2>said
    done
}

killed_shards_go_on() {
    one_run longcat --size=8 --count=40 --seed=4
    killed 1
    killed 2
    gen --merge shards --output=merged 2>said
    check 'nothing is merged that is not there' [ ! -e merged ]
    check 'killed shards, run again' goes_on
}

# Continues with two shards by the commands in the messages.
goes_on() {
    rounds=0
    while rounds=$((rounds + 1)) && [ $rounds -lt 20 ]; do
        gen --merge shards --output=merged 2>merged.said
        status=$?
        [ $status = 1 ] || break
        if grep -q 'told to go on' merged.said; then
            for shard in 1 2; do
                sed -n "s,.*: \(gen .*\)--shard=I/2\(.*\),\1--shard=$shard/2\2,p" merged.said >steps
                sh ./steps 2>said || return 1
            done
        else
            sed -n 's/^gen: \(gen .*\)/\1/p' merged.said >steps
            [ -s steps ] && sh ./steps 2>said || return 1
        fi
    done
    is_whole
}

damaged_shards_are_done_again() {
    one_run longcat --size=5 --count=20 --seed=5
    merges 2 || fail 'two shards'
    size=$(wc -c <shards/shard-2-of-2/candidates.log)
    for place in 1 $((size / 2)); do
        rm -rf merged
        log=shards/shard-2-of-2/candidates.log
        cp $log undamaged
        head -c "$place" undamaged >$log
        expect 1 gen --merge shards -o merged
        check "cut at $place" grep -q -- '--shard=2/2' messages
        check "cut at $place: done again" goes_on
        rm -rf merged
        { head -c "$place" undamaged && printf x && tail -c +$((place + 2)) undamaged; } >$log
        expect 1 gen --merge shards -o merged
        check "a byte at $place" grep -q -- '--shard=2/2' messages
        check "a byte at $place: done again" goes_on
    done
    printf x >>shards/shard-1-of-2/shard.txt
    rm -rf merged
    expect 2 gen --merge shards -o merged
    check 'a damaged head' grep -q 'shard.txt: its end is missing; start this shard again with --force' messages
    # shellcheck disable=SC2086
    expect 0 gen $options -q --shard=1/2 --output=shards --force
    check 'begun again' goes_on
}

shards_are_told_by_others() {
    for told in 'SLURM_ARRAY_TASK_ID=12 SLURM_ARRAY_TASK_MIN=10 SLURM_ARRAY_TASK_COUNT=4' \
        'SGE_TASK_ID=3 SGE_TASK_FIRST=1 SGE_TASK_LAST=4' 'LSB_JOBINDEX=3 LSB_JOBINDEX_END=4' \
        'AWS_BATCH_JOB_ARRAY_INDEX=2 AWS_BATCH_JOB_ARRAY_SIZE=4' \
        'OMPI_COMM_WORLD_RANK=2 OMPI_COMM_WORLD_SIZE=4' 'PMI_RANK=2 PMI_SIZE=4' 'SLURM_PROCID=2 SLURM_NTASKS=4'; do
        rm -rf shards
        # shellcheck disable=SC2086
        expect 0 env -i PATH="$PATH" $told gen longcat --all --size=3 --shard=auto -o shards
        check "$told" [ -e shards/shard-3-of-4/shard.txt ]
    done
    rm -rf shards
    for told in PARALLEL_SEQ=3 PBS_ARRAY_INDEX=3 PBS_ARRAYID=3 JOB_COMPLETION_INDEX=2; do
        rm -rf shards
        expect 0 env -i PATH="$PATH" $told gen longcat --all --size=3 --shard=auto/4 -o shards
        check "$told" [ -e shards/shard-3-of-4/shard.txt ]
    done
    expect 2 env -i PATH="$PATH" PARALLEL_SEQ=3 gen longcat --all --size=3 --shard=auto -o shards
    expect 2 env -i PATH="$PATH" gen longcat --all --size=3 --shard=auto/4 -o shards
}

scripts_run() {
    mkdir bin
    cat >bin/sbatch <<'END'
#!/bin/sh
# Replaces Slurm's sbatch: runs the tasks of an array job one by one.
while [ "${1#--}" != "$1" ]; do
    case $1 in
    --array=1-*) tasks=${1#--array=1-} ;;
    esac
    shift
done
for task in $(seq "$tasks"); do
    SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=$tasks sh "$@" || exit 1
done
END
    chmod +x bin/sbatch
    one_run longcat --size=5 --count=30 --seed=11
    # shellcheck disable=SC2086
    PATH=$work/bin:$PATH sh "$doc/shard-slurm.sh" 2 merged $options 2>merged.said
    status=$?
    check 'the script for Slurm' same_folder
    for starter in parallel mpirun; do
        if ! command -v $starter >said; then
            echo "left out: there is no $starter"
            continue
        fi
        rm -rf merged merged-shards
        # shellcheck disable=SC2086
        if [ $starter = parallel ]; then
            sh "$doc/shard-parallel.sh" 3 merged $options 2>merged.said
        else
            MPIRUN='mpirun --oversubscribe' sh "$doc/shard-mpi.sh" 2 merged $options 2>merged.said
        fi
        status=$?
        check "the script for $starter" same_folder
    done
}

same_folder() {
    [ "$status" = "$ended" ] && diff -r whole merged && return
    tail -n 5 merged.said
    false
}

# $1: expected message; then a command that must fail.
says() {
    words=$1
    shift
    expect 2 "$@"
    grep -q -- "$words" messages || fail "$*: $(cat messages)"
}

mistakes_are_said() {
    rm -rf shards merged
    says 'of 4 shards there is none of number 0' gen longcat --seed=1 --shard=0/4
    says 'of 4 shards there is none of number 5' gen longcat --seed=1 --shard=5/4
    says 'of 0 shards there is none of number 1' gen longcat --seed=1 --shard=1/0
    says 'is not I/N' gen longcat --seed=1 --shard=3
    says 'is not I/N' gen longcat --seed=1 --shard=-1/4
    says 'is not I/N' gen longcat --seed=1 --shard=1/4x
    says '100000 shards at most' gen longcat --seed=1 --shard=1/1000000
    says 'needs --seed' gen longcat --shard=1/4
    says 'needs a folder' gen longcat --seed=1 --shard=1/4 -o -
    says 'only works for levels' gen snake --tours=3 --seed=1 --shard=1/4
    says 'name the folders of the shards' gen --merge -o merged
    says 'No such file' gen --merge nowhere -o merged
    mkdir empty
    says 'there are no shards here' gen --merge empty -o merged
    for shard in 1 2; do
        expect 0 gen longcat --size=4 --count=4 --seed=1 --shard=$shard/2 -q -o shards
    done
    says 'needs a folder to write' gen --merge shards
    says 'cannot be combined with --merge' gen --merge shards -o merged --count=4
    says 'are the same shard' gen --merge shards shards -o merged
    mkdir merged
    echo mine >merged/mine
    says 'not empty; use --force' gen --merge shards -o merged
    for shard in 1 2; do
        expect 0 gen longcat --size=2 --all --allow-trivial --shard=$shard/2 -q -o twos
    done
    says 'merged: contains mine' gen --merge twos -o merged --force
    check 'it is left alone' [ "$(ls merged)" = mine ]
    says "'option count 4' there, 'option count 5' here" gen longcat --size=4 --count=5 --seed=1 --shard=1/2 -o shards
    expect 0 gen longcat --size=4 --count=4 --seed=2 --shard=1/2 -q -o others
    says 'not of the same run' gen --merge shards/shard-2-of-2 others -o merged2
    expect 0 gen longcat --size=4 --count=4 --seed=1 --shard=1/3 -q -o thirds
    says 'is one of 2 shards' gen --merge shards thirds -o merged2
    mkdir -p other/shard-1-of-2
    echo mine >other/shard-1-of-2/mine
    says 'there is no shard in it' gen longcat --size=4 --seed=1 --shard=1/2 -o other
    expect 1 gen --merge thirds -o merged2
    check 'what is missing is named' grep -q '^gen: gen longcat --size=4x4 --count=4 --seed=1 --shard=3/3 --output=thirds$' \
        messages
}

merged_levels_stream() {
    one_run longcat --size=4 --count=5 --seed=3
    merges 2 || fail 'two shards'
    gen longcat --size=4 --count=5 --seed=3 -q -o - >stream 2>said
    expect 0 gen --merge shards -o - >again
    check 'to standard output' diff stream again
}

# Parts of a report about several files, some levels of which are invalid and some undecided.
parts_of_reports() {
    printf '#####\n#@@$.#\n#####\n\n#####\n#@$.#\n#####\n' >bad.xsb
    set -- "$levels/sokoban/1-one-crate/levels.xsb" bad.xsb nowhere.txt \
        "$levels/sokoban/7-the-long-way-round/levels.xsb"
    solve --csv --game=sokoban --max-states=60 --quiet "$@" >one.csv 2>one.said
    one=$?
    check 'one run tells of all' [ "$one" = 2 ]
    check 'some are undecided' grep -q ',undecided,' one.csv
    for parts in 1 3 64; do
        rm -f part-*.csv
        for part in $(seq $parts); do
            JOB_COMPLETION_INDEX=$((part - 1)) solve --csv --game=sokoban --max-states=60 --quiet --shard=auto/$parts \
                "$@" \
                >"part-$part.csv" 2>"said-$part"
        done
        solve --merge part-*.csv >merged.csv 2>merged.said
        check "$parts parts: the same status" [ $? = $one ]
        check "$parts parts: the same report" cmp one.csv merged.csv
        check "$parts parts: the same errors" [ "$(grep -v undecided one.said)" = "$(cat merged.said)" ]
    done
    solve --csv --game=sokoban --timings --shard=2/3 "$levels/sokoban/1-one-crate/levels.xsb" >timed.csv 2>said
    expect 1 solve --merge timed.csv
    check 'missing parts are named' [ "$(cat messages)" = "solve: the part --shard=1/3 is missing
solve: the part --shard=3/3 is missing" ]
    expect 2 solve --merge part-1.csv timed.csv
    expect 2 solve --merge part-1.csv part-1.csv
    check 'the same part twice' grep -q 'another file holds the same part' messages
    expect 2 solve --merge one.csv
    expect 2 solve --merge nowhere.csv
    expect 2 solve --merge
    expect 2 solve --merge --unique part-1.csv
    expect 2 solve --shard=1/2 bad.xsb
    expect 2 solve --csv --shard=3/2 bad.xsb
    # A truncated part is never taken for complete.
    solve --csv --game=sokoban --max-states=60 --shard=1/1 "$@" >alone.csv 2>said
    size=$(wc -c <alone.csv)
    for place in 0 1 7 200 1000 $((size / 2)) $((size - 12)) $((size - 5)) $((size - 2)); do
        head -c "$place" alone.csv >cut.csv
        solve --merge cut.csv >cut.out 2>cut.said
        status=$?
        check "cut at $place of $size: status $status" [ "$((status == 1 || status == 2))" = 1 ]
        check "cut at $place: nothing is written" [ ! -s cut.out ]
    done
}

merged_shards_are_one_run
parts_of_reports
every_game
killed_shards_go_on
damaged_shards_are_done_again
shards_are_told_by_others
scripts_run
mistakes_are_said
merged_levels_stream

echo "$passed passed, $failed failed"
[ $failed = 0 ]
