# bench
noinst_PROGRAMS += bench/sokoban
bench_sokoban_SOURCES = bench/sokoban.c gen/sokoban_retro.c gen/sokoban_retro.h \
	gen/sokoban_room.c gen/sokoban_room.h
bench_sokoban_LDADD = $(SOLVE_LIBS)

# ONLYWAY_CORPUS may name a folder of levels; without it the generator alone is measured.
.PHONY: bench-sokoban
bench-sokoban: bench/sokoban
	bench/sokoban $${ONLYWAY_CORPUS:+"$$ONLYWAY_CORPUS/sokoban"}
