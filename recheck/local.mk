# recheck: a second opinion on reports, by rules and a search of its own.
commands += recheck/recheck
recheck_recheck_SOURCES = recheck/recheck.h recheck/judge.cc recheck/level.cc recheck/main.cc recheck/mazes.cc \
	recheck/pushes.cc recheck/snakebird.cc recheck/tours.cc
recheck_recheck_LDADD = -lcsv
