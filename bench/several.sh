#!/usr/bin/env bash
# Measures work that is split into parts: a search on disk, threads and processes that share a search, and a run in
# shards.
#
# Runs in the build folder.  Times are CPU seconds, user and system, of all processes.  Nothing passes or fails.  A row
# whose program or level is missing is skipped with a message.  ONLYWAY_CORPUS names the folder of levels.
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

# Makes a run's folder in $1 shards, one after the other.
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
        row "  in $count shard(s), merged" "$(awk "BEGIN { printf \"%+.1f %%\", 100 * ($cpu / $one - 1) }"), \
$(sed -n 's/.* candidates, \(.*\)$/candidates: \1/p' "$work/said" | tail -n 1)"
    done
}

# One thread and two on the same level.  $1: its title; $2: its file; then options of solve.
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

# LongCat boards larger than the known ones, generated here.
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

# One or more processes of solve-mpi.  $1: processes; $2: threads of each; then the arguments of by_threads.
by_processes() {
    local processes=$1 jobs=$2 name=$3 file=$4 mpi=$top/solve/solve-mpi
    local -a start=(mpirun -n "$processes")
    shift 4
    if [ ! -x "$mpi" ] || ! command -v mpirun >"$work/found"; then
        left_out "$name, $processes process(es)" 'no solve-mpi, or no mpirun'
        return
    fi
    if mpirun --version 2>&1 | grep -q 'Open MPI'; then # MPICH does not bind processes, and starts any number of them
        start=(env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "${start[@]}" --oversubscribe \
            --bind-to none)
    fi
    measure "${start[@]}" "$mpi" --csv --timings --jobs="$jobs" "$@" "$file"
    row "$name, $processes process(es), $jobs thread(s) each" "$(states); $clock s by the clock"
    sed -n 's/^solve-mpi: process 0 of [0-9]*: /    process 0: /p' "$work/said"
}

# Threads and processes on the same level, with the arguments of by_threads.
side_by_side() {
    if [ ! -e "$2" ]; then
        left_out "$1" 'no such level; ONLYWAY_CORPUS names a folder of levels'
        return
    fi
    by_threads "$@"
    by_processes 1 2 "$@"
    by_processes 2 1 "$@"
}

# A search on disk, with the arguments of by_threads.
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
if [ -e "$corpus/longcat/coil150.txt" ]; then
    by_threads 'LongCat, 53x53' "$corpus/longcat/coil150.txt"
else
    left_out 'LongCat, 53x53' 'no such level; ONLYWAY_CORPUS names a folder of levels'
fi
large_cats
side_by_side 'Snakebird, void' "$corpus/snakebird/void.txt" --measures=none
in_files 'Snakebird 16' "$corpus/snakebird/16.txt" --measures=none
