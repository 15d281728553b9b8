# levels: data, installed as it is.
EXTRA_DIST += \
	levels/README.md levels/document.txt levels/make-all.sh levels/make-pack.sh \
	levels/longcat levels/puzzlescript levels/snake levels/snakebird levels/snowman levels/sokoban \
	levels/theseus

levelsdir = $(pkgdatadir)/levels

install-levels:
	find $(srcdir)/levels -type f ! -name local.mk ! -name '*.sh' ! -name names | \
	sed 's|^$(srcdir)/levels/||' | while read -r file; do \
	    $(MKDIR_P) "$(DESTDIR)$(levelsdir)/`dirname "$$file"`" && \
	    $(INSTALL_DATA) "$(srcdir)/levels/$$file" "$(DESTDIR)$(levelsdir)/$$file" || exit 1; \
	done

uninstall-levels:
	rm -rf "$(DESTDIR)$(levelsdir)"
	-rmdir "$(DESTDIR)$(pkgdatadir)"

.PHONY: install-levels uninstall-levels
