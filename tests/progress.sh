#!/bin/sh
# The progress line of solve and pack: shown on a terminal after a second of work, unless --quiet is given.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
if ! has_terminal; then
    echo 'skipped: there are no pseudo-terminals, or no script (Debian: bsdutils)'
    exit 77
fi

# An open room with more boxes than a search can handle in two seconds.
cat >"$work/large.txt" <<'END'
##############
#@           #
# $ $ $ $ $  #
#            #
# $ $ $ $ $  #
#            #
# ..........  #
##############
END
printf '#####\n#@$.#\n#####\n' >"$work/small.txt"
{ cat "$work/small.txt" && echo && cat "$work/large.txt"; } >"$work/two.txt"

# Prints how many progress lines with a pattern a command draws on a terminal.
lines() { # PATTERN COMMAND
    script -qec "$2" /dev/null </dev/null | grep -a -o "$1" | wc -l
}

solve=$top/solve/solve
line='judged [0-9 of]* levels*, [0-9.]* M states, 0:0'
check 'a long search draws lines' \
    [ "$(lines 'judged 0 of 1 level, [0-9.]* M states, 0:0' "$solve --timeout=2 $work/large.txt")" -ge 2 ]
check 'of several levels it says how many' \
    [ "$(lines 'judged 1 of 2 levels, [0-9.]* M states, 0:0' "$solve --jobs=1 --timeout=2 $work/two.txt")" -ge 2 ]
check 'in pack, too' \
    [ "$(lines 'verified 1 of 2' "$top/out/pack --jobs=1 --timeout=2 -o $work/x.txt $work/two.txt")" -ge 2 ]
check 'none with --quiet' [ "$(lines "$line" "$solve --quiet --timeout=2 $work/large.txt")" -eq 0 ]
check 'none where the work is soon done' [ "$(lines "$line" "$solve $work/small.txt")" -eq 0 ]

echo "$passed passed, $failed failed"
[ $failed = 0 ]
