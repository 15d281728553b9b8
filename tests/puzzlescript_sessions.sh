#!/bin/sh
# Sessions recorded with the original PuzzleScript engine end here as they did there, and faulty games are refused, with
# messages for the lines that the original names.  ONLYWAY_PUZZLESCRIPT is a folder with sessions/ and errors/, which
# have a folder for each case: game.txt and about.txt, and for a session inputs.txt and after.txt, or for a faulty game
# messages.txt; its about.txt has the number of errors.  Runs in the build folder.

top=$(pwd)
program=$top/tests/puzzlescript_session
cases=${ONLYWAY_PUZZLESCRIPT:-}
[ -d "$cases/sessions" ] && [ -d "$cases/errors" ] || {
    echo 'skipped: ONLYWAY_PUZZLESCRIPT names no folder with sessions and faulty games'
    exit 77
}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# Cases that may differ, one per line: the name (sessions/NNN or errors/NNN) and the reason.
cat >"$work/exceptions" <<'END'
errors/010 a word that the prelude does not have is passed over, as offshoots of the language have more
END

# Messages of the original that we do not have, or have for another line; one pattern per line.
cat >"$work/others" <<'END'
^line [0-9]* : Unrecognised stuff in the prelude\.
^line 0 : Palette .* not found, defaulting to arnecolors\.
^line [0-9]* : Game title is too long to fit on screen; truncating to fit\.
END

passed=0 failed=0

# Counts a case.  Arguments: its name, 0 if it is correct, and the message if not.
count() {
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    elif grep -q "^$1 " "$work/exceptions"; then
        echo "exception: $(grep "^$1 " "$work/exceptions")"
    else
        failed=$((failed + 1))
        echo "$1: $3"
    fi
}

for folder in "$cases"/sessions/*; do
    "$program" "$folder" >"$work/after" 2>"$work/errors" && cmp -s "$work/after" "$folder/after.txt"
    count "sessions/${folder##*/}" $? "the level after the session is another; $(cat "$work/errors")"
done

# Prints the lines that must have errors: all lines of the original's messages, except those about titles too long for
# the original's screen and those without a line.
blamed() {
    sed -n '/too long to fit/d; s/^line \([1-9][0-9]*\) .*/\1/p' "$1" | sort -u
}

for folder in "$cases"/errors/*; do
    "$program" --check "$folder/game.txt" 2>"$work/said"
    status=$?
    wanted=0
    [ "$(sed -n 's/^count: //p' "$folder/about.txt")" -eq 0 ] || wanted=2
    blamed "$folder/messages.txt" >"$work/wanted"
    sed -n 's/^.*game.txt:\([0-9]*\): .*/\1/p' "$work/said" | sort -u >"$work/lines"
    missing=$(comm -23 "$work/wanted" "$work/lines" | tr '\n' ' ')
    [ $status -eq $wanted ] && { [ $wanted -eq 0 ] || [ -z "$missing" ]; }
    count "errors/${folder##*/}" $? "exit $status, not $wanted; lines without a message: $missing"
done

# All messages have the original's words; only their order and frequency may differ.
words=0
for folder in "$cases"/errors/*; do
    "$program" --check "$folder/game.txt" 2>&1 | sed 's/^.*game.txt:\([0-9]*\): \(warning: \)*/line \1 : /; s/^.*game.txt: \(warning: \)*//; s/  */ /g' >"$work/said"
    grep -v -f "$work/others" "$folder/messages.txt" | sed 's/  */ /g; s/ *$//' | grep . >"$work/wanted"
    words=$((words + $(wc -l <"$work/wanted")))
    if grep -v -x -F -f "$work/said" "$work/wanted" >"$work/missing"; then
        failed=$((failed + 1))
        sed "s,^,errors/${folder##*/}: not said: ," "$work/missing"
    fi
done
echo "$words messages are worded as there, but for those above"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
