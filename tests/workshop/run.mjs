// Writes a game in the workshop.  Each case begins with the sample and nothing stored.
import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {paint} from '../browser/browser.mjs';
import {runCases} from '../browser/cases.mjs';
import {inspect} from '../browser/inspect.mjs';

const PATH = process.env.ONLYWAY_WORKSHOP;
const DEPOT = readFileSync(join(process.env.ONLYWAY_LEVELS, 'puzzlescript/depot.txt'), 'utf8');
const REPORT = readFileSync(join(process.env.ONLYWAY_LEVELS, 'puzzlescript/depot.csv'), 'utf8')
                   .trim()
                   .split('\n')
                   .map(row => row.split(','));

const source = browser => browser.run(() => shop.code.text);
const setSource = (browser, text) => browser.run(t => {
    shop.code.text = t;
}, text);

// Waits until the source has been read and every level judged.
const settled = browser => browser.wait(
    () => browser.run(
        () => window.shop?.good === window.shop?.code?.text && Boolean(window.shop?.code) && !shop.reader.busy &&
            shop.reader.sent === shop.code.text &&
            PACK.levels.every(({judged}) => judged !== undefined && !judged.open)),
    'all verdicts');
const read = browser => browser.wait(
    () => browser.run(() => !shop.reader.busy && shop.reader.sent === shop.code.text), 'the source to be read');

async function begin(browser, text) {
    await browser.wait(() => browser.run(() => Boolean(window.shop?.code)), 'the workshop');
    if (text !== undefined)
        await setSource(browser, text);
    await settled(browser);
}

// All verdicts are those of the report; the solutions solve the levels.
async function verdicts(browser) {
    await begin(browser, DEPOT);
    const found = await browser.run(
        () => PACK.levels.map(({judged, solution}) => [judged.verdict, judged.depth, judged.difficulty, solution]));
    const at = ['verdict', 'depth', 'difficulty', 'solution'].map(name => REPORT[0].indexOf(name));
    assert.deepEqual(found, REPORT.slice(1).map(row => at.map(n => row[n])));
    assert.equal(await browser.text('#strip li:nth-child(2) .says'), `Unique · 10easy 1`);
    await browser.run(() => {
        page.player.smooth = false;
        page.player.pressAll(page.engine.route(page.level.solution));
    });
    await browser.wait(() => browser.run(() => page.player.solved), 'the level to be solved');
}

// An error appears at its line; the levels stay until it is gone.
async function errors(browser) {
    await begin(browser);
    const good = await source(browser), line = good.split('\n').findIndex(text => text.startsWith('[ > Player')) + 1;
    await setSource(browser, good.replace('| > Crate ]', '| > Crat ]'));
    await read(browser);
    assert.match(await browser.text('#issues button'), new RegExp(`^Line ${line}: .*crat`));
    assert.match(await browser.text('#code-says'), /^\d+ errors? · the levels are those of the last version/);
    assert.equal(await browser.run(() => PACK.levels.length), 3);
    await browser.click('#issues button');
    assert.equal(await browser.run(() => shop.code.line), line);
    await browser.click('#shop-undo');
    await settled(browser);
    assert.equal(await source(browser), good);
    assert.equal(await browser.run(() => document.querySelectorAll('#issues li').length), 0);
}

// A drawing appears in the source, where nothing else changes; undo takes it back, in the editor and in the source.
async function writing(browser) {
    await begin(browser);
    const before = await source(browser);
    await browser.click('#strip li:nth-child(2) button');
    await browser.click('#open-editor');
    await paint(browser, 'wall', 1, 1);
    await settled(browser);
    const wanted = before.replace('#######\n#..O..#\n', '#######\n##.O..#\n');
    assert.notEqual(wanted, before);
    assert.equal(await source(browser), wanted);
    await browser.click('#edit-undo');
    await settled(browser);
    assert.equal(await source(browser), before);
    await browser.run(() => page.editor.change(page.editor.sheet.grown('top')));
    await settled(browser);
    const lines = (await source(browser)).split('\n');
    assert.equal(lines.length, before.split('\n').length + 1);
    await browser.click('#shop-undo'); // in the source; the editor follows
    await settled(browser);
    assert.equal(await source(browser), before);
    assert.equal(
        await browser.run(() => page.editor.sheet.text), '#######\n#..o..#\n#.*.*.#\n#..p..#\n#.o...#\n#######\n');
    // Text typed into a row of the level appears in the editor as well.
    await setSource(browser, wanted);
    await settled(browser);
    assert.equal(
        await browser.run(() => page.editor.sheet.text), '#######\n##.o..#\n#.*.*.#\n#..p..#\n#.o...#\n#######\n');
}

async function levels(browser) {
    await begin(browser);
    const before = await source(browser);
    await browser.click('#level-copy');
    await browser.wait(() => browser.run(() => PACK.levels.length === 4 && page.index === 1), 'the copy');
    assert.equal(await browser.run(() => PACK.levels[0].text === PACK.levels[1].text), true);
    await browser.click('#level-delete');
    await browser.wait(() => browser.run(() => PACK.levels.length === 3), 'the copy to go');
    await browser.click('#strip li:nth-child(1) button');
    await browser.click('#level-new');
    await browser.wait(() => browser.run(() => PACK.levels.length === 4), 'a new level');
    assert.equal(
        await browser.run(() => PACK.levels[1].rows.join('\n')),
        ['########', ...Array(4).fill('#......#'), '########'].join('\n'));
    await settled(browser);
    assert.ok((await source(browser)).length > before.length);
}

// A link brings the source to a user who has nothing stored; a saved page plays it.
async function sharing(browser) {
    await begin(browser, DEPOT);
    await browser.click('#shop-export');
    await browser.wait(() => browser.run(() => document.querySelector('#export-link').value !== ''), 'the link');
    const link = await browser.run(() => document.querySelector('#export-link').value);
    const page = await browser.run(() => pageText(shop.read, shop.good));
    await browser.run(() => localStorage.clear());
    await browser.leave();
    await browser.go(link);
    await settled(browser);
    assert.equal(await source(browser), DEPOT);
    assert.equal(await browser.run(() => location.hash.startsWith('#s1.')), false);
    const path = join(process.env.ONLYWAY_WORK, 'depot.html');
    writeFileSync(path, page);
    await browser.open(path);
    assert.equal(await browser.text('#title'), 'Night Shift at the Depot');
    assert.deepEqual(
        await browser.run(() => [PACK.levels.length, page.level.depth, document.querySelector('#shop')]),
        [10, 4, null]);
    const messages = await browser.run(() => PACK.levels[0].messages);
    assert.equal(messages.length, 1);
}

// Typed text is back after a reload.
async function kept(browser) {
    await begin(browser, DEPOT);
    await browser.run(() => page.openLevel(4));
    await browser.reload();
    await settled(browser);
    assert.equal(await source(browser), DEPOT);
    assert.equal(await browser.run(() => page.index), 4);
}

// Keys in the source affect only the source, even while the editor is open.
async function typing(browser) {
    await begin(browser);
    await browser.run(() => page.edit());
    const sheet = await browser.run(() => page.editor.sheet.text);
    await browser.run(() => {
        shop.code.goTo(2);
        shop.code.focus();
    });
    await browser.press('x');
    await settled(browser); // the source has been read: the focus stays where it is
    await browser.press('#', '1', 'Backspace');
    assert.equal((await source(browser)).split('\n')[1], 'x#author Your name here');
    assert.equal(await browser.run(() => page.editor.sheet.text), sheet);
    assert.equal(await browser.run(() => page.editor.isOpen), true);
}

// The designer's own rules, from the source or typed beside the suggestions, are the only ones that change levels.
async function rules(browser) {
    const places = () => browser.run(() => page.editor.wall.places.map(({held}) => held?.rows).filter(rows => rows));
    const bare = rows => rows.join('\n').replaceAll('*', '.').replaceAll('@', 'o'); // without crates
    const walls = rows => rows.join('').split('#').length;
    const write = text => browser.run(t => {
        document.querySelector('#wall-rules').value = t;
        document.querySelector('#wall-rules').dispatchEvent(new Event('input'));
    }, text);
    await begin(
        browser,
        `${
            await source(
                browser)}\ntransform\n=========\nchoose 2 [ Crate | no Wall no Crate no Player ] -> [ | Crate ]\n`);
    await browser.run(() => page.edit());
    await browser.run(() => page.editor.wall.toggle());
    await browser.wait(async () => (await places()).length >= 2, 'suggestions');
    const first = await browser.run(() => page.editor.sheet.lines);
    for (const rows of await places())
        assert.equal(bare(rows), bare(first));
    await write('[ Crate ] -> [ ]\n[ Crat ] -> [ ]');
    await browser.wait(async () => (await browser.text('#wall-wrong')).startsWith('Line 2: '), 'what is wrong');
    await write('');
    await browser.run(() => {
        document.querySelector('#wall-object').value = 'wall';
        document.querySelector('#wall-take').click();
    });
    assert.equal(await browser.run(() => document.querySelector('#wall-rules').value), 'option 0.5 [ wall ] -> [ ]\n');
    await browser.wait(async () => await browser.text('#wall-wrong') === '', 'nothing to be wrong');
    await browser.run(() => document.querySelector('#wall-clear').click());
    await browser.wait(
        async () => (await places())
                        .some(
                            rows => walls(rows) < walls(first) &&
                                bare(rows).replaceAll('#', '.') === bare(first).replaceAll('#', '.')),
        'levels with fewer walls');
}

async function barriers(browser) {
    await begin(browser);
    for (const dark of [false, true]) {
        await browser.prefer({dark});
        await settled(browser);
        for (const [width, height, tab] of [[1280, 800, 'source'], [390, 844, 'source'], [390, 844, 'levels']]) {
            await browser.setSize(width, height);
            await browser.run(t => shop.showTab(t), tab);
            const where = `${dark ? 'dark' : 'light'}, ${width} × ${height}, ${tab}`;
            await inspect(browser, `playing, ${where}`);
            await browser.run(() => page.edit());
            await browser.run(() => page.editor.wall.toggle());
            await browser.wait(
                () => browser.run(() => page.editor.wall.places.some(({held}) => held !== null)), 'a suggestion');
            await browser.run(() => page.editor.wall.end()); // axe must see a still page
            await inspect(browser, `editing, ${where}`);
            await browser.run(() => page.editor.close());
        }
    }
    await setSource(browser, 'title Nothing\n');
    await read(browser);
    await inspect(browser, 'with errors');
    for (const id of ['shop-import', 'shop-export']) {
        await browser.run(i => document.getElementById(i).click(), id);
        await inspect(browser, id);
        await browser.run(() => document.querySelector('dialog[open]').close());
    }
}

const cases = {
    verdicts,
    errors,
    writing,
    levels,
    sharing,
    kept,
    typing,
    rules,
    barriers
};
await runCases(Object.entries(cases).map(([name, run]) => ({name, path: PATH, run})));
