#!/bin/sh
# Makes the packs of Theseus and the Minotaur; see ../make-pack.sh.
. "$(dirname "$0")/../make-pack.sh"

part easy 6 --difficulty=easy --size=4x4 --seed=1
part easy 6 --difficulty=easy --size=5x5 --seed=1
part medium 6 --difficulty=medium --size=6x5 --seed=2
part medium 6 --difficulty=medium --size=7x6 --seed=2
part hard 5 --difficulty=hard --size=7x6 --seed=3
part hard 5 --difficulty=hard --size=8x7 --seed=3
part expert 3 --difficulty=expert --size=8x8 --max-depth=60 --seed=4
part expert 3 --difficulty=expert --size=10x8 --seed=4
finish
