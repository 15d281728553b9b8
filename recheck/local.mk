# recheck: a second opinion on reports, by rules and a search of its own.
commands += recheck/recheck
recheck_recheck_SOURCES = recheck/recheck.h recheck/games.cc recheck/judge.cc recheck/main.cc recheck/snakebird.cc
recheck_recheck_LDADD = -lcsv
