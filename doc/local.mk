# doc: man pages, bash completion, the reference; and the tests of all three.
dist_doc_DATA = README.md NEWS.md doc/census.md doc/cluster.md doc/formats.md doc/longcat.md doc/measures.md \
	doc/pack.md doc/page.md doc/play.md doc/puzzlescript.md doc/rules.md doc/runs.md doc/snake.md doc/snakebird.md doc/snowman.md \
	doc/sokoban.md doc/testing.md \
	doc/why.md

# Man pages come from --help, so a program must be built first; see MAKE_MAN in configure.ac.
man_pages = doc/gen.1 doc/pack.1 doc/recheck.1 doc/solve.1
if HAVE_CURSES
man_pages += doc/play.1
endif
if HAVE_MPI
man_pages += doc/solve-mpi.1
endif
EXTRA_DIST += doc/gen.h2m doc/pack.h2m doc/play.h2m doc/recheck.h2m doc/solve.h2m doc/solve-mpi.h2m
CLEANFILES += $(man_pages)
EXTRA_DIST += doc/pictures/page.png doc/pictures/page-phone.png doc/pictures/page.sh doc/pictures/page.mjs \
	doc/pictures/make.sh \
	doc/pictures/arena-solution.png \
	doc/pictures/crawl-solution.png \
	doc/pictures/longcat.png doc/pictures/longcat-solution.png \
	doc/pictures/push-solution.png \
	doc/pictures/roll-solution.png \
	doc/pictures/snakebird.png \
	doc/pictures/snowman.png \
	doc/pictures/sokoban.png
if MAKE_MAN
nodist_man1_MANS = $(man_pages)
endif
make_man = $(AM_V_GEN)$(MKDIR_P) doc && $(HELP2MAN) --no-info --output=$@

doc/gen.1: gen/gen$(EXEEXT) doc/gen.h2m
	$(make_man) --include=$(srcdir)/doc/gen.h2m gen/gen$(EXEEXT)

doc/pack.1: out/pack$(EXEEXT) doc/pack.h2m
	$(make_man) --include=$(srcdir)/doc/pack.h2m out/pack$(EXEEXT)

doc/play.1: play/play$(EXEEXT) doc/play.h2m
	$(make_man) --include=$(srcdir)/doc/play.h2m play/play$(EXEEXT)

doc/recheck.1: recheck/recheck$(EXEEXT) doc/recheck.h2m
	$(make_man) --include=$(srcdir)/doc/recheck.h2m recheck/recheck$(EXEEXT)

doc/solve.1: solve/solve$(EXEEXT) doc/solve.h2m
	$(make_man) --include=$(srcdir)/doc/solve.h2m solve/solve$(EXEEXT)

doc/solve-mpi.1: solve/solve-mpi$(EXEEXT) doc/solve-mpi.h2m
	$(make_man) --include=$(srcdir)/doc/solve-mpi.h2m solve/solve-mpi$(EXEEXT)

# One file a program, each under the name it is installed by, as bash-completion looks them up.
bashcompletiondir = $(datadir)/bash-completion/completions
EXTRA_DIST += doc/completion.bash
completion_names = for program in $(bin_PROGRAMS); do \
	name=`echo "$$program" | sed 's,^.*/,,;s,$(EXEEXT)$$,,;$(transform)'`

install-data-local: install-levels
	$(MKDIR_P) "$(DESTDIR)$(bashcompletiondir)"
	$(completion_names); sed "s/@PROGRAM@/$$name/g" $(srcdir)/doc/completion.bash \
	    >"$(DESTDIR)$(bashcompletiondir)/$$name" || exit 1; \
	done

uninstall-local: uninstall-levels
	$(completion_names); rm -f "$(DESTDIR)$(bashcompletiondir)/$$name"; done

EXTRA_DIST += doc/shard-mpi.sh doc/shard-parallel.sh doc/shard-slurm.sh

doc_scripts = doc/test_completion.bash doc/test_examples.bash doc/test_help.bash doc/test_man.sh
dist_check_SCRIPTS += $(doc_scripts)
TESTS += $(doc_scripts)
