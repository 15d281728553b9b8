#!/usr/bin/env bash
# Measures our Snakebird search beside jsnell's (github.com/jsnell/snakebird-solver), which finds one shortest solution
# and neither counts nor measures: the same maps, converted by peer_map.py, one thread, and a row for each level in the
# folder that ONLYWAY_PEERS names.  LEVELS selects some of them, as in "16 star4".
#
# Runs in the build folder.  Times are CPU seconds, user and system.  Nothing passes or fails, but a different depth is
# reported.
set -u
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
solve=$(pwd)/solve/solve
source=${ONLYWAY_PEERS:-$work}/snakebird-solver/src
compiler=${CXX:-c++}
# shellcheck source=bench/rows.sh
. "$here/rows.sh"

# Prints field $1 of the report in $work/out.
field() {
    awk -F, -v n="$1" 'NR == 2 { print $n }' "$work/out"
}

if [ ! -d "$source/snakebird" ]; then
    left_out "Beside jsnell's solver" 'ONLYWAY_PEERS names no folder with it'
    exit 0
fi
printf '%-8s %6s %12s %9s %9s %9s  %s\n' level moves 'our states' 'verdict' measures jsnell ''
for file in "$source"/snakebird/level*.cc; do
    name=${file##*/level}
    name=${name%.cc}
    case " ${LEVELS-$name} " in *" $name "*) ;; *) continue ;; esac
    if ! python3 "$here/peer_map.py" "$file" >"$work/level.txt" 2>"$work/expected"; then
        left_out "$name" "its map cannot be written anew: $(tail -n 1 "$work/expected")"
        continue
    fi
    if ! "$compiler" -std=c++14 -O2 -march=native -I"$source" "$file" "$source/third-party/cityhash/city.cc" \
        -lzstd -o "$work/jsnell" 2>"$work/said"; then
        left_out "$name" 'it does not compile (libzstd-dev is needed)'
        continue
    fi
    measure "$solve" --csv --game=snakebird --jobs=1 --measures=none "$work/level.txt"
    verdict=$cpu depth=$(field 6) count=$(field 20)
    measure "$solve" --csv --game=snakebird --jobs=1 "$work/level.txt"
    all=$cpu
    measure "$work/jsnell"
    said=
    [ "$depth" = "$(cat "$work/expected")" ] || said="DIFFERS: jsnell expects $(cat "$work/expected")"
    printf '%-8s %6s %12s %9s %9s %9s  %s\n' "$name" "$depth" "$count" "$verdict" "$all" "$cpu" "$said"
done
