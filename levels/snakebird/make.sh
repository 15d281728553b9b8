#!/bin/sh
# Makes Snakebird's packs; see ../make-pack.sh.
#
# The easy pack begins with lessons, one level each: the exit, falling, fruit, spikes, a second bird, a block,
# a portal.  Then every pack has levels with one bird, with two and with three.
. "$(dirname "$0")/../make-pack.sh"
distance=0.2

lesson() {
    part easy 1 --length=3 --allow-trivial --allow-greedy "$@"
}

lesson --size=8x7 --birds=1 --fruit=0 --spikes=0 --blocks=0 --portals=0 --min-depth=4 --max-depth=9 \
    --max-difficulty=2 --seed=13
lesson --size=8x7 --birds=1 --fruit=1 --spikes=0 --blocks=0 --portals=0 --min-depth=5 --max-depth=10 \
    --max-difficulty=4 --seed=2
lesson --size=9x7 --birds=1 --fruit=2 --spikes=0 --blocks=0 --portals=0 --min-depth=7 \
    --max-difficulty=8 --seed=3
lesson --size=9x7 --birds=1 --fruit=0 --spikes=0-2 --blocks=0 --portals=0 --min-depth=6 \
    --max-difficulty=20 --seed=13
lesson --size=8x7 --birds=2 --fruit=0 --spikes=0 --blocks=0 --portals=0 --min-depth=4 \
    --max-difficulty=8 --seed=5
lesson --size=8x7 --birds=1 --fruit=0 --spikes=0 --blocks=1 --portals=0 --min-depth=6 \
    --max-difficulty=12 --seed=14
lesson --size=8x7 --birds=1 --fruit=0 --spikes=0 --blocks=0 --portals=1 --min-depth=6 \
    --max-difficulty=12 --seed=12

# $1: the pack; $2 to $4: levels with one bird, with two, with three; $5: the seed of the first; the rest:
# options of gen.
birds() {
    pack=$1 one=$2 two=$3 three=$4 seed=$5
    shift 5
    part "$pack" "$one" --birds=1 --seed="$seed" "$@"
    part "$pack" "$two" --birds=2 --seed=$((seed + 1)) "$@"
    part "$pack" "$three" --birds=3 --seed=$((seed + 2)) "$@"
}

birds easy 6 7 1 21 --min-difficulty=0 --max-difficulty=24
birds medium 6 12 2 31 --min-difficulty=25 --max-difficulty=49
birds hard 6 12 2 41 --min-difficulty=50 --max-difficulty=74
birds expert 6 12 2 51 --min-difficulty=75 --max-difficulty=100
part two-birds 6 --birds=2 --fruit=1-2 --min-interplay=4 --min-difficulty=50 --seed=14
finish
