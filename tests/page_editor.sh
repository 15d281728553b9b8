#!/bin/sh
# Edits levels on pages made by `pack --format html`, in headless Chromium and Firefox; see page/editor.mjs.
. "${srcdir:-$(dirname "$0")/..}/tests/browser.sh"
drive "$here/tests/page/run_editor.mjs"
