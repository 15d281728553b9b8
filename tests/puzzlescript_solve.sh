#!/bin/sh
# PuzzleScript games with the solve command: its results for sources and their levels.  Also, levels of our own games,
# written as PuzzleScript by pack, get the same verdicts, depths, counts and solutions as from the games themselves.
# Runs in the build folder; ONLYWAY_TEST_LONG tries more levels.

here=$(cd "${srcdir:-$(dirname "$0")/..}" && pwd)
. "$here/tests/check.sh"
PATH=$top/solve:$top/out:$top/gen:$PATH
games=$here/tests/puzzlescript/games
cd "$work" || exit 1

says() { # TEXT: checks the output of the last command
    grep -qF -- "$1" said
}

ends() { # STATUS COMMAND...
    wanted=$1
    shift
    "$@" >said 2>&1
    [ $? -eq "$wanted" ]
}

check "a game is told by its source" ends 0 solve "$games/push.txt"
check "levels have title and number" says "Barrels #2: multiple, depth 3, 4 solutions"
named() { # NAMES: checks the names of the levels of named.txt, with | after each
    [ "$(solve --csv named.txt | sed -e 1d -e 's/,.*//' | tr '\n' '|')" = "$1|" ]
}
level='#p*o#'
{ sed '/^LEVELS/q' "$games/push.txt"
    printf '\n(First Push)\n%s\n\nmessage Hm\n\n  ( 2nd, and last )  \n%s\n' $level $level; } >named.txt
check "the comment above a level is its name" named 'First Push|"2nd'
check "which packs keep" pack -q --force --sort=none -o again.puzzlescript named.txt
check "as comments" grep -qx '(First Push)' again.puzzlescript
mv again.puzzlescript named.txt
check "and read again" named 'First Push|"2nd'
{ sed '/^LEVELS/q' "$games/push.txt"
    printf '\n(no name)\n\n%s\n\n(no) (name)\n%s\n\n(#p.*o#)\n%s\n\n(no\nname)\n%s\n\n()\n%s (no name)\n(no name)\n' \
        $level $level $level $level $level; } >named.txt
check "other comments are not" named 'Barrels #1|Barrels #2|Barrels #3|Barrels #4|Barrels #5'
{ sed '/^LEVELS/q' "$games/push.txt"
    printf '\n......\n.p..#.\n..*.#.\n.##.o.\n......\n'; } >open.txt
check "floor around all levels" ends 0 solve --why open.txt
check "is not their wall" says "without the '#' in row 4, column 3 it would be unique"
ends 0 solve "$games/push.txt"
check "walks are free" says "  solution  RddrruLdlluurD"
check "keys can be counted" ends 0 solve --metric=keys "$games/push.txt"
check "each key counts" says "Barrels #2: multiple, depth 14, 3 solutions"
check "a game from a pipe" sh -c "solve --game=puzzlescript <'$games/push.txt' >said"
check "states can be drawn" ends 0 solve --show "$games/ice.txt"
check "moves are replayed" ends 1 solve --replay=RddrruLdlluurD "$games/push.txt"
check "what solves one level may not solve another" says "Barrels #2: solves the level in 3 moves"
check "chance is refused" ends 2 solve "$games/chance.txt"
check "by its line" says 'the rule in line 60 uses `random`'
check "and not packed" ends 2 pack -q -o chance-pack.txt "$games/chance.txt"
check "unless any level is" ends 0 pack -q --allow-any -o chance-pack.txt "$games/chance.txt"
check "without a verdict" says 'undecided (the game uses `random`), depth >=0'
check "with its rules and levels" grep -q "^#p..g...#$" chance-pack.txt
check "chance can be replayed" ends 1 solve --replay=RRDD --seed=1 --show "$games/chance.txt"
cp said first
check "and again" ends 1 solve --replay=RRDD --seed=1 --show "$games/chance.txt"
check "with the same seed alike" cmp -s said first
sed 's/^Player$/Playr/' "$games/push.txt" >faulty.txt
check "faults are errors" ends 2 solve faulty.txt
check "with their lines" grep -q '^faulty.txt:[0-9]*: ' said
sed 's/^orange$/orange\n000/' "$games/push.txt" >odd.txt
check "what is odd is no error" ends 0 solve odd.txt
check "but a warning" grep -q '^odd.txt:[0-9]*: warning: ' said
prelude='level_select\nsmoothscreen 3x3\ntween_length 0.3 (seconds)\n'
{ printf "$prelude"; cat "$games/push.txt"; } >fork.txt
check "a prelude may have words of offshoots" ends 0 solve fork.txt
check "which are told" says "fork.txt:1: warning: the prelude has no level_select; it is passed over"
check "with their lines" says "fork.txt:3: warning: the prelude has no tween_length; it is passed over"
check "once each" [ "$(grep -c warning said)" = 3 ]
check "and the game is the same" says "Barrels #2: multiple, depth 3, 4 solutions"
{ echo mouse_left Wall; cat "$games/push.txt"; } >mouse.txt
check "but not those that change the game" ends 2 solve mouse.txt
check "whose line is told, too" says "mouse.txt:1: mouse_left changes how a game is played, and is not supported"
long=$(printf '%070000d' 0)
{ echo "title $long"; grep -v '^title' "$games/push.txt"; } >long.txt
check "a title may be long" ends 0 solve long.txt
{ echo "($long"; echo "$long)"; cat "$games/push.txt"; } >long.txt
check "a comment, too" ends 0 solve long.txt
{ echo; echo 'color_palette plaid'; cat "$games/push.txt"; } >palette.txt
check "a palette that there is not" ends 2 solve palette.txt
check "has a line" says 'palette.txt:2: Palette "plaid" not found, defaulting to arnecolors.'
printf 'Objects\n\nThings\nobjects\n\n#####\n#@$.#\n#####\n' | sed 1d >titled.xsb
check "titles are no source, even like that" ends 0 solve titled.xsb
# A legend with many characters that all stand for crates, and levels that push the first one and contain a range of
# them.
legend() { # COUNT: prints characters of three bytes, one per line
    for middle in 270 271 272 273; do
        for last in 20 21 22 23 24 25 26 27; do
            for digit in 0 1 2 3 4 5 6 7; do
                [ "$1" -gt "$printed" ] || return 0
                printf "\\344\\$middle\\$last$digit\n"
                printed=$((printed + 1))
            done
        done
    done
}
many() { # COUNT FIRST,LAST...
    printf 'OBJECTS\nBackground\nblack\n\nWall\ngrey\n\nPlayer\nwhite\n\nTarget\nblue\n'
    printed=0
    legend "$1" >characters
    awk '{ print "\nCrate" NR "\nred" }' characters
    printf '\nLEGEND\n. = Background\n# = Wall\nP = Player\no = Target\n'
    awk '{ print $0 " = Crate" NR }' characters
    awk '{ line = line (NR > 1 ? " or " : "") "Crate" NR } END { print "Crate = " line }' characters
    printf '\nSOUNDS\n\nCOLLISIONLAYERS\nBackground\nTarget\nPlayer, Wall, Crate\n\nRULES\n'
    printf '[ > Player | Crate ] -> [ > Player | > Crate ]\n\nWINCONDITIONS\nAll Target on Crate\n\nLEVELS\n'
    shift
    for range in "$@"; do
        printf '\nP%s o' "$(head -n 1 characters)" | tr -d ' '
        sed -n "${range}p" characters | tr -d '\n'
        echo
    done
}
many 150 2,150 >many.txt
check "a level may have many characters" ends 0 solve --show many.txt
check "which are told apart" says "unique, depth 1, 1 solution"
check "and shown as such" grep -q "^    .*$(printf '\303\277')\|^    .*$(printf '\302\241')" said
if pack --help | grep -q 'lacks WebAssembly'; then
    echo 'no pages: built without WebAssembly'
else
    check "a page has them, too" ends 0 pack -q -o many.html many.txt
    grep '"rows":' many.html >said
    check "as one character each" says "$(printf '\302\241\302\242\302\243')"
fi
check "packed, they are what they were" ends 0 pack -q -f text -o many-pack.txt many.txt
check "in the file" sh -c "tail -n 1 many-pack.txt >row; tail -n 1 many.txt | tr P p | cmp -s - row"
sed -e '/^@ = /a Thing = Barrel or Pit' -e 's/^\[ > Player.*/[ Thing Wall Pit ] -> [ ]/' "$games/push.txt" >overlap.txt
check "a rule that never matches is an error" ends 2 solve overlap.txt
check "which names all pairs of objects" says "WALL and BARREL can never overlap (ditto for PIT/PIT). This rule"
check "a part of a character is none" ends 2 gen puzzlescript --from=many.txt --count=1 --keep="$(printf '\303\251')"
check "and named" says "--keep: '$(printf '\303\251')' should start with"
many 250 2,10 2,120 2,119 130,250 2,250 >more.txt
check "where one level has more than can be" ends 2 solve --csv more.txt
check "it is refused" says "the level has characters beyond the 187 different ones"
check "and others are not, whatever characters they have" sh -c '[ "$(grep -c "unique,1,1" said)" = 4 ]'
check "which are told apart" sh -c 'grep unique said | cut -d, -f 22 | sort | uniq -d | grep -q . && exit 1 || exit 0'
many 250 2,10 130,250 >more.txt
check "packed, they are what they were" ends 0 pack -q -f text -o more-pack.txt more.txt
check "in one file" sh -c "grep ^p more-pack.txt >rows; grep ^P more.txt | tail -n 2 | tr P p | cmp -s - rows"
if ! pack --help | grep -q 'lacks WebAssembly'; then
    check "a page has each with a source that shows it" ends 0 pack -q -o more.html more.txt
    check "of its own" sh -c 'grep -c "\"gameSource\":\"[01]\"" more.html | grep -qx 2'
fi
check "Sokoban is no source" ends 0 solve --csv "$here/levels/sokoban/1-one-crate/levels.xsb"
printf 'title of a level\n\n#####\n#@$.#\n#####\n' >titled.xsb
check "nor is a title" ends 0 solve titled.xsb
check "that begins like one" says "unique, depth 1, 1 solution"

# Generated levels are games with one level each, and pack combines them into one source.
propose_any() { # FOLDER OPTION...
    folder=$1
    shift
    gen puzzlescript --from="$games/push.txt" --count=2 --seed=3 --allow-greedy --quiet --output="$folder" "$@"
}
propose() { # FOLDER OPTION...
    propose_any "$@" --size=4
}
check "levels are made" ends 0 propose made --jobs=2
check "which are unique" ends 0 solve --unique --csv made
check "and have what the game's own have" [ "$(tail -n 7 made/001.txt | tr -dc 'p\n' | tr -d '\n')" = p ]
check "whatever the threads" ends 0 propose alone --jobs=1
check "they are the same" diff -r made alone
check "a run that is cut" ends 3 propose cut --count=3 --max-tries=2
check "goes on" ends 0 gen puzzlescript --resume --quiet -o cut
check "as one" ends 0 propose uncut --count=3
check "that was not cut" diff -r cut uncut
check "pieces can be counted" ends 0 propose more --pieces='*=1 o=1 @=0'
check "and are so many" [ "$(sed '1,/^LEVELS/d' more/001.txt | tr -dc '*o@' | wc -c)" -eq 2 ]
rows() { # SOURCE: prints the rows of its first level, with '.' for all cells except the kept ones, o
    sed '1,/^LEVELS/d; 1d' "$1" | awk '/#/ { gsub(/[^o]/, "."); print; on = 1; next } on { exit }'
}
check "a part of the first level may stay" ends 0 propose_any kept --keep=o --pieces='*=2'
check "where it is" [ "$(rows kept/002.txt)" = "$(rows "$games/push.txt")" ]
check "the folder has the name of its size inside the wall" ends 0 gen puzzlescript --from="$games/push.txt" --keep=o \
    --count=1 --seed=3 --allow-greedy --quiet
check "as --size would give it" [ -d puzzlescript-6x5 ]
for level in '#' '##
##'; do
    { sed '/^LEVELS/q' "$games/push.txt"
        printf '\n%s\n\n' "$level"
        sed '1,/^LEVELS/d; s/^=*$//' "$games/push.txt"; } >walls.txt
    check "a first level of nothing but wall leaves no room" ends 2 gen puzzlescript --from=walls.txt --keep=o -o none
    check "and is refused" says "walls.txt: the first level has no cells inside its wall"
done
check "what is to stay must be something" ends 2 propose_any none --keep=oQ
check "and is named if it is not" says "--keep: 'Q' should start with a character of the game's levels"
check "it gives the size" ends 2 propose none --keep=o
check "which cannot be another" says "--size cannot be combined with --keep: the game's first level has one"
check "there must be a floor" ends 2 propose_any none --keep='.p*o@'
check "which is missed" says 'there is no floor: the levels contain nothing but the wall and what --keep names'
check "there must be a game" ends 2 gen puzzlescript --quiet -o none
check "whose rules leave nothing to chance" ends 2 gen puzzlescript --from="$games/chance.txt" -o none
check "they are packed into one source" ends 0 pack --quiet -o both.puzzlescript made
check "with all of them" [ "$(solve --csv --game=puzzlescript both.puzzlescript | wc -l)" -eq 3 ]
if ! pack --help | grep -q 'lacks cairo'; then
    check "as pictures" ends 0 pack --quiet -o one.svg made/001.txt
    # Versions of cairo use different spaces in colours.
    check "in the game's own colours" grep -q 'rgb(26\.666667%, *53\.7254' one.svg
else
    echo 'no pictures: built lacks cairo'
fi
check "as text, with their game" ends 0 pack --quiet -o text.txt made
check "which is the source" cmp text.txt both.puzzlescript
check "and in a folder, a game a level" ends 0 pack --quiet -o texts/ made
check "as they were made" [ "$(solve --csv texts | sed 1d | cut -d, -f5-8 | sort)" = \
    "$(solve --csv made | sed 1d | cut -d, -f5-8 | sort)" ]
printf '#####\n#@$.#\n#####\n' >other.xsb
check "as their author wrote them" ends 0 pack --quiet --allow-any -f text,puzzlescript -o again "$games/push.txt"
sed '1,/^LEVELS/d' "$games/push.txt" | tr -d ' \n' | tr 'A-Z' 'a-z' >wanted
check "to the letter, with the messages" [ "$(sed '1,/^LEVELS/d' again.txt | tr -d ' \n' | tr 'A-Z' 'a-z')" = \
    "$(cat wanted)" ]
check "in both formats" cmp again.txt again.puzzlescript
check "under another name" ends 0 pack --quiet --allow-any -f text,puzzlescript -t 'More (2)' -a Me -o named \
    "$games/push.txt"
{ printf 'author Me\ntitle More [2]\n' && sed 1d again.txt; } >wanted
check "only that is changed" cmp wanted named.txt
check "in both formats" cmp wanted named.puzzlescript
{ printf '\357\273\277  TITLE Old (v1)\r\n author Them\r\n' && sed '1d; s/$/\r/' "$games/push.txt"; } >marked.txt
check "beside comments and marks" ends 0 pack --quiet --allow-any -t New -a Me -o renamed.txt marked.txt
check "also there" [ "$(head -n 2 renamed.txt | tr -d '\r')" = "$(printf 'title New (v1)\nauthor Me')" ]
check "in every file of a folder" ends 0 pack --quiet --allow-any -t New -o renamed/ "$games/push.txt"
check "each with it" [ "$(grep -c '^title New$' renamed/0*.txt | grep -vc ':1$')" -eq 0 ]
for game in "$levels"/puzzlescript/*.txt; do
    check "every shipped game" ends 0 pack --quiet -f text,puzzlescript -o whole "$game"
    check "is packed as it is" cmp "$game" whole.txt
    check "in both formats" cmp "$game" whole.puzzlescript
done
check "in a folder, the messages stay with their levels" ends 0 pack --quiet -o told/ "$levels/puzzlescript/ferry.txt"
check "of which there are two before the first" [ "$(cat told/*.txt | grep -c '^message')" -eq 2 ]
check "but not with levels of another game" ends 2 pack --quiet -o mixed.txt made other.xsb
check "which is said" says "hold levels of one game only"
if ! pack --help | grep -q 'lacks cairo' && command -v pdftotext >/dev/null; then
    check "as a booklet" ends 0 pack --quiet --allow-any -o book.pdf "$games/push.txt"
    pdftotext -l 1 book.pdf book.txt
    check "which bears its title" [ "$(sed -n 1p book.txt)" = Barrels ]
    check "and has the author's messages" grep -qx halfway book.txt
fi

# Prints the columns that both versions share.  They agree if a level has no symmetry, because only the games themselves
# recognise symmetries.
figures() { # CSV
    sed 1d "$1" | sed 's/"[^"]*"//' | awk -F, '{ print $3, $4, $5, $6, $7, $8 }'
}

alike() { # NAME LEVELS...
    name=$1
    shift
    pack --quiet --format=puzzlescript,text --output="$name" "$@" || return 1
    solve --quiet --csv "$name.puzzlescript" >"$name.script.csv"
    solve --quiet --csv "$name.txt" >"$name.csv"
    figures "$name.script.csv" >one
    figures "$name.csv" >other
    symmetric=$(cut -d, -f9 "$name.csv" | grep -c '^[248]$')
    [ -s other ] && [ "$(diff one other | grep -c '^>')" -le "$symmetric" ] &&
        [ "$(wc -l <one)" = "$(wc -l <other)" ] && [ "$symmetric" -lt "$(wc -l <other)" ]
}

# The PuzzleScript solution of each level solves the level of the game itself.
solve_it() { # NAME
    n=0
    sed 1d "$1.script.csv" | sed 's/.*,//' | while read -r solution; do
        n=$((n + 1))
        level=$(sed 1d "$1.csv" | sed -n "$n"p | cut -d, -f1)
        solve --replay="$solution" "$1.txt" 2>&1 | grep -qF "$level: solves the level" || return 1
    done
}

levels=$here/levels
check "LongCat: as the game says" alike longcat "$levels/longcat/1-first-slides"
check "LongCat: its solutions solve it" solve_it longcat
check "Sokoban: as the game says" alike easy "$levels/sokoban/1-one-crate/levels.csv"
check "Sokoban: its solutions solve it" solve_it easy
check "Sokoban, hard: as the game says" alike hard "$levels/sokoban/7-the-long-way-round/levels.csv"
check "Sokoban, hard: its solutions solve it" solve_it hard
check "Snowman: as the game says" alike snowman "$levels/snowman/1-small-medium-large/001.txt" \
    "$levels/snowman/1-small-medium-large/002.txt"
# Symmetric levels, with their symmetries.
cat >even.xsb <<'END'
#######
#.$ $.#
#  @  #
#######

#######
#     #
# .$. #
# $@$ #
# .$. #
#     #
#######

########
##  .###
#  $@  #
# .$  .#
#  $   #
########

#######
#  .  #
#  $  #
#.$@$.#
#  $  #
#  .  #
#######
END
{
    sed '/^LEVELS/q' "$games/push.txt"
    echo =======
    echo
    sed 's/@/P/; s/\$/*/g; s/\./o/g; s/ /./g' even.xsb
} >even.txt
even() { # FILE OPTION...
    solve --quiet --csv "$@" | cut -d, -f5-9 | sed 1d
}
check "Sokoban with symmetries: as the game says" [ "$(even even.txt)" = "$(even even.xsb)" ]
check "of which there are some" [ "$(even even.txt | grep -c ',[248]$')" = 3 ]

# Mending uses the cells that the game's levels contain.  The result must include each level that one change of one cell
# makes unique, found here by judging all such levels.
mending() {
    sed '/^LEVELS/,$d' "$levels/puzzlescript/barrels.txt" >head
    {
        cat head
        printf 'LEVELS\n\n######\n#p..o#\n#.*..#\n#.*.o#\n#....#\n######\n'
    } >mine.txt
    hashes() { # FILE...: prints the hashes of the unique levels
        solve --quiet --csv "$@" | awk -F, '$5 == "unique" { print $(NF - 1) }' | sort -u
    }
    {
        cat head
        echo LEVELS
        sed -n '/^######$/,$p' mine.txt | awk '{ level[NR] = $0 }
            END {
                for (changed = 2; changed < NR; changed++)
                    for (at = 2; at <= 5; at++)
                        for (n = 1; n <= 4; n++) {
                            print ""
                            for (row = 1; row <= NR; row++)
                                print row != changed ? level[row] : \
                                    substr(level[row], 1, at - 1) substr("#.*o", n, 1) substr(level[row], at + 1)
                        }
            }'
    } >changed.txt
    check "mending PuzzleScript" ends 0 solve --mend=1000 --output=mended mine.txt
    check "every mended level is unique" ends 0 solve --quiet --unique mended
    hashes mended >found
    hashes changed.txt >wanted
    check "among them all that one cell makes unique" [ "$(comm -23 wanted found | wc -l)" = 0 ]
    check "which are several" [ "$(wc -l <wanted)" -gt 5 ]
    check "with more by moving pieces" [ "$(wc -l <found)" -gt "$(wc -l <wanted)" ]
}
mending

if [ "${ONLYWAY_TEST_LONG:-}" = yes ]; then
    for pack in longcat/4-the-shorter-slide longcat/6-looks-safe sokoban/2-two-in-a-cupboard/levels.csv \
        sokoban/9-for-experts/levels.csv snowman/1-small-medium-large snowman/3-deep-snow \
        snowman/6-now-this-one-now-that snowman/5-a-place-to-stand; do
        check "$pack: as the game says" alike "$(echo "$pack" | tr / -)" "$levels/$pack"
    done
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
