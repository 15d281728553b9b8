#!/bin/sh
# Makes the pictures of the page in this folder: packs levels as a page, plays in a headless browser, and takes
# screenshots.  Runs in the build folder: `cd build && sh ../doc/pictures/page.sh`.
srcdir=$(dirname "$0")/../..
. "$srcdir/tests/browser.sh"
drive "$here/doc/pictures/page.mjs" "$here/doc/pictures"
