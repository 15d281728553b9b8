#!/usr/bin/env bash
# The examples of the documents: in every block that opens with ```console, a line "$ COMMAND" is run,
# lines "> ..." after it belong to it, and the lines up to the next command are what it must print.
# A block that opens with ```sh has lines to be pasted as they stand, with ./dev before our commands; if a block
# that opens with ```text comes right after it, that is what these lines must print.
# The blocks of one document share a folder that holds nothing but `levels`.  Runs in the build folder.
# Where a build lacks the format that a command asks for, the rest of its block is skipped.
#
# With ACCEPT=yes in the environment the documents are changed to what the commands print.
set -u

source=$(cd "${srcdir:-.}" && pwd) || exit 1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
PATH=$PWD/gen:$PWD/out:$PWD/solve:$PATH
passed=0 failed=0 skipped=0

# A line to be pasted, $1, that is not one: it has a prompt.
check_pasted()
{
    [[ $1 != '$ '* ]] && return
    failed=$((failed + 1))
    printf '%s: to be pasted, but it has a prompt: %s\n' "$document" "$1"
}

# Runs $command and compares what it prints with $expected.
try()
{
    local got
    [[ -n $command ]] || return 0
    $skipping || got=$(bash -c "$command" 2>&1 </dev/null)
    if $skipping || [[ $got == *' is not in this build, '* ]]; then
        skipping=true skipped=$((skipped + 1)) got=${expected%$'\n'}
    elif [[ $got == "${expected%$'\n'}" ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s: for the command\n%s\n' "$document" "$command"
        diff <(printf '%s' "$expected") <(printf '%s\n' "$got") | sed -e 's/^</wanted:/' -e 's/^>/got:   /'
    fi
    accepted+=${got:+$got$'\n'}
    command='' expected=''
}

for document in README.md doc/formats.md doc/longcat.md doc/measures.md doc/pack.md doc/puzzlescript.md doc/snake.md \
    doc/snowman.md doc/sokoban.md doc/why.md HACKING.md; do
    mkdir "$folder/run" && cd "$folder/run" && ln -s "$source/levels" levels || exit 1
    printf '#!/bin/sh\nexec "$@"\n' >dev && chmod +x dev || exit 1
    inside=false command='' expected='' accepted=''
    while IFS= read -r line; do
        case $inside:$line in
            'false:```console') inside=true skipping=false ;;
            'false:```sh') inside=pasted command='' skipping=false ;;
            'pasted:```') inside=false ;;
            pasted:*) check_pasted "$line"; command+=$line$'\n' ;;
            'false:```text') [[ -z $command ]] || inside=true ;;
            false:) ;;
            false:*) command='' ;;
            'true:```') try; inside=false ;;
            'true:$ '*) try; command=${line#'$ '} ;;
            'true:> '* | 'true:>') text=${line#>} command+=$'\n'${text# } ;;
            *) expected+=$line$'\n'; continue ;;
        esac
        accepted+=$line$'\n'
    done <"$source/$document"
    [[ ${ACCEPT:-} == yes ]] && printf '%s' "$accepted" >"$source/$document"
    cd "$folder" && rm -rf run || exit 1
done

echo "$passed passed, $failed failed, $skipped skipped"
((failed == 0 && passed > 0))
