#!/usr/bin/env bash
# The examples of the documents: in every block that opens with ```console, a line "$ COMMAND" is run,
# lines "> ..." after it belong to it, and the lines up to the next command are what it must print.
# A block that opens with ```sh has lines to be pasted as they stand, with ./dev before our commands; if a block
# that opens with ```text comes right after it, that is what these lines must print.
# The blocks of one document share a folder that holds nothing but `levels` and `dev`, which runs the built programs.
# Runs in the build folder.  Where a build lacks the format that a command asks for, the rest of its block is skipped.
#
# All blocks of README.md are pasted, from top to bottom, also those that nothing is said to print; they have to succeed.
# There the programs are found by `dev` alone, as by a reader.  What installs, or uses what is installed, is left to
# tests/fresh.sh, and what plays to tests/play.sh.
#
# With ACCEPT=yes in the environment the documents are changed to what the commands print.
set -u

source=$(cd "${srcdir:-.}" && pwd) || exit 1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
programs=$PWD
built=$PWD/gen:$PWD/out:$PWD/recheck:$PWD/solve
unbuilt_path=$PATH
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
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
    if $skipping || [[ $got == *' is not part of this build, '* ]]; then
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

# Runs a block of README.md, $command, of which nothing is said but that it works.
paste()
{
    local got asan=${ASAN_OPTIONS:-}
    [[ -n $command && $document == README.md ]] || return 0
    [[ $command != *mpirun* ]] || asan+=:detect_leaks=0 # the libraries of MPI lose memory when they end
    case $command in
        *'make -C build install'* | *'pkg-config --cflags'* | *'./dev play '*) return 0 ;;
    esac
    if [[ $command == *mpirun* ]] && ! { [[ -x $programs/solve/solve-mpi ]] &&
        mpirun -n 2 true </dev/null; } >/dev/null 2>&1; then
        skipped=$((skipped + 1))
    elif got=$(ASAN_OPTIONS=$asan bash -e -c "$command" 2>&1 </dev/null); then
        passed=$((passed + 1))
    elif [[ $got == *' is not part of this build, '* ]]; then
        skipped=$((skipped + 1))
    else
        failed=$((failed + 1))
        printf '%s: this block fails:\n%s\n%s\n' "$document" "$command" "$got"
    fi
    command=''
}

for document in README.md doc/formats.md doc/longcat.md doc/measures.md doc/pack.md doc/puzzlescript.md doc/snake.md \
    doc/snowman.md doc/sokoban.md doc/why.md doc/testing.md HACKING.md; do
    mkdir "$folder/run" && cd "$folder/run" && ln -s "$source/levels" levels || exit 1
    # shellcheck disable=SC2016 # what it holds is for the shell that runs it
    printf '#!/bin/sh\n[ "$1" = make ] || PATH=%s:$PATH exec "$@"\n' "$built" >dev && chmod +x dev || exit 1
    PATH=$unbuilt_path
    [[ $document == README.md ]] || PATH=$built:$PATH
    inside=false command='' expected='' accepted=''
    while IFS= read -r line; do
        case $inside:$line in
            'false:```console') paste; inside=true skipping=false ;;
            'false:```sh') paste; inside=pasted command='' skipping=false ;;
            'pasted:```') inside=false ;;
            pasted:*) check_pasted "$line"; command+=$line$'\n' ;;
            'false:```text') [[ -z $command ]] || inside=true ;;
            false:) ;;
            false:*) paste; command='' ;;
            'true:```') try; inside=false ;;
            'true:$ '*) try; command=${line#'$ '} ;;
            'true:> '* | 'true:>') text=${line#>} command+=$'\n'${text# } ;;
            *) expected+=$line$'\n'; continue ;;
        esac
        accepted+=$line$'\n'
    done <"$source/$document"
    paste
    [[ ${ACCEPT:-} == yes ]] && printf '%s' "$accepted" >"$source/$document"
    cd "$folder" && rm -rf run || exit 1
done

echo "$passed passed, $failed failed, $skipped skipped"
((failed == 0 && passed > 0))
