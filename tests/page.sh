#!/bin/sh
# Plays pages made by `pack --format html` in headless Chromium and Firefox; page/ has the cases.
. "${srcdir:-$(dirname "$0")/..}/tests/browser.sh"
drive "$here/tests/page/run.mjs"
