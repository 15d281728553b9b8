#!/bin/sh
# The npm package, built from the library, under node; see npm.mjs.  With ONLYWAY_TEST_LONG all levels of the
# packs and twenty seeds a game.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
PATH=$top/solve:$top/gen:$PATH
[ -e lib/npm/onlyway/onlyway.wasm.gz ] || { echo 'skipped: built without WebAssembly'; exit 77; }
command -v node >/dev/null || { echo 'skipped: node is missing (Debian: nodejs)'; exit 77; }
most=2 seeds=2
[ -z "${ONLYWAY_TEST_LONG:-}" ] || { most=1000 seeds=20; }
size=$(cat lib/npm/onlyway/* | wc -c) commands=$(wc -c <lib/npm/onlyway/commands.wasm.gz)
[ "$commands" -le 1000000 ] || { echo "FAIL: the commands have $commands bytes, and should have no more than 1000000"; exit 1; }
[ $((size - commands)) -le 850000 ] || { echo "FAIL: the rest of the package has $((size - commands)) bytes, and should have no more than 850000"; exit 1; }
node "$levels/../tests/npm.mjs" lib/npm/onlyway "$levels" $most $seeds
