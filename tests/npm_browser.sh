#!/bin/sh
# The npm package as users install it, from the output of `npm pack': in node by import and require, and in headless
# browsers as plain modules and through bundlers with default options; see page/npm.mjs.  Also checks its types.
. "${srcdir:-$(dirname "$0")/..}/tests/browser.sh"
[ -e lib/npm/onlyway/onlyway.wasm.gz ] || skip 'built without WebAssembly'
fetch "$here/tests/bundlers" "$top/tests/browser/bundlers" --include=optional ||
    skip 'the bundlers could not be had from the npm registry'
tools=$top/tests/browser/bundlers/node_modules
site=$work/site
failed=0

fail() {
    echo "FAIL: $*"
    [ ! -s "$work/log" ] || tail -n 15 "$work/log"
    failed=$((failed + 1))
}

try() { # WHAT COMMAND...
    what=$1
    shift
    "$@" >"$work/log" 2>&1 </dev/null || fail "$what"
}

# A site with one script and the installed package.
mkdir -p "$site" "$work/pages"
cd "$site" || exit 1
echo '{"name": "site", "private": true}' >package.json
try 'npm pack' npm pack --silent --pack-destination "$work" "$top/lib/npm/onlyway"
try 'npm install' npm install --offline --no-audit --no-fund --silent "$work"/onlyway-*.tgz
cat >main.js <<'END'
import {Onlyway} from 'onlyway';
window.onlyway = new Onlyway();
END
page() { # SCRIPT ATTRIBUTES...
    echo "<!doctype html><meta charset=\"utf-8\"><title>Site</title><link rel=\"icon\" href=\"data:,\"><script $*></script>"
}
page 'type="module" src="/main.js"' >index.html

# Node.
for say in 'import("onlyway")' 'Promise.resolve(require("onlyway"))'; do
    said=$(node -e "$say.then(async ({Onlyway}) => {
        const [level] = await new Onlyway().judge('#####\\n#@\$.#\\n#####\\n');
        console.log(level.verdict, level.depth, level.solution);
    })" 2>&1)
    [ "$said" = 'unique 1 R' ] || fail "node $(node --version): $say: $said"
done

# The commands.
printf '#####\n#@$.#\n#####\n' >level.txt
said=$(npx --offline onlyway solve level.txt 2>&1)
case $said in
    'level.txt: unique, depth 1, '*) ;;
    *) fail "npx onlyway: $said" ;;
esac

# Types: the example of the package's README and wrong uses of a level, in a module and with require.
{
    sed -n '/^```js$/,$p' "$here/lib/npm/README.md" | sed '1d; /^```$/,$d'
    cat <<'END'
for (const told of await onlyway.judge('', {maxStates: 5, why: true}, {onProgress: ({states, level}) => states + level})) {
    if (told.error === undefined)
        console.log(told.verdict === 'unique', told.hash.length, told.parts?.pairs.length, told.listed.length);
    else
        console.log(told.error.length);
}
// @ts-expect-error: there is no such verdict
console.log(level.verdict === 'uniqe');
END
} >example.mts
echo "import {Onlyway} from 'onlyway'; export const version: Promise<string> = new Onlyway({wasm: new Uint8Array(1)}).version();" \
    >required.cts
cat >console.d.ts <<'END'
declare const console: {log(...words: unknown[]): void};
END
for library in es2022,dom es2022; do
    dom=
    [ $library = es2022 ] && dom=console.d.ts
    # shellcheck disable=SC2086 # $dom may be nothing
    try "types with $library" node "$tools/typescript/bin/tsc" --strict --noEmit --noUnusedLocals false --lib $library \
        --target es2022 --module nodenext example.mts required.cts $dom
done

# Browsers.
mkdir "$work/pages/plain" && cp -R node_modules/onlyway "$work/pages/plain" &&
    page 'type="module" src="main.js"' >"$work/pages/plain/index.html"
sed "s|'onlyway'|'./onlyway/browser.js'|" main.js >"$work/pages/plain/main.js"
try 'vite build' timeout 120 node "$tools/vite/bin/vite.js" build --outDir "$work/pages/vite"
try 'webpack' timeout 120 node "$tools/webpack-cli/bin/cli.js" --mode production --entry ./main.js \
    -o "$work/pages/webpack"
try 'esbuild' timeout 120 "$tools/esbuild/bin/esbuild" main.js --bundle --outfile="$work/pages/esbuild/main.js"
# Without the plugin of that name, Rollup resolves no packages.
mkdir -p node_modules/@rollup && ln -s "$tools/@rollup/plugin-node-resolve" node_modules/@rollup
try 'rollup' timeout 120 node "$tools/rollup/dist/bin/rollup" main.js -p node-resolve -f es \
    -o "$work/pages/rollup/main.js"
page 'defer src="main.js"' >"$work/pages/webpack/index.html"
cp "$work/pages/webpack/index.html" "$work/pages/esbuild" || failed=1
page 'type="module" src="main.js"' >"$work/pages/rollup/index.html"
node "$tools/vite/bin/vite.js" --host 127.0.0.1 --port 0 >"$work/vite.log" 2>&1 </dev/null &
server=$!
trap 'kill $server 2>/dev/null; rm -rf "$work"' EXIT
for _ in $(seq 300); do
    dev=$(sed -n 's/\x1b\[[0-9;]*m//g; s/.*Local: *\(http[^ ]*\).*/\1/p' "$work/vite.log")
    [ -z "$dev" ] || break
    sleep 0.1
done
cd "$top" || exit 1
[ -n "$dev" ] || { cat "$work/vite.log"; fail 'vite does not start'; }
drive "$here/tests/page/npm.mjs" plain="$work/pages/plain" vite="$work/pages/vite" vite-dev="$dev" \
    webpack="$work/pages/webpack" esbuild="$work/pages/esbuild" rollup="$work/pages/rollup" || failed=$((failed + 1))
[ $failed = 0 ]
