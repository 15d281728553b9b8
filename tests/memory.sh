#!/bin/sh
# --max-memory is respected: the program's peak, less its peak for a level of one cell, exceeds the limit by at most
# 10 % and 3 MiB for pages that are partly in use, and no search gives up with less than 85 % of it.  Prints a table.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
if grep -q '^SANITIZE = .*fsanitize' Makefile; then
    echo 'skipped: sanitizers take memory of their own'
    exit 77
fi
limit=24 spare=3
cd "$work" || exit 1

printf 'C\n' >none.txt
cat >room.xsb <<'END_OF_LEVEL'
################
#              #
# $  $    $  $ #
#              #
#  .  .@  .  . #
#   $    $   $ #
#  .    .    . #
#      $   .   #
#              #
#              #
################
END_OF_LEVEL
# This one is solved, but there is no memory for the whole graph of states, and so no number of traps.
cat >level.txt <<'END_OF_LEVEL'
XXXXXXXXXXX
X-*-*-*---X
X-1-1-1-*-X
X--*-#*---X
X-1-1-1---X
X---*-*-*-X
X-*-*-----X
X---------X
XXXXXXXXXXX
END_OF_LEVEL
cat >birds.txt <<'END_OF_LEVEL'
----------
----------
---+------
-----+----
-CBA---cba
-#####-###
----2-----
--#-10#--*
--######--
----------
END_OF_LEVEL
# Prints the peak of a run in KiB; its output is in `said`.
peak() { # JOBS FILE
    "$top/tests/peak" "$top/solve/solve" --csv --quiet --measures=all --max-memory=${limit}M --jobs="$1" "$2" \
        2>messages >said
    sed -n 's/^peak: \([0-9]*\) KiB$/\1/p' messages
}

# Whether the peak is within the limit, and the search used it up.
within() { # KIB
    [ "$1" -le $((limit * 1024 * 110 / 100 + spare * 1024)) ] && [ "$1" -ge $((limit * 1024 * 85 / 100)) ]
}

limited() { # whether the limit was hit
    grep -q undecided said || [ -z "$(tail -n 1 said | cut -d, -f13)" ]
}

# The reasons for a verdict take memory, too.  A large maze that Theseus cannot leave:
awk 'BEGIN {
    piece[2, 2] = "T"; piece[128, 2] = "M"; piece[254, 254] = "E"; piece[2, 3] = piece[3, 2] = "#"
    for (row = 1; row <= 255; row++) {
        for (column = 1; column <= 255; column++) {
            edge = row == 1 || row == 255 || column == 1 || column == 255 || (row % 2 == 1 && column % 2 == 1)
            printf "%s", edge ? "#" : (row, column) in piece ? piece[row, column] : " "
        }
        print ""
    }
}' >maze.txt
"$top/tests/peak" "$top/solve/solve" --quiet --why --max-memory=${limit}M maze.txt 2>messages >said
taken=$(sed -n 's/^peak: \([0-9]*\) KiB$/\1/p' messages)
echo "why $taken KiB: $(tail -n 1 said)"
check 'the reasons are within the limit' [ "$taken" -le $((limit * 1024)) ]

for jobs in ${ONLYWAY_TEST_LONG:+1} 2; do
    base=$(peak $jobs none.txt)
    for level in level.txt room.xsb birds.txt; do
        taken=$(($(peak $jobs $level) - base))
        printf '%-12s -j%d %6d KiB, %3d %% of %d MiB, %s\n' "$level" "$jobs" "$taken" \
            $((taken * 100 / limit / 1024)) "$limit" "$(tail -n 1 said | cut -d, -f5,20)"
        check "$level is within the limit" within "$taken"
        check "$level needs more than the limit" limited
    done
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
