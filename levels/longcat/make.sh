#!/bin/sh
# Makes LongCat's packs; see ../make-pack.sh.
#
# A pack goes from easy to hard.  Walls that fill much of the field make dull corridors, hence their
# limits; with three choices or more the way is not plain.  The climb finds no expert levels on the
# smaller fields, and few hard ones on 5x5, so that their shares differ.
. "$(dirname "$0")/../make-pack.sh"

longcat() {
    pack=$1 difficulty=$2 count=$3
    shift 3
    case $difficulty in
    easy) set -- --max-traps=2 "$@" ;;
    medium) set -- --min-traps=3 --max-traps=4 "$@" ;;
    hard) set -- --min-traps=5 --max-traps=7 "$@" ;;
    expert) set -- --min-traps=8 "$@" ;;
    esac
    part "$pack" "$count" --size="$pack" --seed=2012 "$@"
}

longcat 5x5 easy 15 --walls=0-8 --min-choices=3
longcat 5x5 medium 15 --walls=0-8 --min-choices=3
longcat 5x5 hard 10 --walls=0-9 --min-choices=3
longcat 6x6 easy 12 --walls=4-12 --min-choices=3
longcat 6x6 medium 14 --walls=3-12 --min-choices=3
longcat 6x6 hard 14 --walls=0-12 --min-choices=3
longcat 8x8 easy 10 --walls=8-20 --min-choices=3
longcat 8x8 medium 10 --walls=6-20 --min-choices=3
longcat 8x8 hard 10 --walls=4-20 --min-choices=3
longcat 8x8 expert 10 --walls=4-20 --min-choices=3
finish
