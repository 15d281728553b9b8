# out/site: the studio, a folder of static files around the page that plays packs.  `make site` writes it to site/ in
# the build folder, with node and with the programs and the npm package of this build.
site_parts = \
	out/site/booklet.js \
	out/site/drawings.js \
	out/site/export.js \
	out/site/files.js \
	out/site/first.js \
	out/site/games.mjs \
	out/site/home.js \
	out/site/home.mjs \
	out/site/icon.svg \
	out/site/keeper.js \
	out/site/make.mjs \
	out/site/mine.js \
	out/site/mine.mjs \
	out/site/more.js \
	out/site/play.js \
	out/site/read.css \
	out/site/shared.js \
	out/site/shelf.js \
	out/site/site.css \
	out/site/sw.js \
	out/site/text.mjs \
	out/site/workshop.mjs

EXTRA_DIST += $(site_parts)

.PHONY: site
if HAVE_WASM
site: workshop
	@command -v node >/dev/null || { echo 'make site needs node (Debian: nodejs)' >&2; exit 1; }
	$(AM_V_GEN)node $(srcdir)/out/site/make.mjs site
else
site:
	@echo 'make site needs a compiler for WebAssembly: see what configure says' >&2
	@exit 1
endif

clean-local: clean-site
clean-site:
	rm -rf site
.PHONY: clean-site
