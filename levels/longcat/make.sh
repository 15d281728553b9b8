#!/bin/sh
# Makes LongCat's packs; see ../make-pack.sh.
#
# The first levels teach the rules one by one: the cat slides until a wall stops it; its own body stops it,
# too; a wrong slide that looks wrong at once; one that does not.  Then fields grow with the difficulty.
# Walls that fill much of a field make dull corridors, hence their limits; from 12x12 on, gen has one of its own.
. "$(dirname "$0")/../make-pack.sh"

distance=0.2

lesson() {
    part easy 1 --seed=7 --allow-trivial "$@"
}

longcat() {
    pack=$1 count=$2
    shift 2
    case $pack in
    easy) band='--max-difficulty=24' ;;
    medium) band='--min-difficulty=25 --max-difficulty=49' ;;
    hard) band='--min-difficulty=50 --max-difficulty=74' ;;
    expert) band='--min-difficulty=75' ;;
    esac
    # shellcheck disable=SC2086
    part "$pack" "$count" $band --seed=2012 "$@"
}

lesson --size=3 --walls=2-4 --min-depth=3 --max-choices=0
lesson --size=4x3 --min-interplay=2 --max-choices=0
lesson --size=4 --min-choices=1 --max-traps=0
lesson --size=4 --min-traps=1 --max-traps=1 --walls=0-4
longcat easy 6 --size=5 --max-luck=1.6 --walls=0-6
longcat easy 6 --size=5 --min-luck=2 --walls=0-7
longcat easy 8 --size=6 --min-luck=2 --walls=0-9
longcat medium 8 --size=6 --walls=0-9
longcat medium 8 --size=7 --walls=0-13
longcat medium 8 --size=8 --walls=0-18
longcat hard 8 --size=8 --walls=0-18
longcat hard 8 --size=9 --walls=0-26
longcat hard 8 --size=10 --walls=0-32
longcat expert 8 --size=12
longcat expert 8 --size=14
longcat expert 8 --size=16
finish
