#!/bin/sh
# Every numeric option of every game gets 0, 1 and the limits of 32 and 64 bits: gen makes levels, gives up or refuses,
# but never crashes or runs forever.  The options and their kinds come from the help.
#
# ONLYWAY_TEST_LONG=yes tries every value with every option; otherwise only one value beyond 32 bits is tried.  Runs in
# the build folder.

gen=$(pwd)/gen/gen
source=$(cd "${srcdir:-$(dirname "$0")/..}" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

all='0 1 2147483647 2147483648 4294967295 4294967296 9223372036854775808 18446744073709551615'
runs=0 failed=0

# Runs gen with these arguments and checks the outcome.
try() {
    # shellcheck disable=SC3045 # every sh that there is knows -t
    (ulimit -t 20 && exec "$gen" "$@" --seed=1 --jobs=1 --quiet -o "$work/out" --force) \
        >/dev/null 2>"$work/said"
    status=$?
    runs=$((runs + 1))
    if [ $status -gt 3 ]; then
        echo "gen $*: exit status $status: $(tail -n 1 "$work/said")"
        failed=$((failed + 1))
    fi
}

# Prints the names and arguments of a game's options that take a number or a range.
numeric_options() {
    "$gen" "$1" --help |
        sed -n 's/^ \{2,6\}\(-., \)\{0,1\}--\([a-z-]*\)=\([A-Z0-9|x-]*\).*/\2 \3/p' |
        grep -E ' (N|F|SECONDS|SIZE|N\|LOW-HIGH|N\|WxH)$' | sort -u
}

# All games share the filters and the options of runs, so without ONLYWAY_TEST_LONG, one game tries them all, and the
# others only the limits of a search.
is_left_out() {
    [ "${ONLYWAY_TEST_LONG:-}" != yes ] && [ "$1" != theseus ] &&
        case $2 in
        max-states | max-tries) false ;;
        count | jobs | min-* | max-* | seed | siblings | timeout) true ;;
        *) false ;;
        esac
}

for game in $("$gen" --help | sed -n '/^Games:/,/^Exit/{/^  /p;}' | tr -d ','); do
    case $game in
    snakebird) size=4 ;;
    *) size=3 ;;
    esac
    numeric_options "$game" >"$work/options"
    if ! [ -s "$work/options" ]; then
        echo "the help of $game names no numeric option"
        failed=$((failed + 1))
    fi
    while read -r name kind; do
        is_left_out "$game" "$name" && continue
        values=4294967296
        [ "${ONLYWAY_TEST_LONG:-}" != yes ] || values=$all
        for value in $values; do
            set -- --size=$size --allow-trivial
            case $game-$name in
            # Options that cause much work get little time.
            snake-tours) set -- --size=$size --timeout=0.05 ;;
            *-max-tries) set -- "$@" --count=1 --timeout=0.5 ;;
            *) set -- "$@" --max-tries=1 ;;
            esac
            case $game in
            puzzlescript) set -- "$@" "--from=$source/levels/puzzlescript/tidepool.txt" ;;
            esac
            try "$game" "$@" "--$name=$value"
            case $kind in
            *LOW-HIGH) try "$game" "$@" "--$name=0-$value" ;;
            esac
        done
    done <"$work/options"
done

echo "$runs runs, $failed failed"
[ $runs -gt 60 ] && [ $failed -eq 0 ]
