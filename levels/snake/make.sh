#!/bin/sh
# Makes Snake's packs of arenas; see ../make-pack.sh.
#
# The arenas of a pack grow.  The first ones ask for little more than following the walls; few walls leave
# more to be decided.
. "$(dirname "$0")/../make-pack.sh"
# shellcheck disable=SC2034
distance=0.2

part easy 2 --allow-trivial --allow-greedy --max-difficulty=9 --size=4x4 --seed=1
part easy 4 --max-interplay=0 --max-difficulty=24 --min-choices=8 --size=6x5 --seed=1
part easy 6 --max-difficulty=24 --size=6x6 --seed=1
part easy 5 --max-difficulty=24 --size=8x6 --seed=1
part easy 5 --max-difficulty=24 --size=8x8 --seed=1
part medium 7 --min-difficulty=25 --max-difficulty=49 --size=10x8 --seed=2
part medium 8 --min-difficulty=25 --max-difficulty=49 --size=10x10 --seed=2
part medium 7 --min-difficulty=25 --max-difficulty=49 --size=12x10 --seed=2
part hard 7 --min-difficulty=50 --max-difficulty=74 --size=12x12 --seed=3
part hard 8 --min-difficulty=50 --max-difficulty=74 --size=14x12 --seed=3
part hard 7 --min-difficulty=50 --max-difficulty=74 --size=14x14 --seed=3
part expert 8 --min-difficulty=75 --size=18x18 --seed=4
part expert 8 --min-difficulty=75 --size=20x20 --seed=4
part expert 6 --min-difficulty=75 --size=22x22 --seed=4
finish
