#!/bin/sh
# solve-mpi prints the same as solve with any number of processes: all games, all verdicts, limits, lists and reports.
# If a process is killed, all end, and with --disk the work can continue from there.  Skipped without MPI.
#
# MPIRUN names the program that starts processes.  tests/mpich.sh sets MPI_PROGRAMS, the folder of programs built for
# another MPI, for which a few of the tests are enough: all that differs is how messages are sent and processes end.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
. "${srcdir:-$(dirname "$0")/..}/tests/parts.sh"
PATH=${MPI_PROGRAMS:-$top/solve}:$top/gen:$top/solve:$PATH
mpirun=${MPIRUN:-mpirun}
# MPI libraries leak memory when they end.
ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0"
# When a process has ended with another status than 0, Open MPI otherwise waits two seconds for the others.
OMPI_MCA_odls_base_sigkill_timeout=0
LC_ALL=C TMPDIR=$work
export PATH LC_ALL TMPDIR ASAN_OPTIONS OMPI_MCA_odls_base_sigkill_timeout
cd "$work" || exit 1

# Whether processes can be started.  A busy machine may need another try.
runs() {
    for try in 1 2 3; do
        $mpirun -n 2 true </dev/null && return
        echo "try $try: status $?"
        sleep 1
    done
    false
} >&2

if [ ! -x "$top/solve/solve-mpi" ]; then
    echo 'skipped: built without MPI (Debian: libopenmpi-dev openmpi-bin)'
    exit 77
elif ! runs 2>messages; then
    echo "skipped: $mpirun does not run here:"
    head -n 5 messages
    exit 77
fi

# Checks that solve-mpi exits with the status of solve and prints the same.
same() { # PROCESSES ARGUMENTS...
    n=$1
    shift
    solve "$@" >wanted 2>wanted.messages <input
    wanted=$?
    timeout 300 $mpirun -n "$n" solve-mpi "$@" >got 2>messages <input
    status=$?
    tried=$((tried + $(wc -l <wanted)))
    if [ $status != $wanted ] || ! cmp wanted got; then
        echo "$n processes: status $status instead of $wanted"
        tail -n 5 messages
        return 1
    fi
}
: >input
tried=0

if [ -n "${MPI_PROGRAMS:-}" ]; then
    numbers=3
elif [ -n "${ONLYWAY_TEST_LONG:-}" ]; then
    numbers='1 2 3 4'
else
    numbers='1 4' # other cases have two or three processes
fi
for n in 1 3; do
    check "messages of $n processes" timeout 300 $mpirun -n $n "${MPI_PROGRAMS:-$top/tests}/test_cluster_wire" \
        >wire 2>&1 || cat wire
done

# If the whole graph is not wanted, all searches are spread that need more than a handful of states with little memory.
set --
for game in $(all_games); do
    gen $game --count=2 --seed=3 --allow-trivial --max-essential=9 --output=- >$game.txt 2>messages
    set -- "$@" $game.txt
done
for n in $numbers; do
    check "all games, $n processes" same $n --csv --measures=cheap --max-memory=4M "$@" \
        "$levels/snakebird/4-two-birds-one-bridge" "$levels/snowman/5-a-place-to-stand" \
        "$levels/sokoban/7-the-long-way-round/levels.xsb" \
        "$levels/theseus/7-big-houses/001.txt" "$levels/puzzlescript/hood.txt"
done
timeout 300 $mpirun -n 2 solve-mpi --csv --timings --measures=none --max-memory=4M \
    "$levels/snakebird/4-two-birds-one-bridge" \
    >got 2>messages <input
check 'what was sent' grep -Eq 'process 0 of 2: [1-9][0-9]* reductions, [1-9][0-9]* exchanges, sent [1-9][0-9]* states' \
    messages

# Starts two processes and waits until they are at work.
begin() {
    rm -f processes
    $mpirun -n 2 sh -c 'echo $$ >>processes; exec solve-mpi "$@"' sh "$@" >got 2>messages <input &
    tries=0
    until [ "$(cat processes 2>/dev/null | wc -l)" = 2 ] || [ $tries = 100 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    sleep 0.5
}

# Ground below the level, along which birds can go back and forth, leaves much work to do when the signals come.
{
    sed 's/.*/-----&-----/' lost.txt
    echo '######################'
} >long.txt
begin --csv --measures=cheap --max-memory=1M --disk=long long.txt
kill -KILL "$(tail -n 1 processes)"
wait $!
check 'killed: all end' [ $? != 0 ]
check 'killed: says so' grep -qi 'killed\|signal' messages got
both_end() { # within a few seconds
    for tries in $(seq 50); do
        kill -0 "$(head -n 1 processes)" 2>/dev/null || kill -0 "$(tail -n 1 processes)" 2>/dev/null || return 0
        sleep 0.1
    done
    return 1
}
for signal in INT TERM; do # both processes stop if mpirun gives them the time, and otherwise are killed
    rm -rf long
    begin --csv --measures=cheap --max-memory=1M --disk=long long.txt
    kill -$signal $!
    wait $!
    check "$signal: both end" both_end
    check "$signal: gives no verdict" sh -c '! grep -q unsolvable got'
done

finish() {
    echo "$passed passed, $failed failed"
    [ $failed = 0 ]
    exit
}
[ -z "${MPI_PROGRAMS:-}" ] || finish

check 'lists' same 3 --all=7 --measures=none --max-memory=4M "$@" "$levels/puzzlescript/depot.txt"
check 'other rules' same 2 --csv --rules=document --measures=cheap --max-memory=4M \
    "$levels/snakebird/4-two-birds-one-bridge"
check 'another metric' same 3 --csv --metric=moves --measures=none --max-memory=4M \
    "$levels/sokoban/7-the-long-way-round/levels.xsb"
check 'games that are not spread' same 2 --csv "$levels/longcat/6-looks-safe/001.txt" "$levels/snake/1-along-the-walls"
[ $tried -gt $((40 * n)) ] || fail "only $tried lines were compared"

# More states than the whole graph may have before the search is spread.
cat >room.xsb <<'ROOM'
############
#          #
# $ #  # $ #
#   $  $   #
# # .@ . # #
# . $  #.  #
#   #    . #
#          #
############
ROOM
check 'all measures' same 2 room.xsb
for states in 1 30000; do
    check "$states states" same 2 --csv --max-states=$states --measures=cheap room.xsb
done
# Large enough to be searched from both ends, as solve does it.
cat >large.xsb <<'LARGE'
############
#         ##
#      $   #
#      #   #
#@#   $ #  #
#   $ .    #
##  $.. $# #
## $ ..#   #
#     .   ##
############
LARGE
check 'from both ends' same 2 --csv --measures=none large.xsb
check 'from both ends, over the limit' same 3 --csv --max-states=9000 --measures=none large.xsb
check 'the reason is told beside the report' \
    grep -q '^solve-mpi: large.xsb: undecided (the limit of 9000 states was hit)$' messages
echo 'no level' >bad.txt
cp room.xsb input
check 'from standard input, status 1' same 3 --unique --csv --measures=none -
check 'status 2' same 2 --measures=none bad.txt "$levels/theseus/1-the-way-out/001.txt" missing.txt
check 'usage' same 2 --no-such-option

# A search begun with another number of processes is refused with a message, and so is an error at only one of the
# processes.
other() { # COMMAND...: runs for a short time, after two processes did
    timeout 300 "$@" --timeout=0.3 --csv --measures=cheap --max-memory=1M --disk=other long.txt >got 2>messages <input
}
rm -rf other
other $mpirun -n 2 solve-mpi
check 'two processes leave work' [ -n "$(find other -name 'checkpoint-*')" ]
check 'nobody was there before' sh -c '! grep -q "begins anew" messages'
other $mpirun -n 2 solve-mpi
check 'two go on' sh -c '! grep -q "begins anew" messages'
other $mpirun -n 3 solve-mpi
check 'three begin anew' grep -q 'that 2 processes shared; this one, by another number, begins anew' messages
rm -rf other/*-of-3
other solve
check 'one begins anew' grep -q 'that 2 processes shared; this one, by another number, begins anew' messages
folder=$(echo other/*-1-of-2)
rm -rf "$folder" && : >"$folder"
other $mpirun -n 2 solve-mpi
check 'the reason of another process' grep -q "undecided (process 1: .*$folder" messages
[ $failed = 0 ] || cat messages

# On disk, with so little memory that much is written, the search continues however often it is stopped.
set -- --csv --measures=cheap --max-memory=1M --disk=disk won.txt
solve --csv --measures=cheap won.txt >wanted
stops=0
status=3
while [ "$status" = 3 ] && [ $stops -lt 40 ]; do
    timeout 300 $mpirun -n 2 solve-mpi --timeout=$((stops / 5)).$((1 + stops % 5 * 2)) "$@" >got 2>messages <input
    status=$?
    stops=$((stops + 1))
done
check "stopped $((stops - 1)) times" cmp wanted got
check 'stopped at least once' [ $stops -gt 1 ]
check 'nothing stays on the disk' [ -z "$(ls disk)" ]

finish
