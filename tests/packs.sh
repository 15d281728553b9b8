#!/bin/sh
# Judges every shipped pack again: each must still match its report.  Seeds and candidates are ignored, because they
# describe the origin of a level and not the level.

levels=${srcdir:-$(dirname "$0")/..}/levels
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0

without_origin() {
    awk -F, 'BEGIN { OFS = "," }
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        { $column["seed"] = $column["candidate"] = ""; print }'
}

# Prints the state limit with which a pack was made.  It determines whether the whole graph was searched, and how many
# states that took.
max_states() {
    case $1 in
    */snowman/*) echo 100000 ;;
    *) echo 1000000 ;;
    esac
}

# judge REPORT PACK: compares a report with the solver's results for the pack's levels.
judge() {
    without_origin < "$1" > "$work/expected"
    solve/solve --csv --unique --max-states="$(max_states "$2")" "$2" > "$work/judged" || status=1
    without_origin < "$work/judged" > "$work/found"
    if ! diff "$work/expected" "$work/found"; then
        echo "$2 is not what its report says"
        status=1
    fi
    judged=$((judged + 1))
}

judged=0
for report in "$levels"/*/*/*.csv; do
    case $report in
        */levels.csv) judge "$report" "${report%.csv}.xsb" ;;
        *) judge "$report" "$(dirname "$report")" ;;
    esac
done
for report in "$levels"/*/*.csv; do
    judge "$report" "${report%.csv}.txt" # a PuzzleScript game with its levels
done
echo "$judged packs"
[ $judged -ge 45 ] || status=1
exit $status
