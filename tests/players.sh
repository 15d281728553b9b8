#!/bin/sh
# `gen puzzlescript`: the levels have as many players as the game's own levels, whichever characters hold them.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
PATH=$top/gen:$PATH
export PATH
cd "$work" || exit 1
sed '/^LEVELS/,$d' "$levels/puzzlescript/barrels.txt" >head.txt # P and + hold the player

# made NAME LEVEL... -- OPTION...: writes the numbers of players of many levels, generated from a game with these
# levels, to NAME.counts.
made() {
    name=$1
    shift
    cp head.txt "$name.txt"
    printf 'LEVELS\n======\n' >>"$name.txt"
    while [ "$1" != -- ]; do
        printf '\n%s\n' "$1" | tr ' ' '\n' >>"$name.txt"
        shift
    done
    shift
    rm -rf out
    gen puzzlescript --from="$name.txt" --size=4x3 --method=random --allow-trivial --allow-greedy --max-essential=256 \
        --min-distance=0 --count=100 --max-tries=1000 --timeout=60 --seed=7 --quiet --output=out "$@" 2>messages
    awk 'FNR == 1 { if (NR > 1) print players; players = level = 0 }
        level { players += gsub(/[Pp+]/, "") }
        /^LEVELS/ { level = 1 }
        END { print players }' out/[0-9]*.txt >"$name.counts"
    [ "$(wc -l <"$name.counts")" -ge 60 ] || wc -l "$name.counts" messages
}

# counts NAME NUMBERS: checks that exactly these numbers of players occur.
counts() {
    [ "$(sort -un "$1.counts" | tr -d ' ' | tr '\n' ' ')" = "$2 " ]
}

one='###### #P*..# #..o.# #....# ######' on='###### #+*..# #..o.# #..*.# ######'
two='###### #P*P.# #..o.# #....# ######'
check 'levels are made where the player stands on a drain or not' made one "$one" "$on" --
check 'each has one player' counts one 1
check 'levels are made where some have two players' made two "$one" "$two" --
check 'they have one or two' counts two '1 2'
check 'levels are made with two players asked for' made asked "$one" "$on" -- --pieces='P=2 +=0'
check 'they have two' counts asked 2

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
