#!/bin/sh
# Input of 100 MB is read in bounded memory, whatever its contents.  The files are made in a temporary folder and
# deleted one by one.

top=$(pwd)
PATH=$top/solve:$PATH
LC_ALL=C
export PATH LC_ALL
megabytes=100
memory=200000 # kilobytes of address space that solve may use
failed=0

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work" || exit 1

# A sanitizer reserves more address space than any limit allows, so the limit is left out.
if ! (ulimit -v $memory && solve --version) >/dev/null 2>&1; then
    echo "the memory cannot be limited in this build"
    memory=unlimited
fi

# $1: description of the input; $2: expected status; $3: pattern of the last line of messages; $4: most lines of output.
# Reads the input file.
check() {
    (ulimit -v $memory && solve input >output 2>errors)
    status=$?
    if [ $status != "$2" ] || ! tail -n 1 errors | grep -q -- "$3" ||
        [ "$(wc -l <output)" -gt "$4" ]; then
        echo "FAIL: $1: status $status"
        tail -n 3 errors
        failed=$((failed + 1))
    fi
    rm -f input output errors
}

bytes=$((megabytes * 1000000))

head -c $bytes /dev/zero >input
check "zero bytes" 2 '^input:1:1: binary data, not a level$' 0

head -c $bytes /dev/zero | tr '\0' '#' >input
check "one row without an end" 2 '^input:1:257: level larger than the limit' 0

yes '# C #' | head -c $bytes >input
check "rows without an end" 2 '^input:257:1: level larger than the limit' 0

head -c $bytes /dev/zero | tr '\0' '\n' >input
check "blank lines" 2 "^input:$bytes:1: no level in this file\$" 0

{ echo 'C '; yes '' | head -c $bytes; echo 'CC'; } >input
check "two levels far apart" 2 "^input:$((bytes + 2)):2: a second cat" 3

[ $failed = 0 ]
