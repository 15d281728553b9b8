#!/bin/sh
# Higher folders use lower ones: no two folders include from each other, at any depth.  Files named registry.c are
# exempt, because they list things from above.  The root of solve/ is a command, so nothing else may include from it.
source=$(cd "${srcdir:-$(dirname "$0")/..}" && pwd) || exit 1
cd "$source" || exit 1

# Prints "FOLDER FOLDER" for each include that leaves its folder.
uses() {
    find base filters games gen lib onlyway out play solve -name '*.[ch]' ! -name registry.c \
        -exec grep -H '^#include ".*\.h"' {} + |
        awk -F '[:"]' '{
            from = $1; to = $3
            sub(/\/[^\/]*$/, "", from)
            if (!sub(/\/[^\/]*$/, "", to)) next # config.h
            if (from != to) print from, to
        }' | sort -u
}

if [ -z "$(uses)" ]; then
    echo 'FAIL: there are no includes'
    exit 1
fi
uses | awk '
    { uses[$1, $2] = 1; folders[$1] = folders[$2] = 1 }
    $2 == "solve" { print "FAIL: " $1 " includes from solve/"; bad = 1 }
    END {
        for (k in folders) for (a in folders) for (b in folders)
            if ((a, k) in uses && (k, b) in uses) uses[a, b] = 1
        for (a in folders) for (b in folders)
            if (a < b && (a, b) in uses && (b, a) in uses) { print "FAIL: " a "/ and " b "/ use each other"; bad = 1 }
        exit bad
    }'
