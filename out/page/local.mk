# out/page: the page that plays packs in the browser.  It uses the npm package: its module is that of the package plus
# the code for playing.  One file, which pack_html.c holds as bytes, contains the compressed module, the style, and the
# scripts, including those of the package.
page_parts = \
	out/page/advice.js \
	out/page/arcade.js \
	out/page/dialogs.css \
	out/page/dialogs.js \
	out/page/editor.css \
	out/page/editor.js \
	out/page/editor_board.js \
	out/page/editor_findings.js \
	out/page/editor_judge.js \
	out/page/editor_tools.js \
	out/page/elements.js \
	out/page/engine.js \
	out/page/history.js \
	out/page/guide.js \
	out/page/input.js \
	out/page/links.js \
	out/page/main.js \
	out/page/make.js \
	out/page/package.js \
	out/page/page.css \
	out/page/playback.js \
	out/page/player.js \
	out/page/progress.js \
	out/page/share.js \
	out/page/sheet.js \
	out/page/sounds.js \
	out/page/store.js \
	out/page/suggest.js \
	out/page/zoom.js

engine_sources = \
	out/page/arcade.c \
	out/page/editor.c \
	out/page/engine.c \
	out/page/source.c \
	out/page/touch.c \
	out/page/words.c \
	out/page/write.c

EXTRA_DIST += $(page_parts) $(engine_sources) out/page/engine.h out/page/page.html

if HAVE_WASM
# Objects for WebAssembly end in .wo, so they can lie beside those for this machine.  Sizes have 32 bits there; searches
# stay far below that limit.
engine_objects = $(engine_sources:.c=.wo) \
	out/pack.wo \
	out/pack_text.wo \
	solve/arcade/game.wo

SUFFIXES = .c .cc .wo
WASM_COMPILE = $(AM_V_CC)$(MKDIR_P) $(@D) && $(WASM_CC) -std=c11 $(WARNINGS) -Wno-shorten-64-to-32 \
	    $(WASM_FLAGS) -I. -I$(srcdir) -include $(srcdir)/lib/npm/posix.h -D_GNU_SOURCE -MMD -MP
.c.wo:
	$(WASM_COMPILE) -c -o $@ $<

# The C++ code has no exceptions.
WASM_COMPILE_CXX = $(AM_V_CXX)$(MKDIR_P) $(@D) && $(WASM_CC) -std=c++17 $(WARNINGS) -Wno-shorten-64-to-32 \
	    $(WASM_FLAGS) -fno-exceptions -I. -I$(srcdir) -MMD -MP
.cc.wo:
	$(WASM_COMPILE_CXX) -c -o $@ $<

# The rules have arrays on the stack.  A search may fill the module's memory, but not that of the machine.
ENGINE_LIMITS = -Wl,-z,stack-size=1048576 -Wl,--max-memory=402653184

out/page/module.wasm: $(engine_objects) $(npm_objects)
	$(AM_V_CCLD)$(WASM_CC) $(WASM_FLAGS) $(ENGINE_LIMITS) -Wl,--gc-sections -Wl,--strip-all -o $@ \
	    $(engine_objects) $(npm_objects) $(WASM_LIBS)

out/page/module.base64: out/page/module.wasm
	$(AM_V_GEN)gzip -9n <out/page/module.wasm | base64 >$@

# A line @NAME@ stands for a file of this folder, and @npm/NAME@ for a file of the package.  Scripts of the package are
# modules; their imports and exports are removed, because one file has nothing to import from.
out/page/whole.html: out/page/page.html $(page_parts) $(npm_sources) out/page/module.base64
	$(AM_V_GEN)$(AWK) -v source=$(srcdir) '/^@[a-z0-9_./]*@$$/ { \
	    name = substr($$0, 2, length($$0) - 2); \
	    package = sub(/^npm\//, "lib/npm/", name); \
	    file = name == "module.base64" ? "out/page/" name \
	         : source "/" (package ? name : "out/page/" name); \
	    while ((status = (getline line <file)) > 0) { \
	        if (package && (line ~ /^import / || line ~ /^export \{/)) continue; \
	        if (package) sub(/^export /, "", line); \
	        print line } \
	    if (status < 0) { print "cannot read " file | "cat >&2"; exit 1 } \
	    next } { print }' $(srcdir)/out/page/page.html >$@-t && mv $@-t $@

out/page/page.inc: out/page/whole.html
	$(AM_V_GEN)od -An -v -tu1 out/page/whole.html | sed 's/[0-9][0-9]*/&,/g' >$@-t && mv $@-t $@

$(out_libpack_a_OBJECTS): out/page/page.inc

-include $(engine_objects:.wo=.d)

CLEANFILES += $(engine_objects) $(engine_objects:.wo=.d) out/page/module.wasm \
	out/page/module.base64 out/page/whole.html out/page/page.inc
endif
