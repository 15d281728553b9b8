# doc: the reference, man pages, bash completion, and their tests.
#
# Documents are installed in one folder, with the files to which they link; their links are changed accordingly.
dist_doc_DATA = HACKING.md LICENSE NEWS.md README.md doc/census.md doc/cluster.md doc/formats.md doc/longcat.md \
	doc/measures.md doc/pack.md doc/page.md doc/play.md doc/puzzlescript.md doc/rules.md doc/runs.md doc/snake.md \
	doc/snakebird.md doc/snowman.md doc/sokoban.md doc/testing.md doc/why.md
shardsdir = $(docdir)
dist_shards_SCRIPTS = doc/shard-mpi.sh doc/shard-parallel.sh doc/shard-slurm.sh
# These scripts are examples without --help and --version.
AM_INSTALLCHECK_STD_OPTIONS_EXEMPT = $(dist_shards_SCRIPTS)
picturesdir = $(docdir)/pictures
dist_pictures_DATA = \
	doc/pictures/arena-solution.png \
	doc/pictures/crawl-solution.png \
	doc/pictures/longcat.png doc/pictures/longcat-solution.png \
	doc/pictures/page.png doc/pictures/page-phone.png \
	doc/pictures/push-solution.png \
	doc/pictures/roll-solution.png \
	doc/pictures/snakebird.png \
	doc/pictures/snowman.png \
	doc/pictures/sokoban.png
EXTRA_DIST += doc/link.sh doc/pictures/make.sh doc/pictures/page.mjs doc/pictures/page.sh

install-data-hook:
	$(INSTALL_DATA) $(srcdir)/lib/npm/README.md "$(DESTDIR)$(docdir)/npm.md"
	$(srcdir)/doc/link.sh "$(DESTDIR)" "$(docdir)" "$(levelsdir)"

uninstall-documents:
	rm -f "$(DESTDIR)$(docdir)/npm.md"

.PHONY: uninstall-documents

# Man pages come from --help, so a program must be built first; see MAKE_MAN in configure.ac.  Each command has a page
# as `onlyway NAME', and another under its short name if that is installed.
man_pages = doc/gen.1 doc/pack.1 doc/recheck.1 doc/solve.1
onlyway_pages = doc/onlyway.1 doc/onlyway-gen.1 doc/onlyway-pack.1 doc/onlyway-recheck.1 doc/onlyway-solve.1
if HAVE_CURSES
man_pages += doc/play.1
onlyway_pages += doc/onlyway-play.1
endif
if HAVE_MPI
man_pages += doc/solve-mpi.1
onlyway_pages += doc/onlyway-solve-mpi.1
endif
EXTRA_DIST += doc/man.sh doc/gen.h2m doc/onlyway.h2m doc/pack.h2m doc/play.h2m doc/recheck.h2m doc/solve.h2m \
	doc/solve-mpi.h2m
CLEANFILES += $(man_pages) $(onlyway_pages)
if MAKE_MAN
if SHORT_PAGES
nodist_man1_MANS = $(man_pages)
endif
# --program-prefix changes the names of man pages, but not of data files.
onlywaymandir = $(mandir)/man1
nodist_onlywayman_DATA = $(onlyway_pages)
endif
make_man = $(AM_V_GEN)$(MKDIR_P) doc && ONLYWAY_PROGRAMS=gen:out:play:recheck:solve \
	$(srcdir)/doc/man.sh "$(HELP2MAN)"

doc/gen.1: gen/gen$(EXEEXT) doc/gen.h2m doc/man.sh
	$(make_man) $(srcdir)/doc/gen.h2m $@ '$(transform)' gen/gen$(EXEEXT)

doc/onlyway-gen.1: gen/gen$(EXEEXT) onlyway/onlyway$(EXEEXT) doc/gen.h2m doc/man.sh
	$(make_man) $(srcdir)/doc/gen.h2m $@ 's/^/onlyway-/' onlyway/onlyway$(EXEEXT) gen

doc/pack.1: out/pack$(EXEEXT) doc/pack.h2m doc/man.sh
	$(make_man) $(srcdir)/doc/pack.h2m $@ '$(transform)' out/pack$(EXEEXT)

doc/onlyway-pack.1: out/pack$(EXEEXT) onlyway/onlyway$(EXEEXT) doc/pack.h2m doc/man.sh
	$(make_man) $(srcdir)/doc/pack.h2m $@ 's/^/onlyway-/' onlyway/onlyway$(EXEEXT) pack

doc/play.1: play/play$(EXEEXT) doc/play.h2m doc/man.sh
	$(make_man) $(srcdir)/doc/play.h2m $@ '$(transform)' play/play$(EXEEXT)

doc/onlyway-play.1: play/play$(EXEEXT) onlyway/onlyway$(EXEEXT) doc/play.h2m doc/man.sh
	$(make_man) $(srcdir)/doc/play.h2m $@ 's/^/onlyway-/' onlyway/onlyway$(EXEEXT) play

doc/recheck.1: recheck/recheck$(EXEEXT) doc/recheck.h2m doc/man.sh
	$(make_man) $(srcdir)/doc/recheck.h2m $@ '$(transform)' recheck/recheck$(EXEEXT)

doc/onlyway-recheck.1: recheck/recheck$(EXEEXT) onlyway/onlyway$(EXEEXT) doc/recheck.h2m doc/man.sh
	$(make_man) $(srcdir)/doc/recheck.h2m $@ 's/^/onlyway-/' onlyway/onlyway$(EXEEXT) recheck

doc/solve.1: solve/solve$(EXEEXT) doc/solve.h2m doc/man.sh
	$(make_man) $(srcdir)/doc/solve.h2m $@ '$(transform)' solve/solve$(EXEEXT)

doc/onlyway-solve.1: solve/solve$(EXEEXT) onlyway/onlyway$(EXEEXT) doc/solve.h2m doc/man.sh
	$(make_man) $(srcdir)/doc/solve.h2m $@ 's/^/onlyway-/' onlyway/onlyway$(EXEEXT) solve

doc/solve-mpi.1: solve/solve-mpi$(EXEEXT) doc/solve-mpi.h2m doc/man.sh
	$(make_man) $(srcdir)/doc/solve-mpi.h2m $@ '$(transform)' solve/solve-mpi$(EXEEXT)

doc/onlyway-solve-mpi.1: solve/solve-mpi$(EXEEXT) onlyway/onlyway$(EXEEXT) doc/solve-mpi.h2m doc/man.sh
	$(make_man) $(srcdir)/doc/solve-mpi.h2m $@ 's/^/onlyway-/' onlyway/onlyway$(EXEEXT) solve-mpi

doc/onlyway.1: $(commands) onlyway/onlyway$(EXEEXT) doc/onlyway.h2m doc/man.sh
	$(make_man) $(srcdir)/doc/onlyway.h2m $@ s/x/x/ onlyway/onlyway$(EXEEXT)

# One file per program, under its installed name, because bash-completion looks it up by that name.
bashcompletiondir = $(datadir)/bash-completion/completions
EXTRA_DIST += doc/completion.bash
completion_names = for name in onlyway `for program in $(bin_PROGRAMS); do \
	echo "$$program" | sed 's,^.*/,,;s,$(EXEEXT)$$,,;$(transform)'; done`; do

install-completion:
	$(MKDIR_P) "$(DESTDIR)$(bashcompletiondir)"
	$(completion_names) sed "s/@PROGRAM@/$$name/g" $(srcdir)/doc/completion.bash \
	    >"$(DESTDIR)$(bashcompletiondir)/$$name" || exit 1; \
	done

uninstall-completion:
	$(completion_names) rm -f "$(DESTDIR)$(bashcompletiondir)/$$name"; done

.PHONY: install-completion uninstall-completion

doc_scripts = doc/test_cluster.bash doc/test_completion.bash doc/test_examples.bash doc/test_help.bash doc/test_man.sh
dist_check_SCRIPTS += $(doc_scripts)
TESTS += $(doc_scripts)
