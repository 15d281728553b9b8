# What the make.sh of all games have in common; each sources it.
#
#     ./make.sh [--first=N] [FOLDER]
#
# writes the packs of the game to FOLDER, by default where they are shipped, with the gen on PATH.  The
# same levels come out every time.  --first: no more than the first N levels of each part, all of which
# are levels of the whole pack; FOLDER has to be named then.
#
# A pack is a folder of levels with its report, put together from *parts*, one run of gen each.
# shellcheck shell=sh
set -eu

first=
case ${1-} in
--first=*)
    first=${1#--first=}
    shift
    : "${1?--first: which folder?}"
    ;;
esac
here=$(cd "$(dirname "$0")" && pwd)
game=${here##*/}
target=${1:-$here}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# Adds levels to a pack.  $1: the pack; $2: how many levels; the rest: options of gen.
part() {
    pack=$1 count=$2
    shift 2
    [ -z "$first" ] || [ "$count" -le "$first" ] || count=$first
    gen "$game" "$@" --count="$count" --quiet --force --output="$work/part"
    mkdir -p "$work/packs/$pack"
    report=$work/packs/$pack/report.csv
    [ -e "$report" ] || head -n 1 "$work/part/report.csv" >"$report"
    number=$(($(wc -l <"$report") - 1))
    tail -n +2 "$work/part/report.csv" >"$work/rows"
    while IFS=, read -r old rest; do
        number=$((number + 1))
        new=$(printf '%03d.txt' $number)
        cp "$work/part/$old" "$work/packs/$pack/$new"
        printf '%s,%s\n' "$new" "$rest" >>"$report"
    done <"$work/rows"
}

# Puts the finished packs in their place.
finish() {
    mkdir -p "$target"
    for pack in "$work"/packs/*; do
        rm -rf "${target:?}/${pack##*/}"
        mv "$pack" "$target"
    done
}

# The same, as collections: NAME.xsb with all levels of a pack, NAME.csv with its report.
finish_collections() {
    mkdir -p "$target"
    for pack in "$work"/packs/*; do
        name=${pack##*/} separator=
        for level in "$pack"/*.txt; do
            printf '%s' "$separator"
            cat "$level"
            separator='
'
        done >"$target/$name.xsb"
        awk -F, -v name="$name" 'NR > 1 { sub(/^[^,]*/, name ".xsb#" NR - 1) } { print }' \
            "$pack/report.csv" >"$target/$name.csv"
    done
}
