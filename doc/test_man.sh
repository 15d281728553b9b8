#!/bin/sh
# man reports no warnings for the man pages, and each has a name, a synopsis and options.  Runs in the build folder;
# skipped without pages or man-db.
set -u

if ! man --version 2>/dev/null | grep -q '^man [0-9]'; then
    echo 'skipped: man is missing (Debian: man-db)'
    exit 77
fi
passed=0
failed=0
for page in doc/*.1; do
    if [ ! -e "$page" ]; then
        echo 'skipped: no man pages were built (Debian: help2man)'
        exit 77
    fi
    warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" \
        2>&1 >/dev/null)
    for section in NAME SYNOPSIS DESCRIPTION 'SEE ALSO'; do
        grep -q "^\\.SH \"\\{0,1\\}$section" "$page" || warnings="$warnings no section $section"
    done
    grep -q '\\-\\-help' "$page" || warnings="$warnings no options"
    if [ -z "$warnings" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$page: $warnings"
    fi
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
