#!/bin/sh
# Makes Sokoban's packs, as collections; see ../make-pack.sh.
. "$(dirname "$0")/../make-pack.sh"
# shellcheck disable=SC2034
distance=0.2

# One box; then what must not happen to it; then two that are in each other's way.
part easy 2 --allow-trivial --max-luck=0 --size=4x3 --boxes=1 --walls=2-4 --min-depth=3 --seed=2
part easy 2 --allow-trivial --min-luck=1 --max-difficulty=24 --size=4 --boxes=1 --min-depth=4 --seed=2
part easy 3 --allow-trivial --max-difficulty=8 --size=4 --boxes=2 --min-depth=4 --max-depth=9 --seed=2
part easy 7 --difficulty=easy --min-difficulty=8 --boxes=2 --seed=3
part easy 8 --difficulty=easy --min-difficulty=12 --boxes=2-3 --min-depth=9 --seed=3
part medium 6 --difficulty=medium --boxes=2 --min-depth=9 --seed=2
part medium 8 --difficulty=medium --boxes=2-3 --min-depth=10 --seed=5
part medium 8 --difficulty=medium --size=6 --boxes=3-4 --min-depth=14 --seed=2
part hard 7 --difficulty=hard --boxes=2-3 --min-depth=14 --seed=2
part hard 8 --difficulty=hard --min-depth=16 --seed=3
part hard 7 --difficulty=hard --boxes=3-4 --min-depth=18 --seed=2
part expert 8 --difficulty=expert --method=climb --min-depth=20 --seed=2
part expert 8 --difficulty=expert --method=climb --min-depth=24 --seed=3
part expert 4 --difficulty=expert --method=climb --size=8 --boxes=4 --seed=2
part expert 2 --difficulty=expert --method=climb --size=10 --boxes=3 --seed=3
finish_collections
