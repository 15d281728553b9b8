#!/bin/sh
# Damaged folders: whatever happened to the files of an interrupted run, --resume either gives the result of an
# uninterrupted run, or names the wrong file and a remedy and changes nothing.  After the damage of a power failure it
# always continues.
#
# Runs in the build folder.  ONLYWAY_TEST_SEED chooses other cases; ONLYWAY_TEST_LONG tries every byte.

# Hundreds of runs sync their files, so use a file system in memory if there is one.
[ -w /dev/shm ] && TMPDIR=${TMPDIR:-/dev/shm} && export TMPDIR
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
PATH=$top/gen:$PATH
LC_ALL=C
export PATH LC_ALL
cd "$work" || exit 1
seed=${ONLYWAY_TEST_SEED:-1}
journal=.onlyway-run
run="gen longcat --size=5 --count=14 --seed=5 --quiet"

# Returns whether the file `errors` is one line that names the folder "bad" and a remedy.
names_remedy() {
    { read -r line && ! read -r _; } <errors
    one_line=$?
    case $line in
    'gen: bad'*': '*'; restore '*' with -o, '*' --force'*) return $one_line ;;
    esac
    return 1
}

# Resumes the folder "bad", a copy of the damaged folder "before".  $1: "said" if it must be refused, "goes" if it must
# continue, or "either".
resumes_or_refuses() {
    $run --output=bad --resume --jobs=1 2>errors
    status=$?
    case $status in
    0)
        [ "$1" != said ] && diff -r whole bad
        ;;
    2)
        [ "$1" != goes ] && diff -r --no-dereference before bad && names_remedy
        ;;
    *)
        echo "status $status (seed $seed)"
        cat errors
        false
        ;;
    esac
}

# Makes "bad" a copy of a folder.
copy() { # FOLDER
    rm -rf bad
    cp -r "$1" bad
}

# Makes "before" a copy of the interrupted run, for damage by hand.
start_again() {
    rm -rf before
    cp -r cut before
}

# $1: the file; $2: as above; then a filter command that damages the file.
damage() {
    file=$1
    result=$2
    shift 2
    "$@" <"cut/$file" >"before/$file"
    cmp -s "cut/$file" "before/$file" && return
    copy before
    check "$file after $* (seed $seed)" resumes_or_refuses "$result"
    cp "cut/$file" before
}

# Replaces the byte after the first $1 bytes by byte $2, an octal number.
set_byte() {
    cat
    printf "\\$2" | dd of="before/$file" bs=1 seek="$1" conv=notrunc 2>/dev/null
}

$run --output=whole || check 'a run' false
$run --output=cut --max-tries=40 2>errors
check 'an interrupted run' [ $? = 3 ]
levels=$(find cut -name '*.txt' | wc -l)
check 'that has levels' [ "$levels" -gt 5 ]
start_again
copy cut
check 'which can be resumed' resumes_or_refuses either
check 'and was' diff -r whole bad

# Expects that a complete run is refused or, if the damage is in the last row and not noticed, stays as it is.
refuses_or_keeps() {
    $run --output=bad --resume 2>errors
    status=$?
    [ $status = 2 ] || { [ $status = 0 ] && [ "$place" -gt $((size - 40)) ]; } && diff -r --no-dereference before bad
}

# --- bytes ---

# Prints all offsets in a file, or some of them: $1 of $2 bytes.
places() {
    if [ -n "$ONLYWAY_TEST_LONG" ]; then
        seq 0 $(($2 - 1))
    else
        awk -v seed="$seed" -v n="$1" -v size="$2" 'BEGIN {
            srand(seed)
            print 0; print size - 1
            for (i = 0; i < n; i++) print int(rand() * size)
        }'
    fi
}

# Damages a file as a power failure does: keeps $1 of its `size` bytes, and replaces the others by NUL bytes.
zero_fill() {
    head -c "$1"
    head -c "$((size - $1))" /dev/zero
}

for file in $journal report.csv 003.txt; do
    # A journal may have too little left to continue from; the lines that remain of a level may look like a level.
    torn=goes
    [ $file = $journal ] && torn=either
    size=$(wc -c <cut/$file)
    for place in $(places "$(cases 10)" "$size"); do
        damage $file either head -c "$place"
        changed=either
        [ $file = 003.txt ] && changed=said
        damage $file $torn zero_fill "$place"
        damage $file $torn set_byte "$place" 000
        damage $file either set_byte "$place" 012
        [ "$place" -lt $((size - 1)) ] || changed=either # the end of the file is damaged
        damage $file $changed set_byte "$place" $((place % 3 + 1))$((place % 7))$((place % 5))
    done
    damage $file said tr '\n' '\r'
    damage $file said sed 's/$/\r/'
    damage $file $torn head -c 0
    damage $file said tail -n +2
    damage $file $torn tr '\000-\377' '\000'
    damage $file either tr -d '\n'
done

# --- edited journals ---

for edit in s/kept.*/kept\ 3/ s/kept.*/kept\ 18446744073709551615/ s/kept.*/kept\ x/ \
    s/^unit.*/unit\ 9/ /^rows/d /^levels/d /^check/d /seed/d s/^game.*/game\ sokoban/ 's/^\(check\) ./\1 x/' \
    's/^\(onlyway-run\).*/\1 0.0/'; do
    damage $journal said sed "$edit"
done
damage $journal said awk '{ print; print }'

# Prints the message for $1 levels that stay.
made_again() {
    [ "$1" = 0 ] && echo 'all levels will be made again' || echo "the levels after $1 will be made again"
}

# Prints how many levels stay if level $1 is lost: those of the last checkpoint before it.
stay_without() {
    awk -v level="$1" '/^kept/ && $2 < level { n = $2 } END { print n }' cut/$journal
}

# If the last checkpoint is damaged, the one before it is used.
damage $journal goes sed '$d'
kept=$(awk '/^kept/ { before = n; n = $2 } END { print before }' cut/$journal)
check 'the journal is named' grep -q "^gen: bad/$journal: its end is damaged; $(made_again "$kept")$" errors
damage $journal goes sed '$s/./x/'
size=$(wc -c <cut/$journal)
damage $journal goes head -c "$((size - 40))"
damage $journal goes zero_fill "$((size - 40))"

# --- files that are missing or are not files ---

for file in 001.txt 005.txt report.csv; do
    start_again
    rm "before/$file"
    copy before
    check "without $file" resumes_or_refuses goes
    level=$(echo "$file" | sed 's/^0*\([1-9]\).*/\1/; s/report.*/1/')
    check 'which is named' \
        grep -q "^gen: bad/$file: it is missing; $(made_again "$(stay_without "$level")")$" errors
    mkdir "before/$file"
    copy before
    check "a folder in place of $file" resumes_or_refuses said
    rmdir "before/$file" "bad/$file"
    ln -s "$file" "before/$file"
    ln -s "$file" "bad/$file"
    check "a loop in place of $file" resumes_or_refuses said
done
start_again
cp before/002.txt before/003.txt
copy before
check 'another level' resumes_or_refuses said
start_again
rm before/$journal
copy before
check 'without the journal' resumes_or_refuses said
rm -f bad/$journal bad/report.csv
$run --output=bad --resume 2>errors
check 'level files only' [ $? = 2 ]
check 'and said' grep -q 'has no run to resume' errors

# --- runs that are complete ---

for file in report.csv 004.txt; do
    copy whole
    rm bad/$file
    $run --output=bad --resume 2>errors
    check "complete, without $file" [ $? = 2 ]
    : >bad/$file
    $run --output=bad --resume 2>errors
    check "complete, with an empty $file" [ $? = 2 ]
done
rm -rf before
cp -r whole before
size=$(wc -c <whole/report.csv)
for place in $(places "$(cases 10)" "$size"); do
    head -c "$place" whole/report.csv >before/report.csv
    copy before
    check "complete, $place bytes of the report (seed $seed)" refuses_or_keeps
done

# A run with other options than those in the folder is refused.
cp -r whole other
"$top/gen/gen" longcat --resume --output=other --seed=99 2>errors
check 'complete, of another seed' [ $? = 2 ]
check 'and said' grep -q 'other: --seed=99: the complete run had --seed=' errors
$run --resume --output=other --count=99 2>errors
check 'complete, of fewer levels' [ $? = 2 ]
check 'and said' grep -q 'other: .*no journal and [0-9]* levels, not 99; .* with -o, --unlike=other keeps' errors
check 'and kept' diff -r whole other
"$top/gen/gen" snake --resume --output=other 2>errors
check 'complete, of another game' [ $? = 2 ]
check 'and said' grep -q 'other: the complete run is for another game' errors
check 'which is left alone' diff -r whole other

# --- many checkpoints ---

# A run that was interrupted repeatedly, so that the journal has several checkpoints.
rm -rf steps
$run --output=steps --max-tries=2 2>errors
for tries in 4 8 12 16 24 32 40 48 56; do
    $run --output=steps --max-tries=$tries --resume 2>errors
done
rm -rf cut
mv steps cut
start_again
checkpoints=$(grep -c '^check ' cut/$journal)
check 'several checkpoints' [ "$checkpoints" -gt 4 ]
levels=$(awk '/^kept/ { n = $2 } END { print n }' cut/$journal)
for level in $(seq "$levels"); do
    file=$(printf '%03d.txt' "$level")
    kept=$(stay_without "$level")
    damage "$file" goes head -c 0
    check "from the checkpoint after $kept" \
        grep -q "^gen: bad/$file: it is empty; $(made_again "$kept")$" errors
    damage report.csv goes head -n "$level"
done

# --- half-written files of a killed run are removed ---

copy cut
echo half >bad/.onlyway-abcdefghijkl.tmp
check 'a temporary file' resumes_or_refuses goes
check 'which is gone' diff -r whole bad

echo "$passed passed, $failed failed"
[ $failed = 0 ]
