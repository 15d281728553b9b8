#!/bin/sh
# The npm package in headless Chromium and Firefox, served as a site would; see page/npm.mjs.
. "${srcdir:-$(dirname "$0")/..}/tests/browser.sh"
[ -e lib/npm/onlyway/onlyway.wasm.gz ] || skip 'built without WebAssembly'
drive "$here/tests/page/npm.mjs" "$top/lib/npm/onlyway"
