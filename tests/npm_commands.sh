#!/bin/sh
# `npx onlyway`: the commands compiled to WebAssembly print and write the same bytes as the native ones.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
[ -e lib/npm/onlyway/commands.wasm.gz ] || { echo 'skipped: built without WebAssembly'; exit 77; }
command -v node >/dev/null || { echo 'skipped: node is missing (Debian: nodejs)'; exit 77; }
module=$top/lib/npm/onlyway/commands.mjs
PATH=$top/gen:$top/solve:$top/out:$top/recheck:$PATH
seed=${ONLYWAY_TEST_SEED:-1}
mkdir "$work/native" "$work/module" && cd "$work" || exit 1

# Runs a command natively and in WebAssembly: the status, the output, the files, and the messages except for the
# command's name must be the same.
both() { # COMMAND ARGUMENT...
    (cd native && "$@" >../native.out 2>../native.err) </dev/null
    native=$?
    (cd module && node "$module" "$@" >../module.out 2>../module.err) </dev/null
    status=$?
    sed -i 's/onlyway \(gen\|solve\|pack\|recheck\)\>/\1/g' module.out module.err
    if [ $native = $status ] && cmp native.out module.out && cmp native.err module.err && diff -r native module; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL: $* (status $native and $status)"
        tail -n 3 native.err module.err
    fi
}

both gen longcat --size=5 --count=8 --seed=1 --output=longcat
both gen snowman --difficulty=easy --count=1 --seed=3 --quiet --output=snowman
both gen sokoban --count=2 --seed=3 --output=sokoban
both gen snakebird --size=6 --birds=1 --count=1 --seed=1 --output=snakebird
both gen theseus --count=2 --seed=5 --output=theseus
both gen snake --size=6 --count=2 --seed=6 --output=-
both gen puzzlescript --from="$levels/puzzlescript/barrels.txt" --size=4 --pieces='P=1 *=1 o=1' --count=1 --seed=7 \
    --allow-greedy --output=barrels
both gen longcat --size=5 --count=9 --seed=8 --max-tries=5 --output=cut
both gen longcat --output=cut --resume
both gen longcat --size=5 --count=8 --seed=1 --output=longcat
both gen longcat --size=99
# One thread, because threads affect how far a shard goes beyond its share.
both gen longcat --shard=1/2 --size=4 --count=4 --seed=9 --jobs=1 --output=shards
both gen --merge shards --output=merged
both solve --csv longcat snowman/001.txt
both solve --show --why "$levels/document.txt" "$levels/puzzlescript/curling.txt"
both solve --unique "$levels/sokoban/1-one-crate/levels.xsb"
both solve --csv --max-states=2000 "$levels/snakebird/7-all-at-once"
printf '####\n#@.#\n#  #\n# $#\n####\n' | tee native/lost.xsb >module/lost.xsb
both solve --mend lost.xsb
both solve nothing.txt
both solve --help
both recheck longcat snowman sokoban/report.csv snakebird theseus cut merged
both recheck --max-states=100 "$levels/snake" "$levels/puzzlescript"
sed 's/,unique,/,multiple,/' native/longcat/report.csv | tee native/longcat/wrong.csv >module/longcat/wrong.csv
both recheck longcat
both recheck nothing longcat/001.txt
rm native/longcat/wrong.csv module/longcat/wrong.csv
both recheck
both recheck --help
both pack --title='Cats, and more' --output=cats.html longcat
both pack --output=all.txt longcat sokoban
both pack --output=all.xsb "$levels/sokoban/2-two-in-a-cupboard/levels.csv"
both pack --output=report.txt longcat/report.csv
both pack --output=source.txt --sort=none "$levels/puzzlescript/barrels.txt"
both pack --force --output=cats.html longcat nothing

# Damaged reports: both versions accept and refuse the same ones.
damage() { # N
    awk -v seed=$((seed * 100 + $1)) 'BEGIN { srand(seed); split("\" , \"\" \r \t x", odd, " "); odd[7] = " "; odd[8] = "\"," }
        { at = int(rand() * length($0)); if (rand() < 0.3) $0 = substr($0, 1, at) odd[1 + int(rand() * 8)] substr($0, at + 1) }
        { printf "%s%s", $0, rand() < 0.1 ? "\r\n" : "\n" }' native/longcat/report.csv
}
for n in $(seq "$(cases 20)"); do
    damage "$n" | tee native/longcat/odd.csv >module/longcat/odd.csv
    before=$failed
    both pack --force --output=odd.txt longcat/odd.csv
    [ "$failed" = "$before" ] || { echo "(ONLYWAY_TEST_SEED=$seed)"; cat -A native/longcat/odd.csv; }
done

# An option that exists but cannot work is reported.
node "$module" solve --disk=files native/lost.xsb 2>messages
check 'no searches on disk: status' [ $? = 2 ]
check 'no searches on disk: said' grep -q 'this build has no searches on disk' messages
node "$module" fly 2>messages
check 'an unknown command: status' [ $? = 2 ]
check 'the version' [ "$(node "$module" --version)" = "$(solve --version | sed -n '1s/^solve/onlyway/p')" ]
check 'help' sh -c "node '$module' --help | grep -q '^  gen '"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
