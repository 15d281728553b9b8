#!/bin/sh
# Makes the packs of A Good Snowman Is Hard To Build; see ../make-pack.sh.
. "$(dirname "$0")/../make-pack.sh"

distance=0.2

# Adds levels made by hand to a pack, $1: those of standard input, with blank lines between them.
given() {
    pack=$1
    rm -rf "$work/part"
    mkdir -p "$work/part" "$work/packs/$pack"
    awk -v RS= -v folder="$work/part" '{ print >sprintf("%s/%03d.txt", folder, NR) }'
    count=$(find "$work/part" -type f | wc -l)
    solve --csv --unique --game="$game" "$work/part" >"$work/given.csv"
    head -n $((${first:-$count} + 1)) "$work/given.csv" >"$work/part/report.csv"
    append "$work/part" "$work/packs/$pack"
    remember
}

# The rules, one by one: the order of the balls; a ball that grows; one that must not; the upper ball that
# has to go first; and both.
given easy <<'END'
XXXXXXX
X#2-4XX
XX--1XX
XX---XX
XXXXXXX

XXXXXX
X#-XXX
X1---X
X*---X
X4-1-X
X---XX
XXXXXX

XXXXXX
XX---X
X#1--X
X-*--X
X--6XX
XXXXXX

XXXXXX
X--5-X
X-X2-X
X----X
X--#-X
XXXXXX

XXXXXX
X----X
X-#1-X
X--*-X
X--5-X
XXXXXX
END
part easy 8 --difficulty=easy --seed=101 --max-states=100000
part easy 8 --difficulty=easy --seed=102 --max-states=100000
part medium 10 --difficulty=medium --seed=103 --max-states=100000
part medium 10 --difficulty=medium --seed=104 --max-states=100000
part hard 10 --difficulty=hard --snowmen=1 --seed=105 --max-states=100000
part hard 10 --difficulty=hard --snowmen=1 --seed=106 --max-states=100000
part expert 10 --difficulty=expert --snowmen=1 --seed=108 --max-states=100000
part expert 10 --difficulty=expert --snowmen=1 --seed=107 --max-states=100000
part targets 6 --difficulty=medium --targets=1 --seed=109 --max-states=100000
part targets 6 --difficulty=hard --targets=1-2 --seed=110 --max-states=100000
finish
