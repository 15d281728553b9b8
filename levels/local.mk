# levels: data, installed as it is.
EXTRA_DIST += \
	levels/README.md levels/document.txt levels/make-all.sh levels/make-pack.sh \
	levels/longcat levels/puzzlescript levels/snake levels/snakebird levels/snowman levels/sokoban \
	levels/theseus

levelsdir = $(pkgdatadir)/levels

install-levels:
	find $(srcdir)/levels -type d | sed 's|^$(srcdir)/levels||' | while read -r folder; do \
	    to="$(DESTDIR)$(levelsdir)$$folder"; set --; \
	    for file in "$(srcdir)/levels$$folder"/*; do \
	        case $$file in */local.mk | *.sh | */names) ;; *) test -d "$$file" || set -- "$$@" "$$file" ;; esac; \
	    done; \
	    $(MKDIR_P) "$$to" && { test $$# -eq 0 || $(INSTALL_DATA) "$$@" "$$to"; } || exit 1; \
	done

uninstall-levels:
	rm -rf "$(DESTDIR)$(levelsdir)"
	-rmdir "$(DESTDIR)$(pkgdatadir)"

.PHONY: install-levels uninstall-levels
