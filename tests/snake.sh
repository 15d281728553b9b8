#!/bin/sh
# Snake on the command line: judging arenas, repeating games, and generating arenas and tours.

. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
PATH=$top/gen:$top/solve:$PATH
LC_ALL=C
export PATH LC_ALL
cd "$work" || exit 1

# $1: expected status; $2: expected words of the output; then a command.
says() {
    wanted=$1 words=$2
    shift 2
    "$@" >said 2>&1
    status=$?
    check "$*: status $status instead of $wanted" [ $status = "$wanted" ]
    grep -q -- "$words" said || { fail "$*: does not say '$words'"; head -n 5 said; }
}

same() {
    cmp -s "$1" "$2" || fail "$1 and $2 differ"
}

printf '######\n#    #\n#    #\n#    #\n#    #\n######\n' >four.txt
printf '     \n     \n     \n     \n     \n' >five.txt
printf '####\n#  #\n####\n' >line.txt

says 0 'multiple, depth 16, 6 solutions, 2 essential' solve --game=snake four.txt
says 0 'solution  RRRDDDLUULDDLUUU' solve --game=snake four.txt
says 0 'solves the level' solve --game=snake --replay DDDRRRULLURRULLL four.txt
says 1 'illegal' solve --game=snake --replay RRRDDDLUULDDLUURR four.txt
says 0 'unsolvable (the number of open cells, 25, is odd)' solve --game=snake five.txt
says 2 'line.txt:2:2: .*two rows' solve --game=snake line.txt
says 3 'undecided' solve --game=snake --max-states=5 four.txt

# Without a cat it could be a LongCat level.  The report beside a file decides, if it names one game.
says 2 "could be a level of Snake or LongCat (no cat 'C' in this level)" solve four.txt
solve --csv --game=snake four.txt five.txt >report.csv
says 0 'multiple, depth 16' solve four.txt
says 0 'multiple, depth 16' solve "$work"/four.txt
mkdir mixed cats
cp four.txt mixed
cp four.txt cats
printf '# C\n' >mixed/cat.txt
says 2 'could be a level of Snake or LongCat' solve mixed
says 2 'could be a level of Snake or LongCat' solve four.txt mixed/four.txt
solve --csv --game=longcat mixed/cat.txt >cats/report.csv 2>/dev/null
says 2 "four.txt:1:1: no cat 'C' in this level" solve cats/four.txt
sed 1d cats/report.csv | cat report.csv - >mixed/report.csv
says 2 'could be a level of Snake or LongCat' solve mixed/four.txt
echo damaged >report.csv
says 2 'could be a level of Snake or LongCat' solve four.txt
rm report.csv

# Games: repeated runs give the same bytes with any number of threads, and every row is complete.
says 0 'cells .*won 100.0 % of 20' \
    solve --autopilot=all --games=20 --seed=3 --jobs=1 --output=one four.txt
says 0 'best possible: wins always, 41.5674' \
    solve --autopilot=all --games=20 --seed=3 --jobs=3 --output=two four.txt
same one/games.csv two/games.csv
same one/curve.csv two/curve.csv
[ "$(head -n 1 one/games.csv)" = "arena,autopilot,columns,rows,tail,growth,seed,game,result,moves,points,length,average,score" ] ||
    fail 'games.csv has other columns'
[ "$(head -n 1 one/curve.csv)" = "autopilot,seed,game,point,length,moves,average" ] ||
    fail 'curve.csv has other columns'
[ "$(wc -l <one/games.csv)" = 181 ] || fail 'games.csv has not 9 times 20 rows'
awk -F, 'NR > 1 && $10 > 0 && $11 > 0 && ($10 / $11 - $13 > 1e-4 || $13 - $10 / $11 > 1e-4)' \
    one/games.csv | grep . && fail 'an average is wrong'
awk -F, 'FNR == 1 { next }
    FILENAME == ARGV[1] { n = n_of[$1 "," $3]++; if ($4 != n + 1) bad = 1; next }
    n_of[$2 "," $8] + 0 != $11 { bad = 1 }
    END { exit bad }' one/curve.csv one/games.csv || fail 'curve.csv and games.csv disagree'
says 0 'cannot play here' solve --autopilot=all --games=1 --seed=1 --output=one five.txt
says 2 'sweep cannot play here' solve --autopilot=sweep --games=1 --seed=1 --output=one five.txt
says 2 "did you mean 'manhattan'" solve --autopilot=manhatan four.txt
says 2 'needs --autopilot' solve --games=3 four.txt
says 2 'cannot be combined' solve --autopilot=all --csv four.txt
says 0 'seed [0-9]' solve --autopilot=cycle --games=1 --output=one four.txt
says 0 'perturbed-safe .*won 100.0 %' solve --autopilot=perturbed-safe --games=50 --seed=1 \
    --growth=nokia --tail=blocked --output=one four.txt

# Generated arenas have one tour, with any method, and do not depend on the threads.
for method in climb tree random; do
    says 0 'kept 10' gen snake --method=$method --size=8x6 --count=10 --seed=4 --jobs=1 \
        --output=$method
    says 0 'kept 10' gen snake --method=$method --size=8x6 --count=10 --seed=4 --jobs=3 \
        --output=$method.again
    diff -r $method $method.again >/dev/null || fail "$method depends on threads"
    says 0 unique solve --unique $method
done
says 2 'even sides' gen snake --size=5 --method=tree --output=odd
for difficulty in easy medium hard; do
    says 0 'kept 3' gen snake --difficulty=$difficulty --count=3 --seed=1 \
        --output=$difficulty
    says 0 unique solve --unique $difficulty
done
says 0 'kept 3' gen snake --size=7x5 --method=random --count=3 --seed=1 --output=odd

# Tours: each number once, four characters wide; the maze has half the size.
says 0 '^   0   1' gen snake --tours=1 --size=6x4 --seed=1 --output=-
[ "$(head -n 4 said | tr -s ' ' '\n' | grep -c '^[0-9]')" = 24 ] || fail 'a tour is not 24 numbers'
[ "$(sed -n '6,7p' said | grep -c '^#[-+| ][-+| ][-+| ]#$')" = 2 ] || fail 'the maze is not 3 by 2'
says 0 '   #' gen snake --tours=2 --method=backbite --arena=random/001.txt --seed=1 --output=-
says 0 '^gen: wrote 3 tours; in tours$' \
    gen snake --tours=3 --method=switch --arena=tree/001.txt --seed=1 --output=tours
says 0 '^gen: wrote 1 tour$' gen snake --tours=1 --size=4 --seed=1 --output=-
[ "$(ls tours | tr '\n' ' ')" = '001.tour 002.tour 003.tour ' ] || fail 'three tours are not there'
says 2 'not empty' gen snake --tours=3 --arena=tree/001.txt --seed=1 --output=tours
says 2 'arena needs --tours' gen snake --arena=tree/001.txt --count=1 --seed=1 --output=none
says 2 'odd' gen snake --tours=1 --size=5 --seed=1 --output=-
says 2 'backbite and switch' gen snake --tours=1 --size=6x5 --method=maze --seed=1 --output=-

echo "$passed passed, $failed failed"
[ $failed = 0 ]
