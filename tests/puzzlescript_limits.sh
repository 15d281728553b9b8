#!/bin/sh
# PuzzleScript games whose turns or walks would take many minutes: every command stops at its limit of time or memory or
# when interrupted, reports it, and exits with 3 or 130.  A command that uses more than a fraction of that CPU time is
# killed, so nothing here depends on the clock.  Runs in the build folder.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
cd "$work" || exit 1

# Prints a game with additional prelude, legend and rules, and a level of a given size.
game() {
    cat <<END_OF_HEAD
title Long
$1

OBJECTS
Background
black

Wall
grey

Player
red

Crate
orange

Target
blue

Ghost
white

LEGEND
. = Background
# = Wall
P = Player
* = Crate
O = Target
g = Ghost
Some = Background or Target or Ghost or Player
$2

SOUNDS

COLLISIONLAYERS
Background
Target
Player, Wall, Crate
Ghost

RULES
[ > Player | Crate ] -> [ > Player | > Crate ]
$3

WINCONDITIONS
All Target on Crate

LEVELS

END_OF_HEAD
    awk -v size="$4" 'BEGIN {
        for (row = 0; row < size; row++) {
            for (column = 0; column < size; column++) {
                edge = row == 0 || column == 0 || row == size - 1 || column == size - 1
                cell = row == 1 && column == 1 ? "P" : row == 3 && column == 3 ? "*" : \
                       row == 5 && column == 5 ? "O" : row == 2 && column == 2 ? "g" : "."
                printf "%s", edge ? "#" : cell
            }
            print ""
        }
    }'
}

# Each key moves the ghost to the wall and back, one step per turn, and a rule with two patterns is tried everywhere.
game '' '' '[ > Player ] [ Ghost ] -> [ > Player ] [ ]
right [ stationary Player ] [ Background no Ghost | Wall ] -> [ stationary Player ] [ Background Ghost | Wall ] again
left [ Ghost | no Wall no Ghost ] -> [ | Ghost ] again' 240 >again.txt
# One turn tries hundreds of millions of combinations.
game '' '' '[ > Player ] [ Background no Wall ] [ Background no Wall ] [ Background no Wall ] -> [ > Player ] [ Background ] [ Background ] [ Background ]' 100 >turn.txt
# The action fills the level: each of thousands of places has as many exits, and each exit is a whole level.
game '' '' '[ action Player ] [ Background no Ghost ] -> [ action Player ] [ Background Ghost ]' 120 >exits.txt
# Rules that expand to thousands.
game '' '' '[ > Some | > Some | > Some | > Some ] -> [ Some | Some | Some | Some ]' 6 >rules.txt

# Runs a command with little CPU time, with its output in `said`.  Arguments: the name of the check, the expected exit
# status, and the expected words.
stops() {
    what=$1 status=$2 words=$3
    shift 3
    # shellcheck disable=SC3045 # every sh that there is knows -t
    (ulimit -t 15 && exec "$@") >said 2>&1 </dev/null
    got=$?
    if [ $got -ne "$status" ] || ! grep -q "$words" said; then
        echo "FAIL: $what: exit status $got, not $status: $(head -n 3 said)"
        failed=$((failed + 1))
    fi
}

# Returns whether a terminal is available for play.
can_play() {
    [ -x "$top/play/play" ] && has_terminal
}

seconds='undecided (the limit of 1 seconds was hit'
memory='undecided (the limit of [0-9.]* MiB of memory was hit'

# The machine determines which limit is hit first.
for level in again turn; do
    stops "solve $level" 3 "undecided (" "$top/solve/solve" --timeout=1 $level.txt
    stops "replay $level" 3 "undecided (" "$top/solve/solve" --timeout=1 --replay=RRRRRRRRDDD $level.txt
    stops "pack $level" 3 "refused: undecided (" "$top/out/pack" --timeout=1 -f text -o packed.txt $level.txt
    stops "gen $level" 3 'kept 0 of 1' "$top/gen/gen" puzzlescript --size=40 --from=$level.txt --timeout=1 --count=1 \
        -o made-$level
done
! can_play || stops 'play turn' 3 "undecided (" script -qec "$top/play/play --timeout=1 turn.txt" /dev/null
stops 'pack any' 0 'packed 1 level' "$top/out/pack" --timeout=1 --allow-any -f text -o any.txt turn.txt
stops 'solve exits' 3 "$memory)" "$top/solve/solve" --max-memory=10M --jobs=1 exits.txt
stops 'solve rules' 3 "$memory while the game was read)" "$top/solve/solve" --max-memory=2M rules.txt
stops 'pack rules' 3 "$memory while the game was read)" "$top/out/pack" --max-memory=2M -f text -o packed.txt rules.txt
! can_play || stops 'play rules' 3 "$memory while the game was read)" \
    script -qec "$top/play/play --max-memory=2M rules.txt" /dev/null
stops 'gen rules' 3 "$memory while the game was read)" "$top/gen/gen" puzzlescript --from=rules.txt --max-memory=2M \
    -o made-rules

# Interrupts a command once it is at work.
interrupt() {
    what=$1
    shift
    # shellcheck disable=SC3045
    (ulimit -t 30 && exec "$@") >said 2>&1 </dev/null &
    pid=$!
    sleep 1
    kill -INT $pid
    wait $pid
    got=$?
    if [ $got -ne 130 ]; then
        echo "FAIL: $what, interrupted: exit status $got: $(head -n 3 said)"
        failed=$((failed + 1))
    fi
}

interrupt 'solve' "$top/solve/solve" turn.txt
interrupt 'pack' "$top/out/pack" -f text -o packed.txt turn.txt
interrupt 'gen' "$top/gen/gen" puzzlescript --size=40 --from=turn.txt -o made

[ $failed -eq 0 ]
