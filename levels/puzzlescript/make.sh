#!/bin/sh
# Makes the levels of the games written in PuzzleScript; see ../make-pack.sh.
#
# A game is a source, NAME.txt, and the report of its levels, NAME.csv.  The generated levels replace those in the
# source; rules, sprites and messages stay as they are.  To change a game, edit its source and run this script again.
# NAME.png is a picture of one of its levels.
#
# The comment above a level is its name, from `names`.  Levels are sorted by difficulty, so the first level of each game
# is the easiest.  With --first=N only the first two parts of each game are made, without pictures.
. "$(dirname "$0")/../make-pack.sh"

distance=0.2
remember() { :; } # the parts of a game differ in size or pieces anyway

# Makes $2 levels for game $1, with options of gen.
levels() {
    name=$1 count=$2
    shift 2
    parts=$(cat "$work/$name.parts" 2>/dev/null || echo 0)
    [ -z "$first" ] || [ "$parts" -lt 2 ] || return 0
    echo $((parts + 1)) >"$work/$name.parts"
    part "$name" "$count" --from="$here/$name.txt" "$@"
}

# Prints the level of a source with only one level.
level_of() {
    sed '1,/^LEVELS$/d' "$1" | sed '1d; /^$/d'
    echo
}

# Prints source $2 with its levels replaced by those of file $1.
with_levels() {
    awk 'NR == FNR { level[++count] = $0; next }
        in_levels < 2 { print; in_levels += in_levels == 1 || $0 == "LEVELS"; next }
        $0 == "" || /^message/ { print; within = 0; next }
        !within && used < count { print level[++used] }
        { within = 1 }
        END { while (used < count) print "\n" level[++used] }' RS= "$1" RS='\n' "$2"
}

finish_sources() {
    mkdir -p "$target"
    for pack in "$work"/packs/*; do
        name=${pack##*/}
        tail -n +2 "$pack/report.csv" | sort -t, -s -k18,18n -k6,6n >"$work/rows" # sorted by difficulty and depth
        while IFS= read -r row; do
            echo "($(name_of "$row"))"
            level_of "$pack/${row%%,*}"
        done <"$work/rows" >"$work/levels"
        with_levels "$work/levels" "$here/$name.txt" >"$work/book"
        cp "$work/book" "$target/$name.txt"
        head -n 1 "$pack/report.csv" >"$target/$name.csv"
        while IFS= read -r row; do
            printf '%s,%s\n' "$(name_of "$row")" "${row#*,}"
        done <"$work/rows" >>"$target/$name.csv"
    done
}

# Makes a picture of level $2 of game $1, in the shipped folder only.
picture() {
    [ "$target" = "$here" ] || return 0
    pack -f png --scale=25 --sort=none --quiet --force -o "$work/picture/" "$target/$1.txt"
    cp "$work/picture/$(printf %03d.png "$2")" "$target/$1.png"
}

levels barrels 1 --size=4x3 --pieces='P=1 *=1 o=1 @=0 +=0 #=2-4' --allow-greedy --min-depth=3 --max-depth=4 --seed=1
levels barrels 2 --size=5x4 --pieces='P=1 *=1 o=1 @=0 +=0 #=3-7' --min-depth=5 --seed=2
levels barrels 2 --size=5x4 --pieces='P=1 *=2 o=2 @=0 +=0 #=2-6' --min-depth=6 --max-depth=9 --seed=3
levels barrels 2 --size=5 --pieces='P=1 *=2 o=2 @=0 +=0 #=4-8' --min-depth=10 --seed=4
levels barrels 2 --size=6x5 --pieces='P=1 *=2 o=2 @=0-1 +=0 #=5-9' --min-depth=11 --seed=5
levels barrels 1 --size=6x5 --pieces='P=1 *=3 o=3 @=0 +=0 #=5-9' --min-depth=12 --seed=6

levels curling 1 --size=5x4 --pieces='P=1 *=1 o=1 @=0 #=3-6' --min-depth=3 --max-difficulty=30 --allow-greedy --seed=1
levels curling 2 --size=5 --pieces='P=1 *=1 o=1 @=0 #=3-8' --min-depth=4 --seed=2
levels curling 3 --size=5 --pieces='P=1 *=2 o=2 @=0 #=3-8' --min-depth=5 --seed=3
levels curling 2 --size=6x5 --pieces='P=1 *=2 o=2 @=0 #=5-10' --min-depth=7 --seed=4
levels curling 2 --size=6 --pieces='P=1 *=3 o=2 @=0 #=5-10' --min-depth=8 --seed=5

levels tidepool 1 --size=4 --pieces='P=1 *=1 b=0 o=1 #=3-5' --min-depth=4 --max-difficulty=30 --allow-greedy --seed=1
levels tidepool 3 --size=5x4 --pieces='P=1 *=1 b=1 o=1 #=3-7' --min-depth=4 --seed=2
levels tidepool 3 --size=5 --pieces='P=1 *=2 b=0-1 o=2 #=4-9' --min-depth=7 --seed=3
levels tidepool 3 --size=5 --pieces='P=1 *=2 b=1-2 o=2 #=4-9' --min-depth=9 --seed=4

levels depot 1 --size=4 --pieces='P=1 *=1 o=1 U=0-1 D=0-1 L=0-1 R=1-2 #=2-4' --min-depth=2 --max-depth=5 --allow-greedy --seed=1
levels depot 3 --size=5x4 --pieces='P=1 *=1 o=1 U=1 D=1 L=1 R=1 #=3-6' --min-depth=5 --seed=2
levels depot 3 --size=5x4 --pieces='P=1 *=2 o=2 U=1 D=1 L=1 R=1 #=2-5' --min-depth=8 --seed=3
levels depot 3 --size=5 --pieces='P=1 *=2 o=2 U=1-2 D=1-2 L=1-2 R=1-2 #=2-6' --min-depth=10 --seed=4

levels twins 1 --size=4x3 --pieces='A=1 T=1 o=2 ~=1-2 #=1-3' --min-depth=3 --max-depth=5 --allow-greedy --seed=1
levels twins 3 --size=5x4 --pieces='A=1 T=1 o=2 ~=3-6 #=2-5' --min-depth=6 --seed=2
levels twins 3 --size=5 --pieces='A=1 T=1 o=2 ~=5-9 #=3-6' --min-depth=8 --seed=3
levels twins 3 --size=6x5 --pieces='A=1 T=1 o=2 ~=6-12 #=4-8' --min-depth=10 --seed=4

levels hood 1 --size=5x4 --method=random --pieces='P=1 W=1 H=1 *=2 #=3-6' --min-depth=3 --max-difficulty=24 --allow-greedy --seed=1
levels hood 3 --size=5 --pieces='P=1 W=1 H=1 *=3 #=4-8' --min-depth=4 --seed=2
levels hood 3 --size=6x5 --method=random --pieces='P=1 W=1 H=1 *=4 #=5-10' --min-depth=5 --min-traps=3 --seed=3
levels hood 3 --size=6 --method=random --pieces='P=1 W=1 H=1 *=5 #=7-13' --min-depth=6 --min-traps=4 --seed=4

levels labyrinth 1 --size=3 --pieces='T=1 M=1 E=1 R=1-3 D=1-3 B=0-2' --min-depth=3 --max-depth=6 --allow-greedy --seed=1
levels labyrinth 5 --size=4 --pieces='T=1 M=1 E=1 R=2-5 D=2-5 B=0-2' --min-depth=6 --seed=2
levels labyrinth 4 --size=5x4 --pieces='T=1 M=1 E=1 R=2-6 D=2-6 B=0-3' --min-depth=7 --seed=3

# The river, the log, the raft and the meadow stay in place.
levels ferry 1 --keep=',~br' --pieces='P=1 W=0 G=1 C=0 #=1-3' --max-depth=5 --allow-greedy --method=random --seed=1
levels ferry 3 --keep=',~br' --pieces='P=1 W=0 G=1 C=0 #=2-5' --min-depth=6 --seed=2
levels ferry 3 --keep=',~br' --pieces='P=1 W=0 G=1 C=1 #=2-5' --min-depth=8 --method=random --seed=3
levels ferry 3 --keep=',~br' --pieces='P=1 W=1 G=1 C=0-1 #=1-5' --min-depth=8 --method=random --seed=4

finish_sources
picture barrels 7
picture curling 8
picture tidepool 9
picture depot 8
picture twins 7
picture hood 6
picture labyrinth 6
picture ferry 8
