#!/bin/bash
# Our own games, played at random: the original engine, under node, ends with the same level.  Then random games, by
# puzzlescript/random.js.  ONLYWAY_PUZZLESCRIPT/engine/run.js drives the engine.  Runs in the build folder;
# ONLYWAY_TEST_SEED chooses other keys and games.

source=$(cd "${srcdir:-$(dirname "$0")/..}" && pwd)
engine=${ONLYWAY_PUZZLESCRIPT:-}/engine/run.js
if ! command -v node >/dev/null || [[ ! -f $engine ]]; then
    echo 'skipped: node is missing, or ONLYWAY_PUZZLESCRIPT names no folder with the engine'
    exit 77
fi
seed=${ONLYWAY_TEST_SEED:-1}
rounds=2 parts=1 count=150
grep -q '^SANITIZE = .*fsanitize' Makefile && count=30 # each takes several times as long there
[[ ${ONLYWAY_TEST_LONG:-} == yes ]] && rounds=100 parts=50
RANDOM=$seed
words=(0 1 2 3 0 1 2 3 4 undo restart tick)
passed=0 failed=0

for game in "$source"/tests/puzzlescript/games/*.txt; do
    for ((round = 0; round < rounds; round++)); do
        inputs=()
        for ((i = RANDOM % 60; i >= 0; i--)); do
            inputs+=("${words[RANDOM % ${#words[@]}]}")
        done
        run=("$game" 0 "seed$RANDOM" "${inputs[@]}")
        wanted=$(node "$engine" play "${run[@]}")
        if [[ $(tests/puzzlescript_session --play "${run[@]}") == "$wanted" && -n $wanted ]]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "differs (ONLYWAY_TEST_SEED=$seed): puzzlescript_session --play ${run[*]}"
        fi
    done
done

# Each part has a process of its own, because the engine keeps what it has compiled.
for ((part = 0; part < parts; part++)); do
    node "$source/tests/puzzlescript/random.js" "${engine%/run.js}/js" tests/puzzlescript_session $((seed + part)) $count ||
        failed=$((failed + 1))
done
echo "$passed passed, $failed failed"
((failed == 0))
