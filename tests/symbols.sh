#!/bin/sh
# What no other file uses is static: every external symbol that a program or library of ours defines is
# referred to by another object, be it of a test, or by a source that is not built here, or not whole: of the page's
# module, a bench, or what needs a library that this build lacks.  And no symbol is defined by two objects of our
# libraries: the linker would take either, without a word.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
command -v nm >/dev/null || { echo 'skipped: nm is missing (Debian: binutils)'; exit 77; }
source=$(dirname "$levels")

# The source of an object, whose name may begin with that of what it belongs to ("play-main.o").
source_of() { # OBJECT
    folder=${1%/*} stem=${1##*/}
    folder=${folder%/.libs}
    for name in "${stem%.o}" "${stem#*-}"; do
        [ -e "$source/$folder/${name%.o}.c" ] && echo "$folder/${name%.o}.c" && return
    done
}

# Objects of files that have moved away may still lie here.
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
# What a build leaves out: whole files, and parts of those that ask what it has.
(cd "$source" && find base games solve filters play out gen lib tests bench -name '*.c') | sort >"$work/all"
{
    comm -23 "$work/all" "$work/sources"
    (cd "$source" && xargs grep -l '^#if.*HAVE_' <"$work/all")
} >"$work/unbuilt"

# Prints "SYMBOL OBJECT" for what is defined, and then what is used with "-" before it.
# shellcheck disable=SC2086 # a list of files
nm -A -g $objects 2>/dev/null | sed 's/:/ /' | awk '
    $(NF - 1) == "U" { used[$NF] = used[$NF] " " $1; next }
    NF == 4 && $3 ~ /[TDBRVC]/ && $4 !~ /^(_Z|__asan|__odr_asan|__ubsan)/ { where[$4] = $1 }
    END {
        for (symbol in where) {
            if (symbol == "main" || symbol ~ /^__/) continue
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
