#!/bin/sh
# Runs the golden cases: commands with their recorded output, errors and exit status.
#
#   tests/golden.sh [CASE-FILE...]          runs them (default: all of tests/golden)
#   tests/golden.sh --write CASE-FILE       prints the file with the present output of the commands
#
# The programs are those of the current folder, which must be a build folder.  A case file is text, whose cases are
# separated by lines of "====".  A case has a few words about its purpose, the command after "$ ", and sections:
#
#   --- file NAME     a file for the command
#   --- input         its standard input (default: empty)
#   --- output        its expected output (default: none)
#   --- errors        its expected output to standard error (default: none)
#   --- status N      its expected exit status (default: 0)
#
# sh runs the command in an empty folder, with the programs first on PATH.  To add a case, write everything except the
# last three sections, inspect the output of --write, and keep it if it is correct.

top=$(pwd)
cases=${srcdir:-$(dirname "$0")/..}/tests/golden
ONLYWAY_PROGRAMS=$top/solve:$top/gen:$top/out:$top/play:$top/recheck
PATH=$ONLYWAY_PROGRAMS:$top/onlyway:$PATH
LC_ALL=C
NO_COLOR=1
export PATH LC_ALL NO_COLOR ONLYWAY_PROGRAMS

write=no
if [ "$1" = --write ]; then
    write=yes
    shift
fi
[ $# -gt 0 ] || set -- "$cases"/*.case

work=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# Splits a case file: $work/1, $work/2, ... hold the words, the command, the sections, and the folder "here".
split_cases() {
    awk -v work="$work" '
        function section(line,    name) {
            name = line
            if (line ~ /^--- file /) {
                sub(/^--- file /, "", name)
                to = dir "/here/" name
                if (name ~ /\//) {
                    sub(/\/[^\/]*$/, "", name)
                    system("mkdir -p \"" dir "/here/" name "\"")
                }
                print line >> (dir "/files")
            } else if (line ~ /^--- status /) {
                sub(/^--- status /, "", name)
                print name > (dir "/status")
                to = dir "/rest"
            } else if (line ~ /^--- (input|output|errors)$/) {
                sub(/^--- /, "", name)
                to = dir "/" name
            } else {
                print "bad section: " line > "/dev/stderr"
                exit 1
            }
            printf "" > to
        }
        function start() {
            dir = work "/" ++count
            system("mkdir -p \"" dir "/here\"")
            to = dir "/words"
            printf "" > to
        }
        BEGIN { start() }
        /^====$/ { start(); next }
        /^\$ / && to == dir "/words" { print substr($0, 3) > (dir "/command"); next }
        /^--- / { section($0); next }
        {
            print > to
            if (to ~ /\/here\//)
                print >> (dir "/files")
        }
    ' "$1"
}

run_case() { # $1: folder of the case
    for section in words files input output errors; do
        [ -f "$1/$section" ] || : >"$1/$section"
    done
    [ -f "$1/status" ] || echo 0 >"$1/status"
    (cd "$1/here" && sh -c "$(cat ../command)" <../input >../output.got 2>../errors.got)
    echo $? >"$1/status.got"
}

print_case() { # in the format of a case file
    cat "$1/words"
    printf '$ %s\n' "$(cat "$1/command")"
    cat "$1/files"
    if [ -s "$1/input" ]; then
        echo "--- input"
        cat "$1/input"
    fi
    for section in output errors; do
        if [ -s "$1/$section.got" ]; then
            echo "--- $section"
            cat "$1/$section.got"
        fi
    done
    [ "$(cat "$1/status.got")" = 0 ] || echo "--- status $(cat "$1/status.got")"
}

check_case() { # $2: name
    for section in output errors status; do
        if ! cmp -s "$1/$section" "$1/$section.got"; then
            echo "FAIL: $2: $(cat "$1/command")"
            cat "$1/words"
            diff -u --label "$section wanted" --label "$section got" \
                "$1/$section" "$1/$section.got"
            return 1
        fi
    done
}

total=0
failed=0
for file; do
    rm -rf "$work"/*
    split_cases "$file" || exit 1
    n=1
    while [ -d "$work/$n" ]; do
        if [ ! -f "$work/$n/command" ]; then
            echo "FAIL: $file: case $n has no command"
            exit 1
        fi
        run_case "$work/$n"
        if [ $write = yes ]; then
            [ $n = 1 ] || echo ====
            print_case "$work/$n"
        else
            check_case "$work/$n" "$(basename "$file"), case $n" || failed=$((failed + 1))
        fi
        total=$((total + 1))
        n=$((n + 1))
    done
done
[ $write = yes ] || echo "$total cases, $failed failed"
[ $failed = 0 ]
