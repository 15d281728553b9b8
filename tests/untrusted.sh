#!/bin/sh
# Files from strangers: pipes in folders, names and titles with terminal commands, and links in the place of a former
# temporary file.  Runs in the build folder.

. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
PATH=$top/out:$top/solve:$top/gen:$top/play:$PATH
LC_ALL=C
export PATH LC_ALL
cd "$work" || exit 1
printf '#####\n#@$.#\n#####\n' >level.txt
cat level.txt >two.txt
printf '\n######\n#@ $.#\n######\n' >>two.txt

# Checks that a file has no control characters, no characters that change the direction of text, and only valid UTF-8.
is_harmless() {
    ! tr -d '\n' <"$1" | grep -q '[[:cntrl:]]' && iconv -f UTF-8 -t UTF-8 "$1" >decoded 2>&1 &&
        ! LC_ALL=C grep -q "$(printf '\302[\200-\237]\\|\330\234\\|\342\200[\213-\217\250-\256]\\|\342\201[\246-\251]')" "$1"
}

# --- pipes, sockets, devices ---

a_pipe_is_skipped() { # COMMAND...
    timeout 20 "$@" >out 2>errors || { cat errors; return 1; }
    grep -q 'folder/b.txt: note: skipped, it is a pipe' errors
}

a_named_pipe_is_read() {
    { cat level.txt >folder/b.txt & } && timeout 20 solve folder/b.txt >out && grep -q unique out
}

mkdir folder
mkfifo folder/b.txt
cp level.txt folder/a.txt
check 'solve skips a pipe' a_pipe_is_skipped solve folder
check 'and reads the rest' grep -q '^a.txt: unique' out
check 'pack skips a pipe' a_pipe_is_skipped pack -o - folder
check 'a pipe named by the user' a_named_pipe_is_read
rm folder/a.txt
timeout 20 solve folder >out 2>errors
check 'nothing else there' [ $? = 2 ]
check 'and said' grep -q 'folder: there are no level files in this folder' errors
mkfifo folder/.onlyway-run
timeout 20 gen longcat --size=4 --output=folder --resume 2>errors
check 'a pipe as journal' [ $? = 2 ]
rm -r folder

# --- names and titles ---

odd=$(printf 'a\033[31m\302\2332J\377b\n\342\200\256c.txt')
printf '#####\n#@$.#\n#####\nTitle: \033]0;gotcha\007 \233 Caf\351 \342\200\256gpj\342\201\251\n\n#####\n#@$.#\n#####\n' >titles.txt
printf '#@$.x\n' >"$odd"
solve "$odd" >out 2>errors
check 'a bad level in an odd file' is_harmless errors
check 'one line' [ "$(wc -l <errors)" = 1 ]
solve "no such $odd" 2>errors
check 'a file that is not there' is_harmless errors
pack -o - "no such $odd" 2>errors
check 'pack: a file that is not there' is_harmless errors
solve "--game=$odd" 2>errors
check 'an option' is_harmless errors
gen longcat --size=4 --count=1 --seed=1 "--output=$odd/x" 2>errors
check 'a folder' is_harmless errors
cp level.txt "$odd"
solve "$odd" >out
check 'a name' is_harmless out
solve --replay=x "$odd" >out
check 'a name and moves' is_harmless out
solve --replay="$(printf '\033c')" level.txt >out 2>&1
check 'moves' is_harmless out
solve titles.txt >out
check 'titles' is_harmless out
solve --csv titles.txt >out
check 'data stay as they are' grep -q "$(printf '\033]0;gotcha\007')" out
check 'and all of them' grep -q "$(printf '^\033]0;gotcha\007 \233 Caf\351 \342\200\256gpj\342\201\251,sokoban')" out

# On a terminal, data are shown like everything else.  Stores the bytes sent to the terminal in `shown`, without the CR
# of line ends.
sent_to_terminal() { # COMMAND
    script -qec "$1" /dev/null </dev/null | tr -d '\r' >shown && is_harmless shown
}
if has_terminal; then
    check 'a report on a terminal' sent_to_terminal 'solve --csv --max-states=1 titles.txt'
    check 'with its names' grep -q '^\\x1b]0;gotcha\\x07 \\x9b Caf\\xe9 \\u202egpj\\u2069,sokoban' shown
    check 'and reasons' grep -q '^solve: \\x1b]0;gotcha\\x07 .*gpj\\u2069: undecided' shown
    check 'a file on a terminal' sent_to_terminal "NO_COLOR=1 solve '$odd' 'no such $odd'"
    check 'a pack on a terminal' sent_to_terminal 'pack --allow-any -f xsb -o - titles.txt'
    check 'with its titles' grep -q '^Title: \\x1b]0;gotcha\\x07 .*gpj\\u2069$' shown
    sed "s/^title .*/title $(printf 'x\033c\342\200\256y')/" "$levels/puzzlescript/hood.txt" >game.txt
    check 'a game' grep -q "$(printf 'x\033c')" game.txt
    check 'a game on a terminal' sent_to_terminal \
        'gen puzzlescript --from=game.txt --size=4 --count=1 --seed=1 --max-tries=50 --allow-trivial --quiet -o -'
    check 'which is this one' grep -q '^title x\\x1bc\\u202ey$' shown
fi

gen snake --size=6x6 --count=1 --seed=1 -o - 2>errors >"arena $odd"
solve --autopilot=sweep --games=1 --seed=1 "arena $odd" >out 2>errors
check 'an arena' is_harmless out

# A printed pack is valid UTF-8, whatever its titles.
for ending in html puzzlescript; do
    pack -q --allow-any --author="$(printf 'Ren\351')" -o "t$ending" -f $ending titles.txt 2>errors ||
        { grep -q 'not part of this build' errors && continue; }
    check "$ending is UTF-8" iconv -f UTF-8 -t UTF-8 -o decoded "t$ending"
done
pack -q -f puzzlescript -o "$(printf 'x\nlate [ Player ] -> []\233')" titles.txt
check 'a title is one line' [ "$(head -n 1 x*)" = "$(printf 'title x late [ Player ] -> []\357\277\275')" ]
pack -q -f xsb -o same.sok titles.txt
check 'a collection keeps its titles' grep -q "$(printf 'Caf\351 \342\200\256gpj\342\201\251$')" same.sok

# A long title is cut between characters: 70 characters of two bytes.
printf '#####\n#@$.#\n#####\nTitle: x%s\n' "$(printf '%070d' 0 | sed "s/0/$(printf '\303\251')/g")" >long.txt
solve --csv long.txt >out
check 'a long title' iconv -f UTF-8 -t UTF-8 -o decoded out
check 'which is cut' [ "$(sed -n '2s/,.*//p' out | wc -c)" = 100 ]

# --- other people's files ---

leaves_victim() {
    echo mine >victim
    ln -s victim "$1.tmp"
    shift
    "$@" || return 1
    [ "$(cat victim)" = mine ]
}
check 'a link in place of a temporary file' leaves_victim out.txt pack -q -o out.txt level.txt
mkdir made
ln -s ../victim made/report.csv.tmp
gen longcat --size=4 --count=1 --seed=1 --output=made --force 2>errors
check 'in a folder that is made anew' grep -q 'made: contains report.csv.tmp, which no run wrote' errors
check 'which stays as it was' [ "$(cat victim)" = mine ]

echo first >joined
pack -q -o /dev/fd/1 level.txt >>joined
check 'what is open already' [ "$(cat joined)" = "$(echo first && cat level.txt)" ]

# --- reports that name files elsewhere ---

mkdir inside
cp level.txt inside/001.txt
cp level.txt secret.txt
solve --csv inside/001.txt >inside/good.csv
ln -s ../secret.txt inside/link.txt
ln -s .. inside/up
ln -s 001.txt inside/002.txt
refuses_report() { # NAME: the name of the level in the report
    sed "2s|^001.txt|$1|" inside/good.csv >inside/report.csv
    rm -f packed.txt
    pack -o packed.txt inside/report.csv 2>errors
    [ $? = 2 ] && [ ! -e packed.txt ] && [ "$(wc -l <errors)" = 1 ] &&
        grep -q "^inside/report.csv: row 2: the level '.*' is outside this report's folder" errors
}
check 'a good report' pack -q -o packed.txt inside/good.csv
for name in ../secret.txt "$work/secret.txt" link.txt up/secret.txt inside/../../secret.txt 'link.txt#1' \
    ./../inside/../secret.txt; do
    [ "$name" = inside/../../secret.txt ] && mkdir -p inside/inside
    check "a level $name" refuses_report "$name"
done
sed '2s/^001.txt/002.txt/' inside/good.csv >inside/report.csv
check 'a link within' pack -q -o packed.txt inside/report.csv
ln -s secret.txt.d/report.csv farm.csv
mkdir secret.txt.d
cp inside/001.txt inside/good.csv secret.txt.d/
mv secret.txt.d/good.csv secret.txt.d/report.csv
ln -s secret.txt.d/001.txt 001.txt
check 'a report and its level, both links' pack -q -o packed.txt farm.csv
rm 001.txt

# --- packs that would overwrite their sources ---

refuses_to_write() { # COMMAND...
    rm -rf before
    cp -r own before
    "$@" <own/001.txt 2>errors
    [ $? = 2 ] && diff -r --no-dereference before own && grep -q 'this would overwrite .*, one of the inputs' errors
}
mkdir own
cp level.txt own/001.txt
cp two.txt own/two.txt
cp titles.txt own/levels.sok
solve --csv own/001.txt >own/report.csv
ln -s 001.txt own/link.txt
ln -s own linked
check 'the same file' refuses_to_write pack -o own/001.txt own/001.txt
check 'by another path' refuses_to_write pack -o own/../own/001.txt linked/001.txt
check 'by a link' refuses_to_write pack -o own/link.txt own/001.txt
check 'from a link' refuses_to_write pack -o own/001.txt own/link.txt
check 'a file of the folder' refuses_to_write pack --allow-any -o own/001.txt own
check 'a file of a report' refuses_to_write pack -o own/001.txt own/report.csv
check 'the report' refuses_to_write pack -f text -o own/report.csv own/report.csv
check 'standard input' refuses_to_write pack -o own/001.txt -
check 'one of several formats' refuses_to_write pack --allow-any -f text,xsb -o own/levels own/levels.sok
check 'a hard link' ln own/001.txt hard.txt
check 'by a hard link' refuses_to_write pack -o hard.txt own/001.txt
rm hard.txt own/link.txt own/two.txt own/levels.sok
check 'the folder' refuses_to_write pack --force -o own own
check 'the folder with a slash' refuses_to_write pack --force -o own/ own
check 'the folder by a link' refuses_to_write pack --force -o linked own
check 'the folder by a report' refuses_to_write pack --force -o own own/report.csv
check 'another folder' pack -q -o other own
check 'another folder again' pack -q --force -o other own
check 'another file beside' pack -q -o own/pack.txt own/001.txt
pack --help | grep -q 'which lacks cairo' ||
    check 'pictures into the folder' pack -q --force -f svg -o own own/001.txt
check 'and the level is still there' cmp level.txt own/001.txt

# --- file extensions ---

refuses_ending() { # FILE
    pack -o "$1" level.txt 2>errors
    [ $? = 2 ] && [ ! -e "$1" ] && grep -q 'the endings are .txt, .sok, .xsb, .puzzlescript, .svg' errors
}
for file in x.docx other/x.md .x.json x.txt.bak x.tex; do
    check "$file" refuses_ending "$file"
done
mkdir folder.d
for file in plain 'Levels 1.0' folder.d folder.new/ .hidden UPPER.TXT; do
    check "$file" pack -q -o "$file" level.txt
done
check 'any name with a format' pack -q -f text -o x.docx level.txt

echo "$passed passed, $failed failed"
[ $failed = 0 ]
