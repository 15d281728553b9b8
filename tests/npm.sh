#!/bin/sh
# The npm package, built from the library, under node; see npm.mjs.  ONLYWAY_TEST_LONG tries all levels of the packs and
# twenty seeds for each game.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
PATH=$top/solve:$top/gen:$PATH
[ -e lib/npm/onlyway/onlyway.wasm.gz ] || { echo 'skipped: built without WebAssembly'; exit 77; }
command -v node >/dev/null || { echo 'skipped: node is missing (Debian: nodejs)'; exit 77; }
most=1 seeds=2
[ -z "${ONLYWAY_TEST_LONG:-}" ] || { most=1000 seeds=20; }
fits() { # WHAT BYTES MOST
    [ "$2" -le "$3" ] || { echo "FAIL: $1 has $2 bytes, and should have no more than $3"; exit 1; }
}
size=$(cat lib/npm/onlyway/* | wc -c) commands=$(wc -c <lib/npm/onlyway/commands.wasm.gz)
fits 'the program of all commands' "$commands" 1000000
fits 'the rest of the package' $((size - commands)) 955000
fits 'what browsers load' "$(wc -c <lib/npm/onlyway/parts.js)" 515000 # as the package's README says
fits 'what browsers load, packed,' "$(gzip -9 <lib/npm/onlyway/parts.js | wc -c)" 388000
# The example of the package's README.
mkdir "$work/node_modules" && ln -s "$top/lib/npm/onlyway" "$work/node_modules/onlyway" || exit 1
sed -n '/^```js$/,$p' "$levels/../lib/npm/README.md" | sed '1d; /^```$/,$d' >"$work/readme.mjs"
said=$(cd "$work" && node readme.mjs) || { echo "FAIL: the example of the README: $said"; exit 1; }
case $said in
    'unique 1 R'*) ;;
    *) echo "FAIL: the example of the README prints $said"; exit 1 ;;
esac
node "$levels/../tests/npm.mjs" lib/npm/onlyway "$levels" $most $seeds
