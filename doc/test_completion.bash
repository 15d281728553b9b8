#!/usr/bin/env bash
# What Bash completes: each case is a command line that ends where Tab is pressed, and the answers.
# Runs in the build folder.
set -u

build=$PWD
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
export ONLYWAY_PROGRAMS=$build/gen:$build/out:$build/play:$build/recheck:$build/solve
PATH=$ONLYWAY_PROGRAMS:$build/onlyway:$PATH
for program in gen onlyway pack play solve; do
    sed "s/@PROGRAM@/$program/g" "${srcdir:-.}/doc/completion.bash" >"$folder/script" || exit 1
    # shellcheck disable=SC1091
    source "$folder/script"
done
mkdir "$folder/files" && cd "$folder/files" || exit 1
mkdir maps 'two words'
touch level.txt 'other level.txt'

passed=0 failed=0

# The answers to a command line, one a line, sorted.
answers()
{
    local line=$1 COMP_WORDS=() COMP_CWORD COMPREPLY=() word
    line=${line//=/ = } # as Bash splits words
    for word in $line; do
        COMP_WORDS+=("$word")
    done
    [[ $line == *' ' && ${line% } != *= ]] && COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _onlyway "${COMP_WORDS[0]}"
    printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort
}

# expect LINE [ANSWER...]
expect()
{
    local line=$1 got wanted
    shift
    got=$(answers "$line")
    wanted=$(printf '%s\n' "$@" | LC_ALL=C sort)
    if [[ $got == "$wanted" ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'for "%s" wanted:\n%s\ngot:\n%s\n' "$line" "$wanted" "$got"
    fi
}

# Every long option of the help is answered, each with "=" if it needs a value.
expect_all_options()
{
    local options
    mapfile -t options < <($1 --help | grep -o -- '^ *\(-., \)\?--[a-z-]*=\?' | grep -o -- '--.*')
    expect "$1 --" "${options[@]}"
    ((${#options[@]} > 3)) || { failed=$((failed + 1)); echo "$1 --help shows no options"; }
}

mapfile -t games < <(solve --help | sed -n "/^Games:/,/^$/p" | grep "^ " | tr -d " " | tr , "\n")

expect_all_options solve
expect 'solve --un' --unique
expect 'solve --max-' --max-memory= --max-states=
expect 'solve --al' --all
expect 'solve --nonesuch' ''
expect 'solve --game=' "${games[@]}"
expect 'solve --game=longc' longcat
expect 'solve --game longc' longcat
expect 'solve -g longc' longcat
expect 'solve --csv --game=longcat le' level.txt
expect 'solve --all le' level.txt
expect 'solve ' level.txt maps 'other level.txt' 'two words'
expect 'solve o' 'other level.txt'
expect 'solve --max-states=' ''

mapfile -t formats < <(pack --help | sed -n '/^Formats:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p')
expect_all_options pack
expect 'pack --format=' "${formats[@]}"
expect 'pack --format=te' text
expect 'pack --sort=d' depth difficulty
expect 'pack -o le' level.txt
expect 'pack ma' maps

if [[ -x $build/play/play ]]; then
    expect_all_options play
    expect 'play le' level.txt
    expect 'play --game=snow' snowman
    expect 'play --autopilot=perturbed' perturbed perturbed-safe
    expect 'play -a cel' cells
fi

if [[ -x $build/gen/gen ]]; then
    expect_all_options 'gen longcat'
    expect 'gen ' "${games[@]}"
    expect 'gen longc' longcat
    expect 'gen longcat ' ''
    expect 'gen longcat --method=' climb random walk
    expect 'gen longcat --method=c' climb
    expect 'gen longcat -m wa' walk
    expect 'gen longcat --size=' ''
    expect 'gen longcat --difficulty=e' easy expert
    expect 'gen longcat --output=m' maps
    expect 'gen longcat -o t' 'two words'
fi

mapfile -t commands < <(onlyway --help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p')
expect 'onlyway ' "${commands[@]}"
expect 'onlyway pac' pack
expect 'onlyway --v' --version
expect 'onlyway nonesuch ' "${commands[@]}"
expect_all_options 'onlyway solve'
expect_all_options 'onlyway gen longcat'
expect 'onlyway solve --game=longc' longcat
expect 'onlyway solve le' level.txt
expect 'onlyway gen ' "${games[@]}"
expect 'onlyway gen longcat --method=c' climb

echo "$passed passed, $failed failed, 0 skipped"
((failed == 0))
