#!/bin/sh
# Levels made from a given level, in every game: from open cells, which alone change, and by changes.  The results are
# the same for any number of threads and after a run is resumed.  Faulty files are reported.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
PATH=$top/gen:$top/solve:$PATH
LC_ALL=C
export PATH LC_ALL
cd "$work" || exit 1

cat >longcat.txt <<'END'
######
#????#
#?#??#
#C???#
#????#
######
END
cat >sokoban.txt <<'END'
########
#???#??#
#??????#
#??@???#
###??###
  ####
END
cat >snakebird.txt <<'END'
???????
?????*?
???????
?##?##?
END
cat >snowman.txt <<'END'
XXXXXX
X?*??X
X??X?X
X????X
XXXXXX
END
cat >snake.txt <<'END'
########
#??????#
#??##??#
#??????#
#??????#
#??????#
#??????#
########
END
cat >theseus.txt <<'END'
#########
# ? ?E? #
#?#?#?#?#
# ? ? ? #
#?#?#?#?#
#T? ? ?M#
#########
END

# Checks that a level keeps all cells of a sketch that are not open, and has no open cells.
keeps() { # SKETCH LEVEL
    awk 'NR == FNR { row[NR] = $0; next }
        { for (i = 1; i <= length(row[FNR]); i++) {
              given = substr(row[FNR], i, 1); made = substr($0, i, 1)
              if (made == "" || made == "?" || (given != "?" && given != made)) bad = 1 } }
        END { exit bad || FNR == 0 }' "$1" "$2"
}

changed() { # LEVEL OTHER: prints the number of characters that differ
    awk 'NR == FNR { row[NR] = $0; next }
        { for (i = 1; i <= length(row[FNR]); i++) n += substr(row[FNR], i, 1) != substr($0, i, 1) }
        END { print n + 0 }' "$1" "$2"
}

makes() { # GAME FOLDER OPTION...
    made=$1 into=$2
    shift 2
    gen "$made" --seed=4 --quiet --allow-trivial --allow-greedy --max-states=20000 -o "$into" "$@" 2>messages
}

unique() { # GAME
    solve --game="$1" --unique --quiet --csv "$1/001.txt" "$1/002.txt" >"$1.csv"
}

for game in $(all_games); do
    check "$game: has a level with open cells here" [ -e $game.txt ]
    check "$game: open cells are filled in" makes $game $game --count=3 --from=$game.txt --jobs=1
    for level in $game/00?.txt; do
        check "$game: cells stay in $level" keeps $game.txt "$level"
    done
    check "$game: they are unique" unique $game
    check "$game: with three threads" makes $game $game-3 --count=3 --from=$game.txt --jobs=3
    check "$game: the same levels" diff -r $game $game-3
    cp $game/001.txt $game-whole.txt
    check "$game: levels one change away" makes $game $game-near --count=2 --from=$game-whole.txt
    check "$game: the same with three threads" makes $game $game-near-3 --count=2 --from=$game-whole.txt --jobs=3
    check "$game: the same near levels" diff -r $game-near $game-near-3
    for level in $game-near/00?.txt; do
        check "$game: another level, $level" [ "$(changed $game-whole.txt "$level")" -gt 0 ]
        check "$game: by few changes, $level" [ "$(changed $game-whole.txt "$level")" -le 4 ]
    done
done

# Numbers of pieces include the given ones.
check 'three boxes' makes sokoban boxes --count=2 --from=sokoban.txt --boxes=3
for level in boxes/00?.txt; do
    check "three boxes in $level" [ "$(tr -dc '$*' <"$level" | wc -c)" = 3 ]
done
check 'two birds' makes snakebird birds --count=1 --from=snakebird.txt --birds=2 --length=2 --fruit=1
check 'two birds in the level' [ "$(tr -dc 'Aa+' <birds/001.txt)" != '' ]
check 'of two segments, and a fruit' [ "$(tr -dc 'ABCab+' <birds/001.txt | wc -c)" = 5 ]

# Resuming: a limit cuts the run short.
cut() { ! makes sokoban cut --count=6 --from=sokoban.txt --max-tries=4 && [ -e cut/.onlyway-run ]; }
check 'a run that is cut' cut
cp -r cut other
check 'goes on' gen sokoban --resume --quiet -o cut 2>messages
check 'another one does not end' makes sokoban uncut --count=6 --from=sokoban.txt
check 'the same as one that was not' diff -r cut uncut
sed -i.old 's/??????/??#???/' sokoban.txt
says() { # TEXT COMMAND...
    text=$1
    shift
    "$@" >printed 2>&1
    [ $? = 2 ] && grep -qF -- "$text" printed || { cat printed; false; }
}
check 'not from another level' says 'the interrupted run used another level' \
    gen sokoban --resume --quiet -o other
mv sokoban.txt.old sokoban.txt

# Errors.
printf '#######\n#? Z ?#\n#######\n' >letter.txt
printf '#######\n#@ ?@##\n#?????#\n#??????\n#######\n' >players.txt
printf '\n\n#####\n#$ .#\n#####\n' >nobody.txt
{ cat sokoban.txt; echo; cat sokoban.txt; } >two.txt
: >empty.txt
check 'a wrong character' says 'letter.txt:2:4: unknown character' gen sokoban --from=letter.txt -o no
check 'two players' says 'players.txt:2:5: a second player' gen sokoban --from=players.txt -o no
check 'a level that is none' says 'nobody.txt:3:1: ' gen sokoban --from=nobody.txt -o no
check 'two levels' says 'two.txt:8:1: there is more than one level' gen sokoban --from=two.txt -o no
check 'no level' says 'empty.txt:1:1: no level' gen sokoban --from=empty.txt -o no
check 'no file' says 'none.txt: No such file' gen sokoban --from=none.txt -o no
# Cells missing at the end of rows are not wall before the level is read: they join spaces to the outside, as in `solve`.
printf '########\n#C??#  \n########\n' >short.txt
check 'short rows are read as solve reads them' makes longcat short --count=1 --from=short.txt --max-tries=40
check 'a level from short rows is full' grep -Eqx '#C( #|  )####' short/001.txt

check 'too many walls' says '--walls: the level already has ' gen longcat --from=longcat.txt --walls=0 -o no
check 'no open cells' says '--boxes: sokoban-whole.txt has no cells marked' \
    gen sokoban --from=sokoban-whole.txt --boxes=2 -o no
check 'a size' says '--size cannot be combined with --from' gen sokoban --from=sokoban.txt --size=4 -o no
check 'a method' says '--method cannot be combined with --from' gen sokoban --from=sokoban.txt --method=climb -o no
check 'all' says '--all cannot be combined with --from' gen longcat --from=longcat.txt --all -o no
check 'nothing was made' [ ! -e no ]

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
