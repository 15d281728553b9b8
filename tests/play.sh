#!/usr/bin/env bash
# Plays in a terminal of tmux and inspects its screen: levels of every game to their end, undo, hints, a lost position,
# solutions, the classic game of Snake, small windows, and all ways to exit, each of which must restore the terminal.
# The test never waits for a fixed time, only for text to appear, however long that takes.

top=$(pwd)
levels=$(cd "${srcdir:-.}/levels" && pwd) || exit 1
PATH=$top/play:$top/solve:$PATH
export PATH
if ! command -v tmux >/dev/null; then
    echo 'skipped: tmux is missing (Debian: tmux)'
    exit 77
fi
if [ ! -x play/play ]; then
    echo 'skipped: play was not built (Debian: libncurses-dev)'
    exit 77
fi

work=$(mktemp -d) || exit 1
checked=0
failed=0
seen=()
columns=80 rows=24
unset TMUX
XDG_STATE_HOME=$work/state
export XDG_STATE_HOME
TMUX_TMPDIR=$work
export TMUX_TMPDIR

# tm COMMAND WORD...: gives a command to tmux.  Its answer goes to `answer`, a line each.  One client takes all commands
# from a pipe (tmux's control mode), because on some machines, processes take most of the time of this test.
tm() {
    local line
    printf -v line " '%s'" "${@:2}"
    printf '%s\n' "$1$line" >&"${client[1]}"
    while IFS= read -r -u "${client[0]}" line; do
        case $line in
        '%begin '*) answer=() ;;
        '%end '*' 1') return 0 ;;
        '%error '*' 1') return 1 ;;
        *) answer+=("$line") ;;
        esac
    done
    return 1
}

trap 'tmux -L play kill-server 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# screen OPTION...: reads the screen, a line each, into `seen`.
screen() {
    tm capture-pane -p -t play "$@" && seen=("${answer[@]}")
}

# fail WHAT: reports a failure with the contents of the screen.
fail() {
    echo "FAIL: $*"
    screen
    printf '    |%s\n' "${seen[@]}"
    failed=$((failed + 1))
}

# begin COMMAND...: runs a command in a new terminal, after a line of text.  The script then prints the status, and
# whether the terminal is as before.
begin() {
    cat >"$work/run" <<END
trap : INT
echo before the game
stty -g >'$work/modes'
sh -c 'echo \$\$ >"$work/pid"; exec $*'
echo "status \$?"
[ "\$(stty -g)" = "\$(cat '$work/modes')" ] && echo same modes
exec sleep 1000
END
    open_terminal
}

# open_terminal: opens a new terminal, in which $work/run runs.
open_terminal() {
    rm -f "$work/pid"
    seen=()
    tm kill-session -t play
    tm new-session -d -s play -x $columns -y $rows "sh $work/run" || exit 1
}

# begin_job COMMAND...: the same in a shell with job control, which takes over when the command is stopped, and
# continues it after a line of input.
begin_job() {
    cat >"$work/run" <<END
set -m
echo before the game
stty -g >'$work/modes'
sh -c 'echo \$\$ >"$work/pid"; exec $*'
echo stopped
read -r line
fg >/dev/null
echo "status \$?"
[ "\$(stty -g)" = "\$(cat '$work/modes')" ] && echo same modes
exec sleep 1000
END
    open_terminal
}

# on_screen PATTERN: whether a line of the screen contains the extended regular expression.
on_screen() {
    local line
    for line in "${seen[@]}"; do
        [[ $line =~ $1 ]] && return 0
    done
    return 1
}

# appears PATTERN TENTHS: waits up to TENTHS tenths of a second for it.  Looks first at the screen that was seen last,
# unless there were keys since.
appears() {
    local tries=0
    while ! on_screen "$1"; do
        tries=$((tries + 1))
        [ "$tries" -le "$2" ] || return 1
        [ "$tries" = 1 ] || read -r -t 0.1 <>"$work/never"
        screen
    done
}

# see PATTERN: waits until it is on the screen.
see() {
    checked=$((checked + 1))
    appears "$1" 400 || fail "'$1' does not appear"
}

keys() {
    seen=()
    tm send-keys -t play "$@"
}

# resize COLUMNS ROWS: of the terminal.
resize() {
    seen=()
    tm resize-window -t play -x "$1" -y "$2"
}

# type_keys KEYS: types each character as a key.
type_keys() {
    seen=()
    tm send-keys -t play -l "$1"
}

# over STATUS: checks that the program ended with this status and restored the terminal.
over() {
    see "status $1"
    see 'before the game'
    see 'same modes'
}

# This terminal keeps tmux running between the others, and gives them its locale.
LC_ALL=C.UTF-8
export LC_ALL
if ! tmux -f /dev/null -L play new-session -d -s keeper 'sleep 1000' 2>"$work/said"; then
    echo "skipped: tmux opens no terminal here: $(cat "$work/said")"
    exit 77
fi
mkfifo "$work/never" # nobody writes to it
coproc client { exec tmux -L play -C attach-session -f no-output,ignore-size -t keeper; }

# --- a level of LongCat: moves, undo, hints, being lost, the solution ---

printf '%s\n' '#######' '#     #' '#     #' '# C   #' '#   # #' '#     #' '#######' >"$work/cat.txt"
begin play "$work/cat.txt"
see 'moves 0 of 11'
see 'LongCat  level 1 of 1  cat.txt'
keys i
see 'Hint: ←  \(11 moves to the goal; Enter: do it\)'
keys Enter
see 'moves 1 of 11'
keys i
see 'Hint: ↓  \(10 moves'
keys i
see 'moves 2 of 11'
keys r
see 'moves 0 of 11'
keys Right
see 'moves 1 of 11'
see 'Dead end: undo 1 ' # without a request
keys Down i
see 'Dead end: undo 2 '
keys Enter
see 'moves 0 of 11'
keys y y
see 'Dead end: undo 2 '
keys u
see 'Dead end: undo 1 '
keys u
see 'moves 0 of 11'
keys y y i
see 'Dead end: undo 2 '
keys Enter
see 'moves 0 of 11'
keys y
see 'moves 1 of 11'
keys r
see 'moves 0 of 11'
keys Left Down Right Up Left Down Right Down Left Down
see 'moves 10 of 11'
keys Left
see 'Solved in 11 moves, the fewest there are'
see '••'
keys u
see 'moves 10 of 11'
keys r v
see 'The solution from here'
keys - + + +
see 'Solved in 11 moves'
keys i
see 'This level is solved'
keys '?'
see 'arrows, hjkl, wasd'
keys x
see 'moves 11 of 11'
keys c
see 'for levels of Snake'

# --- windows of all sizes ---

resize 20 5
see 'The window is too sm'
resize 60 20
see 'moves 11 of 11'
resize 30 10
see 'moves 11 of 11'
resize 40 16
see '^ The classic game is only for levels of$'
see '^ Snake\.$'
see '^ n next  q quit$'
keys '?'
see '^ arrows, hjkl, wasd$'
see '^    hint: the next move, or how far to$'
see '^    go back$'
keys x q
over 0

# --- solved levels are remembered, whatever their names and orientation ---

mkdir "$work/cats"
cp "$work/cat.txt" "$work/cats/other.txt"
sed '1!G;h;$!d' "$work/cat.txt" >"$work/cats/turned.txt"
printf '%s\n' '#####' '#C  #' '#####' >"$work/cats/short.txt"
(cd "$work/cats" && solve --csv other.txt short.txt >report.csv)
begin play "$work/cats"
see 'moves 0 of 11'
resize 30 12
keys m
see '3 levels, 2 solved'
see '^\+>    1  [a-z]*  *other.txt'
see '^      2  easy    short.txt'
see '^\+     3  [a-z]*  *turned.txt'
see '^ Enter goes there; Esc goes$'
keys Down Enter Right
see 'Solved in 1 move'
keys q
over 0
[ "$(grep -cx '[0-9a-f]\{16\}' "$XDG_STATE_HOME/onlyway/solved")" = 2 ] ||
    fail 'the file of solved levels'
ls "$XDG_STATE_HOME/onlyway" | grep -qvx solved && fail 'more than the file of solved levels'
printf '%s\n' 'no key' "$(head -c 300 /dev/zero | tr '\0' f)" >>"$XDG_STATE_HOME/onlyway/solved"
begin play "$work/cats"
see 'moves 0 of 11'
keys m
see '3 levels, 3 solved'
keys q q
over 0
# Without a place to store them, play works all the same.
begin env XDG_STATE_HOME=/dev/null play "$work/cats/short.txt"
see 'moves 0 of 1'
keys Right
see 'Solved in 1 move'
keys m
see '1 level, 1 solved'
keys q q
over 0

# --- all ways to exit ---

for signal in TERM HUP INT; do
    begin play "$work/cat.txt"
    see 'moves 0 of 11'
    kill -s "$signal" "$(cat "$work/pid")"
    over 130
done
begin play "$work/cat.txt"
see 'moves 0 of 11'
keys C-c C-c C-c
over 130
begin play "$work/cat.txt"
see 'moves 0 of 11'
kill -s ABRT "$(cat "$work/pid")"
over 134

# A stopped and continued program continues where it was.
begin_job play "$work/cat.txt"
see 'moves 0 of 11'
# On a busy machine, the terminal sometimes ignores the first Ctrl-Z.
for press in 1 2 3; do
    keys C-z
    ! appears stopped 100 || break
    echo "stop key $press has no effect"
done
see stopped
see 'before the game'
keys Enter
see 'moves 0 of 11'
keys h
see 'moves 1 of 11'
keys q
over 0

# --- a level of each game to its end, by the keys of its solution ---

# solution FILE: prints the reported solution of the level.
solution() {
    solve --csv "$1" | sed -n '2s/.*,//p'
}

# finish FILE KEYS: plays the level to its end.
finish() {
    moves=$(solve --csv "$1" | sed -n 2p | cut -d, -f6)
    begin play "$1"
    see "moves 0 of $moves"
    type_keys "$2"
    see "Solved in $moves move"
    keys q
    over 0
}

file=$levels/longcat/6-looks-safe/002.txt
finish "$file" "$(solution "$file" | tr URDL wdsa)"
sed -n '1,/^$/p' "$levels/sokoban/1-one-crate/levels.xsb" >"$work/boxes.txt"
finish "$work/boxes.txt" "$(solution "$work/boxes.txt" | tr URDLurdl kljhkljh)"
file=$levels/snowman/1-small-medium-large/001.txt
finish "$file" "$(solution "$file" | tr URDLurdl wdsawdsa)"
file=$levels/snakebird/4-two-birds-one-bridge/002.txt
finish "$file" "$(solution "$file" | tr 'Aa^>v<' '12kljh')"
printf '%s\n' '######' '#    #' '#    #' '# ## #' '#    #' '######' >"$work/arena.txt"
solve --game=snake --csv "$work/arena.txt" >"$work/report.csv" # shows that it is no LongCat level
finish "$work/arena.txt" "$(solution "$work/arena.txt" | tr URDL kljh)"

# --- the first level of each chapter, after the chapter's introduction ---

# first_of CHAPTER: plays the first level by the keys of its solution.
first_of() {
    row=$(cat "$1"/*.csv | sed -n 2p)
    case $1 in
    */snakebird/*) pressed=$(echo "${row##*,}" | tr 'Aa0^>v<' '123kljh') ;;
    *) pressed=$(echo "${row##*,}" | tr 'URDLurdlW' 'kljhkljh ') ;;
    esac
    columns=150 rows=60
    begin play "$1"
    columns=80 rows=24
    see "$(sed -n 1p "$1/about.txt")"
    keys Enter
    see "moves 0 of $(echo "$row" | cut -d, -f6)"
    type_keys "$pressed"
    see "Solved in $(echo "$row" | cut -d, -f6) move"
    keys q
    over 0
}
for chapter in "$levels"/*/[0-9]*; do
    case $chapter in
    */1-*) first_of "$chapter" ;;
    *) [ -z "${ONLYWAY_TEST_LONG:-}" ] || first_of "$chapter" ;;
    esac
done

begin play "$levels/theseus/1-the-way-out"
see 'any key goes on, q quits'
keys q
over 0

# --- Theseus: refused moves are reported; a maze too high for the window has smaller cells ---

{
    echo '#################'
    echo '#T     M       E#'
    for _ in 1 2 3 4 5 6 7 8; do
        echo '# # # # # # # # #'
        echo '#               #'
    done
    echo '#################'
} >"$work/maze.txt"
begin env TERM=screen-256color play "$work/maze.txt"
see 'moves 0 of'
keys Right
see 'The Minotaur would catch you'
keys Down
see 'moves 1 of'
on_screen 'would catch' && fail 'what was refused is still said'
resize 60 20
see '▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀'
checked=$((checked + 1))
[ "$(printf '%s\n' "${seen[@]}" | grep -c '▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀')" = 2 ] || fail 'the maze is not whole'
keys q
over 0

# --- packs: next level, list, levels from standard input ---

begin play --level=2 "$levels/longcat/1-first-slides"
see 'level 2 of 8'
keys n
see 'level 3 of 8'
keys p p
see '^ *First slides *$' # the chapter's title
see 'stops her'
keys Enter
see 'level 1 of 8'
keys p
see 'no more levels'
keys m
see '> *1  easy *Around the Post'
keys Down Down Down Enter
see 'level 4 of 8  Two Notches'
keys v
see 'Solved in .* Enter: next level'
keys Enter
see 'level 5 of 8'
keys q
over 0
begin "cat $work/cat.txt | play -"
see 'moves 0 of 11'
keys a
see 'moves 1 of 11'
keys q
over 0

# --- choice of birds ---

begin play "$levels/snakebird/4-two-birds-one-bridge/001.txt"
see 'bird A'
keys Tab
see 'bird a'
keys 1
see 'bird A'
keys q
over 0

# --- the classic game ---

begin play --autopilot=cells --seed=7 "$work/arena.txt"
see 'cells cannot play here'
keys c
see 'moves 0 of 14'
keys q
over 0
mkdir "$work/bare"
printf '%s\n' '######' '#    #' '#    #' '#    #' '#    #' '######' >"$work/bare/field.txt"
begin play --autopilot=cells --seed=7 "$work/bare/field.txt" # the report there names the game
see 'Snake, the classic game  *cells'
keys p
see 'paused'
keys + + + + +
see 'speed 10'
keys p
see 'Won: the arena is full'
see 'length 16 of 16'
keys r p
see 'paused'
keys o
see 'you play'
keys c
see 'moves 0 of 16'
keys c
see 'Press a direction'
keys - - - -
see 'speed 1'
keys '?'
see 'another autopilot'
keys q q
over 0

# --- abilities of the terminal ---

begin play "$levels/sokoban/1-one-crate/levels.xsb"
see 'moves 0 of'
screen -e
on_screen $'\033\\[[0-9;]*4[0-9]' || fail 'no colours'
keys q
over 0
begin env NO_COLOR=1 play "$levels/sokoban/1-one-crate/levels.xsb"
see 'moves 0 of'
screen -e
on_screen $'\033\\[[0-9;]*[34][0-7]' && fail 'colours'
keys q
over 0
begin env LC_ALL=C play "$levels/snowman/1-small-medium-large/001.txt"
see 'moves 0 of'
see '##'
! printf '%s\n' "${seen[@]}" | LC_ALL=C grep '[^ -~]' || fail 'more than ASCII'
keys i
see 'Hint: [udlr]'
keys q
over 0
# Control characters of a title are shown, not sent, and do not reverse the text.
printf '#####\n#@$.#\n#####\nTitle: x\342\200\256gpj\033c\377\n' >"$work/odd.txt"
begin play "$work/odd.txt"
see 'level 1 of 1  x\\u202egpj\\x1bc\\xff$'
keys q
over 0
# (ncurses leaks memory for an unknown terminal.)
begin env ASAN_OPTIONS=detect_leaks=0 TERM=nonesuch play "$work/cat.txt"
see "unknown terminal 'nonesuch'"
over 2

# --- PuzzleScript games: messages, sprites, chance and time ---

cat >"$work/game.txt" <<'END'
title Ring
author Onlyway
flickscreen 6x4

OBJECTS

Background
lightgreen

Wall
brown

Player
black white
.000.
.111.
11111
.111.
.1.1.

Ring
darkblue

Bush
green
00000
0...0
0...0
0...0
00000

LEGEND

. = Background
# = Wall
P = Player
O = Ring
B = Bush

SOUNDS

COLLISIONLAYERS

Background
Ring
Bush
Player, Wall

RULES

[ > Player | Wall ] -> [ > Player | Wall ] message You bump your head.
(here)

WINCONDITIONS

Some Player on Ring

LEVELS

message Find the ring.

############
#P.........#
#.........O#
############

message Once more, through the bush.

#####
#PBO#
#####

message That was all.
END
begin play "$work/game.txt"
see 'Find the ring\.'
keys Space
see 'Ring #1'
see 'moves 0 of 1'
see '▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀$' # the top half of six cells of a sprite
keys Up
see 'You bump your head\.'
keys Enter
see 'moves 0 of 1'
keys i
see 'Hint: .*1 move to the goal'
keys Enter
see 'Solved in 1 move.*next level'
keys Enter
see 'Once more, through the bush\.'
keys Space
see 'moves 0 of 1'
keys Right Right
see 'That was all\.'
keys Space
see 'Solved in 1 move'
keys q
over 0
begin env NO_COLOR=1 play "$work/game.txt"
see 'Find the ring\.'
keys Space
see '# p \. \.'
keys q
over 0
sed -e 's/^flickscreen.*/realtime_interval 0.1/' \
    -e 's/^(here)$/[ stationary Player ] [ Bush ] -> [ Player ] [ randomdir Bush ]/' \
    "$work/game.txt" >"$work/time.txt"
begin play --seed=5 --level=2 "$work/time.txt"
see 'Once more'
keys Space
see 'moves [1-9]' # time passes without a key
keys i
see 'No answer: the game uses `random`'
keys q
over 0

# Turns that `again` requests are shown one by one, and a message at its turn; a key ends them and takes effect.
again() { # SECONDS
    sed -n -e "s/^author .*/&\\nagain_interval $1/" -e '1,/^RULES/p' "$levels/puzzlescript/barrels.txt"
    cat <<'END'
======
right [ stationary Barrel | no Wall no Barrel ] -> [ > Barrel | ] again
late right [ Barrel | no Wall | no Wall | Wall ] -> message Half way
END
    sed -n '/^WINCONDITIONS/,/^LEVELS/p' "$levels/puzzlescript/barrels.txt"
    printf '\n#########\n#P*....o#\n#########\n'
}
again 1 >"$work/again.txt"
begin env NO_COLOR=1 play "$work/again.txt"
see '# p \* \. \. \. \. o #'
keys Left
see '# p \. \* \. \. \. o #'
see '# p \. \. \* \. \. o #'
see 'Half way'
keys Space
see '# p \. \. \. \. \* o #'
see 'Solved in 1 move'
keys q
over 0
again 1000 >"$work/again.txt"
begin env NO_COLOR=1 play "$work/again.txt"
see '# p \* \. \. \. \. o #'
keys Left
see '# p \. \* \. \. \. o #'
keys u
see 'Half way'
keys Space
see '# p \* \. \. \. \. o #'
keys q
over 0

# --- levels that cannot be played ---

printf '%s\n' '#####' '# ? #' '#####' >"$work/bad.txt"
begin play "$work/bad.txt"
see 'bad.txt:2:3: unknown character'
over 2
begin play "$work/bad.txt" "$work/cat.txt"
see 'moves 0 of 11'
keys q
see 'bad.txt:2:3: unknown character'
over 2
begin play "$work/nowhere.txt"
see 'nowhere.txt: '
over 2
play "$work/cat.txt" >"$work/out" 2>"$work/error"
[ $? = 2 ] && grep -q 'standard output is not a terminal' "$work/error" && [ ! -s "$work/out" ] ||
    fail 'plays without a terminal'

echo "$checked looks, $failed failed"
[ $failed = 0 ]
