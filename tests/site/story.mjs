// A whole story: a game enters the workshop, breaks and is repaired; its level becomes unique, better and smaller, is
// kept and shared; somebody else opens the link and plays it to the end offline.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';

import {paint} from '../browser/browser.mjs';

const CELLAR = readFileSync(join(process.env.ONLYWAY_LEVELS, 'puzzlescript/barrels.txt'), 'utf8');
const HEAD = CELLAR.slice(0, CELLAR.indexOf('LEVELS'));
const GAME = `${HEAD}LEVELS
=======

#########
#P......#
#...*...#
#.....o.#
#.......#
#########

#######
#P.*.o#
#######
`;

const source = browser => browser.run(() => shop.code.text);
const verdict = (browser, n = 1) => browser.text(`#strip li:nth-child(${n}) .says`);
const settled = browser => browser.wait(
    () => browser.run(
        () => window.shop?.good === window.shop?.code?.text && Boolean(window.shop?.code) && !shop.reader.busy &&
            PACK.levels.length > 0 && PACK.levels.every(({judged}) => judged !== undefined && !judged.open)),
    'all verdicts');
const unique = browser => browser.wait(async () => /^Unique/.test(await verdict(browser)), 'the level to be unique');

// Waits for an element and clicks it, wherever it has moved meanwhile.
async function press(browser, selector) {
    await browser.wait(
        () => browser.run(s => document.querySelector(s)?.checkVisibility() ?? false, selector), selector);
    await browser.run(s => document.querySelector(s).scrollIntoView({block: 'center'}), selector);
    await browser.click(selector);
}

async function write(visitor, browser) {
    await visitor.go('workshop.html');
    await settled(browser);
    await press(browser, '#shop-import');
    await browser.run(text => {
        document.getElementById('import-text').value = text;
    }, GAME);
    await press(browser, '#import-use');
    await settled(browser);
    assert.equal(await verdict(browser), 'Not unique: 3');
    // The game breaks.  The error appears at its line, in PuzzleScript's own words.
    const line = GAME.split('\n').findIndex(text => text.startsWith('[ > Player')) + 1;
    await browser.run(n => {
        const [text] = shop.code.lines(n, 1);
        shop.code.replace(n, 1, [text.replace('| Barrel ]', '| Barel ]')]);
    }, line);
    await browser.wait(() => browser.shown('#issues'), 'the error');
    assert.match(
        await browser.text('#issues button'),
        new RegExp(`^Line ${line}: Name "barel", referred to in a rule, does not exist\\.`));
    await press(browser, '#shop-undo');
    await settled(browser);
    assert.equal(await source(browser), GAME);
}

// Clicks a finding when it appears.
async function pressFinding(browser, words) {
    const click = () => browser.run(text => {
        const found =
            [...document.querySelectorAll('#findings button')].find(({textContent}) => textContent.startsWith(text));
        found?.click();
        return found !== undefined;
    }, words);
    await browser.wait(click, words);
}

async function improve(browser) {
    await press(browser, '#open-editor');
    await paint(browser, 'wall', 1, 7);
    await settled(browser);
    assert.equal(await source(browser), GAME.replace('#P......#', '#P.....##'));
    await pressFinding(browser, 'Suggest changes');
    await pressFinding(browser, 'Unique with ');
    await settled(browser);
    await unique(browser);
    const mended = await source(browser);
    await press(browser, '#edit-suggest');
    await browser.wait(() => browser.run(() => page.editor.wall.isOpen), 'the suggestions to open');
    await browser.wait(
        () => browser.run(() => page.editor.wall.places.some(({held}) => held !== null)), 'a level like it');
    await browser.run(() => page.editor.wall.end()); // the button must stand still for the click
    await press(browser, '#wall-places .take[aria-disabled=false]');
    await settled(browser);
    await unique(browser);
    assert.notEqual(await source(browser), mended);
    await press(browser, '#edit-compact');
    await browser.wait(() => browser.run(() => page.editor.wall.compacting === null), 'what can go');
    assert.notEqual(await browser.text('#compact-says'), '');
    if (await browser.shown('#compact-take'))
        await press(browser, '#compact-take');
    await settled(browser);
    await unique(browser);
    await press(browser, '#edit-close');
}

async function keep(visitor, browser) {
    const written = await source(browser);
    await press(browser, '#level-keep');
    await browser.wait(async () => /is in My levels\.$/.test(await browser.text('#message')), 'the level to be kept');
    await browser.wait(
        () => browser.run(async () => {
            const [game] = await new Drawings().all('games');
            return game?.source === shop.code.text && game.unique === 2;
        }),
        'the game to be kept');
    assert.equal(await browser.text('#kept'), 'Kept in My levels');
    await browser.page.reload();
    await settled(browser);
    assert.equal(await source(browser), written);
    await visitor.go('mine.html');
    assert.equal(await browser.text('#game-cards h3'), 'Cellar of Barrels');
    assert.match(await browser.text('#game-cards p'), /^2 levels · 2 unique$/);
    assert.equal(
        await browser.run(() => document.querySelector('#collections .card input').value),
        'Cellar of Barrels, level 1');
    await press(browser, '#game-cards a');
    await settled(browser);
    assert.equal(await source(browser), written);
    await press(browser, '#shop-export');
    await browser.wait(() => browser.run(() => document.getElementById('export-link').value !== ''), 'the link');
    return [written, await browser.run(() => document.getElementById('export-link').value)];
}

// Plays as somebody else, with nothing stored.
async function play(visitor, browser, link, written) {
    const mine = browser.page, context = await browser.driver.createBrowserContext();
    browser.page = await context.newPage();
    browser.page.setDefaultTimeout(60000);
    browser.watch();
    try {
        await browser.page.goto(link);
        await settled(browser);
        assert.equal(await source(browser), written);
        await browser.run(() => navigator.serviceWorker.ready.then(() => true));
        await browser.wait(
            () => browser.run(
                async () => (await navigator.serviceWorker.getRegistration()).active?.state === 'activated'),
            'the site to be kept');
        await visitor.server.stop();
        await browser.page.reload();
        await settled(browser);
        assert.equal(await source(browser), written);
        await browser.run(() => shop.showTab('levels'));
        for (let level = 1; level <= 2; level++) {
            await browser.wait(async () => (await browser.text('#level')) === `Level ${level} of 2`, `level ${level}`);
            await browser.run(() => {
                page.player.smooth = false;
                page.player.pressAll(page.engine.route(page.level.solution));
            });
            await browser.wait(() => browser.run(() => page.player.solved), 'the level to be solved');
            await browser.wait(async () => /^Solved in/.test(await browser.text('#message')), 'the praise');
            if (level === 1)
                await press(browser, '#action');
        }
    } finally {
        browser.page = mine;
        await context.close();
    }
}

export async function story(visitor, browser) {
    await write(visitor, browser);
    await improve(browser);
    const [written, link] = await keep(visitor, browser);
    await play(visitor, browser, link, written);
}
