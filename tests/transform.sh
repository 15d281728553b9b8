#!/bin/sh
# `gen --transform`: levels that rules make from a game's own levels.  Checks the effect of each rule on the resulting
# levels, character by character.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
PATH=$top/gen:$top/solve:$top/out:$PATH
export PATH
cd "$work" || exit 1
sed '/^LEVELS/,$d' "$levels/puzzlescript/barrels.txt" >head.txt
{
    cat head.txt
    printf '%s\n' LEVELS ====== '' '######' '#.P..#' '#.*#.#' '#..o.#' '######'
} >game.txt
level='###### #.P..# #.*#.# #..o.# ###### '

# made NAME RULES [OPTION...]: makes levels with some rules applied once, and writes one row of characters for each to
# made/NAME.
mkdir made
made() {
    name=$1
    printf '%s\n' "$2" >"$name.rules"
    shift 2
    rm -rf out
    gen puzzlescript --from=game.txt --transform="$name.rules" --method=random --allow-trivial --allow-greedy \
        --max-essential=256 --min-distance=0 --count=3 --max-tries=60 --timeout=20 --jobs=1 --seed=5 --quiet \
        --output=out "$@" 2>messages
    status=$?
    for file in out/0*.txt; do
        [ -e "$file" ] || continue
        sed '1,/^LEVELS/d' "$file" | grep '^[#.p*o@+]' | tr 'p\n' 'P '
        echo
    done >"made/$name"
    [ $status = 0 ] || [ $status = 3 ]
}

# differ NAME N: checks that there are levels, and that each differs from the game's own level in 1 to N characters.
differ() {
    [ -s "made/$1" ] &&
        awk -v own="$level" -v most="$2" '{
            count = 0
            for (i = 1; i <= length(own); i++)
                count += substr($0, i, 1) != substr(own, i, 1)
            if (length($0) != length(own) || count < 1 || count > most)
                exit 1
        }' "made/$1"
}

# has NAME CHARACTERS N: checks that each level has N of these characters.
has() {
    awk -v wanted="$3" -v set="[$2]" '{ if (gsub(set, "") != wanted) exit 1 }' "made/$1"
}

made wall '[ Wall ] -> [ ]'
check 'one wall goes' differ wall 1
check 'one wall fewer' has wall '#' 18
made walls 'choose 3 [ Wall ] -> [ ]'
check 'three walls go' has walls '#' 16
made some 'choose 3 option 0.5 [ Wall ] -> [ ]'
check 'up to three walls go' differ some 3
check 'not always three' awk '{ fewer += gsub("#", "") > 16 } END { exit !fewer }' made/some
made walk '[ Player | no Wall no Barrel ] -> [ | Player ]'
check 'the player walks' differ walk 2
check 'there is one player' has walk 'P+' 1
check 'the player is a step away' sh -c "! grep -qv -e '^...... #P...#' -e '^...... #..P.#' made/walk"
made down 'down [ Barrel | no Wall ] -> [ | Barrel ]'
check 'the barrel goes down' test "$(cat made/down)" = '###### #.P..# #..#.# #.*o.# ###### '
made right 'right [ Barrel | Wall ] -> [ Barrel | ]'
check 'the wall beside the barrel goes' test "$(cat made/right)" = '###### #.P..# #.*..# #..o.# ###### '
made either '[ Player | no Wall no Barrel ] -> [ | Player ]
or [ Drain no Barrel ] -> [ ]
or choose'
expect 2 gen puzzlescript --from=game.txt --transform=either.rules --output=none
made either '[ Player | no Wall no Barrel ] -> [ | Player ]
or [ Wall ] -> [ ]'
check 'one of two rules' differ either 2
made both '(first one)
[ Wall ] -> [ ] (and then)
[ Wall ] -> [ ]'
check 'one rule after the other' has both '#' 17
made never 'option 0 [ Wall ] -> [ ]' --max-tries=50
check 'a rule that is never applied makes nothing' test "$(cat made/never)" = ''

# The rules may follow the levels, and are not part of the game.
{
    cat game.txt
    printf '%s\n' '' ========= TRANSFORM ========= '' 'choose 2 [ Wall ] -> [ ]'
} >section.txt
echo 'choose 2 [ Wall ] -> [ ]' >two.rules
same() {
    gen puzzlescript --from=section.txt --method=random --allow-trivial --allow-greedy --count=2 --seed=3 --jobs=1 \
        --quiet \
        --output=a 2>/dev/null
    gen puzzlescript --from=game.txt --transform=two.rules --method=random --allow-trivial --allow-greedy --count=2 \
        --seed=3 --jobs=3 --quiet --output=b 2>/dev/null
    [ -e a/001.txt ] && diff -r a b >/dev/null
}
check 'a section after the levels, and any number of jobs' same
is_unique() { solve --quiet --unique "$1" >/dev/null; }
check 'what is made is unique' is_unique a
solve --csv game.txt | sed 1d >one
solve --csv section.txt | sed 1d >two
check 'the section is no part of the game' cmp -s one two
expect 0 pack --quiet --output=packed.puzzlescript section.txt

# Climbing applies the rules repeatedly, as long as the level improves.
echo 'choose 2 [ Wall ] -> [ ]
choose 2 [ no Wall no Player no Barrel no Drain ] -> [ Wall ]' >climb.rules
expect 0 gen puzzlescript --from=game.txt --transform=climb.rules --count=1 --seed=3 --allow-greedy --min-depth=4 \
    --jobs=1 \
    --quiet --output=climbed
check 'what is climbed is unique' is_unique climbed

# Rules may have line ends and a byte order mark as Windows writes them.
printf '\357\273\277choose 2 [ Wall ] -> [ ]\r\nor [ Barrel | no Wall no Barrel ] -> [ | Barrel ]\r\n' >windows.rules
expect 0 gen puzzlescript --from=game.txt --transform=windows.rules --count=1 --seed=3 --method=random --allow-trivial \
    --allow-greedy --quiet --output=windows

# Without --size, the folder has the name of the first level's size inside its wall.
expect 0 gen puzzlescript --from=game.txt --transform=climb.rules --count=1 --seed=3 --allow-greedy --min-depth=4 \
    --quiet
check 'the folder is named' test -d puzzlescript-4x3

# An interrupted run continues only with the same rules.
expect 3 gen puzzlescript --from=game.txt --transform=two.rules --count=40 --seed=3 --method=random --max-tries=60 \
    --output=c --quiet
echo 'choose 3 [ Wall ] -> [ ]' >two.rules
expect 2 gen puzzlescript --from=game.txt --transform=two.rules --count=40 --seed=3 --method=random --resume \
    --output=c --quiet

# says RULES MESSAGE: checks the error message, with its line.
says() {
    printf '%s\n' '[ Wall ] -> [ ]' "$1" >bad.rules
    ! gen puzzlescript --from=game.txt --transform=bad.rules --output=none 2>messages &&
        grep -q "^gen: bad.rules:2: $2" messages
}
check 'a name' says '[ Wal ] -> [ ]' 'Name "wal", referred to in a rule, does not exist.'
check 'a number' says 'choose 0 [ Wall ] -> [ ]' "'choose' needs a number"
check 'a probability' says 'option 1.5 [ Wall ] -> [ ]' "'option' needs a probability"
check 'brackets' says '[ Wall ] -> [ ' 'the brackets'
check 'late' says 'late [ Wall ] -> [ ]' 'a rule that makes levels cannot be late'
check 'no rule' says 'Wall' 'this is no rule'
check 'layers' says '[ Wall Barrel ] -> [ ]' 'BARREL and WALL can never overlap. This rule requires that'
expect 2 gen puzzlescript --transform=two.rules --output=none
expect 2 gen longcat --transform=two.rules --output=none
check 'other games know no rules' grep -q '^gen: LongCat has no option --transform$' messages
expect 2 gen puzzlescript --from=game.txt --transform=two.rules --pieces=P=1 --output=none
expect 2 gen puzzlescript --from=game.txt --transform=two.rules --size=9 --output=none

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
