#!/bin/sh
# The shipped levels: enough for each game and no copies among them; the document's LongCat level has the
# solution that the document prints; the packs can be made again, byte for byte.  Usually only the first
# level of each sixth part is made; with ONLYWAY_TEST_LONG all.  (packs.sh judges all levels anew.)

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

# The reports of all packs of a game, $1: in folders of levels, or beside collections.
reports() {
    find "$levels/$1" -name '*.csv' | sort
}

check_number() {
    reports "$1" | while read -r report; do tail -n +2 "$report"; done >"$work/rows"
    [ "$(wc -l <"$work/rows")" -ge 40 ] || fail "$1: less than forty levels"
    cut -d, -f23 "$work/rows" | sort | uniq -d >"$work/copies"
    [ ! -s "$work/copies" ] || fail "$1: copies among the levels: $(cat "$work/copies")"
}

# The text of a level that a report ($1) has under the name $2: a file, one of a collection, or one of the source
# of a game, which has the report's name.
text_of() {
    case $2 in
    *.xsb'#'*) awk -v RS= -v n="${2#*#}" 'NR == n' "${1%/*}/${2%#*}" ;;
    *'#'*) sed '1,/^LEVELS$/d' "${1%.csv}.txt" | sed '1d; /^message/s/.*//' | awk -v RS= -v n="${2#*#}" 'NR == n' ;;
    *) cat "${1%/*}/$2" ;;
    esac
}

# Whether each level of a report made again, $1, is one of the shipped report, $2.
check_part() {
    tail -n +2 "$1" >"$work/rows"
    [ -s "$work/rows" ] || fail "$1: no levels"
    while IFS=, read -r name rest; do
        shipped=$(awk -v rest="$rest" '{ comma = index($0, ",") }
            substr($0, comma + 1) == rest { print substr($0, 1, comma - 1) }' "$2")
        text_of "$1" "$name" >"$work/made"
        [ -n "$shipped" ] && text_of "$2" "$shipped" | cmp -s - "$work/made" ||
            fail "${1#"$work/"}: $name is not among the shipped levels"
    done <"$work/rows"
}

# $1: game; its packs are made again in full or in part.
check_again() {
    reports "$1" >"$work/reports"
    while read -r report; do
        pack=${report#"$levels/"}
        if [ -z "$first" ]; then
            diff -r "${report%/*}" "$work/again/${pack%/*}" >"$work/difference"
            grep -v '^Only in .*: \(make.sh\|document.txt\|.*\.png\)$' "$work/difference" | head -n 5 |
                grep . && fail "$pack cannot be made again"
        elif [ -e "$work/again/$pack" ]; then
            check_part "$work/again/$pack" "$report"
        fi
    done <"$work/reports"
    [ -n "$(ls "$work/again/$1" 2>/dev/null)" ] || fail "$1: nothing is made again"
}

solve --unique "$levels/longcat/document.txt" >"$work/answer" || fail "the document's level"
grep -q 'depth 11,.*' "$work/answer" && grep -q 'LDRULDRDLDL' "$work/answer" ||
    fail "the document's level has another solution"

first=--first=1/6
[ -z "${ONLYWAY_TEST_LONG-}" ] || first=
"$levels/make-all.sh" $first "$work/again" 2>"$work/messages" ||
    fail "make-all.sh: $(cat "$work/messages")"
for script in "$levels"/*/make.sh; do
    game=$(basename "${script%/make.sh}")
    check_number "$game"
    check_again "$game"
done
[ $failed = 0 ]
