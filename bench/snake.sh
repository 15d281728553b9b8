#!/usr/bin/env bash
# Measures Snake: how fast closed tours are counted, and how many moves autopilots need to fill an arena.
#
# Runs in the build folder.  Times are CPU seconds, user and system.  Nothing passes or fails.  `reference` precedes the
# figure of another program.
set -u
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
solve=$(pwd)/solve/solve

# shellcheck source=bench/rows.sh
. "$(dirname "$0")/rows.sh"

# Prints an open board of side $1, with walls around it.
board() {
    awk -v side="$1" 'BEGIN {
        for (row = -1; row <= side; row++) {
            for (column = -1; column <= side; column++)
                printf "%s", row < 0 || column < 0 || row == side || column == side ? "#" : " "
            print ""
        }
    }'
}

# Counts the tours of a board of side $1 $2 times, because starting takes longer than counting a small board; $3: the
# reference.
tours() {
    for _ in $(seq "$2"); do
        board "$1"
        echo
    done >"$work/boards.txt"
    measure "$solve" --csv --game=snake --jobs=1 --measures=none "$work/boards.txt"
    row "Snake, tours of ${1}x$1, $2 times" "$(awk -v cpu="$cpu" -v times="$2" -F, '
        NR == 2 { count = $7 }
        END { printf "%.1f ms a board, %s tours", 1000 * cpu / times, count }' "$work/out"), $(states); reference $3"
}

# Plays $2 games with autopilot $1 on a 30x30 board; $3: the reference.
games() {
    board 30 >"$work/arena.txt"
    measure "$solve" --autopilot="$1" --games="$2" --seed=1 --jobs=1 --quiet --output="$work" "$work/arena.txt"
    row "Snake, $1 on 30x30, $2 games" "$(awk -F, 'NR > 1 { games++; moves += $10; won += $9 == "won" }
        END { printf "%d won, %d moves on average", won, moves / games }' "$work/games.csv"); reference $3"
}

tours 8 500 '0.2 ms'
tours 10 50 '3 ms'
tours 12 3 '100 ms'
games cycle 10 '202530 moves'
games perturbed-safe 10 '103933 moves'
games cells 2 '47309 moves, best published'
