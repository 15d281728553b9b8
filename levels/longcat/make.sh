#!/bin/sh
# Makes the packs of this folder: ./make.sh [FOLDER] writes 5x5, 6x6 and 8x8 there (here without
# FOLDER), each with its report.  gen is the one on PATH.  The same levels come out every time.
#
# A pack goes from easy to hard.  Walls that fill much of the field make dull corridors, hence their
# limits; with three choices or more the way is not plain.  The climb finds no expert levels on the
# smaller fields, and few hard ones on 5x5, so that their shares differ.
set -eu

target=${1:-$(dirname "$0")}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# Adds levels to the pack: $1: size; $2: difficulty; $3: how many; the rest: further options.
part() {
    size=$1 difficulty=$2 count=$3
    shift 3
    gen longcat --size="$size" --difficulty="$difficulty" --count="$count" --seed=2012 --quiet \
        --output="$work/part" --force "$@"
    [ -e "$work/pack" ] || { mkdir "$work/pack"; head -n 1 "$work/part/report.csv" >"$work/report"; }
    tail -n +2 "$work/part/report.csv" >"$work/rows"
    while IFS=, read -r old rest; do
        number=$((number + 1))
        new=$(printf '%03d.txt' $number)
        cp "$work/part/$old" "$work/pack/$new"
        printf '%s,%s\n' "$new" "$rest" >>"$work/report"
    done <"$work/rows"
}

# Puts the finished pack in its place.  $1: its name.
finish() {
    mv "$work/report" "$work/pack/report.csv"
    mkdir -p "$target"
    rm -rf "${target:?}/$1"
    mv "$work/pack" "$target/$1"
    number=0
}

number=0
part 5x5 easy 15 --walls=0-8 --min-choices=3
part 5x5 medium 15 --walls=0-8 --min-choices=3
part 5x5 hard 10 --walls=0-9 --min-choices=3
finish 5x5
part 6x6 easy 12 --walls=4-12 --min-choices=3
part 6x6 medium 14 --walls=3-12 --min-choices=3
part 6x6 hard 14 --walls=0-12 --min-choices=3
finish 6x6
part 8x8 easy 10 --walls=8-20 --min-choices=3
part 8x8 medium 10 --walls=6-20 --min-choices=3
part 8x8 hard 10 --walls=4-20 --min-choices=3
part 8x8 expert 10 --walls=4-20 --min-choices=3
finish 8x8
