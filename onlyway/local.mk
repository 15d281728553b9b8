# onlyway: the command that finds the others.  --program-prefix changes neither its name nor those of the programs that
# it finds, which are installed under their plain names in a folder that is not on PATH.
noinst_PROGRAMS += onlyway/onlyway
onlyway_onlyway_SOURCES = onlyway/main.c
onlyway_onlyway_CPPFLAGS = $(AM_CPPFLAGS) -DBINDIR='"$(bindir)"' -DPROGRAMS='"$(pkglibexecdir)"'
onlyway_onlyway_LDADD = base/libbase.a

if SHORT_NAMES
bin_PROGRAMS = $(commands)
else
noinst_PROGRAMS += $(commands)
endif

install-onlyway: $(commands) onlyway/onlyway$(EXEEXT)
	$(MKDIR_P) "$(DESTDIR)$(bindir)" "$(DESTDIR)$(pkglibexecdir)"
	$(INSTALL_PROGRAM) onlyway/onlyway$(EXEEXT) "$(DESTDIR)$(bindir)/onlyway$(EXEEXT)"
	for program in $(commands); do \
	    $(INSTALL_PROGRAM) "$$program" "$(DESTDIR)$(pkglibexecdir)/" || exit 1; \
	done

uninstall-onlyway:
	rm -f "$(DESTDIR)$(bindir)/onlyway$(EXEEXT)"
	for program in $(commands); do rm -f "$(DESTDIR)$(pkglibexecdir)/`basename "$$program"`"; done
	-rmdir "$(DESTDIR)$(pkglibexecdir)"

installcheck-onlyway:
	for program in $(commands); do \
	    word=`basename "$$program" $(EXEEXT)` && \
	    "$(DESTDIR)$(bindir)/onlyway" "$$word" --version | grep -q "^onlyway $$word (Onlyway) $(VERSION)" || \
	    { echo "installcheck: onlyway $$word does not work"; exit 1; }; \
	done

.PHONY: install-onlyway uninstall-onlyway installcheck-onlyway
