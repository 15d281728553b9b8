#!/bin/sh
# Makes Sokoban's packs, as collections; see ../make-pack.sh.
. "$(dirname "$0")/../make-pack.sh"

part easy 20 --difficulty=easy --size=5 --boxes=2 --seed=1
part medium 20 --difficulty=medium --size=5 --boxes=2-3 --seed=2
part hard 10 --difficulty=hard --size=6 --boxes=2-3 --seed=3
part hard 10 --difficulty=hard --method=climb --size=6x5 --boxes=3 --seed=3
part expert 10 --difficulty=expert --method=climb --size=6 --boxes=3 --seed=4
finish_collections
