#!/bin/sh
# The shipped PuzzleScript games compile in the original engine, and the solutions that solve reports win their levels
# there; see puzzlescript/won.js.  Runs in the build folder; skipped without node or without the engine in
# ONLYWAY_PUZZLESCRIPT.

source=$(cd "${srcdir:-$(dirname "$0")/..}" && pwd)
engine=${ONLYWAY_PUZZLESCRIPT:-}/engine/js
if ! command -v node >/dev/null || ! [ -d "$engine" ]; then
    echo 'skipped: node is missing, or ONLYWAY_PUZZLESCRIPT names no folder with the engine'
    exit 77
fi
node "$source/tests/puzzlescript/won.js" "$engine" solve/solve "$source"/levels/puzzlescript/*.txt
