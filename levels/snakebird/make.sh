#!/bin/sh
# Makes Snakebird's chapters; see ../make-pack.sh.
. "$(dirname "$0")/../make-pack.sh"
distance=0.2

# $1: the chapter; $2: the number of levels; then options of gen.  Blocks and portals occur only if the options name
# them.
with() {
    pack=$1 count=$2
    shift 2
    for piece in blocks portals; do
        case " $*" in *" --$piece="*) ;; *) set -- "$@" --$piece=0 ;; esac
    done
    part "$pack" "$count" "$@"
}
lesson() {
    pack=$1 count=$2
    shift 2
    with "$pack" "$count" --length=3 --birds=1 --allow-trivial --allow-greedy "$@"
}

# The exit, falls, one fruit and two.
lesson 1-learning-to-fly 3 --size=8x7 --fruit=0 --spikes=0 --min-depth=4 --max-depth=9 --max-difficulty=4 --seed=13
lesson 1-learning-to-fly 2 --size=9x8 --fruit=1 --spikes=0 --min-depth=5 --max-depth=10 --max-difficulty=8 --seed=2
lesson 1-learning-to-fly 2 --size=10x9 --fruit=2 --spikes=0-3 --min-depth=7 --max-difficulty=15 --seed=3

# One bird that grows.
with 2-longer-with-every-bite 4 --birds=1 --fruit=2 --max-difficulty=24 --seed=11
with 2-longer-with-every-bite 4 --birds=1 --fruit=2-4 --max-difficulty=60 --seed=12

with 3-thorns 4 --birds=1 --spikes=2-8 --max-difficulty=30 --seed=21
with 3-thorns 4 --birds=2 --spikes=2-12 --max-difficulty=60 --seed=22

with 4-two-birds-one-bridge 4 --birds=2 --max-difficulty=24 --seed=31
with 4-two-birds-one-bridge 6 --birds=2 --min-turns=4 --min-difficulty=25 --max-difficulty=74 --seed=32

with 5-something-to-push 4 --birds=1 --blocks=1 --max-difficulty=30 --seed=41
with 5-something-to-push 5 --birds=2 --blocks=1 --min-difficulty=25 --max-difficulty=74 --seed=42

with 6-in-here-out-there 4 --birds=1 --portals=1 --max-difficulty=30 --seed=51
with 6-in-here-out-there 5 --birds=2 --portals=1 --min-difficulty=25 --max-difficulty=74 --seed=52

# Some of everything.
part 7-all-at-once 4 --birds=2 --difficulty=medium --seed=61
part 7-all-at-once 4 --birds=2 --difficulty=hard --seed=62

with 8-a-flock 5 --birds=3 --max-difficulty=60 --seed=71

part 9-long-flights 5 --difficulty=expert --birds=1 --min-depth=18 --seed=81
part 9-long-flights 4 --difficulty=expert --birds=2 --min-depth=18 --seed=82
finish
