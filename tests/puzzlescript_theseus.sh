#!/bin/sh
# Theseus and the Minotaur twice: the built-in game and its PuzzleScript version agree on the verdicts, depths and
# counts of all shipped mazes, and of those mazes with Theseus and the exit swapped, few of which are unique.  Runs in
# the build folder.

here=$(cd "${srcdir:-$(dirname "$0")/..}" && pwd)
. "$here/tests/check.sh"
PATH=$top/solve:$PATH

# Converts mazes, in which walls lie between cells, to the characters of the source, in which a cell has the walls on
# its right and below.
convert() {
    awk 'function letter(row, column,    what, right, below) {
            what = substr(line[row], column, 1)
            right = column + 1 < length(line[row]) && substr(line[row], column + 1, 1) == "#"
            below = row + 1 < rows && substr(line[row + 1], column, 1) == "#"
            return substr(kinds[what], 1 + right + 2 * below, 1)
        }
        function flush(    row, column) {
            print ""
            for (row = 2; row < rows; row += 2) {
                for (column = 2; column < length(line[row]); column += 2) printf "%s", letter(row, column)
                print ""
            }
        }
        BEGIN { kinds[" "] = ".RDB"; kinds["T"] = "T123"; kinds["M"] = "M456"; kinds["E"] = "E789" }
        FNR == 1 && NR > 1 { flush() }
        { line[FNR] = $0; rows = FNR }
        END { flush() }' "$@"
}

verdicts() { # CSV: prints verdict, depth, solutions, essential
    sed '1d; s/"[^"]*"//' "$1" | cut -d, -f5-8
}

agree() { # FOLDER
    sed '/^LEVELS$/,$d' "$levels/puzzlescript/labyrinth.txt" >"$1.source"
    { printf 'LEVELS\n======\n' && convert "$1"/*; } >>"$1.source"
    solve --quiet --game=puzzlescript --metric=keys --csv "$1.source" >"$1.script.csv"
    solve --quiet --game=theseus --csv "$1" >"$1.csv"
    verdicts "$1.script.csv" >"$1.script"
    verdicts "$1.csv" >"$1.own"
    diff "$1.script" "$1.own" && [ "$(wc -l <"$1.own")" -ge 60 ]
}

mkdir "$work/mazes" "$work/swapped"
for maze in "$levels"/theseus/*/0*.txt; do
    pack=${maze%/*}
    name=${pack##*/}-${maze##*/}
    grep -v '^Title:' "$maze" >"$work/mazes/$name"
    tr TE ET <"$work/mazes/$name" >"$work/swapped/$name"
done
check "the shipped mazes" agree "$work/mazes"
check "are unique" [ "$(grep -c '^unique' "$work/mazes.own")" -ge 60 ]
check "the same, swapped" agree "$work/swapped"
check "some of them multiple" grep -q '^multiple' "$work/swapped.own"
check "some unsolvable" grep -q '^unsolvable' "$work/swapped.own"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
