#!/bin/sh
# The shipped levels: each game has enough of them, without copies, in chapters, and with names.  The document's LongCat
# level has the printed solution.  The packs can be generated again, byte for byte; normally only the first level of
# every tenth part is, with ONLYWAY_TEST_LONG all.  (packs.sh judges all levels again.)

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

# Prints the reports of all packs of game $1, in folders of levels or beside collections.
reports() {
    find "$levels/$1" -name '*.csv' | sort
}

check_number() {
    reports "$1" | while read -r report; do tail -n +2 "$report"; done >"$work/rows"
    [ "$(wc -l <"$work/rows")" -ge 60 ] || fail "$1: less than sixty levels"
    cut -d, -f23 "$work/rows" | sort | uniq -d >"$work/copies"
    [ ! -s "$work/copies" ] || fail "$1: copies among the levels: $(cat "$work/copies")"
}

# Checks the chapters of game $1: there are six to ten, each with a title.  In each chapter, the difficulty never falls,
# and every level has a unique name, which its text contains, too.
check_chapters() {
    chapters=$(find "$levels/$1" -mindepth 2 -name about.txt | wc -l)
    [ "$chapters" -ge 6 ] && [ "$chapters" -le 10 ] || fail "$1: $chapters chapters"
    reports "$1" | while read -r report; do
        [ -s "${report%/*}/about.txt" ] || echo "no about.txt beside $report"
        LC_ALL=C sort -c -t, -s -k18,18n "$report" 2>&1
        cat "${report%/*}"/*.txt "${report%/*}"/*.xsb 2>/dev/null | sed -n 's/^Title: //p' >"$work/titles"
        tail -n +2 "$report" | cut -d, -f1 | diff - "$work/titles"
    done >"$work/found"
    reports "$1" | while read -r report; do tail -n +2 "$report"; done | cut -d, -f1 | sort | uniq -d >>"$work/found"
    [ ! -s "$work/found" ] || fail "$1: chapters: $(cat "$work/found")"
}

# Prints the text of level number $2 of report $1: a file, a level of a collection, or a level of the PuzzleScript
# source with the report's name.
text_of() {
    case $1 in
    */report.csv) cat "${1%/*}/$(printf %03d "$2").txt" ;;
    */levels.csv) awk -v RS= -v n="$2" 'NR == n' "${1%.csv}.xsb" ;;
    *) sed '1,/^LEVELS$/d' "${1%.csv}.txt" | sed '1d; /^message/s/.*//' | awk -v RS= -v n="$2" 'NR == n' ;;
    esac
}

# Checks that each level of the regenerated report $1 is in the shipped report $2.
check_part() {
    tail -n +2 "$1" >"$work/rows"
    number=0
    while IFS=, read -r name rest; do
        number=$((number + 1))
        shipped=$(awk -v rest="$rest" '{ comma = index($0, ",") }
            substr($0, comma + 1) == rest { print NR - 1 }' "$2")
        text_of "$1" $number >"$work/made"
        [ -n "$shipped" ] && text_of "$2" "$shipped" | cmp -s - "$work/made" ||
            fail "${1#"$work/"}: $name is not among the shipped levels"
    done <"$work/rows"
}

# Regenerates the packs of game $1, completely or in part.
check_again() {
    reports "$1" >"$work/reports"
    while read -r report; do
        pack=${report#"$levels/"}
        if [ -z "$first" ]; then
            diff -r "${report%/*}" "$work/again/${pack%/*}" >"$work/difference"
            grep -v '^Only in .*: \(make.sh\|.*\.png\)$' "$work/difference" | head -n 5 |
                grep . && fail "$pack cannot be made again"
        elif [ -e "$work/again/$pack" ]; then
            check_part "$work/again/$pack" "$report"
        fi
    done <"$work/reports"
    # Levels without a name are left out, so a gen that makes others makes none.
    find "$work/again/$1" -name '*.csv' -exec tail -q -n +2 {} + | grep -q . || fail "$1: no level is made again"
}

solve --unique "$levels/document.txt" >"$work/answer" || fail "the document's level"
grep -q 'depth 11,.*' "$work/answer" && grep -q 'LDRULDRDLDL' "$work/answer" ||
    fail "the document's level has another solution"

# A file of names without any would leave out all levels.
mkdir -p "$work/empty/theseus"
cp "$levels/make-pack.sh" "$work/empty"
cp "$levels/theseus/make.sh" "$work/empty/theseus"
: >"$work/empty/theseus/names"
"$work/empty/theseus/make.sh" --first=1 "$work/none" >"$work/answer" 2>&1 && fail "an empty file of names is accepted"
grep -q 'theseus/names names no level, so none would be kept' "$work/answer" && [ ! -e "$work/none" ] ||
    fail "an empty file of names: $(cat "$work/answer")"

first=--first=1/10
[ -z "${ONLYWAY_TEST_LONG-}" ] || first=
"$levels/make-all.sh" $first "$work/again" 2>"$work/messages" ||
    fail "make-all.sh: $(cat "$work/messages")"
for script in "$levels"/*/make.sh; do
    game=$(basename "${script%/make.sh}")
    check_number "$game"
    [ "$game" = puzzlescript ] || check_chapters "$game"
    check_again "$game"
done
[ $failed = 0 ]
