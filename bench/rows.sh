# shellcheck shell=bash
# Measures commands and prints a row for each.  Sourced by scripts that set $work to a temporary folder.
export TIMEFORMAT='%U %S %R'

# Runs a command.  Sets `cpu` and `clock` to its seconds, and writes its output to $work/out.
measure() {
    local user system
    { time "$@" >"$work/out" 2>"$work/said"; } 2>"$work/time"
    read -r user system clock <"$work/time"
    cpu=$(awk "BEGIN { printf \"%.2f\", $user + $system }")
}

# Prints the states of the report in $work/out: in total, per second, and in millions.
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
