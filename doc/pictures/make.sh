#!/bin/sh
# Makes the pictures of levels in this folder, or in another: doc/pictures/make.sh [FOLDER].
# Needs `pack` with cairo on PATH.  The last digits of the files depend on cairo and the fonts there are.
set -eu

levels=$(cd "$(dirname "$0")/../../levels" && pwd)
folder=${1:-$(dirname "$0")}

# The n-th level of a collection.
nth() { # N COLLECTION
    awk -v RS= -v n="$1" 'NR == n' "$2"
}

picture() { # NAME OPTION... [LEVEL]
    name=$1
    shift
    pack --quiet --allow-any --format=png --output="$folder/$name.png" "$@"
}

picture longcat --scale=26 --solution "$levels/longcat/medium/011.txt"
nth 9 "$levels/sokoban/hard.xsb" | picture sokoban --scale=30
nth 1 "$levels/sokoban/medium.xsb" | picture push --scale=20 --solution
picture snowman --scale=26 "$levels/snowman/expert/001.txt"
picture roll --scale=20 --solution "$levels/snowman/easy/006.txt"
picture snakebird --scale=26 "$levels/snakebird/two-birds/001.txt"
picture crawl --scale=22 --solution "$levels/snakebird/easy/003.txt"
printf '          \n ##    ## \n          \n   ####   \n   ####   \n          \n' |
    picture arena --game=snake --scale=22 --solution
rm "$folder/push.png" "$folder/roll.png" "$folder/crawl.png" "$folder/arena.png"
