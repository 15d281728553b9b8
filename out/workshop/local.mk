# out/workshop: the page for writing PuzzleScript games.  It is the page that plays packs (out/page), with the source
# beside it.  `make workshop` makes out/workshop/workshop.html.  CodeMirror, from the npm registry, shows the source;
# without it, a plain text area does.
workshop_parts = \
	out/workshop/pane.html \
	out/workshop/sample.txt \
	out/workshop/workshop.css \
	out/workshop/workshop.js

EXTRA_DIST += $(workshop_parts) \
	out/workshop/code.mjs \
	out/workshop/package-lock.json \
	out/workshop/package.json \
	out/workshop/plain.js

if HAVE_WASM
out/workshop/code.js: out/workshop/code.mjs out/workshop/plain.js out/workshop/package-lock.json
	$(AM_V_GEN)from=$$(cd $(srcdir)/out/workshop && pwd) && $(MKDIR_P) out/workshop/modules && \
	if (cp $$from/package.json $$from/package-lock.json $$from/code.mjs out/workshop/modules && \
	    cd out/workshop/modules && chmod u+w * && npm ci --ignore-scripts --prefer-offline --fetch-timeout=20000 \
	    --fetch-retries=1 && node_modules/.bin/esbuild code.mjs --bundle --minify --format=iife \
	    --charset=utf8 --outfile=../code.js-t) >out/workshop/npm.log 2>&1 </dev/null; then \
	    mv out/workshop/code.js-t $@; \
	else \
	    echo 'CodeMirror could not be had from npm (see out/workshop/npm.log): sources are shown in a plain text area'; \
	    cp $$from/plain.js $@; \
	fi

# Inserts the additional parts before the page's first board and at its end; see data-shop in workshop.js.
out/workshop/workshop.html: out/page/whole.html $(workshop_parts) out/workshop/code.js
	$(AM_V_GEN)$(AWK) -v from=$(srcdir)/out/workshop/ 'function add(file) { \
	    while ((getline line <file) > 0) print line } \
	/^<meta http-equiv="Content-Security-Policy"/ { sub(/">$$/, "; connect-src https: http:\">") } \
	/^<title>/ { print "<title>Workshop</title>"; next } \
	/^<script id="pack"/ { print "<script id=\"pack\" type=\"application/json\">{\"title\":\"Workshop\",\"levels\":[]," \
	    "\"gameSources\":{},\"difficulties\":[\"easy\",\"medium\",\"hard\",\"expert\"]}</script>"; next } \
	/^<\/head>/ { print "<style data-shop>"; add(from "workshop.css"); print "</style>" } \
	/^<main id="play">/ { add(from "pane.html") } \
	/^<\/body>/ { \
	    print "<script id=\"shop-sample\" type=\"text/plain\" data-shop>"; add(from "sample.txt"); \
	    print "</script>\n<script data-shop>"; add("out/workshop/code.js"); \
	    print "</script>\n<script data-shop>"; add(from "workshop.js"); print "</script>" } \
	{ print }' out/page/whole.html >$@-t && mv $@-t $@

CLEANFILES += out/workshop/code.js out/workshop/npm.log out/workshop/workshop.html
endif

clean-local: clean-workshop
.PHONY: workshop clean-workshop
clean-workshop:
	rm -rf out/workshop/modules

if HAVE_WASM
# Runs last, in a separate make, because two makes at once would spoil the files that they share.
workshop: all
	@$(MAKE) out/workshop/workshop.html
else
workshop:
	@echo 'the workshop needs WebAssembly, see doc/page.md'; exit 1
endif
