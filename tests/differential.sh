#!/bin/sh
# The program behind `make differential` measures a hang in processor time, not in clock time: it survives being stopped
# for longer than a level may take, and ends when a level uses too much processor time.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
if [ ! -x "$top/tests/differential" ]; then
    echo 'skipped: tests/differential was not built (Debian: libcmocka-dev, libgmp-dev)'
    exit 77
fi
cd "$work" || exit 1

"$top/tests/differential" --game=theseus --seed=3 --levels=20 --hang=3 >out 2>messages &
job=$!
kill -STOP $job
sleep 4
kill -CONT $job
wait $job
check 'stopped for a while' [ $? = 0 ]
check 'all was tried' grep -q '^[0-9]* levels tried, 0 failures$' out

# Each of these levels takes many times as long.
"$top/tests/differential" --game=theseus --seed=3 --levels=20 --hang=0.001 >out 2>messages
check 'a level that hangs' grep -q '^crashed or hung; again: tests/differential .*--seed=3 --from=' messages

"$top/tests/differential" --hang=0.001 "$levels/sokoban/1-one-crate/levels.xsb" >out 2>messages
check 'a level of a file that hangs' \
    grep -q '^crashed or hung; again: tests/differential .*levels\.xsb (at level [A-Z].*)$' messages

"$top/tests/differential" --change=spared "$levels/puzzlescript/barrels.txt" >out
check 'the levels of a source' grep -qx '10 levels tried, 0 failures' out
sed '/^message/,$d' "$levels/puzzlescript/barrels.txt" >barrels.txt
printf '#######\n#p.o.*#\n#######\n\n' >>barrels.txt
printf '#######\n#p....#\n#.*...#\n#..o..#\n#.....#\n#######\n' >>barrels.txt
"$top/tests/differential" --change=why barrels.txt >out
check 'levels of a source with no way and with two' grep -q '^puzzlescript  *2  *0  *1  *1 ' out
check 'why they have no way and two' grep -qx '2 levels tried, 0 failures' out
sed '/^message/,$d' "$levels/puzzlescript/barrels.txt" >open.txt
printf '####..\n#p...#\n#.*..#\n#...o#\n##..##\n######\n' >>open.txt
check 'levels of a source without a wall around' "$top/tests/differential" --change=why open.txt >out

echo "$passed passed, $failed failed"
[ $failed = 0 ]
