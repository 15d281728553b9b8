#!/bin/sh
# Pictures and booklets of the first chapters (with ONLYWAY_TEST_LONG, of all): they are complete,
# of the right size, and the same bytes every time.  Programs that read PDF and XML check them if installed.  Runs in
# the build folder; skipped if the programs were built without cairo.

. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
PATH=$top/out:$PATH
export PATH

if pack --help | grep -q 'lacks cairo'; then
    echo 'skipped: built without cairo'
    exit 77
fi

# Prints the big-endian number of four bytes at an offset.
number_at() { # FILE OFFSET
    od -An -tu1 -j "$2" -N 4 "$1" | awk '{ print (($1 * 256 + $2) * 256 + $3) * 256 + $4 }'
}

is_png_of() { # FILE WIDTH HEIGHT
    [ "$(number_at "$1" 16) $(number_at "$1" 20)" = "$2 $3" ] ||
        { echo "$1: $(number_at "$1" 16) x $(number_at "$1" 20), not $2 x $3"; return 1; }
}

are_xml() { # FILE...
    if command -v xmllint >/dev/null; then
        xmllint --noout "$@"
    elif command -v python3 >/dev/null; then
        python3 -c 'import sys, xml.dom.minidom
for name in sys.argv[1:]: xml.dom.minidom.parse(name)' "$@"
    else
        grep -q '</svg>' "$@"
    fi
}

# Explanations: two ways of a cat side by side, boxes whose ways part, the nearest approach to a goal, and traps.
why_of() { # COUNT LEVEL...: all explanations together have more in them than the pictures
    wanted=$1
    shift
    rm -rf "$work/why"
    pack -q --allow-any --why --scale=12 -f svg -o "$work/why/" "$@" &&
        [ "$(find "$work/why" -name '*-why.svg' | wc -l)" -eq "$wanted" ] &&
        are_xml "$work"/why/*.svg &&
        [ "$(cat "$work"/why/*-why.svg | wc -c)" -gt "$(cat "$work"/why/???.svg | wc -c)" ]
}

info() { # FILE FIELD: prints the field of pdfinfo's output
    pdfinfo "$1" | sed -n "s/^$2: *//p"
}

has_pages() { # FILE COUNT
    ! command -v pdfinfo >/dev/null || [ "$(info "$1" Pages)" -eq "$2" ] ||
        { echo "$1: $(info "$1" Pages) pages, not $2"; return 1; }
}

# A picture of each level and of its solution, in both formats, and a booklet.
pictures_of() { # PACK
    count=$(($(wc -l <"$1") - 1))
    rm -rf "$work/svg" "$work/png"
    pack -q --solution --scale=12 -f svg -o "$work/svg/" "$1" &&
        pack -q --solution --scale=12 -f png --theme=dark -o "$work/png/" "$1" &&
        [ "$(find "$work/svg" -name '*.svg' | wc -l)" -eq $((2 * count)) ] &&
        [ "$(find "$work/png" -name '*.png' | wc -l)" -eq $((2 * count)) ] &&
        [ -s "$work/png/$(printf %03d "$count")-solution.png" ] &&
        are_xml "$work"/svg/*.svg &&
        pack -q -o "$work/booklet.pdf" "$1" && head -c 5 "$work/booklet.pdf" | grep -q '%PDF-' &&
        tail -c 6 "$work/booklet.pdf" | grep -q EOF
}

for pack in "$levels"/*/*/*.csv; do
    case $pack in
    */1-*) check "$pack" pictures_of "$pack" ;;
    *) [ -z "$ONLYWAY_TEST_LONG" ] || check "$pack" pictures_of "$pack" ;;
    esac
done

# Sizes: 7x7 cells, half of whose frame shows, plus the height of a wall on top.
one=$levels/longcat/2-in-her-own-way/003.txt
pack -q --scale=50 -o "$work/one.png" "$one"
check 'size of a picture' is_png_of "$work/one.png" 300 308
pack -q --scale=50 --solution -o "$work/one.png" "$one"
check 'size of a solution' is_png_of "$work/one-solution.png" 300 308
pack -q -o - -f svg "$one" >"$work/one.svg"
check 'a picture on standard output' are_xml "$work/one.svg"
pack -q --scale=12 -f png -o "$work/board" "$one" && pack -q --scale=12 -f png -o "$work/boards" "$one" "$one"
check 'one picture is named as asked' is_png_of "$work/board" 72 74
check 'one of several has a number and an ending' is_png_of "$work/boards-002.png" 72 74
mkdir "$work/hidden" && pack -q --scale=12 -f png -o "$work/hidden/.png" "$one"
check 'a name that is only an ending is a name' is_png_of "$work/hidden/.png" 72 74
printf '#######\n#     #\n#     #\n#     #\n# #C  #\n#     #\n#######\n' >"$work/two-ways.txt"
printf '#######\n#.    #\n#.#  ##\n#  $$ #\n# @   #\n#######\n\n#######\n#   . #\n#  $  #\n#  $ ##\n##@# .#\n#######\n' >"$work/rooms.txt"
check 'why: two ways' why_of 1 "$work/two-ways.txt"
check 'why: ways that part, and the nearest' why_of 2 "$work/rooms.txt"
check 'why: traps' why_of 1 "$one"
sed '/^(Wolf and Goat)/,$d' "$levels/puzzlescript/ferry.txt" >"$work/ferry.txt"
check 'why: traps of a source, whose moves are not drawn' why_of 2 "$work/ferry.txt"
pack -q --why --scale=12 -f png -o "$work/traps/" "$work/ferry.txt"
check 'but the positions before and after one' is_png_of "$work/traps/001-why.png" 231 89
check 'and before and after each of three' is_png_of "$work/traps/002-why.png" 346 177

# Pages: one with the rules, the levels, and their solutions.
pack -q -o "$work/a.pdf" --title='Cats & dogs' --author=Nobody --per-page=3 "$levels/longcat/1-first-slides"
pack -q -o "$work/b.pdf" --paper=letter "$one"
check 'pages of one level' has_pages "$work/b.pdf" 3
cat >"$work/doors.txt" <<'END'
#######
#     #
# #   #
#   C #
#     #
#######

#######
#     #
#     #
#     #
# #C  #
#     #
#######
END
pack -q --allow-any --why -o "$work/why.pdf" "$work/doors.txt"
check 'why in a booklet' grep -q '%PDF-' "$work/why.pdf"
! command -v pdftotext >/dev/null ||
    check 'why in words' sh -c "pdftotext '$work/why.pdf' - | grep -q 'how they continue where they diverge'"
if command -v pdfinfo >/dev/null && command -v pdftotext >/dev/null; then
    check 'title' [ "$(info "$work/a.pdf" Title)" = 'Cats & dogs' ]
    check 'author' [ "$(info "$work/a.pdf" Author)" = Nobody ]
    check 'a4' [ "$(info "$work/a.pdf" 'Page size')" = '595.276 x 841.89 pts (A4)' ]
    check 'letter' [ "$(info "$work/b.pdf" 'Page size')" = '612 x 792 pts (letter)' ]
    pdftotext -f 1 -l 1 "$work/a.pdf" "$work/first"
    check 'rules first' grep -q 'The cat slides' "$work/first"
    pdftotext -f 2 -l 4 "$work/a.pdf" "$work/levels"
    check 'three levels a page' grep -q '^8' "$work/levels"
    pdftotext -f 5 "$work/a.pdf" "$work/solutions"
    check 'then solutions' grep -qx 'Solutions' "$work/solutions"
    sed '1s/.*//; s/.*,//' "$levels/longcat/1-first-slides/report.csv" | grep . >"$work/moves"
    check 'all solutions' grep -q -F -f "$work/moves" "$work/solutions"
    while read -r moves; do
        grep -q "^$moves$" "$work/solutions" || check "solution $moves" false
    done <"$work/moves"
fi

# Print uses only black and white, and little black.  Cairo (1.16) leaks memory for each hatch that it writes as SVG,
# regardless of the caller.
{ cat "$levels/../tests/leaks.supp" && echo leak:libcairo; } >"$work/cairo"
no_colours() { # LEVELS
    rm -rf "$work/print"
    LSAN_OPTIONS="suppressions=$work/cairo:print_suppressions=0" \
        pack -q --theme=print --solution --allow-any --scale=24 -f svg -o "$work/print/" "$1" &&
        are_xml "$work"/print/*.svg &&
        grep -oh 'rgb([^)]*)\|#[0-9a-f]\{6\}' "$work"/print/*.svg | sort -u >"$work/colours" &&
        [ "$(grep -c . "$work/colours")" -eq 2 ] &&
        ! grep -v -x 'rgb(0%, *0%, *0%)\|rgb(100%, *100%, *100%)\|#000000\|#ffffff' "$work/colours"
}

# Prints the mean darkness of a page, as a percentage of black.
black_of() { # FILE PAGE
    pdftoppm -gray -r 30 -f "$2" -l "$2" "$1" "$work/page" && tail -c +20 "$work"/page*.pgm |
        od -An -v -tu1 | awk '{ for (i = 1; i <= NF; i++) sum += 255 - $i; n += NF }
            END { printf "%d\n", sum / n / 2.55 }'
    rm -f "$work"/page*.pgm
}

for pack in longcat/1-first-slides sokoban/1-one-crate/levels.xsb snowman/5-a-place-to-stand \
    snakebird/4-two-birds-one-bridge snake/1-along-the-walls theseus/1-the-way-out \
    puzzlescript/curling.txt; do
    check "$pack: black on white" no_colours "$levels/$pack"
    pack -q --theme=print --allow-any --answers=moves -o "$work/print.pdf" "$levels/$pack"
    if command -v pdftoppm >/dev/null; then
        black=$(black_of "$work/print.pdf" 2)
        check "$pack: $black % black" [ "$black" -lt 20 ] && [ "$black" -gt 0 ]
    fi
done
# Solutions are given as moves if requested, or if their pictures would fill more pages than the levels.
if command -v pdftotext >/dev/null; then
    for answers in auto moves pictures; do
        pack -q --answers=$answers --title=same -o "$work/$answers.pdf" \
            "$levels/sokoban/7-the-long-way-round/levels.xsb"
    done
    check 'by moves' cmp "$work/auto.pdf" "$work/moves.pdf"
    check 'by pictures' [ "$(info "$work/pictures.pdf" Pages)" -gt "$(info "$work/auto.pdf" Pages)" ]
    pdftotext -layout "$work/moves.pdf" "$work/moves.txt"
    check 'how to read moves' grep -q 'capitals push a crate' "$work/moves.txt"
    tr -d ' \n' <"$work/moves.txt" >"$work/joined"
    sed '1d; s/.*,//' "$levels/sokoban/7-the-long-way-round/levels.csv" | while read -r moves; do
        grep -q "$moves" "$work/joined" || echo "$moves"
    done >"$work/missing"
    check 'all moves' [ ! -s "$work/missing" ]
    pack -q --title=same --answers=pictures -o "$work/pictures.pdf" "$levels/longcat/1-first-slides"
    pack -q --title=same -o "$work/auto.pdf" "$levels/longcat/1-first-slides"
    check 'few pages of pictures stay' cmp "$work/auto.pdf" "$work/pictures.pdf"
fi

# Old collections may not be UTF-8.  A level may be solved already, or have the maximum size.
printf '#####\n#@$.#\n#####\nTitle: Caf\351 \342\230\203 \377\n\n' >"$work/odd.xsb"
printf '#####\n#@ *#\n#####\n' >>"$work/odd.xsb"
awk 'BEGIN { for (i = 0; i < 254; i++) print i == 0 ? "C" : sprintf("%254s", ""); }' \
    >"$work/large.txt"
pack -q --allow-any --solution -f png,pdf --title="$(printf 'Caf\351')" -o "$work/odd" \
    "$work/odd.xsb"
check 'a solution without moves' [ -s "$work/odd-002-solution.png" ]
! command -v pdfinfo >/dev/null ||
    check 'no UTF-8' [ "$(info "$work/odd.pdf" Title)" = "$(printf 'Caf\357\277\275')" ]
pack -q --game=longcat --allow-any --max-states=10 --scale=4 -o "$work/large.png" "$work/large.txt"
check 'a large level' is_png_of "$work/large.png" 1020 1021
pack -q --game=longcat --allow-any --max-states=10 --scale=512 -o "$work/large.png" "$work/large.txt" \
    2>"$work/error"
check 'too large a scale' grep -q 'use a smaller --scale' "$work/error"

mkdir "$work/documents"
check 'pictures of the documents' "$levels/../doc/pictures/make.sh" "$work/documents"
for picture in $(sed -n 's/.*](pictures\/\(.*\)).*/\1/p' "$levels/../doc/pack.md"); do
    check "picture $picture" [ -s "$work/documents/$picture" ]
done

# The same bytes at any time and with any number of threads.
for format in svg png pdf; do
    pack -q -f $format --jobs=1 --solution -o "$work/same-1.$format" "$levels/sokoban/1-one-crate/levels.csv"
    sleep 1
    pack -q -f $format --jobs=2 --solution -o "$work/same-2.$format" "$levels/sokoban/1-one-crate/levels.csv"
done
for file in "$work"/same-1*; do
    other=$work/same-2${file#"$work"/same-1}
    case $file in
    *.pdf)
        # The default title is the name of the file, so both files get the same title.
        pack -q --title=same -o "$file" "$levels/sokoban/1-one-crate/levels.csv"
        pack -q --title=same -o "$other" "$levels/sokoban/1-one-crate/levels.csv"
        ;;
    esac
    check "the same bytes: $file" cmp "$file" "$other"
done

# A folder that is filled again keeps no old pictures.
pack -q -f png -o "$work/folder/" "$levels/longcat/1-first-slides"
pack -q -f png -o "$work/folder/" "$one" 2>"$work/error"
check 'a folder in use is refused' grep -q 'not empty' "$work/error"
touch "$work/folder/mine.png"
pack -q -f png --force -o "$work/folder/" "$one"
check 'a folder filled anew' [ "$(ls "$work/folder" | tr '\n' ' ')" = '001.png mine.png ' ]

# An interruption also stops explanations, which search.
interrupted() {
    rm -rf "$work/folder"
    pack -q --why -f svg -o "$work/folder/" "$levels"/snakebird/*/ &
    job=$!
    while kill -0 $job 2>/dev/null && [ -z "$(ls "$work/folder" 2>/dev/null)" ]; do
        :
    done
    kill -INT $job
    wait $job
    [ $? -eq 130 ]
}
check 'an interrupted explanation' interrupted
check 'one picture on standard output' \
    [ "$(pack -q -f png -o - "$levels/longcat/1-first-slides" 2>&1)" = \
        'pack: only one picture can be written to standard output' ]

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
