#!/bin/sh
# Makes the packs of A Good Snowman Is Hard To Build; see ../make-pack.sh.
. "$(dirname "$0")/../make-pack.sh"

part easy 12 --max-depth=9 --max-traps=9 --size=5x5 --snowmen=1 --seed=101
part medium 12 --min-depth=10 --max-depth=14 --min-traps=4 --size=6x5 --snowmen=1 --seed=102
part hard 12 --min-depth=15 --max-depth=20 --min-traps=10 --size=6x6 --snowmen=1-2 --seed=103
part targets 12 --min-depth=15 --max-depth=20 --min-traps=10 --size=6x5 --snowmen=1 --targets=1 --seed=105
part expert 8 --min-depth=21 --min-traps=15 --size=7x6 --snowmen=2 --seed=7 --max-states=100000
finish
