#!/bin/sh
# The levels that come with the program: each is unique, their reports tell the truth, and the packs
# can be made again, byte for byte.

top=$(pwd)
levels=$(cd "${srcdir:-.}/levels" && pwd) || exit 1
PATH=$top/gen:$top/solve:$PATH
LC_ALL=C
export PATH LC_ALL
failed=0

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

fail() {
    echo "FAIL: $*"
    failed=$((failed + 1))
}

# A report without seed and candidate, which solve cannot know; no field of it holds a comma.
figures() {
    cut -d, -f1-18,21,22 "$1"
}

# $1: a folder with a report.
report_is_true() {
    solve --unique --csv "$1" >"$work/judged" || fail "$1: not all levels are unique"
    figures "$1/report.csv" >"$work/said"
    figures "$work/judged" >"$work/found"
    cmp "$work/said" "$work/found" || fail "$1/report.csv is wrong"
    [ "$(wc -l <"$work/said")" = 41 ] || fail "$1: not forty levels"
}

solve --unique "$levels/longcat/document.txt" >"$work/answer" || fail "the document's level"
grep -q 'depth 11,.*' "$work/answer" && grep -q 'LDRULDRDLDL' "$work/answer" ||
    fail "the document's level has another solution"

packs=0
for report in "$levels"/longcat/*/report.csv; do
    report_is_true "${report%/report.csv}"
    packs=$((packs + 1))
done
[ $packs = 3 ] || fail "$packs packs instead of 3"

"$levels/longcat/make.sh" "$work/again" 2>"$work/messages" ||
    fail "make.sh: $(cat "$work/messages")"
for size in 5x5 6x6 8x8; do
    diff -r "$levels/longcat/$size" "$work/again/$size" >"$work/difference" ||
        { fail "$size cannot be made again"; head -n 5 "$work/difference"; }
done
[ $failed = 0 ]
