#!/bin/sh
# Makes the pictures of levels, in this folder or another: doc/pictures/make.sh [FOLDER].  Needs `pack` with cairo on
# PATH.  The last digits in the files depend on cairo and the installed fonts.
set -eu

levels=$(cd "$(dirname "$0")/../../levels" && pwd)
folder=${1:-$(dirname "$0")}

# Prints the n-th level of a collection.
nth() { # N COLLECTION
    awk -v RS= -v n="$1" 'NR == n' "$2"
}

picture() { # NAME OPTION... [LEVEL]
    name=$1
    shift
    pack --quiet --allow-any --format=png --output="$folder/$name.png" "$@"
}

picture longcat --scale=26 --solution "$levels/longcat/4-the-shorter-slide/008.txt"
nth 5 "$levels/sokoban/7-the-long-way-round/levels.xsb" | picture sokoban --scale=30
nth 1 "$levels/sokoban/2-two-in-a-cupboard/levels.xsb" | picture push --scale=20 --solution
picture snowman --scale=26 "$levels/snowman/8-no-flake-to-waste/001.txt"
picture roll --scale=20 --solution "$levels/snowman/1-small-medium-large/006.txt"
picture snakebird --scale=26 "$levels/snakebird/4-two-birds-one-bridge/001.txt"
picture crawl --scale=22 --solution "$levels/snakebird/1-learning-to-fly/005.txt"
printf '          \n ##    ## \n          \n   ####   \n   ####   \n          \n' |
    picture arena --game=snake --scale=22 --solution
rm "$folder/push.png" "$folder/roll.png" "$folder/crawl.png" "$folder/arena.png"
