#!/bin/sh
# Makes the packs of Theseus and the Minotaur; see ../make-pack.sh.
#
# The easy pack begins with levels that teach: the way alone, then a Minotaur who comes and is caught behind
# a wall, then one for whom one has to wait.
. "$(dirname "$0")/../make-pack.sh"
distance=0.2

part easy 2 --size=3x2 --allow-trivial --max-depth=4 --max-luck=0 --seed=1
part easy 2 --size=3x3 --allow-trivial --min-depth=4 --max-luck=1 --seed=2
part easy 2 --size=4x3 --allow-trivial --min-depth=5 --max-depth=9 --min-luck=1 --max-difficulty=24 --seed=3
part easy 6 --difficulty=easy --size=4x4 --seed=4
part easy 5 --difficulty=easy --size=5x5 --seed=5
part easy 5 --difficulty=easy --size=6x6 --seed=6
part medium 10 --difficulty=medium --size=6x5 --seed=1
part medium 10 --difficulty=medium --size=7x6 --seed=2
part hard 10 --difficulty=hard --size=7x6 --seed=1
part hard 10 --difficulty=hard --size=8x7 --seed=2
part expert 20 --difficulty=expert --size=7x7 --seed=1
finish
