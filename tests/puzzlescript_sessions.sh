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

cd "$cases" || exit 1

# Cases that may differ, one per line: the name (sessions/NNN or errors/NNN) and the reason.
cat >"$work/exceptions" <<'END'
errors/010 a word that the prelude does not have is passed over, as offshoots of the language have more
END
passed=0 failed=0

# Counts $1 cases.  Each line of the file $2 is the name of a wrong one, and what is wrong.
count() {
    passed=$((passed + $1))
    while read -r name fault; do
        passed=$((passed - 1))
        if reason=$(grep "^$name " "$work/exceptions"); then
            echo "exception: $reason"
        else
            failed=$((failed + 1))
            echo "$name: $fault"
        fi
    done <"$2"
}

set -- sessions/*
"$program" "$@" >"$work/after"
tail -v -n +1 sessions/*/after.txt | sed 's|/after.txt <==| <==|' >"$work/wanted"
awk '
    /^==> / { name = $2; names[name]; next }
    NF > 0 { level[file, name] = level[file, name] $0 "\n" }
    END {
        for (name in names)
            if (level[1, name] == "" || level[1, name] != level[2, name])
                print name, "the level after the session is another"
    }' file=1 "$work/wanted" file=2 "$work/after" >"$work/wrong" || exit 1
count $# "$work/wrong"

# A faulty game is refused, with messages for the lines that the original names, but for titles too long for its screen.
# All messages have the original's words; only their order and frequency may differ.
: >"$work/wrong"
set -- errors/*/game.txt
"$program" --check "$@" 2>"$work/said"
grep -H '^count:' errors/*/about.txt >"$work/counts"
grep -H . errors/*/messages.txt >"$work/messages"
awk '
    { name = $0; sub("/[a-z]*\\.txt:.*", "", name); sub("^[^:]*:", ""); gsub("  *", " "); sub(" $", "") }
    file == 1 { count[name] = $2; next }
    file == 2 { # "LINE: MESSAGE" or " MESSAGE"
        if (!sub("warning: ", ""))
            refused[name]
        line = $0 + 0
        sub("^[0-9]*:? ", "")
        lines[name, line]
        said[name, (line > 0 ? "line " line " : " : "") $0]
        next
    }
    $1 == "line" && $2 > 0 && !/too long to fit/ && !((name, $2) in lines) { missing[name] = missing[name] " " $2 }
    # Messages that we do not have, or have for another line.
    /^line [0-9]* : Unrecognised stuff in the prelude\./ { next }
    /^line [0-9]* : Palette .* not found, defaulting to arnecolors\./ { next }
    /^line [0-9]* : Game title is too long to fit on screen; truncating to fit\./ { next }
    { words++ }
    !((name, $0) in said) { print name ": not said: " $0 }
    END {
        print words + 0 " messages are worded as there, but for those above"
        for (name in count)
            if ((count[name] > 0) != (name in refused) || (count[name] > 0 && name in missing))
                print name, (name in refused ? "" : "not ") "refused; lines without a message:" missing[name] >wrong
    }' wrong="$work/wrong" file=1 "$work/counts" file=2 "$work/said" file=3 "$work/messages" >"$work/words" || exit 1
count $# "$work/wrong"
cat "$work/words"
failed=$((failed + $(grep -c ': not said: ' "$work/words")))

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
