#!/bin/sh
# Makes Snakebird's chapters; see ../make-pack.sh.
. "$(dirname "$0")/../make-pack.sh"
distance=0.2

# $1: the chapter; $2: how many levels; the rest: options of gen.  Only the pieces that are named are there.
with() {
    pack=$1 count=$2
    shift 2
    for piece in fruit spikes blocks portals; do
        case " $*" in *" --$piece="*) ;; *) set -- "$@" --$piece=0 ;; esac
    done
    part "$pack" "$count" "$@"
}
lesson() {
    pack=$1 count=$2
    shift 2
    with "$pack" "$count" --length=3 --allow-trivial --allow-greedy "$@"
}

# The exit, falling, one fruit and two.
lesson 1-learning-to-fly 3 --size=8x7 --birds=1 --min-depth=4 --max-depth=9 --max-difficulty=4 --seed=13
lesson 1-learning-to-fly 2 --size=8x7 --birds=1 --fruit=1 --min-depth=5 --max-depth=10 --max-difficulty=8 --seed=2
lesson 1-learning-to-fly 2 --size=9x7 --birds=1 --fruit=2 --min-depth=7 --max-difficulty=15 --seed=3

# One bird that grows.
with 2-longer-with-every-bite 4 --size=9x8 --birds=1 --fruit=2 --max-difficulty=24 --seed=11
with 2-longer-with-every-bite 4 --size=10x9 --birds=1 --fruit=2-4 --max-difficulty=60 --seed=12

with 3-thorns 3 --size=9x8 --birds=1 --fruit=0-1 --spikes=2-5 --max-difficulty=24 --seed=21
with 3-thorns 4 --size=10x9 --birds=1 --fruit=0-2 --spikes=3-7 --max-difficulty=60 --seed=22

lesson 4-two-birds-one-bridge 2 --size=8x7 --birds=2 --min-depth=4 --max-difficulty=8 --seed=5
with 4-two-birds-one-bridge 4 --size=9x8 --birds=2 --min-turns=3 --min-interplay=3 --max-difficulty=40 --seed=31
with 4-two-birds-one-bridge 4 --size=10x9 --birds=2 --fruit=0-1 --min-turns=4 --min-interplay=4 --max-difficulty=74 --seed=32

lesson 5-something-to-push 2 --size=8x7 --birds=1 --blocks=1 --min-depth=6 --max-difficulty=12 --seed=14
with 5-something-to-push 5 --size=10x9 --birds=1 --fruit=0-2 --blocks=1 --max-difficulty=60 --seed=41
with 5-something-to-push 2 --size=10x9 --birds=2 --fruit=0-1 --blocks=1 --max-difficulty=74 --seed=42

lesson 6-in-here-out-there 2 --size=8x7 --birds=1 --portals=1 --min-depth=6 --max-difficulty=12 --seed=15
with 6-in-here-out-there 5 --size=10x9 --birds=1 --fruit=0-2 --portals=1 --max-difficulty=60 --seed=51
with 6-in-here-out-there 2 --size=10x9 --birds=2 --fruit=0-1 --portals=1 --max-difficulty=74 --seed=52

with 7-mirrors 3 --size=9x8 --birds=1 --fruit=0-2 --symmetry=mirror --max-difficulty=40 --seed=61
with 7-mirrors 4 --size=11x9 --birds=1-2 --fruit=0-2 --spikes=0-4 --symmetry=mirror --max-difficulty=74 --seed=62

with 8-a-flock 4 --size=9x8 --birds=3 --max-difficulty=60 --seed=71
with 8-a-flock 4 --size=10x9 --birds=3 --fruit=0-1 --seed=72

part 9-long-flights 4 --difficulty=expert --birds=1 --min-depth=20 --seed=81
part 9-long-flights 4 --difficulty=expert --birds=2 --min-depth=18 --seed=82
finish
