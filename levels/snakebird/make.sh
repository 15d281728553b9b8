#!/bin/sh
# Makes Snakebird's packs; see ../make-pack.sh.
. "$(dirname "$0")/../make-pack.sh"

part easy 12 --difficulty=easy --size=7x7 --seed=11
part medium 12 --difficulty=medium --size=8x8 --seed=12
part hard 12 --difficulty=hard --size=8x8 --seed=13
part expert 8 --difficulty=expert --size=9x9 --seed=15
part two-birds 6 --difficulty=hard --size=8x8 --birds=2 --min-interplay=4 --seed=14
finish
