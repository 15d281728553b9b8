#!/bin/sh
# The levels of a run differ from each other and from those of --unlike: in every game, each two of them have at least
# the requested distance, by a plain computation.  The first command of README.md gives a hundred different solutions,
# and large boards are full.

. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
PATH=$top/gen:$top/solve:$top/tests:$PATH
LC_ALL=C
export PATH LC_ALL
cd "$work" || exit 1

# $1: game; $2: options.
levels_are_apart() {
    # shellcheck disable=SC2086
    run="gen $1 $2 --seed=4 --quiet --min-distance=0.2"
    expect 0 $run --count=8 --output=first
    expect 0 $run --count=4 --unlike=first --output=first/second
    apart 0.2 first >near || fail "$1: $(head -n 5 near)"
    [ "$(sed -n 's/ levels.*//p' near)" = 12 ] || fail "$1: $(cat near)"
    rm -rf first
}

# The distance works together with the order of candidates, so neither threads nor interruptions matter.
nothing_else_matters() {
    run="gen longcat --size=6 --count=60 --seed=9 --quiet"
    expect 0 $run --output=one --jobs=1
    expect 0 $run --output=five --jobs=5
    grep -q 'too near' messages || fail "no level is too near"
    grep -q 'no room for more levels 0.2 apart' messages || fail "the field is not crowded"
    diff -r one five >difference || fail "threads make a difference"
    for tries in 20 300 700 1100; do
        expect 3 $run --output=pieces --resume --max-tries=$tries
    done
    expect 0 $run --output=pieces --resume
    diff -r one pieces >difference || fail "interruptions make a difference"
    gen longcat --size=6 --count=60 --seed=9 --output=- 2>messages >stream
    for file in one/*.txt; do
        [ "$file" = one/001.txt ] || echo
        cat "$file"
    done | cmp -s - stream || fail "the stream differs"
    rm -rf one five pieces
}

# A resumed run must have the same --unlike levels.
the_same_levels_to_be_unlike() {
    expect 0 gen longcat --size=6 --count=5 --seed=1 --output=old
    run="gen longcat --size=6 --count=10 --seed=2 --unlike=old --quiet"
    expect 0 $run --output=whole
    expect 3 $run --output=pieces --max-tries=10
    expect 0 gen longcat --output=pieces --resume
    diff -r whole pieces >difference || fail "--unlike is not resumed"
    rm -rf pieces
    expect 3 $run --output=pieces --max-tries=10
    rm old/005.txt
    expect 2 gen longcat --output=pieces --resume
    grep -q 'the interrupted run used other levels' messages || fail "another --unlike"
    expect 2 $run --output=other --unlike=nowhere
    grep -q '^gen: nowhere: ' messages || fail "a missing file"
    printf '####\n#@.#\n#$ #\n####\n' >sokoban.xsb
    expect 2 $run --output=other --unlike=sokoban.xsb
    grep -q 'sokoban.xsb:2:2: ' messages || fail "a level of another game"
    expect 2 $run --output=other --min-distance=1.5
    [ ! -e other ] || fail "a run that cannot be has made its folder"
    rm -rf old whole pieces
}

# Counts solutions up to rotations and reflections, by the smallest of the eight images of each.
count_solutions() {
    awk -F, 'NR > 1 {
        least = ""
        for (s = 0; s < 8; s++) {
            image = $NF
            if (s % 2) { gsub("L", "l", image); gsub("R", "L", image); gsub("l", "R", image) }
            if (int(s / 2) % 2) { gsub("U", "u", image); gsub("D", "U", image); gsub("u", "D", image) }
            if (s >= 4) {
                gsub("L", "l", image); gsub("U", "L", image); gsub("l", "U", image)
                gsub("R", "r", image); gsub("D", "R", image); gsub("r", "D", image)
            }
            if (least == "" || image < least) least = image
        }
        print least
    }' "$1" | sort -u | wc -l
}

a_hundred_solutions() {
    for seed in 1 ${ONLYWAY_TEST_LONG:+2 3}; do
        expect 0 gen longcat --size=5 --count=100 --seed=$seed --quiet --output=hundred
        different=$(count_solutions hundred/report.csv)
        [ "$different" -ge 95 ] || fail "$different different solutions of 100 (seed $seed)"
        rm -rf hundred
    done
}

# Large LongCat boards are not mostly rock, and the harder ones are for experts.
boards_are_full() {
    for side in 12 ${ONLYWAY_TEST_LONG:+17 20}; do
        expect 0 gen longcat --size=$side --count=3 --difficulty=expert --seed=1 --quiet --output=full
        cat full/*.txt | tr -d '\n' | sed 's/#//g' | tr ' ' . >open
        [ "$(wc -c <open)" -ge $((3 * side * side * 65 / 100)) ] ||
            fail "$(wc -c <open) open cells on three boards of $side columns"
        rm -rf full open
    done
}

levels_are_apart longcat --size=8
levels_are_apart sokoban "--size=5 --boxes=2"
levels_are_apart snake --size=8
levels_are_apart snakebird "--size=5 --birds=1 --max-depth=12"
levels_are_apart snowman "--size=4 --snowmen=1"
levels_are_apart theseus --size=7
nothing_else_matters
the_same_levels_to_be_unlike
a_hundred_solutions
boards_are_full
echo "$passed passed, $failed failed"
[ $failed = 0 ]
