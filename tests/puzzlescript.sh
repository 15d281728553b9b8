#!/bin/sh
# Packs compile in the PuzzleScript engine and play there as they do here; see puzzlescript/play.js.  The engine comes
# from the npm registry, in the version and with the checksum of package-lock.json.  Runs in the build folder; skipped
# without node, npm or network.

top=$(pwd)
source=$(cd "${srcdir:-$(dirname "$0")/..}" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
PATH=$top/solve:$top/out:$PATH

skip() {
    echo "skipped: $*"
    exit 77
}

command -v node >/dev/null || skip 'node is missing (Debian: nodejs)'
command -v npm >/dev/null || skip 'npm is missing (Debian: npm)'
cp "$source"/tests/puzzlescript/package*.json "$work" || exit 1
(cd "$work" && npm ci --ignore-scripts --prefer-offline --fetch-timeout=20000 --fetch-retries=1) \
    >"$work/npm.log" 2>&1 </dev/null || {
    cat "$work/npm.log"
    ! grep -q EINTEGRITY "$work/npm.log" || exit 1
    skip 'the engine could not be had from the npm registry'
}
engine=$work/node_modules/puzzle-script/dist/bundle.js

# Unreachable goals and boxes, a name that contains the start of a comment, and a level that one key solves.
cat >"$work/odd.xsb" <<'END'
########
#@ $. ##
########
#.#*####
########
Title: Odd (and named)

#####
#@$.#
#####
END

passed=0
failed=0
play() { # NAME LEVELS...
    name=$work/$1
    shift
    if pack --quiet --title='A (strange) title' --author=Nobody \
        --format=puzzlescript,text --output="$name" "$@" &&
        node "$source/tests/puzzlescript/play.js" "$engine" "$name.puzzlescript" "$name.txt" \
            "$top/solve/solve"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
}

levels=$source/levels
play longcat "$levels/longcat/1-first-slides"
play sokoban "$levels/sokoban/1-one-crate/levels.csv" "$levels/sokoban/7-the-long-way-round/levels.csv" "$work/odd.xsb"
play snowman "$levels/snowman/1-small-medium-large"
play targets "$levels/snowman/5-a-place-to-stand"
play mixed "$levels/snowman/5-a-place-to-stand" "$levels/snowman/3-deep-snow"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
