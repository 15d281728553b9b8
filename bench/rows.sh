# shellcheck shell=bash
# Commands measured, a row for each; to be sourced where $work is a folder for what comes and goes.
export TIMEFORMAT='%U %S %R'

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
