#!/bin/sh
# Plays pages that `pack --format html` makes in headless Chromium; tests/page.py does the work.

top=$(pwd)
here=$(cd "${srcdir:-$(dirname "$0")/..}" && pwd) || exit 1

skip() {
    echo "skipped: $1"
    exit 77
}

"$top/out/pack" --help | grep -A1 '^  html ' | grep 'not in this build' && skip 'no html format'
command -v chromedriver >/dev/null || skip 'no chromedriver (Debian: chromium-driver)'
[ -x /usr/bin/python3 ] || skip 'no /usr/bin/python3'
/usr/bin/python3 -c 'import selenium' 2>/dev/null || skip 'no selenium (Debian: python3-selenium)'

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
PATH=$top/out:$top/solve:$PATH PYTHONDONTWRITEBYTECODE=1 \
    /usr/bin/python3 "$here/tests/page.py" "$here/levels" "$work"
