#!/bin/sh
# Builds Onlyway without any optional part and runs all tests: each passes, or skips with a reason.
#
#   tests/lean.sh FOLDER [OPTION OF CONFIGURE]...
#
# The build is in FOLDER; the current folder holds `configure'.  LEAN_TESTS, if set, names the tests in make's syntax.
# PATH contains no program that Onlyway can do without.  If the user may (root), there are no terminals and no network,
# either.
set -u
if [ $# = 0 ] || [ ! -x configure ]; then
    echo 'usage: tests/lean.sh FOLDER [OPTION]..., beside configure' >&2
    exit 2
fi
folder=$1
shift
tools=$(mktemp -d) || exit 1
trap 'rm -rf "$tools"' EXIT
trap 'exit 130' INT TERM

for program in /usr/local/bin/* /usr/bin/* /bin/* /usr/sbin/* /sbin/*; do
    case ${program##*/} in
        chrom* | firefox* | help2man | mpi* | node* | np[mx] | orte* | parallel | pdf* | *pkg-config* | pkgconf | \
            tmux | valgrind | wasm-* | zstd) ;;
        *) [ -e "$tools/${program##*/}" ] || ln -s "$program" "$tools" ;;
    esac
done
export PATH="$tools"

mkdir -p "$folder" && source=$(realpath --relative-to="$folder" .) && cd "$folder" || exit 1
"$source"/configure -q --without-curses --without-gmp --without-wasm --without-zstd "$@" || exit 1
make -j2 all || exit 1

# shellcheck disable=SC2016 # for the inner shell
alone='mount -t tmpfs none /dev/pts && mount --bind /dev/null /dev/ptmx && exec "$@"'
if unshare --mount --net sh -c "$alone" sh true; then
    set -- unshare --mount --net sh -c "$alone" sh
else
    set --
fi
# Regenerating the shipped levels takes minutes and involves no optional part.
# shellcheck disable=SC2016 # for make
all='$(unit_tests) $(filter-out tests/shipped.sh tests/variety.sh,$(slow_scripts)) $(quick_scripts) $(doc_scripts)'
tests=$(printf %s "${LEAN_TESTS:-$all}" | tr '\n' ' ')
"$@" make -j2 check-only TESTS="$tests" || exit 1

# Headers of optional parts may be installed on this machine, but no file may include them in this build.
wrong=0
if grep -rE --include='*.P*o' '^/usr/.*/(cairo|curses|gmp|mpi|zstd)\.h:' .; then
    echo 'these headers belong to optional parts'
    wrong=1
fi

# A skipped test gives the reason in its last lines.
for result in tests/*.trs doc/*.trs; do
    if grep -q '^:test-result: SKIP' "$result" && ! grep -q '[a-z]' "${result%.trs}.log"; then
        echo "$result: skips without a reason"
        wrong=1
    fi
done
exit $wrong
