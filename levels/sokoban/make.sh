#!/bin/sh
# Makes Sokoban's chapters, each a collection in its folder; see ../make-pack.sh.
. "$(dirname "$0")/../make-pack.sh"
# shellcheck disable=SC2034
distance=0.2

# One box, and then the mistakes to avoid with it.
part 1-one-crate 2 --allow-trivial --max-luck=0 --size=5x4 --boxes=1 --min-depth=3 --seed=1
part 1-one-crate 5 --allow-trivial --min-luck=2 --max-difficulty=24 --boxes=1 --min-depth=6 --seed=3

part 2-two-in-a-cupboard 8 --max-difficulty=12 --boxes=2 --min-depth=4 --seed=11
part 2-two-in-a-cupboard 8 --max-difficulty=24 --boxes=2 --min-depth=5 --seed=12

# The boxes take turns.
part 3-taking-turns 12 --max-difficulty=40 --boxes=2-3 --min-interplay=4 --seed=21
part 3-taking-turns 16 --max-difficulty=49 --boxes=3 --min-interplay=6 --seed=22

# A box that starts on a goal must leave it.
holds='[*]'
part 4-home-too-early 100 --max-difficulty=40 --boxes=2-3 --min-turns=2 --seed=31
part 4-home-too-early 100 --max-difficulty=60 --boxes=3 --min-turns=2 --seed=32
holds=

part 5-three-and-more 14 --difficulty=easy --boxes=3 --seed=41
part 5-three-and-more 14 --difficulty=medium --boxes=3-4 --seed=42

# Rooms and doors.
within 6-doors --boxes=2 --max-difficulty=24 --seed=49 <<'OUTLINE'
#####
#???####
#??????#
#???#??#
########
OUTLINE
within 6-doors --boxes=2 --max-difficulty=24 --seed=50 <<'OUTLINE'
#########
#???#???#
#???????#
#???##?##
####????#
   #????#
   ######
OUTLINE
within 6-doors --boxes=2 --max-difficulty=24 --seed=59 <<'OUTLINE'
####
#??#####
#??#???#
#??????#
##?#???#
 #?#####
 #???#
 #####
OUTLINE
within 6-doors --boxes=2 --seed=51 <<'OUTLINE'
#########
#???#???#
#???????#
#???#???#
#########
OUTLINE
within 6-doors --boxes=2 --seed=52 <<'OUTLINE'
#####
#???###
#?????##
#???#??#
###?#??#
#??????#
########
OUTLINE
within 6-doors --boxes=3 --seed=53 <<'OUTLINE'
#########
#???##??#
#???????#
#???##??#
###?#####
 #???#
 #???#
 #####
OUTLINE
within 6-doors --boxes=2 --seed=54 <<'OUTLINE'
  #####
  #???#
  #???#
###?#?###
#???????#
#??###??#
#### ####
OUTLINE
within 6-doors --boxes=3 --seed=55 <<'OUTLINE'
##########
#????#???#
#????????#
#????#???#
#????#####
######
OUTLINE
within 6-doors --boxes=3 --seed=56 <<'OUTLINE'
#########
#???#???#
#???????#
#???#???#
##?###?##
#???????#
#???????#
#########
OUTLINE
within 6-doors --boxes=3 --seed=57 <<'OUTLINE'
   ####
   #??#
####??####
#????????#
#????????#
####??####
   #??#
   ####
OUTLINE
within 6-doors --boxes=3 --seed=58 <<'OUTLINE'
##### #####
#???###???#
#???????..#
#???###???#
##### #####
OUTLINE

# More pushes than expected.
part 7-the-long-way-round 6 --size=6x5 --difficulty=medium --boxes=3 --min-depth=20 --min-detours=3 --seed=61
part 7-the-long-way-round 8 --size=6x6 --difficulty=medium --boxes=3-4 --min-depth=20 --min-detours=4 --seed=62
part 7-the-long-way-round 8 --size=7x6 --difficulty=hard --boxes=3-4 --min-depth=24 --min-detours=6 --seed=63

part 8-a-full-house 10 --difficulty=easy --boxes=4 --seed=73
part 8-a-full-house 14 --difficulty=medium --boxes=4-6 --seed=71
part 8-a-full-house 14 --difficulty=hard --boxes=4-6 --seed=72

part 9-for-experts 8 --size=6x6 --difficulty=expert --boxes=4-5 --min-depth=20 --seed=81
part 9-for-experts 10 --size=7x6 --difficulty=expert --boxes=4-5 --min-depth=20 --seed=83
part 9-for-experts 8 --size=8x6 --difficulty=expert --boxes=4-5 --method=climb --min-depth=24 --seed=82
finish_collections
