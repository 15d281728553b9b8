// The npm package, on pages of its own, gives the same results as the commands.  Arguments: NAME=PLACE, where PLACE is
// a folder to serve or the address of a page; each page has created `onlyway`.
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {extname, join, normalize} from 'node:path';

import {browsers} from '../browser/cases.mjs';
import {Browser} from '../browser/browser.mjs';

const BOXES = '#######\n#.    #\n#.#  ##\n#  $$ #\n# @   #\n#######\n'; // not unique
const TYPES = {
    '.js': 'text/javascript',
    '.html': 'text/html'
};

// Serves a folder, and nothing else.
function serve(folder) {
    const server = createServer((request, response) => {
        const path = normalize(request.url);
        try {
            const body = readFileSync(join(folder, path === '/' ? 'index.html' : path));
            response.writeHead(200, {'content-type': TYPES[extname(path) || '.html'] ?? 'application/octet-stream'});
            response.end(body);
        } catch {
            response.writeHead(404);
            response.end();
        }
    });
    return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const command = (name, args, input = '') => execFileSync(name, args, {input, encoding: 'utf8'}).trim();
const row = text => text.slice(text.indexOf(',')).trim(); // without the level's name

const cases = {
    async judges(run) {
        const [judged] = await run(text => onlyway.judge(text, {game: 'sokoban', why: true}), BOXES);
        const [, told] = command('solve', ['--csv', '--game=sokoban'], BOXES).split('\n');
        return judged.verdict === 'multiple' && row(judged.row) === row(told) && judged.parts.pairs.length > 0;
    },

    async mends(run) {
        const [handed, mended] = await run(async text => {
            const levels = [];
            const found = await onlyway.mend(text, {game: 'sokoban', mend: 2}, {onLevel: level => levels.push(level)});
            return [levels, found];
        }, BOXES);
        const told = command('solve', ['--game=sokoban', '--quiet', '--mend=2'], BOXES);
        return handed.length === 2 && told.endsWith(mended.text.trim());
    },

    async generates(run) {
        const made = await run(async () => {
            const levels = [];
            await onlyway.generate(
                'longcat', {size: 5, count: 3, seed: 7}, {onLevel: level => levels.push(level.grid)});
            return levels;
        });
        const told = command('gen', ['longcat', '--size=5', '--count=3', '--seed=7', '--output=-', '--quiet']);
        return made.length === 3 && made.join('\n').trim() === told;
    },

    async cancels(run) {
        return await run(async () => {
                   const control = new AbortController();
                   setTimeout(() => control.abort(), 50);
                   try {
                       await onlyway.generate('longcat', {size: 30, count: 100000, seed: 1}, {signal: control.signal});
                       return 0;
                   } catch (error) {
                       return error.status;
                   }
               }) === 5;
    },

    async throws(run) {
        return await run(async () => {
            const onLevel = () => {
                throw new RangeError('enough');
            };
            const thrown =
                await onlyway.generate('longcat', {size: 5, count: 1000, seed: 1}, {onLevel}).catch(error => error);
            return thrown instanceof RangeError && (await onlyway.games()).length > 5;
        });
    },

                async refuses(run) {
                    return await run(() => onlyway.judge('#', {game: 'chess'}).catch(error => error.status)) === 2;
                },
};

let passed = 0, failed = 0;

// Runs the cases on one page.
async function onPage(browser, name, place) {
    const server = place.startsWith('http') ? null : await serve(place);
    try {
        await browser.page.goto(server === null ? place : `http://127.0.0.1:${server.address().port}/`);
        await browser.wait(() => browser.run(() => window.onlyway !== undefined), 'the package');
        for (const [what, run] of Object.entries(cases)) {
            const good = await run(browser.run.bind(browser)).catch(error => console.log(error.stack));
            if (good !== true)
                console.log(`FAIL: ${what}, ${name} in ${browser.kind}`);
            passed += good === true;
            failed += good !== true;
        }
    } catch (error) {
        console.log(`FAIL: ${name} in ${browser.kind}: ${error.message}\n${browser.complaints().join('\n')}`);
        failed++;
    } finally {
        server?.close();
        server?.closeAllConnections();
    }
}

for (const [kind, program] of browsers()) {
    const browser = await Browser.start(kind, program);
    for (const [name, place] of process.argv.slice(2).map(word => word.split(/=(.*)/)))
        if (kind === 'chromium' || name === 'plain') // the scripts are the same
            await onPage(browser, name, place);
    await browser.quit();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(passed > 0 && failed === 0 ? 0 : 1);
