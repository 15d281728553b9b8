#!/bin/sh
# The library's examples.  Those in C print the known facts about their puzzles.  The Python binding gives the same
# bytes as the commands on the shipped levels (a third of them with `make check-all', one or two for each game with
# `make check'), plays, and judges the same puzzles as the examples in C.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
PATH=$top/solve:$top/gen:$PATH
examples=$levels/../doc/examples
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE

begins() { # WORDS FILE: the first line of the file begins with these words
    case $(head -n 1 "$2") in "$1"*) true ;; *) cat "$2" && false ;; esac
}

# Two ways over the river are known, of seven crossings each.  No position of the eight puzzle needs more than 31 moves,
# and half of all 9! positions cannot be solved.
doc/examples/river >"$work/river"
check 'the river' begins 'river: multiple, depth 7, 2 solutions, ' "$work/river"
check 'its crossings' [ "$(sed -n '/^the farmer/,$p' "$work/river" | tail -n +2 | tr -s '\n ' ' ')" = \
    ' the goat nothing the wolf the goat the cabbage nothing the goat ' ]
for tiles in 867254301 647850321; do
    doc/examples/eight $tiles >"$work/eight"
    check "eight tiles: $tiles" begins "$tiles: multiple, depth 31, 40 solutions, " "$work/eight"
done
doc/examples/eight 123456870 >"$work/eight"
check 'eight tiles out of order' begins '123456870: unsolvable (181440 states searched' "$work/eight"
doc/examples/eight 123456789 2>"$work/told"
check 'bad tiles' [ $? = 2 ]

doc/examples/generate longcat 'size=5 count=2 seed=1' >"$work/made.txt"
gen longcat --size=5 --count=2 --seed=1 --quiet -o "$work/made" 2>/dev/null
check 'generated' [ "$(grep -v '^;' "$work/made.txt" | tr -d '\n')" = "$(cat "$work"/made/0*.txt | tr -d '\n')" ]
doc/examples/judge "$work/made.txt" "$work/level.svg" >"$work/told"
check 'judged' [ "$(grep -c ': unique, difficulty' "$work/told")" = 2 ]
check 'drawn' grep -q '</svg>' "$work/level.svg"

ONLYWAY_LIBRARY=$top/lib/.libs/libonlyway.so
export ONLYWAY_LIBRARY
if ! command -v python3 >/dev/null || [ ! -e "$ONLYWAY_LIBRARY" ]; then
    echo 'Python is not tried: python3 or the shared library is missing'
elif grep -q '__asan\|__tsan\|__ubsan' "$ONLYWAY_LIBRARY"; then
    echo 'Python is not tried: a sanitizer would have to be loaded first'
else
    # The same bytes as those of the commands.
    for game in "$levels"/*/; do
        game=${game%/}
        find "$game" \( -name '*.txt' -o -name '*.xsb' \) ! -name about.txt | sort |
            if [ -n "${ONLYWAY_TEST_LONG:-}" ]; then awk 'NR % 3 == 1'; else sed -n '1p; 30p'; fi >"$work/files"
        tr '\n' '\0' <"$work/files" | xargs -0 solve --csv --game="${game##*/}" >"$work/solve.csv" 2>/dev/null
        tr '\n' '\0' <"$work/files" | xargs -0 python3 "$examples/onlyway.py" --game="${game##*/}" >"$work/python.csv"
        check "Python judges ${game##*/} as solve does" cmp "$work/solve.csv" "$work/python.csv"
        check "there is something to judge of ${game##*/}" [ "$(wc -l <"$work/solve.csv")" -ge 2 ]
    done
    PYTHONPATH=$examples python3 - "$work" >"$work/said" 2>&1 <<'END'
import sys
import onlyway

made = onlyway.generate("longcat", "size=5 count=2 seed=1")
for name, text, row in made:
    assert text == open(f"{sys.argv[1]}/made/{name}").read()
assert open(f"{sys.argv[1]}/made/report.csv").read() == onlyway.report_header() + "".join(row for _, _, row in made)
assert len(onlyway.generate("longcat", "size=5 count=9 seed=1", take=lambda *level: True)) == 1

level, = onlyway.read("#######\n#     #\n# $ $ #\n#. @ .#\n#######\n")
told = level.judge("all")
assert (level.game, level.rows, level.columns, level.cell(4, 4)) == ("sokoban", 5, 7, "@")
assert told["verdict"] == "multiple" and told.number("depth") == float(told["depth"]) and told.number("hash") is None
for moves in told.listed:
    assert level.replay(moves)[0]
assert "<svg" in level.svg(told["solution"])
text, found = level.mend("mend=1 max-states=2000")
assert len(found) == 1 and onlyway.read(found[0][0])[0].judge()["verdict"] == "unique"

session = level.play()
while not session.solved:
    hint = session.hint()
    assert hint["outlook"] == "good" and hint["move"] in session.legal()
    session.move(hint["move"])
assert session.moves == told.number("depth") and session.made == told["solution"]
session.undo(session.steps)
session.move(session.legal()[0])
assert session.undo() == 1 and session.redo() == 1 and not session.undo(0)

# the river crossing, as in C
def moves(state):
    farmer = state[0] & 1
    for label, bit in enumerate((0, 2, 4, 8)):
        if bit and (state[0] & bit != 0) != farmer:
            continue
        after = state[0] ^ 1 ^ bit
        alone = ~after & 14 if after & 1 else after & 14
        if alone & 6 != 6 and alone & 12 != 12:
            yield label, bytes([after])

asked = []
told = onlyway.judge_puzzle(b"\0", moves, lambda state: state[0] == 15, estimate=lambda state: asked.append(state) or 0,
                            name="river", options="all")
assert asked
river = open(sys.argv[1] + "/river").read()
assert river.startswith(told.text), told.text

class Unusual(Exception):
    pass

def fail(state):
    raise Unusual

for call in (lambda: onlyway.judge_puzzle(b"\0", fail, lambda state: False),
             lambda: onlyway.judge_puzzle(b"\0", moves, fail),
             lambda: onlyway.generate("longcat", "size=5 count=1", take=lambda *level: fail(level))):
    try:
        call()
        raise SystemExit("no exception")
    except Unusual:
        pass
try:
    level.judge("nonsense=1")
    raise SystemExit("no error")
except onlyway.Error as error:
    assert error.status == onlyway.BAD_OPTION and "nonsense" in str(error)
END
    status=$?
    [ $status = 0 ] || cat "$work/said"
    check 'Python plays and judges puzzles' [ $status = 0 ]
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
