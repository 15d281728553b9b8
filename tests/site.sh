#!/bin/sh
# Builds the site and uses it in headless Chromium and Firefox, from a server and as files; site/ has the cases.
. "${srcdir:-$(dirname "$0")/..}/tests/browser.sh"
[ -e lib/npm/onlyway/onlyway.wasm.gz ] || skip 'built without WebAssembly'
flock out/workshop.lock make -s workshop >"$work/log" 2>&1 && node "$here/out/site/make.mjs" "$work/site" 2 \
    >"$work/log" || {
    echo 'FAIL: make.mjs'
    exit 1
}
drive "$here/tests/site/run.mjs"
