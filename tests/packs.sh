#!/bin/sh
# Judges every shipped pack anew: each must still be what its report says.  Seeds and candidates are
# left out, since they tell where a level came from and not what it is.

levels=${srcdir:-$(dirname "$0")/..}/levels
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0

without_origin() {
    awk -F, 'BEGIN { OFS = "," }
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        { $column["seed"] = $column["candidate"] = ""; print }'
}

# The limit of states that a pack was made with: whether the whole graph was searched, and how many
# states that took, depends on it.
max_states() {
    case $1 in
    */snowman/*) echo 100000 ;;
    *) echo 1000000 ;;
    esac
}

# judge REPORT PACK: compares a report with what the solver says of the pack's levels.
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

# difficulty_of_cats REPORT: in LongCat's levels of one solution the formula of difficulty needs nothing but
# what the report has: guided players need the same luck as others, and it is spread over all slides.
difficulty_of_cats() {
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["solutions"] == 1 {
            luck = $column["luck"]
            sum = log(1 + luck) / log(2) + 3 * luck / $column["depth"] + log(1 + $column["steps"]) / log(2) / 5
            off = 100 / (1 + exp(1.1 * (4.8 - sum))) - $column["difficulty"]
            if (off > 0.7 || off < -0.7) { print $1 " is by " off " off"; wrong = 1 }
            levels++
        }
        END { exit wrong || levels == 0 }' "$1" && return
    echo "$1: another difficulty than the formula gives"
    status=1
}

judged=0
for report in "$levels"/longcat/*/report.csv; do
    difficulty_of_cats "$report"
done
for report in "$levels"/*/*/report.csv; do
    judge "$report" "$(dirname "$report")"
done
for report in "$levels"/*/*.csv; do
    pack=${report%.csv}.xsb
    [ -e "$pack" ] || pack=${report%.csv}.txt # a game and its levels
    judge "$report" "$pack"
done
echo "$judged packs"
[ $judged -ge 25 ] || status=1
exit $status
