#!/bin/sh
# Makes the chapters of A Good Snowman Is Hard To Build; see ../make-pack.sh.
. "$(dirname "$0")/../make-pack.sh"
# shellcheck disable=SC2034
distance=0.2

gardens() {
    part "$@" --max-states=100000
}

# The rules, one by one: the order of the balls; a ball that grows; a ball that must not grow; an upper ball that must
# be pushed off first; and both of these.
given 1-small-medium-large <<'END'
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
gardens 1-small-medium-large 4 --difficulty=easy --max-difficulty=12 --seed=101

# Hardly any snow: balls that do not grow must be stacked.
gardens 2-hardly-any-snow 4 --difficulty=easy --snow=1-6 --seed=111
gardens 2-hardly-any-snow 4 --difficulty=medium --snow=1-6 --seed=112

# Snow everywhere: every push makes a ball larger.
gardens 3-deep-snow 4 --difficulty=easy --snow=12-25 --seed=121
gardens 3-deep-snow 4 --difficulty=medium --snow=12-25 --seed=122

gardens 4-mirrors 4 --difficulty=easy --symmetry=mirror --size=6x5 --seed=131
gardens 4-mirrors 4 --difficulty=medium --symmetry=mirror --size=6x5 --seed=132

gardens 5-a-place-to-stand 4 --difficulty=easy --targets=1 --snowmen=1 --seed=141
gardens 5-a-place-to-stand 5 --difficulty=medium --targets=1 --snowmen=1 --seed=142

# Balls that take turns.
gardens 6-now-this-one-now-that 4 --difficulty=medium --snowmen=1 --min-interplay=4 --seed=151
gardens 6-now-this-one-now-that 4 --difficulty=hard --snowmen=1 --min-interplay=5 --seed=152

gardens 7-a-pair 4 --max-difficulty=40 --snowmen=2 --seed=161
gardens 7-a-pair 4 --min-difficulty=41 --max-difficulty=74 --snowmen=2 --seed=162

gardens 8-no-flake-to-waste 8 --difficulty=expert --snowmen=1 --seed=171
finish
