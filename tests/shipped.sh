#!/bin/sh
# LongCat's shipped levels: the document's one has the solution that the document prints, and the packs
# can be made again, byte for byte.  (packs.sh judges the levels of all packs anew.)

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

solve --unique "$levels/longcat/document.txt" >"$work/answer" || fail "the document's level"
grep -q 'depth 11,.*' "$work/answer" && grep -q 'LDRULDRDLDL' "$work/answer" ||
    fail "the document's level has another solution"

"$levels/longcat/make.sh" "$work/again" 2>"$work/messages" ||
    fail "make.sh: $(cat "$work/messages")"
for size in 5x5 6x6 8x8; do
    [ "$(wc -l <"$levels/longcat/$size/report.csv")" = 41 ] || fail "$size: not forty levels"
    diff -r "$levels/longcat/$size" "$work/again/$size" >"$work/difference" ||
        { fail "$size cannot be made again"; head -n 5 "$work/difference"; }
done
[ $failed = 0 ]
