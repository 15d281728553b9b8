# bench: the programs of `make bench`.  `make check` builds them, because no test runs them.  ONLYWAY_CORPUS may name a
# folder of known levels.
bench_programs = bench/bench_longcat bench/bench_sokoban bench/bench_search \
	bench/bench_puzzlescript bench/bench_rules bench/winding
check_PROGRAMS += $(bench_programs)

bench_bench_longcat_SOURCES = bench/bench_longcat.c bench/boards.c bench/bench.h bench/rates.c
bench_bench_longcat_LDADD = $(GEN_LIBS)

bench_bench_sokoban_SOURCES = bench/sokoban.c
bench_bench_sokoban_LDADD = $(GEN_LIBS)

bench_bench_search_SOURCES = bench/search.c
bench_bench_search_LDADD = $(GEN_LIBS)

bench_bench_rules_SOURCES = bench/bench_rules.c
bench_bench_rules_LDADD = $(DISK_LIBS) $(SOLVE_LIBS)

bench_bench_puzzlescript_SOURCES = bench/puzzlescript.c
bench_bench_puzzlescript_LDADD = $(SOLVE_LIBS)
puzzlescript_games = bench/puzzlescript/sokoban.txt bench/puzzlescript/slide.txt \
	bench/puzzlescript/late.txt bench/puzzlescript/again.txt
EXTRA_DIST += $(puzzlescript_games)

# Large LongCat levels for bench/several.sh.
bench_winding_SOURCES = bench/winding.c tests/winding.c tests/levels.c
bench_winding_CFLAGS = $(AM_CFLAGS)
bench_winding_LDADD = $(SOLVE_LIBS)

# The program that bench/fit_difficulty.py runs.
check_PROGRAMS += bench/difficulty_terms
bench_difficulty_terms_SOURCES = bench/difficulty_terms.c
bench_difficulty_terms_LDADD = $(SOLVE_LIBS)
EXTRA_DIST += bench/snake.sh bench/several.sh bench/peers.sh bench/rows.sh bench/peer_map.py bench/census.py \
	bench/distribution.py bench/fit_difficulty.py bench/fit_form.py bench/form.py

# The gain of each pruning rule; bench/rules/ has a folder of levels for each game.
EXTRA_DIST += bench/rules
.PHONY: bench-rules
bench-rules: bench/bench_rules$(EXEEXT)
	for folder in $(srcdir)/bench/rules/*; do \
	    game=`basename $$folder` && \
	    bench/bench_rules$(EXEEXT) $$game 1000000 $$folder || exit; \
	    test -z "$$ONLYWAY_CORPUS" || test ! -d "$$ONLYWAY_CORPUS/$$game" || \
	        bench/bench_rules$(EXEEXT) $$game 200000 "$$ONLYWAY_CORPUS/$$game" || exit; \
	done

.PHONY: bench
bench: gen/gen$(EXEEXT) solve/solve$(EXEEXT) $(bench_programs)
	bench/bench_longcat$(EXEEXT) gen/gen$(EXEEXT)
	bench/bench_sokoban$(EXEEXT) $${ONLYWAY_CORPUS:+"$$ONLYWAY_CORPUS/sokoban"}
	bench/bench_search$(EXEEXT) snakebird 16000000 "$${ONLYWAY_CORPUS:-$(top_srcdir)/levels}/snakebird"
	bench/bench_search$(EXEEXT) snowman 1000000 "$${ONLYWAY_CORPUS:-$(top_srcdir)/levels}/snowman"
	bash $(srcdir)/bench/snake.sh
	bench/bench_puzzlescript$(EXEEXT) $(puzzlescript_games:%=$(srcdir)/%)
	bash $(srcdir)/bench/several.sh
	bash $(srcdir)/bench/peers.sh
	$(MAKE) $(AM_MAKEFLAGS) bench-rules

# The time from an edit to the verdict in the editor of the page; see bench/editor.sh.
EXTRA_DIST += bench/editor.sh bench/editor.mjs
