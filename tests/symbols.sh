#!/bin/sh
# Functions and data that no other file uses must be static.  Another object must use every external symbol that our
# programs or libraries define: an object of a test, or a source that is not built here or not completely (the page's
# module, a bench, or code that needs a library that this build lacks).  Also, no symbol may be defined by two objects
# of our libraries, because the linker would silently take either.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
command -v nm >/dev/null || { echo 'skipped: nm is missing (Debian: binutils)'; exit 77; }
source=$(dirname "$levels")

# Prints the source of an object, whose name may begin with the name of its program ("play-main.o").
source_of() { # OBJECT
    folder=${1%/*} stem=${1##*/}
    folder=${folder%/.libs}
    for name in "${stem%.o}" "${stem#*-}"; do
        [ -e "$source/$folder/${name%.o}.c" ] && echo "$folder/${name%.o}.c" && return
    done
}

# Skip objects of files that were moved or removed.
find base games solve filters play out gen lib tests -name '*.o' |
    while read -r object; do
        from=$(source_of "$object")
        [ -n "$from" ] && echo "$object $from"
    done >"$work/built"
objects=$(cut -d' ' -f1 "$work/built")
[ "$(printf '%s\n' "$objects" | wc -l)" -gt 100 ] || {
    echo 'skipped: programs are linked as a whole, or not built here'
    exit 77
}
cut -d' ' -f2 "$work/built" | sort -u >"$work/sources"
# The code that this build leaves out: whole files, and parts that depend on its configuration.
(cd "$source" && find base games solve filters play out gen lib tests bench -name '*.c') | sort >"$work/all"
{
    comm -23 "$work/all" "$work/sources"
    (cd "$source" && xargs grep -l '^#if.*HAVE_' <"$work/all")
} >"$work/unbuilt"

# Prints "SYMBOL OBJECT" for each definition, and then for each use, with "-" before the symbol.
# shellcheck disable=SC2086 # a list of files
nm -A -g $objects 2>/dev/null | sed 's/:/ /' | awk '
    $(NF - 1) == "U" { used[$NF] = used[$NF] " " $1; next }
    NF == 4 && $3 ~ /[TDBRVC]/ && $4 !~ /^(_Z|__asan|__odr_asan|__ubsan)/ { where[$4] = $1 }
    END {
        for (symbol in where) {
            if (symbol == "main" || symbol ~ /^(__|LLVMFuzzer)/) continue
            n = split(used[symbol], users, " "); others = 0
            for (i = 1; i <= n; i++) others += users[i] != where[symbol]
            if (!others) print symbol, where[symbol]
        }
    }' | sort >"$work/alone"

count=0
while read -r symbol object; do
    [ -n "$(cd "$source" && xargs grep -w -l -- "$symbol" <"$work/unbuilt")" ] && continue
    count=$((count + 1))
    echo "$symbol: only $object uses it; make it static"
done <"$work/alone"

check 'every external symbol has a user elsewhere' [ $count = 0 ]

# shellcheck disable=SC2086 # a list of files
nm -A -g --defined-only $(printf '%s\n' $objects | grep '/\.libs/' | grep -v '^tests/') 2>/dev/null |
    awk '$2 ~ /[TDBRC]/ && $3 !~ /^_/ { print $3 }' | sort | uniq -d >"$work/twice"
sed 's/$/: defined by two objects/' "$work/twice"
check 'no symbol is defined twice' [ ! -s "$work/twice" ]
echo "$passed passed, $failed failed"
[ $failed = 0 ]
