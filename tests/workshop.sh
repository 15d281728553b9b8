#!/bin/sh
# Builds the workshop and writes a game in it, in headless Chromium and Firefox; workshop/ has the cases.
. "${srcdir:-$(dirname "$0")/..}/tests/browser.sh"
flock out/workshop.lock make -s workshop >"$work/log" 2>&1 || {
    cat "$work/log"
    exit 1
}
ONLYWAY_WORKSHOP=$top/out/workshop/workshop.html drive "$here/tests/workshop/run.mjs"
