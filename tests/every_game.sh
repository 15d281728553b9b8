#!/bin/sh
# Every game with every command and format: everything that the help lists must work.  If a command, a format or a
# document does not know a new game, this test fails with the game's name.

here=$(cd "${srcdir:-$(dirname "$0")/..}" && pwd)
. "$here/tests/check.sh"
PATH=$top/gen:$top/solve:$top/out:$PATH
LC_ALL=C
export PATH LC_ALL
cd "$work" || exit 1

# Prints the games that a command lists.
listed() { # COMMAND
    "$1" --help | sed -n '/^Games:$/,/^$/s/^  //p' | tr -d ','
}

# Prints the formats that this build has.
formats() {
    pack --help | awk '/^Formats:$/ { on = 1; next } /^$/ { on = 0 }
        on && /^  [a-z]/ { if (name != "") print name; name = $1 }
        on && /not part of this build/ { name = "" }
        END { if (name != "") print name }'
}

# Generates a small level, for which all measures can be computed.
proposes() { # GAME
    gen "$1" --seed=1 --count=1 --allow-trivial --allow-greedy --max-states=5000 --quiet -o "$1" 2>messages &&
        [ -s "$1/001.txt" ]
}

describes() { # GAME
    thresholds=$(gen "$1" --help | sed -n '/^Thresholds for /,/^$/s/^  \([a-z]*\) .*/\1/p' | tr '\n' ' ')
    [ "$thresholds" = "default easy medium hard expert " ]
}

solves() { # GAME
    solve --game="$1" --unique --csv "$1/001.txt" >"$1.csv" &&
        awk -F, -v game="$1" 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
            NR == 2 { exit !($column["game"] == game && $column["depth"] > 0 &&
                $column["steps"] > 0 && $column["solution"] != "") }' "$1.csv"
}

replays() { # GAME
    moves=$(tail -n 1 "$1.csv" | sed 's/.*,//')
    solve --game="$1" --replay="$moves" --show "$1/001.txt" >"$1.replayed"
}

# The explanation of a unique level lists its traps, or says that it has none.
explains() { # GAME
    solve --game="$1" --why "$1/001.txt" >"$1.why" && grep -q '^  why  ' "$1.why" &&
        ! grep -q 'not known' "$1.why"
}

# A unique level needs no mending.
mends() { # GAME
    solve --game="$1" --mend "$1/001.txt" >"$1.mended" && grep -q 'unique already' "$1.mended"
}

# The smallest version of a unique level is unique, and nothing more can be removed from it.
compacts() { # GAME
    solve --game="$1" --compact --max-states=20000 --output="$1.compact" "$1/001.txt" >"$1.first" &&
        grep -q '^  compact  ' "$1.first" && solve --quiet --game="$1" --unique "$1.compact/001-compact.txt" \
            >"$1.left" &&
        solve --game="$1" --compact --max-states=20000 "$1.compact/001-compact.txt" | grep -q '^  compact  '
}

# Opens some cells of the level and fills them in again; the others stay.  A snowman level may consist of snow.
fills() { # GAME
    plain=' -'
    test "$1" != snowman || plain='*-'
    awk -v plain="$plain" '{ for (i = 2; i < length($0); i++) if (index(plain, substr($0, i, 1)) > 0 && ++n % 3 == 0)
               $0 = substr($0, 1, i - 1) "?" substr($0, i + 1); print }' "$1/001.txt" >"$1.sketch"
    grep -q '[?]' "$1.sketch" || { echo "no plain ground in $1/001.txt: name that of $1 in \`fills\`"; return 1; }
    gen "$1" --from="$1.sketch" --seed=1 --count=1 --allow-trivial --allow-greedy --max-states=5000 --quiet -o - \
        >"$1.filled" 2>messages &&
        awk 'NR == FNR { row[NR] = $0; next }
            { for (i = 1; i <= length(row[FNR]); i++) {
                  given = substr(row[FNR], i, 1)
                  bad += given != "?" && given != substr($0, i, 1) } }
            END { exit bad > 0 || FNR == 0 }' "$1.sketch" "$1.filled"
}

# Prints the columns of the report that do not depend on the level's place in the file or its orientation.
verdict() { # GAME FILE
    solve --game="$1" --csv "$2" 2>messages | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        NR == 2 { print $column["verdict"], $column["depth"], $column["solutions"], $column["essential"], $column["symmetry"] }'
}

mirrors() { # GAME
    awk '{ row[NR] = $0; if (length > width) width = length }
        END {
            for (n = 1; n <= NR; n++) {
                mirrored = ""
                for (i = 1; i <= width; i++)
                    mirrored = (i <= length(row[n]) ? substr(row[n], i, 1) : " ") mirrored
                print mirrored
            }
        }' "$1/001.txt" >"$1.mirror"
    expected=$(verdict "$1" "$1/001.txt")
    [ -n "$expected" ] && [ "$(verdict "$1" "$1.mirror")" = "$expected" ]
}

# Repeating the corner character above and on the left of a level changes nothing, unless the game refuses the level.
pads() { # GAME
    awk 'NR == 1 { corner = substr($0, 1, 1); row = corner $0; gsub(/./, corner, row); print row }
        { print corner $0 }' "$1/001.txt" >"$1.padded"
    expected=$(verdict "$1" "$1/001.txt")
    got=$(verdict "$1" "$1.padded")
    [ "$got" = "$expected" ] || { [ -z "$got" ] && grep -q ':1:1: ' messages; }
}

packs() { # GAME FORMAT
    rm -rf packed* && pack --quiet --solution --format="$2" -o packed "$1/001.txt" 2>messages &&
        [ -n "$(ls packed*)" ]
}

refuses_by_name() { # GAME FORMAT
    title=$(sed -n 's/^Thresholds for \(.*\):$/\1/p' "$1.help")
    grep -q "this is a level of $title; the format $2 is for" messages
}

is_documented() { # GAME
    title=$(sed -n 's/^Thresholds for \(.*\):$/\1/p' "$1.help")
    for document in README.md doc/formats.md doc/measures.md; do
        grep -q "$title" "$here/$document" && continue
        # A game may have its own page, which the page for all games need not repeat.
        [ "$document" != README.md ] && [ -f "$here/doc/$1.md" ] && continue
        echo "$document does not know $title"
        return 1
    done
}

# Checks the tests that have levels or rows for each game.
is_tested() { # GAME
    for test in from.sh recheck.sh memory/cases page/editor.mjs page/every.mjs; do
        grep -qw "$1" "$here/tests/$test" || { echo "tests/$test has no row for $1"; return 1; }
    done
}

games=$(listed solve)
check "solve and gen list the same games" \
    [ "$(echo "$games" | tr ' ' '\n' | sort)" = "$(all_games | tr ' ' '\n' | sort)" ]
check "pack lists the same games" [ "$games" = "$(listed pack)" ]
check "there are games and formats" [ -n "$games" -a -n "$(formats)" ]
for game in $games; do
    gen "$game" --help >"$game.help"
    check "$game: gen" proposes "$game"
    check "$game: thresholds in its help" describes "$game"
    check "$game: solve" solves "$game"
    check "$game: replay" replays "$game"
    check "$game: why" explains "$game"
    check "$game: mend" mends "$game"
    check "$game: compact" compacts "$game"
    check "$game: from" fills "$game"
    check "$game: a mirror image" mirrors "$game"
    check "$game: padded" pads "$game"
    check "$game: documents" is_documented "$game"
    check "$game: tests" is_tested "$game"
    for format in $(formats); do
        # Some formats are for some games only, and refuse the others with a message.
        case $format in
        puzzlescript | xsb)
            packs "$game" "$format" || check "$game: $format" refuses_by_name "$game" "$format" ;;
        *) check "$game: $format" packs "$game" "$format" ;;
        esac
    done
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
