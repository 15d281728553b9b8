# Shared code of the make.sh of all games, which source it.
#
#     ./make.sh [--first=N[/K] | --all] [FOLDER]
#
# writes the chapters of the game to FOLDER, by default the folder of the shipped ones, with the gen on PATH.  The same
# levels result every time.  --first writes at most the first N levels of each part, or of every K-th part; these are
# always levels of the complete chapter, and FOLDER is required.
#
# A chapter is a folder of levels with its report and its about.txt.  It consists of *parts*, one run of gen each; every
# part of a game has a different seed.  The levels of a chapter are sorted by difficulty.  A make.sh that sets
# `distance` requires that distance between all levels of the game (see --min-distance in gen's help): each part is
# unlike all parts before it.  With --first, these are the shipped parts.
#
# A make.sh may select levels by a trait for which gen has no option: `only` is an awk condition on the rows of the
# report, and `holds` is a grep expression that some row of the level must match.
#
# The file names beside a make.sh has a line for each level: its hash, a space, its name.  Levels without a name are
# left out, so whoever names the levels also chooses them.  --all keeps levels without a name, to choose from; without
# a file names, all are kept.
# shellcheck shell=sh
set -eu

first='' every=1 parts_seen=0 all=
case ${1-} in
--first=*)
    first=${1#--first=}
    case $first in */*) every=${first#*/} first=${first%/*} ;; esac
    shift
    : "${1?--first: which folder?}"
    ;;
--all)
    all=yes
    shift
    : "${1?--all: which folder?}"
    ;;
-*)
    echo "$0: unknown option '$1'; usage: $0 [--first=N[/K] | --all] [FOLDER]" >&2
    exit 2
    ;;
esac
here=$(cd "$(dirname "$0")" && pwd)
if [ -z "$all" ] && [ -e "$here/names" ] && ! grep -q '^[0-9a-f]\{16\} .' "$here/names"; then
    echo "$0: $here/names names no level, so none would be kept; use --all to choose from all levels" >&2
    exit 1
fi
game=${here##*/}
target=${1:-$here}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

distance=0 only=1 holds='' shipped_parts=''

# Adds levels to a chapter.  $1: the chapter; $2: the number of levels; then options of gen.
part() {
    pack=$1 count=$2
    shift 2
    parts_seen=$((parts_seen + 1))
    for option; do
        case $option in --seed=*) seed=${option#--seed=} ;; esac
    done
    if [ $((parts_seen % every)) != 0 ]; then
        [ "$distance" = 0 ] || remember
        return
    fi
    set -- "$game" "$@" --min-distance="$distance" --quiet --force --output="$work/part"
    [ -z "$shipped_parts" ] || take_shipped
    [ ! -e "$work/before/001.txt" ] || set -- "$@" --unlike="$work/before"
    if [ -z "$first" ] || [ "$count" -le "$first" ]; then
        gen "$@" --count="$count"
    else
        gen "$@" --count="$first"
    fi
    add_part
}

# Adds the chosen levels of a part to its chapter.
add_part() {
    choose "$work/part"
    mkdir -p "$work/packs/$pack"
    append "$work/part" "$work/packs/$pack"
    [ "$distance" = 0 ] || remember
}

# Adds a level within the outline on standard input, whose cells '?' gen fills.  $1: the chapter; then options of gen.
within() {
    pack=$1
    shift
    cat >"$work/outline.txt"
    part "$pack" 1 --from="$work/outline.txt" "$@"
}

# Adds hand-made levels to chapter $1, from standard input, separated by blank lines.
given() {
    pack=$1 seed=
    rm -rf "$work/part"
    mkdir -p "$work/part"
    awk -v RS= -v folder="$work/part" '{ print >sprintf("%s/%03d.txt", folder, NR) }'
    solve --csv --unique --game="$game" "$work/part" >"$work/given.csv"
    head -n $((${first:-1000} + 1)) "$work/given.csv" >"$work/part/report.csv"
    add_part
}

# Reduces the levels in folder $1 to those with the part's traits and a name.
choose() {
    head -n 1 "$1/report.csv" >"$work/rows"
    tail -n +2 "$1/report.csv" | awk -F, "$only" | while IFS= read -r row; do
        ! grep -q -e "$holds" "$1/${row%%,*}" || [ -z "$all$(name_of "$row")" ] || echo "$row"
    done >>"$work/rows"
    mv "$work/rows" "$1/report.csv"
}

# Prints the name of the level with report row $1, or its file if there are no names.
name_of() {
    if [ -e "$here/names" ]; then
        sed -n "s/^$(echo "$1" | cut -d, -f23) //p" "$here/names"
    else
        echo "${1%%,*}"
    fi
}

# Appends the levels of folder $1, with their rows, to those of folder $2.
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

# Adds the levels of the last part to those that the next parts must be unlike.  If only some of them were made, the
# shipped ones will be taken.
remember() {
    if [ -n "$first" ]; then
        shipped_parts="$shipped_parts $pack:$seed"
    else
        mkdir -p "$work/before"
        append "$work/part" "$work/before"
    fi
}

# Copies the shipped levels of the parts before, to which the next part must be unlike.  $shipped_parts holds a word
# CHAPTER:SEED for each of these parts.
take_shipped() {
    rm -rf "$work/before"
    mkdir "$work/before"
    awk -F, -v OFS=, -v parts="$shipped_parts" -v before="$work/before" '
        function copy(text) { if (text !~ /^Title: /) print text >(before "/" $1) }
        BEGIN {
            split(parts, list, " ")
            for (i in list)
                wanted[list[i]]
        }
        NR == 1 { print >(before "/report.csv") }
        FNR == 1 {
            folder = FILENAME
            sub(/\/[^\/]*$/, "", folder)
            chapter = folder
            sub(/.*\//, "", chapter)
            delete level # of a collection: level[N, LINE]
            n = number = 1
            while ((getline line <(folder "/levels.xsb")) > 0)
                if (line != "") {
                    level[n, number++] = line
                } else {
                    n++
                    number = 1
                }
            next
        }
        (chapter ":" $21) in wanted {
            $1 = sprintf("%03d.txt", ++count)
            print >(before "/report.csv")
            shipped = sprintf("%s/%03d.txt", folder, FNR - 1)
            while ((getline line <shipped) > 0)
                copy(line)
            for (i = 1; (FNR - 1, i) in level; i++)
                copy(level[FNR - 1, i])
            close(shipped)
            close(before "/" $1)
        }' "$here"/*/*.csv
}

# Moves the finished chapters to their folder, sorted by difficulty, with names and about.txt.
finish() {
    mkdir -p "$target"
    for pack in "$work"/packs/*; do
        number=0 chapter=$target/${pack##*/}
        [ ! -e "$here/${pack##*/}/about.txt" ] || cp "$here/${pack##*/}/about.txt" "$pack"
        rm -rf "$chapter"
        mkdir "$chapter"
        [ ! -e "$pack/about.txt" ] || cp "$pack/about.txt" "$chapter"
        head -n 1 "$pack/report.csv" >"$chapter/report.csv"
        # sort by difficulty, bits and depth
        tail -n +2 "$pack/report.csv" | LC_ALL=C sort -t, -s -k18,18n -k10,10n -k6,6n >"$work/rows"
        while IFS= read -r row; do
            number=$((number + 1))
            new=$(printf '%03d.txt' $number)
            name=$(name_of "$row")
            case $name in *[,\"]*) echo "$here/names: '$name': a name has no comma and no quotation mark" >&2; exit 1 ;; esac
            cp "$pack/${row%%,*}" "$chapter/$new"
            [ -z "$name" ] || echo "Title: $name" >>"$chapter/$new"
            printf '%s,%s\n' "${name:-$new}" "${row#*,}" >>"$chapter/report.csv"
        done <"$work/rows"
    done
}

# Finishes the chapters as collections: each has levels.xsb with all levels and levels.csv, its report.
finish_collections() {
    finish
    for pack in "$work"/packs/*; do
        chapter=$target/${pack##*/} separator=
        for level in "$chapter"/[0-9]*.txt; do
            [ -e "$level" ] || continue
            printf '%s' "$separator"
            cat "$level"
            separator='
'
        done >"$chapter/levels.xsb"
        sed 's/^0*\([0-9]*\)\.txt,/levels.xsb#\1,/' "$chapter/report.csv" >"$chapter/levels.csv"
        rm -f "$chapter"/[0-9]*.txt "$chapter/report.csv"
    done
}
