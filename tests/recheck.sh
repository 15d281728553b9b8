#!/bin/bash
# The second solver confirms the shipped packs and solve's results for changed levels, and detects errors.

levels=${srcdir:-$(dirname "$0")/..}/levels
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# check NAME STATUS COMMAND...: expects an exit status; the output is in $work/said.
check() {
    local name=$1 expected=$2 status=0
    shift 2
    "$@" >"$work/said" 2>&1 || status=$?
    if [[ $status = "$expected" ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s: status %d instead of %d\n' "$name" $status "$expected"
        grep -v 'does not know this game' "$work/said" | tail -n 20
    fi
}

says() {
    if grep -q -e "$1" "$work/said"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: "%s" is missing here:\n' "$1"
        cat "$work/said"
    fi
}

# The packs: all levels, or those that need few states.
limit=3000
[[ -z ${ONLYWAY_TEST_LONG:-} ]] || limit=1000000
check 'shipped packs' 0 recheck/recheck --max-states=$limit "$levels"
says '^[2-9][0-9][0-9] levels agree, 0 differ, [0-9]* not decided, 0 not read$'

# gen's reports, and the same with each compared figure made wrong, for each game.
gen/gen longcat --size=4 --count=3 --seed=1 --quiet --output="$work/longcat" &&
    gen/gen sokoban --size=4 --boxes=2 --count=2 --seed=1 --quiet --output="$work/sokoban" &&
    gen/gen snowman --size=5 --count=1 --seed=1 --quiet --output="$work/snowman" &&
    gen/gen snakebird --size=6 --birds=1 --count=2 --seed=1 --quiet --output="$work/snakebird" &&
    gen/gen snake --size=6 --count=2 --seed=1 --quiet --output="$work/snake" &&
    gen/gen theseus --size=4 --count=2 --seed=1 --quiet --output="$work/theseus" || failed=$((failed + 1))
for game in longcat sokoban snowman snakebird snake theseus; do
    check "gen $game" 0 recheck/recheck "$work/$game"
    says '^[1-9] levels agree, 0 differ, 0 not decided, 0 not read$'
    for change in verdict:multiple depth:999 solutions:999 essential:9 symmetry:3 solution:cut; do
        awk -F, -v OFS=, -v column="${change%:*}" -v value="${change#*:}" '
            NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) wrong = i }
            NR == 2 { $wrong = value == "cut" ? substr($wrong, 1, length($wrong) - 1) : value }
            { print }' "$work/$game/report.csv" >"$work/$game/${change%:*}.csv"
    done
    rm "$work/$game/report.csv"
    check "wrong reports of $game" 1 recheck/recheck "$work/$game"
    for column in verdict depth solutions essential symmetry; do
        says "/$column.csv: .*: $column is "
    done
    says '/solution.csv: .*: the solution is not the first'
    says '^[0-9]* levels agree, 6 differ, 0 not decided, 0 not read$'
    rm -r "${work:?}/$game"
done

# A solution that is not the first of the shortest: the mirror image of the reported one.
mkdir "$work/other"
printf '#####\n#   #\n# C #\n#   #\n#####\n' >"$work/other/a.txt"
solve/solve --csv "$work/other" >"$work/report" && sed 's/,[A-Z]*$/,RDLUR/' "$work/report" >"$work/other/report.csv"
check 'another solution' 1 recheck/recheck "$work/other"
says 'the solution is not the first of the shortest ones'

# Levels with one changed cell have all verdicts and many solutions.
change_levels() # FOLDER GAME CELLS FILE...
{
    local folder=$1 game=$2 cells=$3
    shift 3
    mkdir "$folder"
    awk -v folder="$folder" -v cells="$cells" -v seed=7 '
        function change(   row, column, n) {
            for (n = 0; n < 3; n++) {
                do {
                    row = 2 + int(rand() * (rows - 2)); column = 2 + int(rand() * (length(text[row]) - 2))
                } while (index(cells, substr(text[row], column, 1)) == 0)
                text[row] = substr(text[row], 1, column - 1) substr(cells, 1 + int(rand() * length(cells)), 1) \
                    substr(text[row], column + 1)
                file = sprintf("%s/%03d.txt", folder, ++files)
                for (i = 1; i <= rows; i++) print text[i] > file
                close(file)
            }
        }
        BEGIN { srand(seed) }
        FNR == 1 && rows > 0 { change(); rows = 0 }
        !/^Title: / { text[++rows] = $0 }
        END { change() }' "$@"
    solve/solve --game="$game" --csv --measures=none "$folder" >"$work/report" 2>/dev/null
    mv "$work/report" "$folder/report.csv"
}

csplit -s -z -f "$work/room" "$levels/sokoban/1-one-crate/levels.xsb" '/^$/1' '{*}'
sed -i '/^$/d; /^Title: /d' "$work"/room*
change_levels "$work/longcat" longcat '# ' "$levels"/longcat/{1,4}-*/0*.txt
change_levels "$work/sokoban" sokoban '# $.' "$work"/room*
change_levels "$work/snowman" snowman '*-X' "$levels"/snowman/{1,6}-*/0*.txt
change_levels "$work/snakebird" snakebird '-#+^' "$levels"/snakebird/{1,4}-*/0*.txt
change_levels "$work/snake" snake ' #' "$levels"/snake/{1,5}-*/0*.txt
change_levels "$work/theseus" theseus '# ' "$levels"/theseus/{1,7}-*/0*.txt
for game in longcat sokoban snowman snakebird snake theseus; do
    check "changed levels of $game" 0 recheck/recheck --max-states=30000 "$work/$game"
    says '^[1-9][0-9]* levels agree, 0 differ, [0-9]* not decided, 0 not read$'
    tail -n 1 "$work/said" | sed "s/^/$game: /"
    cut -d, -f5 "$work/$game/report.csv" | sort | uniq -c | sort -rn | tr '\n' ';'
    echo
done

# Without an outer wall, rows of a level may be short, and a letter alone may be a row.
mkdir "$work/bare"
printf '  #\n #\nC\n' >"$work/bare/short.txt"
printf 'C\n#\n' >"$work/bare/letter.txt"
solve/solve --game=longcat --csv "$work/bare" >"$work/report" && mv "$work/report" "$work/bare/report.csv"
check 'levels without their wall' 0 recheck/recheck "$work/bare"
says '^2 levels agree, 0 differ'

# Additional walls around an arena change nothing.
mkdir "$work/wide"
awk 'BEGIN {
    for (i = 0; i < 255; i++) wall = wall "#"
    for (i = 0; i < 250; i++) print i == 100 || i == 101 ? substr(wall, 1, 90) "  " substr(wall, 93) : wall
}' >"$work/wide/arena.txt"
solve/solve --game=snake --csv "$work/wide" >"$work/report" && mv "$work/report" "$work/wide/report.csv"
check 'a small arena in a large wall' 0 recheck/recheck "$work/wide"
says '^1 levels agree, 0 differ'

# Files may begin with a byte order mark.
mkdir "$work/marked"
cp -r "$work/bare/." "$work/marked"
find "$work/marked" -type f | while read -r file; do
    { printf '\357\273\277' && cat "$file"; } >"$work/copy" && mv "$work/copy" "$file"
done
check 'files with a byte order mark' 0 recheck/recheck "$work/marked"
says '^2 levels agree, 0 differ'

# Unreadable files.
check 'no report' 2 recheck/recheck "$work/none.csv"
echo 'level,game' >"$work/none.csv"
check 'a report without columns' 2 recheck/recheck "$work/none.csv"
mkdir "$work/missing"
head -n 2 "$levels/longcat/1-first-slides/report.csv" >"$work/missing/report.csv"
check 'a level that is missing' 2 recheck/recheck "$work/missing"
says 'there is no such level'
check 'a game in a language' 0 recheck/recheck "$levels/puzzlescript"
says ': not decided: recheck does not know this game$'
says '^0 levels agree, 0 differ, [1-9][0-9]* not decided, 0 not read$'
check 'no option' 2 recheck/recheck --max-states=none "$levels"
check 'no operand' 2 recheck/recheck
check 'over the limit' 0 recheck/recheck --max-states=5 "$levels/longcat/6-looks-safe"
says 'not decided: too many states'

echo "$passed passed, $failed failed"
[[ $failed = 0 ]]
