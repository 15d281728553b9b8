#!/bin/sh
# Plays pages that `pack --format html` makes in headless Chromium and Firefox; see page/ for what is tried.
. "${srcdir:-$(dirname "$0")/..}/tests/browser.sh"
drive "$here/tests/page/run.mjs"
