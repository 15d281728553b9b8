#!/bin/sh
# Measures the time from an edit to the verdict in the editor of the page; see editor.mjs.  Runs in the build folder:
# `cd build && sh ../bench/editor.sh`.
ONLYWAY_TEST_BROWSERS=${ONLYWAY_TEST_BROWSERS-chromium}
. "${srcdir:-$(dirname "$0")/..}/tests/browser.sh"
drive "$here/bench/editor.mjs" "$here/levels" "${EDITS:-200}"
