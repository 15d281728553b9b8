#!/bin/sh
# Runs a command on a machine that seems to have no optional part of Onlyway: PATH contains no program that Onlyway can
# do without.  If the user may (root), there are no headers of optional parts, no terminals and no network, either.  A
# test that `make check' runs there fails if it skips without a reason.
#
#   tests/lean.sh COMMAND [ARGUMENT]...
set -u
if [ $# = 0 ]; then
    echo 'usage: tests/lean.sh COMMAND [ARGUMENT]...' >&2
    exit 2
fi
tools=$(mktemp -d) || exit 1
trap 'rm -rf "$tools"' EXIT
trap 'exit 130' INT TERM

# Of programs with the same name, the first one is found.
find -H /usr/local/bin /usr/bin /bin /usr/sbin /sbin -maxdepth 1 -xtype f | awk -F/ '
    $NF ~ /^(chrom|firefox|mpi|node|orte|pdf)/ || $NF ~ /pkg-config/ { next }
    $NF ~ /^(help2man|np[mx]|parallel|pkgconf|tmux|valgrind|zstd)$/ || $NF ~ /^wasm-/ { next }
    !seen[$NF]++' | xargs -d '\n' ln -s -t "$tools"
export PATH="$tools"

cat >"$tools/with-reason" <<'END'
#!/bin/sh
said=$("$@" 2>&1)
status=$?
printf '%s\n' "$said"
case $status:$said in
77:*[a-z]*) ;;
77:*)
    echo 'skips without a reason'
    status=1
    ;;
esac
exit $status
END
chmod +x "$tools/with-reason"
LOG_COMPILER="with-reason ${LOG_COMPILER:-}" SH_LOG_COMPILER="with-reason ${SH_LOG_COMPILER:-}"
BASH_LOG_COMPILER="with-reason ${BASH_LOG_COMPILER:-}"
export LOG_COMPILER SH_LOG_COMPILER BASH_LOG_COMPILER

# shellcheck disable=SC2016 # for the inner shell
alone='mount -t tmpfs none /dev/pts && mount --bind /dev/null /dev/ptmx || exit
for header in /usr/include/cairo/cairo.h /usr/include/curses.h /usr/include/gmp.h /usr/include/*/gmp.h \
    /usr/include/mpi.h /usr/include/zstd.h; do
    [ ! -e "$header" ] || mount --bind /dev/null "$header" || exit
done
exec "$@"'
if unshare --mount --net sh -c "$alone" sh true; then
    unshare --mount --net sh -c "$alone" sh "$@"
else
    "$@"
fi
