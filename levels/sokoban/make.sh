#!/bin/sh
# Makes Sokoban's packs, as collections; see ../make-pack.sh.
. "$(dirname "$0")/../make-pack.sh"

part easy 20 --max-depth=11 --size=5 --boxes=2 --seed=1
part medium 20 --min-depth=12 --max-depth=17 --min-interplay=2 --size=5 --boxes=2-3 --seed=2
part hard 10 --min-depth=18 --max-depth=26 --min-interplay=3 --size=6 --boxes=2-3 --seed=3
part hard 10 --min-depth=18 --max-depth=26 --min-interplay=3 --method=climb --size=6x5 --boxes=3 --seed=3
part expert 10 --min-depth=27 --min-interplay=4 --method=climb --size=6 --boxes=3 --seed=4
finish_collections
