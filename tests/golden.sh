#!/usr/bin/env bash
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
# bash runs the command in an empty folder, with the programs first on PATH.  To add a case, write everything except the
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

# Splits a case file: $work/1, $work/2, ... hold the words, the command, the sections, and the folder "here".  Sets
# `count` to their number.
split_cases()
{
    local n folders=()
    count=$(($(grep -c '^====$' "$1") + 1))
    for ((n = 1; n <= count; n++)); do
        folders+=("$work/$n/here")
    done
    mkdir -p "${folders[@]}"
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

# Sets a variable to the contents of a file, or to nothing if there is no such file.  Starts no process: on some
# machines, processes take most of the time of this test.
read_file() # VARIABLE FILE
{
    printf -v "$1" ''
    [[ ! -f $2 ]] || IFS= read -r -d '' "$1" <"$2" || true
}

run_case() # FOLDER
{
    [[ -f $1/input ]] || : >"$1/input"
    (cd "$1/here" && eval "$command" <../input >../output.got 2>../errors.got)
    echo $? >"$1/status.got"
}

print_case() # FOLDER: in the format of a case file
{
    local section text
    read_file text "$1/words"
    printf '%s$ %s' "$text" "$command"
    read_file text "$1/files"
    printf '%s' "$text"
    for section in input output.got errors.got; do
        read_file text "$1/$section"
        [[ -z $text ]] || printf -- '--- %s\n%s' "${section%.got}" "$text"
    done
    read_file text "$1/status.got"
    [[ $text == $'0\n' ]] || printf -- '--- status %s' "$text"
}

check_case() # FOLDER NAME
{
    local section wanted got
    [[ -f $1/status ]] || echo 0 >"$1/status"
    for section in output errors status; do
        read_file wanted "$1/$section"
        read_file got "$1/$section.got"
        if [[ $wanted != "$got" ]]; then
            printf 'FAIL: %s: %s' "$2" "$command"
            cat "$1/words"
            diff -u --label "$section wanted" --label "$section got" <(printf %s "$wanted") <(printf %s "$got")
            return 1
        fi
    done
}

total=0
failed=0
for file; do
    rm -rf "${work:?}"/*
    split_cases "$file" || exit 1
    for ((n = 1; n <= count; n++)); do
        read_file command "$work/$n/command"
        if [[ -z $command ]]; then
            echo "FAIL: $file: case $n has no command"
            exit 1
        fi
        run_case "$work/$n"
        if [[ $write = yes ]]; then
            [[ $n = 1 ]] || echo ====
            print_case "$work/$n"
        else
            check_case "$work/$n" "${file##*/}, case $n" || failed=$((failed + 1))
        fi
        total=$((total + 1))
    done
done
[[ $write = yes ]] || echo "$total cases, $failed failed"
[[ $failed = 0 ]]
