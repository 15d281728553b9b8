#!/bin/sh
# Searches that continue on disk: they give the same report as in memory, however often they are killed or stopped.
# Damaged files and a full disk give no verdict.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
. "${srcdir:-$(dirname "$0")/..}/tests/parts.sh"
PATH=$top/solve:$PATH
cd "$work" || exit 1

ask="solve --csv --measures=cheap --quiet --jobs=2"
disk="$ask --max-memory=1M --disk=kept"

# Writes the report of a command to `said`, and its messages to `messages`.
report() { # COMMAND...
    "$@" >said 2>messages
    status=$?
}

same() {
    [ "$status" = 0 ] && cmp -s expected said && [ -z "$(ls -A kept)" ]
}

for level in won lost; do
    $ask $level.txt >expected
    $ask --max-memory=1M $level.txt >said
    check "$level: needs more memory" grep -q ',undecided,' said

    killed=0 status=137
    for tenths in 2 4 6 8; do
        [ "$status" = 137 ] || break
        report timeout -s KILL 0.$tenths $disk $level.txt
        [ "$status" != 137 ] || killed=$((killed + 1))
    done
    check "$level: some were killed" [ $killed -gt 0 ]
    [ "$status" = 137 ] || check "$level: killed $killed times" same

    stops=0
    status=3
    while [ "$status" = 3 ] && [ $stops -lt 100 ]; do
        case $stops in # a busy machine may need longer to begin
        [0-9] | [1-3][0-9]) seconds=0.3 ;;
        *) seconds=3 ;;
        esac
        report $disk --timeout=$seconds $level.txt
        stops=$((stops + 1))
    done
    check "$level: killed $killed times, then stopped $stops times" same
done

# Nothing is lost while the search is in memory either: it is stopped in each way and continues each time with the
# states that it noted, as a run that is stopped at once shows.
states() {
    awk '$1 == "waits" { print $3 }' kept/*/checkpoint-* 2>/dev/null | grep . || echo 0
}
cat >long.txt <<'END'
-----------*
------------
---#--------
------------
-+----------
------------
--BA---4----
--C----3----
-------210--
---#---#-#--
--##-##-####
END
$ask long.txt >expected
before=0
for way in timeout INT KILL; do
    noted=$before tenths=2
    until [ "$noted" -gt "$before" ] || [ $tenths = 40 ]; do # a busy machine may need longer
        tenths=$((tenths + 1))
        seconds=$((tenths / 10)).$((tenths % 10))
        case $way in
        timeout) report $ask --disk=kept --timeout=$seconds long.txt ;;
        *) report timeout -s $way $seconds $ask --disk=kept long.txt ;;
        esac
        [ "$status" != 0 ] || before=0 # it was done before the stop: the next run begins anew
        noted=$(states)
    done
    check "in memory, $way: the search was stopped" [ "$noted" -gt "$before" ]
    $ask --disk=kept --timeout=0.01 long.txt >once 2>>messages
    check "in memory, $way: does not begin at zero" awk -F, -v noted="$noted" 'NR == 2 { exit !($20 + 0 >= noted) }' once
    before=$(states)
done
# With less memory, the states that were noted become runs.  A limit on the file size looks like a full disk.
(
    trap '' XFSZ
    ulimit -f 100
    $disk long.txt >said 2>messages
    echo $? >status
)
check 'less memory and a full disk: no verdict' [ "$(cat status)" = 3 ]
check 'less memory and a full disk: says so' grep -q ',undecided,' said
report $ask --disk=kept long.txt
check 'in memory: stopped in each way' same

# Damages many places, because a search need not read every finished block again.
report $disk --max-states=400000 lost.txt
check 'a search stopped in the middle' [ -n "$(find kept -name 'checkpoint-*')" ]
cp said once
check 'it tells how many states' awk -F, 'NR == 2 { exit $5 != "undecided" || $20 < 10000 || $20 > 400000 }' once
report $disk --max-states=400000 --jobs=1 lost.txt
check 'and again, with another number of threads' cmp once said
cp -r kept left
for file in kept/*/*.run; do
    size=$(wc -c <"$file")
    for part in 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31; do
        printf 'damage' | dd of="$file" bs=1 seek=$((size * part / 32)) conv=notrunc 2>/dev/null
    done
done
report $disk lost.txt
check 'damaged runs: no verdict' [ "$status" = 3 ]
check 'damaged runs: says so' grep -q ',undecided,' said

# Makes "kept" a copy of "left".
restore() {
    rm -rf kept
    cp -r left kept
}

change() { # SCRIPT: for sed, for the checkpoints
    restore
    for file in kept/*/checkpoint-*; do
        sed "$1" "$file" >changed && mv changed "$file"
    done
}
change 's/^found .*/found 7 7 7 7/'
report $disk lost.txt
check 'a changed checkpoint: no verdict' [ "$status" = 3 ]
check 'a changed checkpoint: says so' grep -q ',undecided,' said
change 's/^onlyway-checkpoint .*/onlyway-checkpoint 1/'
report solve --quiet --measures=cheap --max-memory=1M --disk=kept lost.txt
check 'a checkpoint of another version: no verdict' [ "$status" = 3 ]
check 'a checkpoint of another version: says so' grep -q 'undecided.*another version' said

# A checkpoint without its files, as a program leaves it that is killed during its cleanup, is not a search to continue.
$ask won.txt >expected
rm -rf kept left
report $disk --max-states=150000 won.txt
cp -r kept left
rm kept/*/*.run
report $disk won.txt
check 'files that are missing: begins anew' same
check 'files that are missing: says so' grep -q '^kept/.*missing; it starts again$' messages

# A result that cannot be written is not lost.
restore
$disk won.txt >/dev/full 2>messages
check 'a result that is not written: says so' [ $? = 3 ]
check 'a result that is not written: the files stay' [ -n "$(find kept -name 'checkpoint-*')" ]
report $disk won.txt
check 'a result that is not written: again' same

# A limit on the file size looks like a full disk.
rm -rf kept
(
    trap '' XFSZ
    ulimit -f 100
    $disk won.txt >said 2>messages
    echo $? >status
)
check 'a full disk: no verdict' [ "$(cat status)" = 3 ]
for level in won.txt "$levels/theseus/7-big-houses/001.txt"; do # the second level fits into memory
    for folder in /proc/none won.txt/none won.txt; do
        expect 2 solve --quiet --jobs=1 --max-memory=1M --disk=$folder "$level"
        check "$folder: says so" grep -q "disk: .*$folder.*: \|disk: $folder is not a folder" messages
    done
done
check 'a file in place of the folder' grep -q "won.txt is not a folder" messages
report $disk won.txt
check 'room again: goes on' same

# Only one process may use the folder at a time.
if command -v flock >/dev/null; then
    restore
    flock "$(echo kept/*/lock)" $disk won.txt >said 2>messages
    check 'another program is at work' grep -q ',undecided,' said
fi

echo "$passed passed, $failed failed"
[ $failed = 0 ]
