#!/bin/sh
# The shared library from outside: the symbols it exports, the functions it must not call, and the data it keeps.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
command -v nm >/dev/null || { echo 'skipped: nm is missing (Debian: binutils)'; exit 77; }
library=lib/.libs/libonlyway.so
[ -e "$library" ] || { echo 'skipped: built without shared libraries'; exit 77; }

nm -D --defined-only "$library" | awk '{ print $3 }' | sort >"$work/shown"
sed -n 's/^.*\(ow_[a-z_]*\)(.*/\1/p' "$(dirname "$levels")/lib/onlyway.h" | grep -v '^ow_free$' |
    sort -u >"$work/declared"
check 'it shows functions' [ -s "$work/shown" ]
check 'all that it shows begins with ow_' [ -z "$(grep -v '^ow_' "$work/shown")" ]
check 'all that is declared is there' [ -z "$(comm -23 "$work/declared" "$work/shown")" ]
sed -n 's/.*[ *"(]\(ow_[a-z_]*\)(.*/\1/p' "$(dirname "$levels")/doc/onlyway.3" | sort -u >"$work/told"
sed -n 's/^.*\(ow_[a-z_]*\)(.*/\1/p' "$(dirname "$levels")/lib/onlyway.h" | sort -u >"$work/named"
check "the manual names all functions, not: $(comm -23 "$work/named" "$work/told" | tr '\n' ' ')" \
    [ -z "$(comm -23 "$work/named" "$work/told")" ]

# Sanitizers add functions and data of their own.
if ! nm -D --undefined-only "$library" | grep -q '__asan\|__tsan\|__ubsan'; then
    nm -D --undefined-only "$library" | sed 's/.* //; s/@.*//' | sort >"$work/wanted"
    for function in stdout stderr printf puts putchar exit _exit abort kill signal sigaction \
        setlocale getenv srand rand; do
        check "it does without $function" [ -z "$(grep -x "$function" "$work/wanted")" ]
    done
    # The rest belongs to the C runtime: the handle of the library, and whether its destructors have run.
    bytes=$(size -A "$library" | awk '$1 == ".data" || $1 == ".bss" { sum += $2 } END { print sum + 0 }')
    check 'it keeps nothing' [ "$bytes" -le 16 ]
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
