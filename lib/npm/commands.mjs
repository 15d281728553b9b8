#!/usr/bin/env node
// `npx onlyway gen|solve|pack|recheck ...`: the commands, compiled to WebAssembly.  They read and write the files of
// this machine.
import {readFileSync} from 'node:fs';
import {parse} from 'node:path';
import {fileURLToPath} from 'node:url';
import {setFlagsFromString} from 'node:v8';
import {gunzipSync} from 'node:zlib';

// With fast calls, node 20's WASI allocates memory, and the garbage collector may then free what the module still
// needs, so that node crashes.
setFlagsFromString('--no-turbo-fast-api-calls');

// WASI is stable, but node 18 and 20 still warn about it.
const {emitWarning} = process;
process.emitWarning = (warning, ...rest) =>
    String(warning).includes('WASI') ? undefined : emitWarning.call(process, warning, ...rest);
const {WASI} = await import('node:wasi');

const WORDS = ['gen', 'solve', 'pack', 'recheck'];
const HELP = `Usage: onlyway COMMAND [ARGUMENT]...
Make grid puzzle levels that have exactly one solution, and judge any level.

Commands:
  gen        generate levels that have exactly one solution
  solve      tell whether levels have exactly one solution
  pack       make pages and collections of levels
  recheck    judge the levels of reports again, with a second solver

'onlyway COMMAND --help' tells more about a command.
`;

const here = name => fileURLToPath(new URL(name, import.meta.url));
const [word, ...args] = process.argv.slice(2);
if (word === '--help' || word === '-h') {
    process.stdout.write(HELP);
} else if (word === '--version' || word === '-V') {
    console.log(`onlyway (Onlyway) ${JSON.parse(readFileSync(here('package.json'), 'utf8')).version}`);
} else if (!WORDS.includes(word)) {
    console.error(
        `onlyway: ${word === undefined ? 'which command?' : `unknown command '${word}'`}\nTry 'onlyway --help'.`);
    process.exitCode = 2;
} else {
    // The module's root is the root of the disk with the current folder.
    const folder = process.cwd(), {root} = parse(folder);
    const wasi = new WASI({
        version: 'preview1',
        args: [`onlyway ${word}`, ...args],
        env: {...process.env, PWD: `/${folder.slice(root.length).replaceAll('\\', '/')}`},
        preopens: {'/': root},
        returnOnExit: true,
    });
    const module = new WebAssembly.Module(gunzipSync(readFileSync(here('commands.wasm.gz'))));
    try {
        process.exitCode = wasi.start(new WebAssembly.Instance(module, {wasi_snapshot_preview1: wasi.wasiImport}));
    } catch (error) {
        // The module has used up its memory or stack.
        console.error(`onlyway ${word}: stopped by WebAssembly: ${error.message}`);
        process.exitCode = 3;
    }
}
