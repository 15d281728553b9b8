# lib/npm: the library for JavaScript, as an npm package.  `make npm` assembles it in lib/npm/onlyway/ and packs it.
npm_sources = \
	lib/npm/browser.js \
	lib/npm/client.js \
	lib/npm/commands.mjs \
	lib/npm/index.d.ts \
	lib/npm/module.js \
	lib/npm/node.js \
	lib/npm/node.mjs \
	lib/npm/worker.js

EXTRA_DIST += $(npm_sources) lib/npm/README.md lib/npm/calls.c lib/npm/commands.c lib/npm/csv.c \
	lib/npm/exceptions.cc lib/npm/mains.h lib/npm/posix.c lib/npm/posix.h lib/npm/package.json.in

if HAVE_WASM
# The linker omits code that no call reaches.
shared_objects = \
	base/array.wo \
	base/clock.wo \
	base/csv.wo \
	base/memory.wo \
	base/natural.wo \
	base/nearest.wo \
	base/options.wo \
	base/rng.wo \
	base/sort.wo \
	base/text.wo \
	base/threads.wo \
	base/utf8.wo \
	$(filters_libfilters_a_OBJECTS:.o=.wo) \
	$(games_libgames_a_OBJECTS:.o=.wo) \
	$(gen_libgen_a_OBJECTS:.o=.wo) \
	$(out_libpicture_a_OBJECTS:.o=.wo) \
	play/session.wo \
	solve/arcade/circuit.wo \
	$(solve_libsolve_a_OBJECTS:.o=.wo)
npm_objects = $(shared_objects) lib/npm/calls.wo $(lib_libonlyway_la_OBJECTS:.lo=.wo)

lib/npm/onlyway.wasm: $(npm_objects)
	$(AM_V_CCLD)$(WASM_CC) $(WASM_FLAGS) $(ENGINE_LIMITS) -Wl,--gc-sections -Wl,--strip-all -o $@ \
	    $(npm_objects) $(WASM_LIBS)

# The commands, for `npx onlyway`.  Each has its own main function.
command_objects = \
	base/file.wo \
	base/program.wo \
	base/progress.wo \
	base/shard.wo \
	$(gen_libcommand_a_OBJECTS:.o=.wo) \
	lib/npm/commands.wo \
	lib/npm/csv.wo \
	lib/npm/exceptions.wo \
	lib/npm/posix.wo \
	$(out_libout_a_OBJECTS:.o=.wo) \
	$(out_libpack_a_OBJECTS:.o=.wo) \
	out/pack_pdf.wo \
	out/pack_picture.wo \
	recheck/games.wo \
	recheck/judge.wo \
	recheck/snakebird.wo \
	solve/arcade/autopilot.wo \
	solve/arcade/exact.wo \
	solve/arcade/game.wo \
	$(solve_libcommand_a_OBJECTS:.o=.wo)
main_objects = gen/gen_main.wo out/pack_main.wo recheck/recheck_main.wo solve/solve_main.wo

gen/gen_main.wo: gen/main.c
	$(WASM_COMPILE) -Dmain=gen_main -c -o $@ $(srcdir)/gen/main.c
out/pack_main.wo: out/pack_main.c
	$(WASM_COMPILE) -Dmain=pack_main -c -o $@ $(srcdir)/out/pack_main.c
recheck/recheck_main.wo: recheck/main.cc lib/npm/mains.h
	$(WASM_COMPILE_CXX) -include $(srcdir)/lib/npm/mains.h -Dmain=recheck_main -c -o $@ $(srcdir)/recheck/main.cc
solve/solve_main.wo: solve/main.c
	$(WASM_COMPILE) -Dmain=solve_main -c -o $@ $(srcdir)/solve/main.c
out/pack_html.wo: out/page/page.inc

# 32-bit addresses reach 4 GiB; --max-memory stays below.  The stack comes first in memory, so an overflow ends the
# program.
lib/npm/commands.wasm: $(shared_objects) $(command_objects) $(main_objects)
	$(AM_V_CCLD)$(WASM_CC) $(WASM_FLAGS) -Wl,-z,stack-size=1048576 -Wl,--stack-first -Wl,--gc-sections -Wl,--strip-all -o $@ \
	    $(shared_objects) $(command_objects) $(main_objects) -lc++ -lc++abi -lwasi-emulated-getpid -lwasi-emulated-signal

# For places without modules: removes imports and exports from concatenated scripts.
ONE_SCRIPT = sed -e '/^import /d' -e '/^export {/d' -e 's/^export //'

# parts.js holds what browsers would otherwise fetch: the module as base64, and the worker's script as a string.
lib/npm/onlyway/package.json: lib/npm/package.json lib/npm/onlyway.wasm lib/npm/commands.wasm $(npm_sources) lib/npm/README.md
	$(AM_V_GEN)$(MKDIR_P) $(@D) && rm -f $(@D)/* && to=$(@D) && from=$(srcdir)/lib/npm && \
	for file in browser.js client.js commands.mjs index.d.ts module.js node.mjs README.md; do \
	    cp "$$from/$$file" $$to || exit 1; \
	done && \
	cp "$$from/index.d.ts" $$to/index.d.cts && cp $(srcdir)/LICENSE $$to && \
	{ echo "'use strict';" && $(ONE_SCRIPT) "$$from/module.js" "$$from/worker.js"; } >$$to/worker.js && \
	{ echo "'use strict';" && $(ONE_SCRIPT) "$$from/module.js" "$$from/client.js" "$$from/node.js"; } >$$to/node.cjs && \
	gzip -9n <lib/npm/onlyway.wasm >$$to/onlyway.wasm.gz && \
	gzip -9n <lib/npm/commands.wasm >$$to/commands.wasm.gz && chmod 755 $$to/commands.mjs && \
	{ printf "export const wasm = '" && base64 $$to/onlyway.wasm.gz | tr -d '\n' && printf "';\nexport const worker = \"" && \
	    sed -e 's/\\/&&/g' -e 's/"/\\"/g' -e 's/$$/\\n/' $$to/worker.js | tr -d '\n' && echo '";'; } >$$to/parts.js && \
	cp lib/npm/package.json $@

noinst_DATA = lib/npm/onlyway/package.json

commands_made = $(command_objects) $(main_objects)
-include $(npm_objects:.wo=.d) $(commands_made:.wo=.d)

CLEANFILES += $(npm_objects) $(npm_objects:.wo=.d) $(commands_made) $(commands_made:.wo=.d) lib/npm/onlyway.wasm \
	lib/npm/commands.wasm lib/npm/onlyway/* \
	lib/npm/onlyway-*.tgz
endif

.PHONY: npm
npm: all
	cd lib/npm && npm pack ./onlyway
