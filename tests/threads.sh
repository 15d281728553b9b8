#!/bin/sh
# Threads make no difference: gen and solve print the same with one thread and with two, in every game, where the
# threads share a search, the levels of a folder, games or candidates.  If built with --enable-sanitizers=thread, a data
# race makes the program and so the test fail.
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
PATH=$top/gen:$top/solve:$PATH
TSAN_OPTIONS="exitcode=66 $TSAN_OPTIONS"
LC_ALL=C
export PATH TSAN_OPTIONS LC_ALL
cd "$work" || exit 1

# Runs a command with one thread and with two.  Both runs must exit with this status and print the same.
same_with_two() { # STATUS COMMAND...
    wanted=$1
    shift
    for jobs in ${ONLYWAY_TEST_JOBS:-1 2}; do
        "$@" --jobs=$jobs >out.$jobs 2>messages
        status=$?
        if [ $status != "$wanted" ] || grep WARNING messages; then
            echo "$* --jobs=$jobs: status $status instead of $wanted"
            head -n 60 messages
            return 1
        fi
    done
    [ -n "$ONLYWAY_TEST_JOBS" ] || cmp out.1 out.2
}

# Large enough to make a second thread worthwhile.
cat >room.xsb <<'ROOM'
##########
#.  #   .#
# $   $  #
#  #.    #
# $   $  #
#. @#    #
##########
ROOM
cat >cat.txt <<'CAT'
##########
#      # #
#        #
#  #     #
#     #  #
#        #
# #      #
#     C  #
#  #     #
##########
CAT
# Small, because each change of it causes a separate search.
printf '#######\n#. @  #\n# $ $ #\n#  #. #\n#     #\n#######\n' >hall.xsb
printf '#######\n#     #\n#     #\n#     #\n# #C  #\n#     #\n#######\n' >two-ways.txt
printf '######\n#    #\n#    #\n#    #\n#    #\n######\n' >arena.txt

for level in room.xsb cat.txt "$levels/snakebird/4-two-birds-one-bridge/001.txt" \
    "$levels/snowman/5-a-place-to-stand/007.txt"; do
    check "$level" same_with_two 0 solve --csv "$level"
done
check "an arena" same_with_two 0 solve --csv --game=snake arena.txt
for level in room.xsb cat.txt "$levels/snakebird/1-learning-to-fly/001.txt" \
    "$levels/snowman/1-small-medium-large/001.txt" \
    "$levels/theseus/1-the-way-out/001.txt"; do
    check "why $level" same_with_two 0 solve --why "$level"
done
check "why an arena" same_with_two 0 solve --why --game=snake arena.txt
printf '%s\n' '-*-----+' '--------' '##---##-' '#abc-##-' '--#--^--' '-###CBA-' '##--#-#-' '------#-' >birds.txt
check "best first" same_with_two 0 solve --csv --max-states=30000 birds.txt
check "mend" same_with_two 0 solve --mend hall.xsb two-ways.txt
check "mend an arena" same_with_two 0 solve --mend --game=snake arena.txt
check "compact" same_with_two 0 solve --compact "$levels/snakebird/1-learning-to-fly/001.txt" \
    "$levels/snowman/1-small-medium-large/001.txt"
check 'a folder' same_with_two 0 solve --csv "$levels/snakebird/1-learning-to-fly" "$levels/snake/1-along-the-walls"
check 'autopilots' same_with_two 0 solve --autopilot=all --games=2 --seed=3 --output=. arena.txt

tried=0
for game in $(solve --help | awk '/^$/ { on = 0 } on; /^Games:/ { on = 1 }' | tr -d ,); do
    case $game in
    snakebird) few=--birds=1 ;; # it would search long for small levels with more
    *) few= ;;
    esac
    check "gen $game" same_with_two 0 gen "$game" --count=2 --seed=3 --size=4 $few --output=-
    tried=$((tried + 1))
done
check 'all games were tried' [ $tried -ge 5 ]
check 'tours' same_with_two 0 gen snake --tours=2 --size=6 --seed=1 --output=-

echo "$passed passed, $failed failed"
[ $failed = 0 ]
