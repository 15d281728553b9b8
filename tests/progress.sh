#!/bin/sh
# The progress line of solve: on a terminal, once work takes over a second, and not with --quiet.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
command -v script >/dev/null || exit 77

# More boxes in an open room than a search is done with in two seconds.
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

# How many progress lines solve draws on a terminal.
lines() {
    script -qec "$top/solve/solve $*" /dev/null </dev/null |
        grep -a -o 'judged 0 levels, [0-9.]* M states, 0:0' | wc -l
}

check 'a long search draws lines' [ "$(lines --timeout=2 "$work/large.txt")" -ge 2 ]
check 'none with --quiet' [ "$(lines --quiet --timeout=2 "$work/large.txt")" -eq 0 ]
check 'none where the work is soon done' [ "$(lines "$work/small.txt")" -eq 0 ]

echo "$passed passed, $failed failed"
[ $failed = 0 ]
