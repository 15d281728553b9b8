#!/bin/sh
# Memcheck finds reads of uninitialised memory, which our sanitizers do not.  Runs in the build folder, by `make
# check-valgrind':
#
#   valgrind.sh PROGRAM   a unit test
#   valgrind.sh           golden cases of the commands
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
source=$(dirname "$levels")
cases='input puzzlescript'

if ! command -v valgrind >/dev/null; then
    echo 'skipped: valgrind is missing (Debian: valgrind)'
    exit 77
elif grep -q '^SANITIZE = .*fsanitize' Makefile; then
    echo 'skipped: sanitizers and valgrind do not go together'
    exit 77
elif ! valgrind -q true >"$work/said" 2>&1; then
    echo "skipped: valgrind does not run here: $(head -n 1 "$work/said")"
    exit 77
fi
# Threads take turns; otherwise a computing thread can keep others, such as a library's watch, from running.
valgrind='valgrind --quiet --vgdb=no --fair-sched=try --error-exitcode=99 --leak-check=full --show-leak-kinds=definite
    --errors-for-leak-kinds=definite'

# Until they are installed, programs that use the library are libtool scripts.
if [ $# -gt 0 ]; then
    # shellcheck disable=SC2086 # words
    srcdir=$source ./libtool --mode=execute $valgrind "$@"
    exit
fi

# tests/golden.sh runs the programs of the current folder, so make scripts there that run them under valgrind.
mkdir "$work/gen" "$work/out" "$work/solve"
for program in gen/gen out/pack solve/solve; do
    printf '#!/bin/sh\nexec %s %s "$@"\n' "$(echo "$valgrind" | tr '\n' ' ')" "$top/$program" >"$work/$program"
    chmod +x "$work/$program"
done
for name in $cases; do
    (cd "$work" && srcdir=$source bash "$source/tests/golden.sh" "$source/tests/golden/$name.case") >"$work/said" 2>&1
    status=$?
    [ $status = 0 ] || cat "$work/said"
    check "golden cases: $name" [ $status = 0 ]
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
