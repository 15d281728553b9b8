# What the make.sh of all games have in common; each sources it.
#
#     ./make.sh [--first=N[/K]] [FOLDER]
#
# writes the packs of the game to FOLDER, by default where they are shipped, with the gen on PATH.  The
# same levels come out every time.  --first: no more than the first N levels of each part, or of each K-th part, all of
# which are levels of the whole pack; FOLDER has to be named then.
#
# A pack is a folder of levels with its report, put together from *parts*, one run of gen each.  A make.sh
# that sets `distance` has levels that are so far apart (see --min-distance in gen's help), in all packs of
# the game: each part is unlike all parts before it.  With --first these are those that are shipped.
# shellcheck shell=sh
set -eu

first='' every=1 parts_seen=0
case ${1-} in
--first=*)
    first=${1#--first=}
    case $first in */*) every=${first#*/} first=${first%/*} ;; esac
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

distance=0

# Adds levels to a pack.  $1: the pack; $2: how many levels; the rest: options of gen.
part() {
    pack=$1 count=$2
    shift 2
    parts_seen=$((parts_seen + 1))
    if [ $((parts_seen % every)) != 0 ]; then
        [ "$distance" = 0 ] || remember
        return
    fi
    set -- "$game" "$@" --min-distance="$distance" --quiet --force --output="$work/part"
    [ ! -d "$work/before" ] || set -- "$@" --unlike="$work/before"
    if [ -z "$first" ] || [ "$count" -le "$first" ]; then
        gen "$@" --count="$count"
    else
        gen "$@" --count="$first"
    fi
    mkdir -p "$work/packs/$pack"
    append "$work/part" "$work/packs/$pack"
    [ "$distance" = 0 ] || remember
}

# Appends the levels of a folder, $1, to those of another, $2, with their rows.
append() {
    [ -e "$2/report.csv" ] || head -n 1 "$1/report.csv" >"$2/report.csv"
    number=$(($(wc -l <"$2/report.csv") - 1))
    tail -n +2 "$1/report.csv" >"$work/rows"
    while IFS=, read -r old rest; do
        number=$((number + 1))
        new=$(printf '%03d.txt' $number)
        cp "$1/$old" "$2/$new"
        printf '%s,%s\n' "$new" "$rest" >>"$2/report.csv"
    done <"$work/rows"
}

# Adds the levels of the part that was made last to those that the next parts are unlike: as they were made
# or, where only some were, as they are shipped.
remember() {
    mkdir -p "$work/before"
    [ -z "$first" ] || take_shipped
    append "$work/part" "$work/before"
}

# Makes the part what is shipped of it.  The levels of a pack's parts follow each other.
take_shipped() {
    rm -rf "$work/part"
    mkdir "$work/part"
    shipped=$(cat "$work/$pack.shipped" 2>/dev/null || echo 0)
    echo $((shipped + count)) >"$work/$pack.shipped"
    report=$here/$pack/report.csv
    [ -e "$report" ] || report=$here/$pack.csv
    awk -v low=$((shipped + 1)) -v high=$((shipped + count)) \
        'NR == 1 || (NR > low && NR <= high + 1)' "$report" >"$work/rows"
    head -n 1 "$work/rows" >"$work/part/report.csv"
    tail -n +2 "$work/rows" | while IFS=, read -r name rest; do
        shipped=$((shipped + 1))
        new=$(printf '%03d.txt' $shipped)
        if [ -e "$here/$pack/$name" ]; then
            cp "$here/$pack/$name" "$work/part/$new"
        else
            awk -v RS= -v n=$shipped 'NR == n' "$here/$pack.xsb" >"$work/part/$new"
        fi
        printf '%s,%s\n' "$new" "$rest" >>"$work/part/report.csv"
    done
}

# Puts the finished packs in their place, with what they say of themselves.
finish() {
    mkdir -p "$target"
    for pack in "$work"/packs/*; do
        [ ! -e "$here/${pack##*/}/about.txt" ] || cp "$here/${pack##*/}/about.txt" "$pack"
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
