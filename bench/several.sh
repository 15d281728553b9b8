#!/usr/bin/env bash
# Measures what is done in parts: a search that goes on in files, threads and processes that share one, a run in
# shards.
#
# Runs in the build folder.  CPU seconds, user and system, of all processes; nothing passes or fails.  A row whose
# program or level is missing is left out and says so.  ONLYWAY_CORPUS names the folder of levels.
set -u
top=$(pwd)
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gen=$top/gen/gen
solve=$top/solve/solve
corpus=${ONLYWAY_CORPUS:-$work}

# shellcheck source=bench/rows.sh
. "$(dirname "$0")/rows.sh"

# Makes a run's folder in shards, one after the other; $1: how many.
in_shards() {
    local shards=$1 shard status=1
    shift
    while [ $status = 1 ]; do
        for shard in $(seq "$shards"); do
            "$gen" "$@" --quiet --jobs=1 --shard="$shard/$shards" --output="$work/shards" || return
        done
        "$gen" --merge "$work/shards" --output="$work/merged"
        status=$?
    done
}

shards() {
    local options="longcat --size=8 --count=100 --seed=1" one
    # shellcheck disable=SC2086
    measure "$gen" $options --quiet --jobs=1 --output="$work/one"
    one=$cpu
    row 'gen longcat 8x8, 100 levels, one run' ''
    for count in 1 8 64; do
        rm -rf "$work/shards" "$work/merged"
        # shellcheck disable=SC2086
        measure in_shards $count $options
        row "  in $count shards, merged" "$(awk "BEGIN { printf \"%+.1f %%\", 100 * ($cpu / $one - 1) }"), \
$(sed -n 's/.* candidates, \(.*\)$/candidates: \1/p' "$work/said" | tail -n 1)"
    done
}

# One thread and two on one level; $1: what it is called, $2: its file, then options of solve.
by_threads() {
    local name=$1 file=$2 one
    shift 2
    measure "$solve" --csv --jobs=1 "$@" "$file"
    one=$clock
    row "$name, 1 thread" "$(states); $clock s by the clock"
    measure "$solve" --csv --jobs=2 "$@" "$file"
    row "$name, 2 threads" "$(states); $clock s by the clock, \
$(awk "BEGIN { printf \"%.2f\", $one / ($clock > 0 ? $clock : 0.001) }") times as fast"
}

# Boards of LongCat larger than the known ones, made here.
large_cats() {
    local columns rows seed
    while read -r columns rows seed; do
        "$top/bench/winding" "$columns" "$rows" "$seed" >"$work/winding.txt"
        by_threads "LongCat, ${columns}x$rows" "$work/winding.txt"
    done <<'BOARDS'
77 77 2
95 95 6
115 113 5
BOARDS
}

# Threads and processes on one level; the same arguments.
side_by_side() {
    local name=$1 file=$2 mpi=$top/solve/cluster/solve-mpi jobs
    if [ ! -e "$file" ]; then
        left_out "$name" 'no such level; ONLYWAY_CORPUS names a folder of levels'
        return
    fi
    by_threads "$@"
    shift 2
    [ -x "$mpi" ] || mpi=$top/solve/solve-mpi
    if [ -x "$mpi" ] && command -v mpirun >"$work/out"; then
        for jobs in 1 2; do
            measure env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n $jobs \
                "$mpi" --csv "$@" "$file"
            row "$name, $jobs process(es)" "$(states); $clock s by the clock"
        done
    else
        left_out "$name, processes" 'no solve-mpi, or no mpirun'
    fi
}

# A search in files; the same arguments.
in_files() {
    local name=$1 file=$2 most=0 size process
    shift 2
    if [ ! -e "$file" ] || ! "$solve" --help | grep -q -e '--disk'; then
        left_out "$name, in files" 'no such level, or no --disk'
        return
    fi
    measure "$solve" --csv --jobs=1 --max-memory=2M --disk="$work/disk" "$@" "$file" &
    process=$!
    while kill -0 $process 2>"$work/killed"; do
        size=$(du -sb "$work/disk" 2>"$work/killed" | cut -f1)
        [ "${size:-0}" -le "$most" ] || most=$size
        sleep 0.02
    done
    wait $process
    read -r user system clock <"$work/time"
    cpu=$(awk "BEGIN { printf \"%.2f\", $user + $system }")
    row "$name, in files, 2 MB" "$(states), $(awk -F, -v most="$most" 'NR > 1 { sum += $20 }
        END { printf "%.2f bytes a state in files at most", most / (sum ? sum : 1) }' "$work/out")"
}

shards
side_by_side 'LongCat, 53x53' "$corpus/longcat/coil150.txt"
large_cats
side_by_side 'Snakebird 16' "$corpus/snakebird/16.txt" --measures=none
in_files 'Snakebird 16' "$corpus/snakebird/16.txt" --measures=none
