# recheck: a second opinion on reports, with independent rules and search.
commands += recheck/recheck
recheck_recheck_SOURCES = recheck/recheck.h recheck/games.cc recheck/judge.cc recheck/main.cc recheck/snakebird.cc
recheck_recheck_LDADD = -lcsv
