#!/bin/sh
# Makes Snake's packs of arenas; see ../make-pack.sh.
#
# The arenas of a pack grow; few walls leave more to be decided.
. "$(dirname "$0")/../make-pack.sh"

part easy 4 --difficulty=easy --size=5x5 --seed=1
part easy 4 --difficulty=easy --size=6x6 --seed=1
part easy 6 --difficulty=easy --size=8x6 --seed=1
part medium 4 --difficulty=medium --size=6x6 --seed=2
part medium 5 --difficulty=medium --size=7x7 --seed=2
part medium 5 --difficulty=medium --size=8x8 --seed=2
part hard 4 --difficulty=hard --size=7x7 --seed=3
part hard 5 --difficulty=hard --size=8x8 --seed=3
part hard 5 --difficulty=hard --size=10x8 --seed=3
part expert 4 --difficulty=expert --size=9x9 --seed=4
part expert 4 --difficulty=expert --size=10x10 --seed=4
part expert 4 --difficulty=expert --size=12x10 --min-traps=8 --seed=4
finish
