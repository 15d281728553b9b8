#!/bin/sh
# Makes the chapters of Theseus and the Minotaur; see ../make-pack.sh.
. "$(dirname "$0")/../make-pack.sh"
distance=0.2

# The way out alone; then a Minotaur who must be kept at a distance.
part 1-the-way-out 2 --size=3x2 --allow-trivial --max-depth=4 --max-luck=0 --seed=1
part 1-the-way-out 2 --size=3x3 --allow-trivial --min-depth=4 --max-luck=1 --seed=2
part 1-the-way-out 4 --size=4x3 --allow-trivial --min-depth=5 --max-depth=9 --min-luck=1 --max-difficulty=12 --seed=3

# Walls that hold the Minotaur.
part 2-behind-a-wall 5 --difficulty=easy --size=4x4 --seed=4
part 2-behind-a-wall 5 --difficulty=easy --size=5x5 --seed=5

# Never waiting is quicker.
only='$24 !~ /W/'
part 4-never-stand-still 9 --max-difficulty=60 --size=6x5 --min-traps=3 --seed=8
part 4-never-stand-still 7 --max-difficulty=74 --size=6x6 --min-traps=4 --seed=9
only=1

# Every third step leads away from the exit.
part 5-there-and-back 5 --max-difficulty=49 --size=6x6 --min-detours=8 --seed=10
part 5-there-and-back 5 --max-difficulty=74 --size=7x6 --min-detours=10 --seed=11

part 6-long-corridors 4 --max-difficulty=60 --size=9x3 --seed=12
part 6-long-corridors 4 --max-difficulty=74 --size=10x4 --seed=13
part 6-long-corridors 2 --max-difficulty=74 --size=4x9 --seed=14

part 7-big-houses 5 --difficulty=hard --size=8x7 --seed=15
part 7-big-houses 5 --difficulty=hard --size=9x8 --seed=16

part 8-a-dozen-ways-to-lose 5 --difficulty=expert --size=7x7 --min-traps=9 --seed=17
part 8-a-dozen-ways-to-lose 4 --difficulty=expert --size=8x7 --min-traps=8 --seed=18

# Waiting makes the Minotaur run into a corner.
only='$24 ~ /W/'
part 3-wait-for-him 14 --max-difficulty=49 --size=5x5 --min-depth=12 --seed=6
part 3-wait-for-him 14 --max-difficulty=60 --size=6x5 --min-depth=14 --seed=7
finish
