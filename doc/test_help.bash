#!/usr/bin/env bash
# What --help of every program and game promises: it fits 80 columns, has an example and the exit
# status, says nothing on standard error, and the defaults it shows are accepted.  Runs in the build
# folder.
set -u

export ONLYWAY_PROGRAMS=$PWD/gen:$PWD/out:$PWD/play:$PWD/recheck:$PWD/solve
PATH=$ONLYWAY_PROGRAMS:$PWD/onlyway:$PATH
passed=0 failed=0

# check WHAT COMMAND...: the command must print nothing and succeed.
check()
{
    local what=$1 said
    shift
    if said=$("$@" 2>&1) && [[ -z $said ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s: %s\n%s\n' "$command" "$what" "$said"
    fi
}

wide_lines()
{
    awk 'length > 80' <<<"$help"
}

stray_messages()
{
    $command --help 2>&1 >/dev/null </dev/null
}

mentions()
{
    grep -q "$1" <<<"$help"
}

# The defaults that are shown are accepted as values: "--count=N ... (default 10)".
refused_defaults()
{
    local option value
    while read -r option value; do
        $command "$option=$value" --help >/dev/null 2>&1 || echo "$option=$value is refused"
    done < <(tr -s '\n ' ' ' <<<"$help" |
        grep -oE -- '--[a-z-]+=[^ ]* ([^-(]|-[^-])*\(default [^): ]+\)' |
        sed -E 's/^(--[a-z-]+)=.*\(default (.*)\)$/\1 \2/')
}

games=$(solve --help | sed -n '/^Games:$/,/^$/{/^ /p}' | tr -d ,)
commands=(solve gen pack recheck)
[[ -x play/play ]] && commands+=(play) # not without ncurses
[[ -x solve/solve-mpi ]] && commands+=(solve-mpi) # not without MPI
for game in $games; do
    commands+=("gen $game")
done
commands+=(onlyway)
for command in gen solve pack recheck 'gen longcat'; do
    commands+=("onlyway $command")
done
[[ -x play/play ]] && commands+=('onlyway play')
for command in "${commands[@]}"; do
    help=$($command --help 2>/dev/null </dev/null)
    check 'is wider than 80 columns:' wide_lines
    check 'has messages on standard error:' stray_messages
    check 'has no example' mentions '^Example'
    check 'does not tell the exit status' mentions '^Exit status'
    check 'shows a default that is not a value:' refused_defaults
done

echo "$passed passed, $failed failed, 0 skipped"
((failed == 0 && passed > 0))
