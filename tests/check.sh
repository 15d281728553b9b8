# Sourced by tests that count their checks, in the build folder: paths, a work folder that is removed at the end, and
# the checking functions.
# shellcheck shell=sh disable=SC2034 # all is used by those who read this
top=$(pwd)
levels=$(cd "${srcdir:-$(dirname "$0")/..}/levels" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
passed=0
failed=0

check() { # WHAT COMMAND...
    what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL: $what"
    fi
}

fail() { # WORDS...: reports a failure, and the last lines of the file `messages`
    echo "FAIL: $*"
    [ ! -s messages ] || tail -n 3 messages
    failed=$((failed + 1))
}

expect() { # STATUS COMMAND...: runs a command, with its messages in `messages`
    wanted=$1
    shift
    "$@" 2>messages
    status=$?
    if [ $status = "$wanted" ]; then
        passed=$((passed + 1))
    else
        fail "$*: status $status instead of $wanted"
    fi
}

# Prints the number of random cases: N with ONLYWAY_TEST_LONG, else an eighth.
cases() { # N
    if [ -n "${ONLYWAY_TEST_LONG:-}" ]; then
        echo "$1"
    else
        echo $((($1 + 7) / 8))
    fi
}

# Prints the names of all games, as gen lists them; gen must be on PATH.
all_games() {
    gen --help | sed -n '/^Games:$/,/^$/s/^  //p' | tr -d ','
}

# Returns whether `script' can run a command at a terminal.
has_terminal() {
    script -qec true /dev/null </dev/null >/dev/null 2>&1
}
