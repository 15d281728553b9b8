#!/bin/sh
# Drawing libraries do not report that memory ran out, so the programs first check that far more memory is available
# than these libraries take (base/memory.h).  Under any memory limit, a pack is either complete or absent.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
if grep -q '^SANITIZE = .*fsanitize' Makefile; then
    echo 'skipped: sanitizers take memory of their own'
    exit 77
fi
files=$(cd "$levels/../tests/memory" && pwd)
step=1024 # KiB between two limits
[ -z "${ONLYWAY_TEST_LONG:-}" ] || step=512
cd "$work" || exit 1

# $1: a limit in KiB, or "unlimited"; $2: a file to write.  Returns the status of pack.
pack_within() {
    # shellcheck disable=SC3045 # all shells that we know of have the limit
    (ulimit -v "$1" && exec "$top/out/pack" --jobs=1 --quiet -o "$2" "$files/longcat.txt") >messages 2>&1
}

# Checks that a run with status $1 left a complete file, or reported too little memory.  $2: extension of the file.
whole_or_said() {
    case $1 in
    0) cmp -s "whole/pack.$2" "part/pack.$2" ;;
    3) grep -q memory messages && [ ! -e "part/pack.$2" ] ;;
    *) false ;;
    esac
}

# Raises the limit from where the program can be loaded to where the pack is written.  $1: extension.
raise_limit() {
    refused=0 written=0 limit=4096 loads=no
    pack_within unlimited "whole/pack.$1"
    while [ $written -lt 2 ] && [ $limit -lt 1000000 ]; do
        rm -f "part/pack.$1"
        # shellcheck disable=SC3045
        if [ $loads = yes ] || (ulimit -v $limit && "$top/out/pack" --version) >messages 2>&1; then
            loads=yes
            pack_within $limit "part/pack.$1"
            status=$?
            check "$1 within $limit KiB: status $status" whole_or_said $status "$1"
            [ $status -eq 0 ] && written=$((written + 1))
            [ $status -eq 3 ] && refused=$((refused + 1))
        fi
        limit=$((limit + step))
    done
    check "$1 was refused at least once" [ $refused -gt 0 ]
    check "$1 was written in the end" [ $written -gt 0 ]
}

if "$top/out/pack" --help | grep -q 'lacks cairo'; then
    echo 'skipped: built without cairo'
    exit 77
fi
mkdir whole part
for format in pdf svg png; do
    raise_limit $format
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
