#!/bin/sh
# Memcheck.  It finds reads of memory that nobody has set, which the sanitizers that we build with do not.  Runs in the
# build folder, by `make check-valgrind':
#
#   valgrind.sh PROGRAM   a unit test
#   valgrind.sh           golden cases of the commands
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
source=$(dirname "$levels")
cases='input puzzlescript replay'

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
# Threads take turns: otherwise one that computes can keep another, such as a library's watch, from ever running.
valgrind='valgrind --quiet --vgdb=no --fair-sched=try --error-exitcode=99 --leak-check=full --show-leak-kinds=definite
    --errors-for-leak-kinds=definite'

# Programs that use the library are scripts of libtool as long as it is not installed.
if [ $# -gt 0 ]; then
    # shellcheck disable=SC2086 # words
    srcdir=$source ./libtool --mode=execute $valgrind "$@"
    exit
fi

# tests/golden.sh runs what lies in the current folder: scripts that run the programs.
mkdir "$work/gen" "$work/out" "$work/solve"
for program in gen/gen out/pack solve/solve; do
    printf '#!/bin/sh\nexec %s %s "$@"\n' "$(echo "$valgrind" | tr '\n' ' ')" "$top/$program" >"$work/$program"
    chmod +x "$work/$program"
done
for name in $cases; do
    (cd "$work" && srcdir=$source sh "$source/tests/golden.sh" "$source/tests/golden/$name.case") >"$work/said" 2>&1
    status=$?
    [ $status = 0 ] || cat "$work/said"
    check "golden cases: $name" [ $status = 0 ]
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
