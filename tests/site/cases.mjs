// What is tried with the site.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';

const AXE = readFileSync(join(process.env.ONLYWAY_PUPPETEER, 'node_modules/axe-core/axe.min.js'), 'utf8');

// Fails if axe-core finds anything wrong with what is shown.
async function inspect(browser, what) {
    await browser.page.evaluate(`if (!window.axe) { ${AXE} }`);
    const found = await browser.page.evaluate(async () => (await axe.run(document, {resultTypes: ['violations']})).violations
        .map(({id, help, nodes}) => `${id}: ${help}: ${nodes.map(({html}) => html.slice(0, 160)).join(' | ')}`));
    assert.deepEqual(found, [], what);
}

// Presses the keys of the solution that the page holds.
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

// Waits for what holds in a page that is on its way.
const arrive = (browser, condition, what) =>
    browser.wait(() => browser.run(condition).catch(() => false), what);
const atLevel = (browser, title) => browser.wait(() => browser.text('#level').then(text => text === title, () => false), title);
const atHome = browser => arrive(browser, () => document.body?.dataset.ready !== undefined, 'the home page');

// From the home page to a level, which is solved, and back: the home page tells of it.
async function progress(visitor, browser) {
    await visitor.go('index.html');
    assert.equal(await browser.run(() => document.querySelectorAll('[data-game]').length), 14);
    assert.equal(await browser.text('[data-game=longcat] .progress'), '0 of 96 solved');
    assert.equal(await browser.shown('#go-on'), false);
    await browser.click('[data-game=longcat] .chapters li:nth-child(2) a');
    await atLevel(browser, 'Level 25 of 96');
    await closeRules(browser);
    await solve(browser);
    await browser.click('#home');
    await atHome(browser);
    assert.equal(await browser.text('[data-game=longcat] .progress'), '1 of 96 solved');
    assert.equal(await browser.text('[data-game=longcat] .chapters li:nth-child(2)'), 'medium 1/24');
    assert.equal(await browser.text('#go-on'), 'Go on: LongCat, level 25');
    await browser.click('#go-on a');
    await atLevel(browser, 'Level 25 of 96');
}

// As files, and with the colours chosen.
async function files(visitor, browser) {
    visitor.fromFiles();
    await visitor.go('index.html');
    await browser.run(() => {
        localStorage.clear();
        const select = document.getElementById('theme');
        select.value = 'dark';
        select.dispatchEvent(new Event('change'));
    });
    await arrive(browser, () => document.documentElement.dataset.theme === 'dark', 'the dark');
    await visitor.go('hood.html');
    assert.equal(await browser.run(() => document.documentElement.dataset.theme), 'dark');
    await closeRules(browser);
    await solve(browser);
    await browser.run(() => localStorage.clear());
}

// After one visit everything works without the server, and the engine was sent once.
async function offline(visitor, browser) {
    await visitor.go('index.html');
    await browser.run(() => navigator.serviceWorker.ready.then(() => true));
    await browser.wait(() => browser.run(async () => (await navigator.serviceWorker.getRegistration()).active?.state === 'activated'), 'the site to be kept');
    await visitor.server.stop();
    for (const name of ['theseus.html', 'twins.html', 'index.html'])
        await visitor.go(name);
    await visitor.go('snake.html#23');
    await closeRules(browser);
    await solve(browser);
    assert.equal(visitor.server.asked.filter(name => name === '/parts.js').length, 1);
}

// Every screen, in the light and in the dark, on a desk and on a telephone.
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
        await browser.run(() => localStorage.clear());
    }
}

export const cases = {progress, files, offline, screens};
