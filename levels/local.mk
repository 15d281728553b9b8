# levels: data; installed as it lies here.
level_packs = longcat/5x5 longcat/6x6 longcat/8x8
EXTRA_DIST += levels/README.md levels/longcat

levelsdir = $(pkgdatadir)/levels

install-levels:
	$(MKDIR_P) "$(DESTDIR)$(levelsdir)/longcat"
	$(INSTALL_DATA) $(srcdir)/levels/longcat/document.txt "$(DESTDIR)$(levelsdir)/longcat"
	for pack in $(level_packs); do \
	    $(MKDIR_P) "$(DESTDIR)$(levelsdir)/$$pack" && \
	    $(INSTALL_DATA) $(srcdir)/levels/$$pack/* "$(DESTDIR)$(levelsdir)/$$pack" || exit 1; \
	done

uninstall-levels:
	rm -rf "$(DESTDIR)$(levelsdir)"
	-rmdir "$(DESTDIR)$(pkgdatadir)"

.PHONY: install-levels uninstall-levels
