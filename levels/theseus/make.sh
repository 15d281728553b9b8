#!/bin/sh
# Makes the packs of Theseus and the Minotaur; see ../make-pack.sh.
. "$(dirname "$0")/../make-pack.sh"

part easy 6 --max-depth=15 --size=4x4 --seed=1
part easy 6 --max-depth=15 --size=5x5 --seed=1
part medium 6 --min-depth=16 --max-depth=23 --min-interplay=4 --min-traps=2 --size=6x5 --seed=2
part medium 6 --min-depth=16 --max-depth=23 --min-interplay=4 --min-traps=2 --size=7x6 --seed=2
part hard 5 --min-depth=24 --max-depth=35 --min-interplay=6 --min-traps=3 --size=7x6 --seed=3
part hard 5 --min-depth=24 --max-depth=35 --min-interplay=6 --min-traps=3 --size=8x7 --seed=3
part expert 3 --min-depth=36 --min-interplay=8 --min-traps=4 --size=8x8 --max-depth=60 --seed=4
part expert 3 --min-depth=36 --min-interplay=8 --min-traps=4 --size=10x8 --seed=4
finish
