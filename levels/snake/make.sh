#!/bin/sh
# Makes Snake's packs of arenas; see ../make-pack.sh.
#
# The arenas of a pack grow; few walls leave more to be decided.
. "$(dirname "$0")/../make-pack.sh"

part easy 4 --max-interplay=0 --min-choices=8 --size=5x5 --seed=1
part easy 4 --max-interplay=0 --min-choices=8 --size=6x6 --seed=1
part easy 6 --max-interplay=0 --min-choices=8 --size=8x6 --seed=1
part medium 4 --min-interplay=10 --max-traps=0 --size=6x6 --seed=2
part medium 5 --min-interplay=10 --max-traps=0 --size=7x7 --seed=2
part medium 5 --min-interplay=10 --max-traps=0 --size=8x8 --seed=2
part hard 4 --min-interplay=15 --min-traps=1 --max-traps=3 --size=7x7 --seed=3
part hard 5 --min-interplay=15 --min-traps=1 --max-traps=3 --size=8x8 --seed=3
part hard 5 --min-interplay=15 --min-traps=1 --max-traps=3 --size=10x8 --seed=3
part expert 4 --min-interplay=20 --min-traps=5 --size=9x9 --seed=4
part expert 4 --min-interplay=20 --min-traps=5 --size=10x10 --seed=4
part expert 4 --min-interplay=20 --size=12x10 --min-traps=8 --seed=4
finish
