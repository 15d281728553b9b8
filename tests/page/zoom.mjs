// Zooming large boards: taps, strokes and the view that follows the player hit the right cells.
import assert from 'node:assert/strict';

import {largePack} from './packs.mjs';
import {paint} from '../browser/browser.mjs';
import {inspect} from '../browser/inspect.mjs';

const WIDTH = 390, HEIGHT = 844;

const seen = (browser, board = '#board') => browser.run(selector => {
    const svg = document.querySelector(selector), {x, y, width, height} = svg.viewBox.baseVal;
    const box = svg.getBoundingClientRect();
    return {x, y, width, height, left: box.x, top: box.y, across: box.width, down: box.height};
}, board);

// The pixels per cell, and the point of the screen that shows a place, computed from the view box alone.
const cellOf = ({width, height, across, down}) => Math.min(across / width, down / height);
function pointOf(view, [x, y]) {
    const cell = cellOf(view);
    return [
        view.left + view.across / 2 + (x - view.x - view.width / 2) * cell,
        view.top + view.down / 2 + (y - view.y - view.height / 2) * cell
    ];
}

const near = (a, b, what) => assert(Math.hypot(a[0] - b[0], a[1] - b[1]) < 0.05, `${what}: ${a}, ${b}`);
const player = browser => browser.run(() => page.player.level && (({x, y}) => [x, y])(page.engine.point('place')));
const holds = ({x, y, width, height}, [px, py]) => px > x && px < x + width && py > y && py < y + height;

async function openLarge(browser, level = 1) {
    await browser.setSize(WIDTH, HEIGHT);
    await browser.open(largePack(), String(level));
    if (await browser.shown('#rules'))
        await browser.press('Enter');
}

// If cells are small, the board has zoom buttons with names.  Keys and buttons zoom, and the player stays in view.
async function buttonsAndKeys(browser) {
    assert.equal(await browser.shown('.zoom'), false, 'a small board needs none');
    await openLarge(browser);
    const whole = await seen(browser);
    assert(cellOf(whole) < 24);
    assert.deepEqual(
        await browser.run(() => [...document.querySelectorAll('#stage .zoom button')].map(b => b.ariaLabel)),
        ['Zoom in', 'Zoom out', 'Fit the whole board']);
    await browser.press('+', '=');
    const closer = await seen(browser);
    assert(Math.abs(cellOf(closer) / cellOf(whole) - 2.25) < 0.01);
    assert(holds(closer, await player(browser)));
    await browser.press('-');
    assert(cellOf(await seen(browser)) < cellOf(closer));
    await browser.press('0');
    assert.deepEqual(await seen(browser), whole);
    for (let n = 0; n < 12; n++)
        await browser.click('#stage .zoom button');
    const nearest = cellOf(await seen(browser));
    assert(Math.abs(nearest - 96) < 1, `not nearer than that: ${nearest}`);
    await browser.click('#stage .zoom button:last-child');
    assert.deepEqual(await seen(browser), whole);
    await openLarge(browser, 2);
    assert(await browser.shown('.zoom'), 'on a telephone');
    await browser.setSize(1600, 1200);
    await browser.wait(async () => !await browser.shown('.zoom'), 'the buttons to go, where there is room');
}

// A zoomed board is accessible, on a phone and on a desktop, in light and dark colours; so is one in the editor.
async function accessible(browser) {
    if (browser.kind !== 'chromium')
        return;
    for (const [width, height, dark] of [[WIDTH, HEIGHT, false], [1280, 800, true]]) {
        await openLarge(browser);
        await browser.prefer({dark});
        await browser.setSize(width, height);
        const whole = await seen(browser);
        await browser.press('+', '+', '+');
        assert(cellOf(await seen(browser)) > cellOf(whole) * 1.5);
        await inspect(browser, `a zoomed board, ${width}x${height}`);
        await browser.press('e');
        await browser.wait(() => browser.shown('#editor'), 'the editor');
        await browser.run(() => page.editor.wait());
        await inspect(browser, `a large board in the editor, whose verdict is awaited, ${width}x${height}`);
        await browser.press('Escape');
    }
    await browser.prefer({});
}

// On a board that was zoomed and dragged, a tap walks to the cell it hits.  The view follows the player, at once or
// smoothly.
async function tapsAndFollows(browser) {
    for (const still of [true, false]) {
        await browser.prefer({still});
        await openLarge(browser);
        await browser.press('r', '+', '+', '+');
        for (const [column, row] of [[20, 17], [29, 12], [26, 10]]) {
            await browser.touch(pointOf(await seen(browser), [column + 0.5, row + 0.5]));
            await browser.wait(
                async () => String(await player(browser)) === String([column + 0.5, row + 0.5]), `${column}, ${row}`);
            await browser.wait(
                () => browser.run(() => !page.player.queue.length && !page.player.frame), 'the walk to end');
            assert(holds(await seen(browser), await player(browser)));
        }
        const before = await seen(browser);
        for (let n = 0; n < 12; n++)
            await browser.press('ArrowUp');
        await browser.wait(async () => {
            const view = await seen(browser);
            return view.y < before.y && holds(view, await player(browser));
        }, 'the view to follow');
        assert(Math.abs(cellOf(await seen(browser)) - cellOf(before)) < 1e-6);
        await browser.press('n');
        await browser.wait(async () => await browser.text('#level') === 'Level 2 of 2', 'the spiral');
        if (await browser.shown('#rules'))
            await browser.press('Enter');
        const spiral = await seen(browser);
        assert(spiral.width >= 30, 'another level is seen as a whole');
        await browser.press('+', '+', '+', 'ArrowRight');
        await browser.wait(() => browser.run(() => !page.player.frame), 'the slide to end');
        const [x, y] = await player(browser), view = await seen(browser);
        assert.deepEqual([x, y], [30.5, 1.5]);
        assert(holds(view, [x, y]) && !holds(view, [1.5, 1.5]));
    }
}

// The wheel zooms at the pointer with Ctrl, and drags without.  The middle button and the space bar drag, too.
async function wheelAndDrag(browser) {
    await openLarge(browser);
    const {mouse, keyboard} = browser.page, whole = await seen(browser);
    await mouse.move(...pointOf(whole, [31.5, 20.5]));
    await mouse.wheel({deltaY: 100});
    assert.deepEqual(await seen(browser), whole, 'all of it is there already');
    const turn = async () => {
        const before = cellOf(await seen(browser));
        await keyboard.down('Control');
        for (let n = 0; n < 3; n++)
            await mouse.wheel({deltaY: -100});
        await keyboard.up('Control');
        await browser.wait(async () => cellOf(await seen(browser)) > 1.8 * before, 'the wheel to zoom');
    };
    await turn();
    await turn(); // now the board fills the screen
    let view = await seen(browser);
    const place = [view.x + view.width * 0.6, view.y + view.height * 0.3], at = pointOf(view, place);
    await mouse.move(...at);
    await turn();
    near(pointOf(await seen(browser), place).map(v => v / 50), at.map(v => v / 50), 'the pointer stays where it was');
    const drag = async () => { // drags the board there and back
        await mouse.move(at[0] - 40, at[1] - 30, {steps: 3});
        const dragged = await seen(browser);
        near(pointOf(dragged, place).map(v => v / 50), [(at[0] - 40) / 50, (at[1] - 30) / 50], 'it follows');
        await mouse.move(...at, {steps: 3});
    };
    const start = await browser.text('#description'), moves = () => browser.run(() => page.player.made);
    await mouse.down({button: 'middle'});
    await drag();
    await mouse.up({button: 'middle'});
    await keyboard.down(' ');
    await mouse.down();
    await drag();
    await mouse.up();
    await keyboard.up(' ');
    assert.deepEqual([await browser.text('#description'), await moves()], [start, 0], 'nothing was played');
    view = await seen(browser);
    await mouse.wheel({deltaY: 60});
    await browser.wait(async () => (await seen(browser)).y > view.y, 'the wheel to drag');
}

// Two fingers pinch and drag without playing or drawing; one finger still swipes.  Only Chromium can simulate two.
async function pinches(browser) {
    if (browser.kind !== 'chromium')
        return;
    await openLarge(browser);
    const session = await browser.page.createCDPSession();
    const touch = (type, ...points) =>
        session.send('Input.dispatchTouchEvent', {type, touchPoints: points.map(([x, y], id) => ({x, y, id}))});
    const pinch =
        async (view, place, factor) => { // the place stays between the fingers, which move down and to the right
        const [x, y] = pointOf(view, place), apart = 30;
        await touch('touchStart', [x - apart, y]);
        await touch('touchStart', [x - apart, y], [x + apart, y]);
        for (let n = 1; n <= 5; n++) {
            const now = apart * (1 + (factor - 1) * n / 5);
            await touch('touchMove', [x + 4 * n - now, y + 4 * n], [x + 4 * n + now, y + 4 * n]);
        }
        await touch('touchEnd', [x + 20 + apart * factor, y + 20]); // one finger stays, and does nothing
        await touch('touchMove', [x + 20 + apart * factor, y + 20]);
        await touch('touchEnd');
        return [x + 20, y + 20];
    };
    const start = await browser.text('#description'), whole = await seen(browser), place = [25.5, 14.5];
    await pinch(whole, place, 3);
    const first = await seen(browser);
    assert(Math.abs(cellOf(first) / cellOf(whole) - 3) < 0.1, `${cellOf(first)} of ${cellOf(whole)}`);
    const to = await pinch(first, place, 1.5), view = await seen(browser);
    near(pointOf(view, place).map(v => v / 50), to.map(v => v / 50), 'the fingers hold what they touch');
    assert.equal(await browser.text('#description'), start, 'nothing was played');
    const [x, y] = [view.left + 100, view.top + 100];
    await browser.touch([x, y], [x, y + 20], [x, y + 60]);
    assert.equal(await browser.text('#description') === start, false, 'a swipe plays');
    assert.equal((await player(browser))[1], 16.5);
    await pinch(await seen(browser), await player(browser), 0.1);
    assert.deepEqual(await seen(browser), whole, 'as a whole again');
    await browser.press('e');
    await browser.wait(() => browser.shown('#editor'), 'the editor');
    const text = await browser.run(() => page.editor.sheet.text), sheet = await seen(browser, '#sheet');
    await pinch(sheet, place, 2.5);
    assert(Math.abs(cellOf(await seen(browser, '#sheet')) / cellOf(sheet) - 2.5) < 0.1);
    assert.equal(await browser.run(() => page.editor.sheet.text), text, 'nothing was drawn');
    await session.detach();
}

// On a zoomed board, painting hits the clicked cell, and arrow keys move the view.
async function paints(browser) {
    await openLarge(browser);
    await browser.press('e');
    await browser.wait(() => browser.shown('#editor'), 'the editor');
    const cell = (row, column) => browser.run((r, c) => page.editor.sheet.lines[r][c], row, column);
    assert(await browser.shown('#desk .zoom'));
    for (let n = 0; n < 3; n++)
        await browser.click('#desk .zoom button');
    const view = await seen(browser, '#sheet');
    assert(view.width < 25);
    const [row, column] = [14, 26];
    await browser.run(
        () => [...document.querySelectorAll('#palette button')].find(({ariaLabel}) => ariaLabel === 'wall').click());
    await browser.page.mouse.click(...pointOf(view, [column + 0.5, row + 0.5]));
    assert.deepEqual(
        [await cell(row, column), await cell(row, column + 1), await cell(row + 1, column)], ['#', ' ', '.']);
    assert.deepEqual(await seen(browser, '#sheet'), view, 'the view stays');
    await paint(browser, 'wall', row, column);
    assert.equal(await cell(row, column), ' ', 'taken away again');
    for (let n = 0; n < 20; n++)
        await browser.press('ArrowRight');
    const after = await seen(browser, '#sheet');
    assert(after.x > view.x && holds(after, [column + 20.5, row + 0.5]));
}

export const zoomPacks = {
    sokoban: {buttonsAndKeys, accessible, tapsAndFollows, wheelAndDrag, pinches, paints},
};
