#!/usr/bin/env bash
# Measures what is done in parts: a search that goes on in files, threads and processes that share one, a run in
# shards; and beside them, where ONLYWAY_PEERS names a folder with it, jsnell's Snakebird solver
# (github.com/jsnell/snakebird-solver) on levels of the same number, whose maps differ at their edges.
#
# Runs in the build folder.  CPU seconds, user and system, of all processes; nothing passes or fails.  A row whose
# program or level is missing is left out and says so.  ONLYWAY_CORPUS names the folder of levels.
set -u
top=$(pwd)
export LC_ALL=C TIMEFORMAT='%U %S %R'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gen=$top/gen/gen
solve=$top/solve/solve
corpus=${ONLYWAY_CORPUS:-$work}
peers=${ONLYWAY_PEERS:-$work}/snakebird-solver

# Runs a command; `cpu` and `clock` become its seconds, its output goes to $work/out.
measure() {
    local user system
    { time "$@" >"$work/out" 2>"$work/said"; } 2>"$work/time"
    read -r user system clock <"$work/time"
    cpu=$(awk "BEGIN { printf \"%.2f\", $user + $system }")
}

# The states that the report in $work/out tells of, as text: all, a second, and millions.
states() {
    awk -F, -v cpu="$cpu" 'NR > 1 { sum += $20 }
        END { printf "%d states, %.2f M a second", sum, sum / (cpu > 0 ? cpu : 0.01) / 1e6 }' "$work/out"
}

row() { # WORK TEXT
    printf '%-52s %8s s  %s\n' "$1" "$cpu" "$2"
}

left_out() {
    printf '%-52s left out: %s\n' "$1" "$2"
}

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

# Threads and processes on one level; $1: what it is called, $2: its file, then options of solve.
side_by_side() {
    local name=$1 file=$2 mpi=$top/solve/cluster/solve-mpi jobs
    shift 2
    if [ ! -e "$file" ]; then
        left_out "$name" 'no such level; ONLYWAY_CORPUS names a folder of levels'
        return
    fi
    for jobs in 1 2; do
        measure "$solve" --csv --jobs=$jobs "$@" "$file"
        row "$name, $jobs thread(s)" "$(states); $clock s by the clock"
    done
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

# jsnell's solver, which finds one solution, and ours, which counts them and measures; $1: the level, $2, $3: what was
# measured before, ours and theirs.
beside_jsnell() {
    local level=$1 source=$peers/src compiler=${CXX:-c++}
    if [ -e "$corpus/snakebird/$level.txt" ]; then
        measure "$solve" --csv --jobs=1 --measures=none "$corpus/snakebird/$level.txt"
        row "Snakebird $level, without measures" "$(states)"
        measure "$solve" --csv --jobs=1 "$corpus/snakebird/$level.txt"
        row "  all measures" "$(states)$2"
    else
        left_out "Snakebird $level" "no such level$2"
    fi
    if [ ! -e "$source/snakebird/level$level.cc" ]; then
        left_out "  jsnell's solver" "ONLYWAY_PEERS names no folder with it${3:+; $3}"
    elif ! "$compiler" -std=c++14 -O2 -march=native -I"$source" "$source/snakebird/level$level.cc" \
        "$source/third-party/cityhash/city.cc" -lzstd -o "$work/jsnell" 2>"$work/said"; then
        left_out "  jsnell's solver" 'it does not compile (libzstd-dev is needed)'
    else
        measure "$work/jsnell"
        row "  jsnell's solver" "$3"
    fi
}

shards
side_by_side 'LongCat, 53x53' "$corpus/longcat/coil150.txt"
side_by_side 'Snakebird 16' "$corpus/snakebird/16.txt" --measures=none
in_files 'Snakebird 16' "$corpus/snakebird/16.txt" --measures=none
beside_jsnell 16 '; before: 9.05 s' 'before: 1.85 s'
beside_jsnell 20 '' ''
beside_jsnell 44 '' ''
