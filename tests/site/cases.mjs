// The cases of the site.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {gzipSync, inflateSync} from 'node:zlib';

import {inspect} from '../browser/inspect.mjs';
import {story} from './story.mjs';

// Presses the keys of the solution that the page knows.
async function solve(browser) {
    const keys = await browser.run(() => page.engine.route(page.level.solution));
    await browser.run(all => {
        page.player.smooth = false;
        page.player.pressAll(all);
    }, keys);
    await browser.wait(() => browser.run(() => page.player.solved), 'the level to be solved');
}

async function closeRules(browser) {
    if (await browser.shown('#rules'))
        await browser.press('Enter');
}

// The function `today` of out/site/shared.js.
const {today} =
    new Function(`${readFileSync(new URL('../../out/site/shared.js', import.meta.url), 'utf8')}; return {today};`)();

// Waits for a level.
const atLevel = (browser, title) =>
    browser.wait(() => browser.text('#level').then(text => text === title, () => false), title);

// From the home page to a level, which is solved, and back: the home page shows it.
async function progress(visitor, browser) {
    await visitor.go('index.html');
    assert.equal(await browser.run(() => document.querySelectorAll('[data-game]').length), 14);
    assert.equal(await browser.text('[data-game=longcat] .progress'), '0 of 17 solved');
    assert.equal(await browser.shown('#go-on'), false);
    await browser.click('[data-game=longcat] .chapters li:nth-child(2) a');
    await atLevel(browser, 'Level 9 of 17');
    await closeRules(browser);
    await solve(browser);
    await browser.click('#home');
    await visitor.ready();
    assert.equal(await browser.text('[data-game=longcat] .progress'), '1 of 17 solved');
    assert.equal(await browser.text('[data-game=longcat] .chapters li:nth-child(2)'), 'In her own way 1/9');
    assert.equal(await browser.text('#go-on'), 'Go on: LongCat, level 9');
    await browser.click('#go-on a');
    await atLevel(browser, 'Level 9 of 17');
}

// The site works as files, with the chosen colours.
async function files(visitor, browser) {
    visitor.fromFiles();
    await visitor.go('index.html');
    await browser.run(() => {
        localStorage.clear();
        const select = document.getElementById('theme');
        select.value = 'dark';
        select.dispatchEvent(new Event('change'));
    });
    await visitor.arrive(() => document.documentElement.dataset.theme === 'dark', 'the dark');
    // Chromium may load the next page of a file in another process before it knows what this one stored.
    await browser.wait(async () => {
        await visitor.go('hood.html');
        return browser.run(() => document.documentElement.dataset.theme === 'dark');
    }, 'the dark on another page');
    await closeRules(browser);
    await solve(browser);
    await browser.run(() => localStorage.clear());
}

// After one visit, everything works without the server, and the server has sent the engine only once.
async function offline(visitor, browser) {
    await visitor.go('index.html');
    await browser.run(() => navigator.serviceWorker.ready.then(() => true));
    await browser.wait(
        () => browser.run(async () => (await navigator.serviceWorker.getRegistration()).active?.state === 'activated'),
        'the site to be kept');
    await visitor.server.stop();
    for (const name of ['theseus.html', 'twins.html', 'index.html'])
        await visitor.go(name);
    await visitor.go('snake.html#15');
    await closeRules(browser);
    await solve(browser);
    assert.equal(visitor.server.asked.filter(name => name === '/parts.js').length, 1);
}

const drawings = browser => browser.run(() => new Drawings().all('drawings'));

// Puts a wall into a gap between two walls.
async function drawWall(browser) {
    const rows = (await browser.run(() => page.editor.sheet.text)).split('\n'),
          row = rows.findIndex(text => /# +#/.test(text));
    const keys = [...Array(rows[row].search(/# +#/) + 1).fill('ArrowRight'), ...Array(row).fill('ArrowDown')];
    await browser.press(...keys, '#');
}

// Draws in the editor.  The first edit begins a drawing, and a reload returns to it.
async function draw(visitor, browser) {
    await visitor.go('sokoban.html#9');
    await closeRules(browser);
    await browser.press('e');
    await browser.wait(() => browser.shown('#editor'), 'the editor');
    assert.equal(await browser.run(() => location.hash), '#edit.9');
    await browser.page.reload();
    await visitor.arrive(() => document.getElementById('editor')?.checkVisibility(), 'the editor again');
    assert.deepEqual(await drawings(browser), []);
    await browser.run(() => page.editor.board.focus());
    await drawWall(browser);
    await browser.wait(async () => /^#drawing/.test(await browser.run(() => location.hash)), 'the drawing to begin');
    const before = await browser.run(() => page.editor.sheet.text);
    await browser.wait(async () => (await drawings(browser))[0].verdict !== null, 'its verdict');
    assert.equal((await drawings(browser))[0].rows.map(row => `${row}\n`).join(''), before);
    await browser.press('Escape');
    assert.equal(await browser.run(() => location.hash), '#9');
    await browser.press('e'); // its edits come back, as the same drawing
    await visitor.arrive(() => location.hash.startsWith('#drawing'), 'the drawing of the level');
    assert.deepEqual([await browser.run(() => page.editor.sheet.text), (await drawings(browser)).length], [before, 1]);
    await browser.page.reload();
    await visitor.arrive(() => document.getElementById('editor')?.checkVisibility(), 'the drawing again');
    assert.equal(await browser.run(() => page.editor.sheet.text), before);
    await browser.press('Escape');
    await browser.run(() => localStorage.clear()); // without stored edits, an edit begins another drawing
    await visitor.go('sokoban.html#9');
    await closeRules(browser);
    await browser.press('e');
    await browser.run(() => page.editor.change(page.editor.sheet.mirrored()));
    await visitor.arrive(() => location.hash.startsWith('#drawing'), 'another drawing');
    const both = await drawings(browser);
    assert.deepEqual([both.length, `${both[0].rows.join('\n')}\n`], [2, before]);
    await browser.wait(
        async () => (await drawings(browser))[1].verdict !== null, 'its verdict, which would bring it back');
    await browser.run(id => new Drawings().remove('drawings', id), both[1].id);
}

// Collects the files that the page saves in `saved`, as {name, text}.
const catchFiles = browser => browser.run(() => {
    window.saved = [];
    window.saveFile = (name, text) => saved.push({name, text});
});

// Gives a file field some files, {name, text}.
const giveFiles = (browser, selector, files) => browser.run((field, all) => {
    const transfer = new DataTransfer();
    for (const {name, text} of all)
        transfer.items.add(new File([text], name));
    const input = document.querySelector(field);
    input.files = transfer.files;
    input.dispatchEvent(new Event('change'));
}, selector, files);

// Saves the item `name` in a format.  Returns the last file, {name, bytes}.
async function saveAs(browser, name, format) {
    const count = await browser.run(() => saved.length);
    await browser.run((what, chosen) => {
        const select = document.querySelector(`select[aria-label="Format of ${what}"]`);
        select.value = chosen;
        select.dispatchEvent(new Event('change'));
        document.querySelector(`[aria-label="Save ${what}"]`).click();
    }, name, format);
    await browser.wait(async () => {
        assert.doesNotMatch(await browser.text('#said'), /^Nothing/);
        return browser.run(
            before => saved.length > before && document.getElementById('said').textContent.startsWith('Saved'), count);
    }, `${name} as ${format}`);
    const [file, bytes] = await browser.run(async () => {
        const {name: title, text} = saved.at(-1);
        return [title, [...new Uint8Array(await new Blob([text]).arrayBuffer())]];
    });
    return {name: file, bytes: Buffer.from(bytes)};
}

// Returns the files of an uncompressed zip archive, and checks their checksums.
function openArchive(bytes) {
    const files = {}, end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    let at = bytes.readUInt32LE(end + 16);
    for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
        const length = bytes.readUInt16LE(at + 28), from = bytes.readUInt32LE(at + 42),
              size = bytes.readUInt32LE(at + 20);
        const content = bytes.subarray(from + 30 + length, from + 30 + length + size);
        assert.equal(
            gzipSync(content).readUInt32LE(gzipSync(content).length - 8),
            bytes.readUInt32LE(at + 16)); // gzip's output contains the checksum
        files[bytes.toString('utf8', at + 46, at + 46 + length)] = content;
        at += 46 + length;
    }
    return files;
}

// Returns what `solve` says about a file's levels: name, verdict, depth.
function solved(name, bytes) {
    const path = join(process.env.ONLYWAY_WORK, name);
    writeFileSync(path, bytes);
    const [head, ...rows] =
        execFileSync('solve', ['--csv', path], {encoding: 'utf8'}).trim().split('\n').map(row => row.split(','));
    return rows.map(row => ['level', 'verdict', 'depth'].map(column => row[head.indexOf(column)]));
}

// Returns the decompressed streams of a PDF file and its number of pages.  Checks that every object is where the table
// says, and that every reference is to an object.
function openPdf(bytes) {
    const text = bytes.toString('latin1'), start = Number(text.match(/startxref\n(\d+)\n%%EOF\n$/)[1]);
    const places = [...text.slice(start).matchAll(/(\d{10}) 00000 n /g)].map(([, place]) => Number(place));
    places.forEach((place, n) => assert(text.startsWith(`${n + 1} 0 obj\n`, place)));
    const bodies = places.map((place, n) => text.slice(place, places[n + 1] ?? start));
    for (const [, number] of bodies.map(body => body.split('stream\n')[0]).join('').matchAll(/(\d+) 0 R/g))
        assert(Number(number) <= places.length);
    const streams = bodies.flatMap(body => {
        const [head, rest] = body.split(/stream\n([^]*)/);
        return rest === undefined ? [] : [
            inflateSync(Buffer.from(rest.slice(0, Number(head.match(/Length (\d+)/)[1])), 'latin1')).toString('latin1')
        ];
    });
    assert(streams.every(stream => !/NaN|undefined|null/.test(stream)), 'numbers');
    return {streams, pages: Number(text.match(/\/Type \/Pages \/Count (\d+)/)[1])};
}

// The site saves everything that `pack` writes, in the same formats, also when opened as files.
async function exports_(visitor, browser) {
    const own = id => JSON.stringify({
        onlyway: 1,
        collections: [{id: 'c', name: 'Mixed: 箱', place: 1}],
        games: [{
            id: 'g',
            name: 'Cellar',
            source: readFileSync(join(process.env.ONLYWAY_LEVELS, 'puzzlescript/barrels.txt'), 'utf8'),
            place: 1,
            levels: 6,
            unique: 6,
            judged: 6
        }],
        drawings: [
            ['sokoban', ['#####', '#@$.#', '#####']], ['sokoban', ['######', '#@ $.#', '######']],
            ['longcat', ['C  ', '## ']]
        ].map(([game, rows], n) => ({
                  id: `${id}${n}`,
                  name: `One (${n + 1})`,
                  game,
                  rows,
                  rules: '',
                  metric: '',
                  collection: 'c',
                  place: n
              }))
    });
    for (const way of ['served', 'files']) {
        if (way === 'files')
            visitor.fromFiles();
        await visitor.go('mine.html');
        await giveFiles(browser, '#read-levels', [{name: 'all.json', text: own('d')}]);
        await browser.wait(
            () => browser.run(() => document.querySelectorAll('.verdict[data-kind=unique]').length === 3), 'verdicts');
        await catchFiles(browser);
        const xsb = await saveAs(browser, 'Mixed: 箱', 'xsb');
        assert.match(
            xsb.bytes.toString(),
            /^Collection: Mixed: 箱\n\n#####\n#@\$\.#\n#####\nTitle: One \(1\)\nComment:\nunique: 1 push, 1 move\nComment-End:\n\nSolution\nR\n/);
        assert.deepEqual(solved('own.xsb', xsb.bytes), [['One (1)', 'unique', '1'], ['One (2)', 'unique', '1']]);
        const texts = openArchive((await saveAs(browser, 'Mixed: 箱', 'text')).bytes);
        assert.deepEqual(Object.keys(texts), ['Mixed: 箱 1 sokoban.xsb', 'Mixed: 箱 2 longcat.txt']);
        assert.deepEqual(solved('cat.txt', texts['Mixed: 箱 2 longcat.txt'])[0].slice(0, 2), ['One (3)', 'unique']);
        const scripts = openArchive((await saveAs(browser, 'Mixed: 箱', 'puzzlescript')).bytes);
        assert.deepEqual(
            solved('script.txt', scripts['Mixed: 箱 1 sokoban.txt']).map(([, verdict, depth]) => [verdict, depth]),
            [['unique', '1'], ['unique', '1']]);
        const drawn = openArchive((await saveAs(browser, 'Mixed: 箱', 'svg')).bytes);
        const names = ['001', '001-solution', '002', '002-solution', '003', '003-solution'];
        assert.deepEqual(Object.keys(drawn), names.map(name => `${name}.svg`));
        const bitmaps = openArchive((await saveAs(browser, 'Mixed: 箱', 'png')).bytes);
        for (const name of names) {
            const [, width, height] = drawn[`${name}.svg`].toString().match(/ width="([\d.]+)" height="([\d.]+)"/),
                            png = bitmaps[`${name}.png`];
            assert.deepEqual(
                [
                    png.toString('latin1', 0, 8), png.readUInt32BE(16) >= Math.floor(width),
                    png.readUInt32BE(20) >= Math.floor(height)
                ],
                ['\x89PNG\r\n\x1a\n', true, true]);
        }
        const pdf = await saveAs(browser, 'Mixed: 箱', 'pdf'), {pages, streams} = openPdf(pdf.bytes);
        assert.deepEqual([pdf.name, pages], ['Mixed: 箱.pdf', 4]); // title, levels, two pages of solutions
        assert(
            streams.some(text => text.includes('(LongCat)')) &&
            streams.some(text => text.includes('(Unique \xb7 depth 1')) &&
            streams.some(text => text.includes('(1. One \\(1\\))')));
        const game = await saveAs(browser, 'Cellar', 'pdf');
        assert(openPdf(game.bytes).streams.some(text => text.includes('(1. Level 1)')));
        if (process.env.ONLYWAY_KEEP)
            writeFileSync(join(process.env.ONLYWAY_KEEP, 'own.pdf'), pdf.bytes),
                writeFileSync(join(process.env.ONLYWAY_KEEP, 'game.pdf'), game.bytes);
        assert.equal((await saveAs(browser, 'Cellar', 'text')).bytes.toString(), JSON.parse(own('d')).games[0].source);
        assert.match((await saveAs(browser, 'Cellar', 'html')).bytes.toString(), /"gameSources":\{"0":/);
    }
    await browser.run(() => indexedDB.deleteDatabase('onlyway'));
}

// Drawings in collections can be ordered, saved and read again.
async function collections(visitor, browser) {
    await draw(visitor, browser);
    await visitor.go('mine.html');
    assert.equal(await browser.run(() => document.querySelectorAll('.collection .card').length), 1);
    assert.match(await browser.text('.verdict'), /^(Unique|Not unique|No solution|Undecided|Not a level yet)/);
    assert(await browser.run(() => document.querySelector('.card svg').innerHTML.length > 1000), 'a picture');
    const boards = '#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n';
    await giveFiles(
        browser, '#read-levels', [{name: 'two boards.xsb', text: boards}, {name: 'no.txt', text: 'nothing\n'}]);
    await browser.wait(async () => /no\.txt/.test(await browser.text('#said')), 'the files');
    assert.match(await browser.text('#said'), /^two boards\.xsb: 2 read\. no\.txt/);
    const names = () => browser.run(() => [...document.querySelectorAll('.card input')].map(({value}) => value));
    assert.deepEqual(await names(), ['Sokoban, from level 9', 'two boards 1', 'two boards 2']);
    await browser.wait(
        () => browser.run(() => document.querySelectorAll('.verdict[data-kind=unique]').length >= 2), 'verdicts');
    await browser.click('.card:nth-child(3) .tools button:nth-of-type(2)'); // forward
    await browser.wait(async () => (await names())[1] === 'two boards 2', 'the order');
    await browser.click('#new-collection');
    await browser.wait(() => browser.run(() => document.activeElement.value === 'Collection 1'), 'the collection');
    await browser.page.keyboard.type('Small');
    await browser.press('Enter');
    for (const name of ['two boards 1', 'two boards 2']) {
        await browser.run(wanted => {
            const select = document.querySelector(`select[aria-label="Collection of ${wanted}"]`);
            select.value = select.options[1].value;
            select.dispatchEvent(new Event('change'));
        }, name);
        await browser.wait(
            () => browser.run(
                wanted => [...document.querySelectorAll('.collection:nth-child(2) .card input')].some(
                    ({value}) => value === wanted),
                name),
            name);
    }
    await catchFiles(browser);
    const press = text => browser.run(label => document.querySelector(`[aria-label="${label}"]`).click(), text);
    await saveAs(browser, 'Small', 'text');
    await saveAs(browser, 'Small', 'html');
    await browser.click('#save-all');
    const [text, page, all] = await browser.run(() => saved);
    assert.deepEqual(
        [text.name, text.text],
        ['Small.xsb', '#####\n#@$.#\n#####\nTitle: two boards 1\n\n######\n#@ $.#\n######\nTitle: two boards 2\n']);
    assert.deepEqual(
        JSON.parse(page.text.match(/<script id="pack"[^>]*>([^]*?)<\/script>/)[1])
            .levels.map(({name, solution, depth}) => [name, solution, depth]),
        [['two boards 1', 'R', 1], ['two boards 2', 'rR', 1]]);
    await press('Delete two boards 2');
    await browser.wait(() => browser.shown('#take-back'), 'the way back');
    await browser.run(() => new Promise(resolve => {
                          mine.drawings.database.close();
                          indexedDB.deleteDatabase('onlyway').onsuccess = resolve;
                      }));
    await visitor.go('mine.html');
    assert.equal((await names()).length, 0);
    await giveFiles(
        browser, '#read-levels', [{name: 'all.json', text: all.text}, {name: 'small.html', text: page.text}]);
    await browser.wait(async () => (await names()).length === 5, 'everything again');
    assert.deepEqual(
        await browser.run(
            () => [...document.querySelectorAll('.collection:nth-child(2) .card input')].map(({value}) => value)),
        ['two boards 1', 'two boards 2']);
    // The page reads the sources of earlier versions.
    assert.equal(
        await browser.run(async () => {
            await mine.drawings.put('drawings', {...mine.list[0], id: 'old', book: 'its source'});
            const {gameSource} = await mine.drawings.get('drawings', 'old');
            await mine.drawings.remove('drawings', 'old');
            return gameSource;
        }),
        'its source');
    // Levels with equal places can be moved as well.
    await browser.run(async () => {
        for (const one of mine.list)
            await mine.drawings.put('drawings', Object.assign(one, {place: 1}));
        await mine.load();
        mine.show();
    });
    const first = () => browser.run(
        () => [...document.querySelectorAll('.collection:nth-child(1) .card input')].map(({value}) => value));
    const before = await first(), last = before.pop();
    await press(`Move ${last} forward`);
    before.splice(-1, 0, last);
    await browser.wait(async () => (await first()).join() === before.join(), 'the new order');
    await writeFile(join(process.env.ONLYWAY_WORK, 'small.html'), page.text);
    await visitor.page.goto(pathToFileURL(join(process.env.ONLYWAY_WORK, 'small.html')).href);
    await atLevel(browser, 'Level 1 of 2');
    await closeRules(browser);
    await solve(browser);
}

// If the browser stores nothing or is full, the page says so, and files can still be saved.
async function refused(visitor, browser) {
    for (const [name, break_] of [
             [
                 'UnknownError',
                 () => {
                     IDBFactory.prototype.open = () => {
                         throw new DOMException('', 'SecurityError');
                     };
                 }
             ],
             [
                 'QuotaExceededError',
                 () => {
                     IDBObjectStore.prototype.put = () => {
                         throw new DOMException('', 'QuotaExceededError');
                     };
                 }
             ]]) {
        const mend = await browser.before(break_);
        await visitor.go('sokoban.html#9');
        await closeRules(browser);
        await browser.press('e');
        await browser.wait(() => browser.shown('#editor'), 'the editor');
        await drawWall(browser);
        await browser.wait(() => browser.run(() => document.getElementById('banner') !== null), 'what is wrong');
        assert.equal(
            await browser.text('#banner p'),
            `This drawing is not saved: ${
                name === 'UnknownError' ? 'the browser stores nothing for this site'
                                        : 'the browser’s storage is full'}.`);
        const size = await browser.run(() => document.getElementById('sheet').getBoundingClientRect().height);
        await catchFiles(browser);
        await browser.click('#banner .main');
        assert.equal(await browser.run(() => saved[0].text === page.editor.sheet.text), true);
        await browser.click('#banner button:last-child');
        assert.equal(await browser.run(() => document.getElementById('sheet').getBoundingClientRect().height), size);
        await visitor.go('mine.html');
        await giveFiles(browser, '#read-levels', [{name: 'board.xsb', text: '#####\n#@$.#\n#####\n'}]);
        await browser.wait(async () => (await browser.text('#trouble')) !== '', 'what is wrong');
        await visitor.arrive(() => /^Unique/.test(document.querySelector('.verdict').textContent), 'the verdict');
        await mend();
        await browser.run(() => localStorage.clear());
    }
}

// Returns the package's verdict on the visible level.
const judgeShown = browser => browser.run(async () => {
    const [judged] = await site.more.prover.judge(`${page.level.rows.join('\n')}\n`, Engine.reading(page.level));
    return [judged.verdict, Number(judged.depth)];
});

// Each further level has one solution and is not in the pack; a reload returns to it.
async function another(visitor, browser) {
    const shown = () => browser.run(() => page.own?.place ? page.level.rows.join('\n') : null);
    const proved = () => browser.wait(() => browser.run(() => page.level.solution !== ''), 'the proof');
    await visitor.go('curling.html#more.easy'); // of a game with a source
    await browser.wait(shown, 'a level');
    await closeRules(browser);
    await proved();
    assert.equal(
        await browser.run(() => page.level.depth > 0 && page.level.gameSource === PACK.levels[0].gameSource), true);
    for (const [game, band] of [['longcat', 'medium'], ['snowman', 'medium']]) {
        await visitor.go(`${game}.html#more.${band}`);
        await browser.wait(shown, 'a level');
        await closeRules(browser);
        const first = await shown();
        assert.equal(await browser.text('#level'), `Another one: ${band}`);
        assert.equal(
            await browser.run(rows => PACK.levels.some(level => level.rows.join('\n') === rows), first), false);
        await proved();
        assert.deepEqual(await judgeShown(browser), ['unique', await browser.run(() => page.level.depth)]);
        await browser.page.reload();
        await visitor.arrive(() => page.own?.place !== undefined, 'the level again');
        assert.equal(await shown(), first);
        await proved();
        if (game === 'snowman') // another one may take long
            continue;
        await solve(browser);
        await browser.wait(() => browser.shown('#action'), 'the end');
        assert.equal(await browser.text('#action'), 'Another one');
        await browser.click('#action');
        await browser.wait(async () => ![null, first].includes(await shown()), 'another level');
        assert.equal(await browser.run(() => location.hash), `#more.${band}`);
    }
}

// Today's level is the same for everybody, and the text about its result gives nothing away.  The game's 18 levels have
// three images each.
async function todays(visitor, browser) {
    await visitor.go('theseus.html#today');
    await visitor.arrive(() => page.own?.place === 'today', 'the level');
    await closeRules(browser);
    const days = await browser.run(async () => {
        const seen = new Set(), difficulties = PACK.levels.map(({difficulty}) => difficulty);
        for (let day = 0; day < 54; day++) {
            const {index, round} = todaysPick('theseus', day, difficulties);
            seen.add((await site.more.imageOf(PACK.levels[index], round)).rows.join('\n'));
        }
        return [seen.size, PACK.levels.some(({rows}) => seen.has(rows.join('\n')))];
    });
    assert.deepEqual(days, [54, false]);
    assert.deepEqual(
        [today(new Date(2026, 0, 1, 23, 59)), today(new Date(2026, 9, 26))],
        [{date: '2026-01-01', day: 0}, {date: '2026-10-26', day: 298}]);
    await browser.wait(() => browser.run(() => page.level.solution !== ''), 'the proof');
    assert.deepEqual(await judgeShown(browser), ['unique', await browser.run(() => page.level.depth)]);
    const depth = await browser.run(() => page.level.depth);
    await solve(browser);
    await browser.wait(() => browser.shown('#action'), 'the end');
    await browser.click('#action');
    await visitor.ready();
    assert.match(await browser.text('[data-today=theseus]'), new RegExp(`^Theseus ✓ ${depth} `));
    await browser.click('#share-today');
    const text = await browser.run(() => document.getElementById('today-text').value);
    assert.match(
        text,
        new RegExp(`^Onlyway \\d{4}-\\d\\d-\\d\\d\\n○ LongCat, [a-z]+\\n[^]*\\n★ Theseus, [a-z]+: ${
            depth} [a-z]+, the fewest\\n`));
    assert(text.endsWith(`\n${visitor.base}index.html`));
    await visitor.go('theseus.html#today');
    await visitor.arrive(() => page.own?.place === 'today', 'the level again');
    await browser.press('i');
    await browser.wait(async () => /^Hint/.test(await browser.text('#message')), 'a hint');
    await visitor.go('index.html');
    assert.match(await browser.run(() => todaysText()), /✓ Theseus, [a-z]+: \d+ [a-z]+, with help/);
}

// Every screen is accessible, in light and dark colours, on a desktop and on a phone.
async function screens(visitor, browser) {
    if (browser.kind !== 'chromium')
        return;
    for (const [dark, width, height] of [[false, 1280, 800], [true, 390, 844]]) {
        const what = name => `${name}, ${dark ? 'dark' : 'light'}, ${width}x${height}`;
        await browser.setSize(width, height);
        await browser.prefer({dark});
        await visitor.go('index.html');
        await inspect(browser, what('home'));
        await visitor.go('longcat.html');
        await browser.wait(() => browser.shown('#rules'), 'the rules');
        await inspect(browser, what('rules'));
        await closeRules(browser);
        await inspect(browser, what('play'));
        for (const [key, id] of [['m', 'list'], ['c', 'share'], ['?', 'help']]) {
            await browser.press(key);
            await browser.wait(() => browser.shown(`#${id}`), id);
            await inspect(browser, what(id));
            await browser.press('Escape');
        }
        await browser.press('e');
        await browser.wait(() => browser.shown('#editor'), 'the editor');
        await inspect(browser, what('editor'));
        await browser.run(() => page.editor.change(page.editor.sheet.grown('top')));
        await browser.wait(
            async () => /^#drawing/.test(await browser.run(() => location.hash)), 'the drawing to begin');
        await visitor.go('mine.html');
        await inspect(browser, what('my levels'));
        await browser.run(() => localStorage.clear());
    }
}

export const cases = {
    story,
    progress,
    files,
    offline,
    collections,
    refused,
    exports: exports_,
    another,
    todays,
    screens
};
