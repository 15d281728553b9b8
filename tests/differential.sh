#!/bin/sh
# The program behind `make differential` takes no level to hang for time in which the machine does something else: it is
# stopped for longer than any level may take, and goes on.  What takes that much processor time ends it.
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

# Each of the levels takes many times as much.
"$top/tests/differential" --game=theseus --seed=3 --levels=20 --hang=0.001 >out 2>messages
check 'a level that hangs' grep -q '^crashed or hung; again: tests/differential .*--seed=3 --from=' messages

"$top/tests/differential" --game=puzzlescript 2>messages
check 'a game without random levels' [ $? = 2 ]
check 'files are asked for' grep -qx 'differential: no random levels of puzzlescript; name files' messages

echo "$passed passed, $failed failed"
[ $failed = 0 ]
