#!/bin/sh
# The verdict of each level is printed as soon as it and those before it are known, to a pipe as well as to a terminal,
# while later levels are still being searched.  Printed verdicts stay when the command is interrupted.
#
# The second level takes longer than anybody waits.  If its verdict held up the first one, that would appear only after
# the time limit, when the command has ended; then the test fails.  It does not depend on the clock otherwise.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
PATH=$top/gen:$top/out:$top/solve:$PATH
LC_ALL=C
export PATH LC_ALL
cd "$work" || exit 1

cat >large.xsb <<'END'
##############
#@           #
# $ $ $ $ $  #
#            #
# $ $ $ $ $  #
#            #
# ..........  #
##############
END
printf '#####\n#@$.#\n#####\n' >small.xsb
printf '######\n#@.$ #\n#.$  #\n######\n' >lost.xsb
{ cat small.xsb; echo; cat large.xsb; echo; cat small.xsb; } >three.xsb
{ cat lost.xsb; echo; cat large.xsb; } >refused.xsb
mkfifo out in
exec 4<>in

# Runs a command in the background, which reads the pipe `in` and prints to the pipe `out`.  Reads the first line that
# matches a pattern and checks that the command is still at work.  Then interrupts it, and stores the rest of its output
# in `rest`.
first_line() { # PATTERN COMMAND...
    pattern=$1
    shift
    "$@" <in >out 2>&1 &
    job=$!
    exec 3<out
    line=
    while read -r line <&3 && ! expr "$line" : "$pattern" >/dev/null; do
        line=
    done
    works=no
    kill -0 $job 2>/dev/null && works=yes
    kill -INT $job 2>/dev/null
    cat <&3 >rest
    exec 3<&-
    wait $job
    status=$?
    [ -n "$line" ] && [ $works = yes ] && [ $status = 130 ]
}

# The interruption may come before, during or after the search of the third level.
tells_what_is_known() {
    ! grep '^three' "$1" | grep -v -e '#[23]: undecided (interrupted)' -e '#3: unique, depth 1'
}

for jobs in 1 2; do
    check "solve, $jobs threads" first_line 'three.xsb#1: unique, depth 1' \
        solve --jobs=$jobs --timeout=30 three.xsb
    check 'of the others only what is known' tells_what_is_known rest
    check "a report, $jobs threads" first_line 'three.xsb#1,sokoban,5,3,unique' \
        solve --csv --jobs=$jobs --timeout=30 three.xsb
    check "pack, $jobs threads" first_line 'refused.xsb:1:1: refused: unsolvable' \
        pack --jobs=$jobs --timeout=30 -o packed.sok refused.xsb
    check 'which writes nothing' [ ! -e packed.sok ]
done
check 'gen' first_line '#####*' gen longcat --size=5 --count=10000000 --seed=1 -o -

# With unfinished input, the first verdict comes when the second level begins.
{ cat small.xsb; printf '\n####\n'; } >&4
for jobs in 1 2; do
    check "input that goes on, $jobs threads" first_line '-#1: unique' solve --jobs=$jobs
    { cat small.xsb; printf '\n####\n'; } >&4
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
