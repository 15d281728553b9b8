#!/bin/sh
# Packing preserves levels: every shipped pack, written as text to a file and to a folder and read back, has the same
# levels, and the solutions of a Sokoban collection solve its levels.  Runs in the build folder.  Tries the first
# chapters and those of Sokoban; with ONLYWAY_TEST_LONG, all.

. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
PATH=$top/out:$top/solve:$PATH
export PATH

# Prints the columns of a report that identify and describe a level, sorted.
essence() {
    cut -d, -f2,5-7,20-24 "$@" | LC_ALL=C sort
}

# The same without seed and candidate, which a single file does not store.
bare_essence() {
    cut -d, -f2,5-7,23-24 "$@" | LC_ALL=C sort
}

# Prints the state limit with which a pack was made.
max_states() {
    case $1 in
    */snowman/*) echo 100000 ;;
    *) echo 1000000 ;;
    esac
}

same_in_folder() { # REPORT
    rm -rf "$work/folder"
    pack -q --max-states="$(max_states "$1")" -o "$work/folder/" "$1" &&
        essence "$1" >"$work/wanted" && essence "$work/folder/report.csv" >"$work/got" &&
        diff "$work/wanted" "$work/got" &&
        [ "$(find "$work/folder" -name '*.txt' | wc -l)" -eq $(($(wc -l <"$1") - 1)) ]
}

same_in_file() { # REPORT FOLDER-OR-FILE
    pack -q --max-states="$(max_states "$1")" -o "$work/file.txt" "$2" &&
        bare_essence "$1" >"$work/wanted" &&
        solve --csv --game="$(sed -n 2p "$1" | cut -d, -f2)" --max-states="$(max_states "$1")" "$work/file.txt" \
            >"$work/read" &&
        bare_essence "$work/read" >"$work/got" && diff "$work/wanted" "$work/got"
}

# Checks that the difficulty never falls from one level to the next, with unknown ones at the end.
rises() {
    cut -d, -f18 "$work/folder/report.csv" | sed 1d |
        awk '$1 == "" { empty = 1; next } empty || $1 + 0 < last { exit 1 } { last = $1 + 0 }'
}

for report in "$levels"/*/*/*.csv; do
    case $report in
    */1-* | "$levels"/sokoban/*) ;;
    *) [ -n "${ONLYWAY_TEST_LONG:-}" ] || continue ;;
    esac
    pack=$(dirname "$report")
    case $report in
    "$levels"/sokoban/*) pack=${report%.csv}.xsb ;;
    esac
    check "$report in a folder" same_in_folder "$report"
    check "$report from easy to hard" rises
    check "$pack in a file" same_in_file "$report" "$pack"
done

# Splits a collection into boards and solutions, as other programs read it.
split_collection() {
    awk -v to="$work/board" '
        solution { print > (to n ".lurd"); solution = 0; next }
        /^#/ || /^ +#/ { if (!board) n++; board = 1; print > (to n ".xsb"); next }
        { board = 0 }
        /^Solution/ { solution = 1 }
    ' "$1"
}

replays() {
    solve --game=sokoban --replay="$(cat "${1%.xsb}.lurd")" "$1" >"$work/replayed" ||
        { cat "$work/replayed"; return 1; }
}

for metric in pushes moves; do
    rm -f "$work"/board*
    pack -q --allow-any --metric=$metric -f xsb -o "$work/all.sok" "$levels/sokoban/1-one-crate/levels.csv" \
        "$levels/sokoban/2-two-in-a-cupboard/levels.csv" && split_collection "$work/all.sok"
    for board in "$work"/board*.xsb; do
        check "solution of $(basename "$board"), $metric" replays "$board"
    done
    check "all boards, $metric" test "$(find "$work" -name 'board*.lurd' | wc -l)" -eq 15
done

# Any number of threads gives the same bytes.
pack -q -j1 -f text,puzzlescript -o "$work/one" "$levels/longcat"
pack -q -j3 -f text,puzzlescript -o "$work/three" "$levels/longcat"
check 'text with three threads' cmp "$work/one.txt" "$work/three.txt"
check 'a written pack' test -s "$work/one.txt"

# Every available format for LongCat at once: all reported files exist.
formats=$(pack --help | awk '
    /^Formats:/ { on = 1; next }
    on && /^$/ { exit }
    on && /not part of this build/ { n--; next }
    on && $1 != "xsb" { names[++n] = $1 }
    END { for (i = 1; i <= n; i++) printf "%s%s", (i > 1 ? "," : ""), names[i] }')
all_there() {
    case $formats in text,puzzlescript*) ;; *) return 1 ;; esac
    pack --format="$formats" -o "$work/cats" "$levels/longcat/1-first-slides" 2>"$work/said" || return 1
    sed 's/.*; in //; s/ to /, /g' "$work/said" | tr ',' '\n' | sed 's/^ //' >"$work/names"
    while read -r name; do
        [ -s "$name" ] || { echo "there is no $name"; return 1; }
    done <"$work/names"
    [ "$(wc -l <"$work/names")" -ge "$(echo "$formats" | tr ',' '\n' | wc -l)" ]
}
check "$formats at once" all_there

# The files of a folder come in the order of their names, with numbers compared by value.
mkdir "$work/ordered"
for name in b10 b9 b010 a b b09x c2a c2 c10 c02; do
    printf '#####\n#@$.#\n#####\n' >"$work/ordered/$name.xsb"
done
check 'the order of names' test "$(solve --csv "$work/ordered" | sed -e 1d -e 's/\.xsb,.*//' | tr '\n' ' ')" = \
    'a b b9 b09x b010 b10 c02 c2 c2a c10 '

# Chapters: folders with an about.txt.  All formats show its text and keep the order of chapters.
mkdir -p "$work/book/1-walls" "$work/book/2-deep"
printf '\357\273\277The book\r\nAll of it.\r\n' >"$work/book/about.txt"
printf 'Walls first\n\nTwo crates, one goal (at a time).\nComment-End:\n\n' >"$work/book/1-walls/about.txt"
printf 'Deep\n' >"$work/book/2-deep/about.txt"
grep -v '^Title: ' "$levels/sokoban/1-one-crate/levels.xsb" | awk -v RS= 'NR == 6 || NR == 1 { print > ("'"$work"'/book/1-walls/" (NR == 6 ? "a" : "b") ".xsb") }
    NR == 2 { print >"'"$work"'/book/2-deep/c.xsb" }'
said='The book|All of it.|Walls first|Two crates, one goal (at a time).|Comment-End:|Deep|'
lines_of() { # PREFIX FILE: prints the lines that begin with the prefix, without it
    sed -n "s/^$1//p" "$2" | tr '\n' '|'
}
pack -q -f text,xsb,puzzlescript -o "$work/bound" "$work/book"
check 'chapters as text' test "$(lines_of '; ' "$work/bound.txt")" = "$said"
check 'chapters as a collection' test "$(lines_of '; ' "$work/bound.sok")" = "$said"
check 'chapters as PuzzleScript' test "$(lines_of 'message ' "$work/bound.puzzlescript")" = \
    "$(echo "$said" | tr '()' '[]')"
depths() {
    solve --csv "$@" | sed 1d | cut -d, -f6 | tr '\n' ' '
}
check 'chapters keep their order' test "$(depths "$work/bound.txt")" = "$(depths "$work/book")"
check 'also in a collection' test "$(depths "$work/bound.sok")" = "$(depths "$work/book")"
pack -q --sort=difficulty -f text -o "$work/sorted.txt" "$work/book"
check 'sorted within chapters' test "$(lines_of '; ' "$work/sorted.txt")" = "$said"
check 'where the easy level comes first' test "$(depths "$work/sorted.txt" | cut -d' ' -f1)" = \
    "$(depths "$work/book/1-walls/b.xsb" | tr -d ' ')"
pack -q -o "$work/pages/" "$work/book"
check 'chapters of a folder' test "$(tr '\n' '|' <"$work/pages/about.txt")" = \
    'The book|From level 1: Walls first|From level 3: Deep|'
check 'which is written again' pack -q --force -o "$work/pages/" "$work/book/2-deep"
check 'with its only chapter' test "$(cat "$work/pages/about.txt")" = Deep
check 'gen does not remove it' \
    test "$("$top/gen/gen" longcat --force --count=1 -o "$work/pages" 2>&1 | sed 's/.*: //')" = \
    'contains about.txt, which no run wrote; remove it first'
case $formats in *html*)
    pack -q -o "$work/bound.html" "$work/book"
    check 'chapters on a page' test "$(grep -c '"heading":"Walls first"' "$work/bound.html")" -eq 2
    check 'a text at its first level' test "$(grep -c '"opening":"[^"]' "$work/bound.html")" -eq 2
esac
case $formats in *pdf*)
    if command -v pdftotext >"$work/none"; then
        pack -q -o "$work/bound.pdf" "$work/book"
        pdftotext -layout "$work/bound.pdf" "$work/bound.pdf.txt"
        check 'chapters in a booklet' test "$(tr -d '\f' <"$work/bound.pdf.txt" |
            grep -x -e 'The book' -e 'Walls first' -e 'Two crates, one goal (at a time)\.' -e Deep | wc -l)" -eq 5
    fi
esac

# A level beside the folders of chapters is read after them and comes after them; the text about the whole pack comes
# first.
cp "$work/book/1-walls/b.xsb" "$work/book/z.xsb"
pack -q -f text -o "$work/beside.txt" "$work/book"
check 'a level beside chapters' test "$(lines_of '; ' "$work/beside.txt")" = "$said"
check 'comes where it was read' test "$(depths "$work/beside.txt")" = "$(depths "$work/book")"
rm "$work/book/z.xsb"

# A message names an about.txt that cannot be shown, and the rest is packed.
bad_about() { # MESSAGE
    pack -q -o "$work/bound.txt" "$work/book/2-deep" >"$work/said" 2>&1
    [ $? = 2 ] && grep -qF "2-deep/about.txt$1; skipped" "$work/said" && [ -s "$work/bound.txt" ] ||
        { cat "$work/said"; return 1; }
}
: >"$work/book/2-deep/about.txt"
check 'an empty one' bad_about ':1:1: the first line must be a title'
printf 'Deep\n\033[2J\n' >"$work/book/2-deep/about.txt"
check 'with control characters' bad_about ':2:1: a control character is not allowed here'
printf 'Deep\n\377\n' >"$work/book/2-deep/about.txt"
check 'that is not UTF-8' bad_about ':2:1: this is not UTF-8'
head -c 81 /dev/zero | tr '\0' a >"$work/book/2-deep/about.txt"
check 'with a long title' bad_about ':1:81: this title is too long'
{ echo Deep; head -c 5000 /dev/zero | tr '\0' a; } >"$work/book/2-deep/about.txt"
check 'that is too long' bad_about ': file too large'

echo "$passed passed, $failed failed"
[ $failed = 0 ]
