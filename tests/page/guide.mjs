// Help for the player: rules at first sight, hints on the board, taps, dead ends, the list, the timer.
import assert from 'node:assert/strict';

import {FolderPack, Pack} from './packs.mjs';
import {play} from './every.mjs';

const board = browser => browser.text('#description');
const resting = browser => browser.run(() => !page.player.queue.length && !page.player.frame);

// Returns the point of the screen that shows a place of the picture.
const onScreen = (browser, x, y) => browser.run((...at) => {
    const {x: left, y: top} = new DOMPoint(...at).matrixTransform(document.querySelector('#board').getScreenCTM());
    return [left, top];
}, x, y);

// Taps a cell, by row and column of the text, and waits until its moves have ended.
async function tap(browser, row, column) {
    await browser.touch(await onScreen(browser, column + 0.5, row + 0.5));
    await browser.wait(() => resting(browser), 'the tap to be done');
}

// The rules of a game appear when the player first meets it, with pictures of a solved level, and not again.
async function rulesOnFirstSight(browser, pack) {
    await browser.run(() => localStorage.clear());
    await browser.reload();
    for (const game of new Set(pack.rows.map(row => row.game))) {
        await browser.wait(() => browser.run(() => document.querySelector('#rules').open), `the rules of ${game}`);
        assert.equal(await browser.run(() => document.querySelectorAll('#rules-pictures svg').length), 3);
        const [aim, title] = [await browser.text('#rules-aim'), await browser.text('#rules-title')];
        assert(aim.length > 20 && title.length > 3);
        await browser.press('Enter');
        await browser.wait(
            () => browser.run(name => localStorage.getItem(`onlyway:seen:${name}`), game), 'the rules to be read');
        await browser.press('n');
    }
    await browser.reload();
    assert(!await browser.run(() => document.querySelector('#rules').open));
    await browser.press('?');
    await browser.click('#open-rules');
    await browser.wait(() => browser.run(() => document.querySelector('#rules').open), 'the rules');
    await browser.press('Enter');
}

// A hint is drawn as a path that begins at the piece that moves.
async function hintsAreDrawn(browser, pack) {
    await browser.press('i');
    await browser.wait(async () => await browser.text('#action') === 'Do it', 'a hint');
    const [points, start] = await browser.run(
        () =>
            [document.querySelector('.marks .line')
                 .getAttribute('points')
                 .split(' ')
                 .map(p => p.split(',').map(Number)),
             page.engine.point('place')]);
    assert.deepEqual(points[0], [start.x, start.y]);
    assert(points.length >= 2 && points.length <= pack.keys(0).length + 1);
    await browser.press('u', ...pack.keys(0).slice(0, 2)); // the first may choose the current bird
    assert.equal(await browser.run(() => document.querySelectorAll('.marks *').length), 0);
}

// In Sokoban, a tap walks; a tap on a box selects it, and the next tap says where to push it; a tap on a wall does
// nothing.
async function tapsPush(browser) {
    await browser.run(
        rows => page.openOwn(
            {game: 'sokoban', rules: '', metric: '', rows, name: 'Down', solution: '', depth: 3, difficulty: null}),
        ['######', '#    #', '#  $ #', '#@   #', '#    #', '#  . #', '######']);
    const start = await board(browser);
    await tap(browser, 0, 0);
    assert.equal(await board(browser), start, 'a wall');
    await tap(browser, 1, 1);
    assert.match(await board(browser), /Row 2: wall, player/);
    await tap(browser, 2, 3);
    assert.match(await browser.text('#message'), /tap where to push it/);
    assert.equal(await browser.run(() => document.querySelectorAll('.marks .ring').length), 1);
    await tap(browser, 4, 3);
    assert.match(await browser.text('#counter'), /^pushes 2 · steps 6/);
    assert.match(await board(browser), /Row 5: wall, 2 floor, box/);
}

// The message about one push says "push", not "pushes".
async function countsOnePush(browser) {
    await browser.run(
        rows => page.openOwn(
            {game: 'sokoban', rules: '', metric: '', rows, name: 'One', solution: '', depth: 1, difficulty: null}),
        ['######', '#@$. #', '######']);
    await browser.press('d');
    await browser.wait(() => browser.shown('#action'), 'the goal');
    assert.equal(await browser.text('#message'), 'Solved in 1 push: the fewest possible!');
}

// In LongCat, a tap in line slides that way, and other taps do nothing.
async function tapsSlide(browser) {
    const start = await board(browser);
    await tap(browser, 1, 5);
    assert.equal(await board(browser), start, 'not in line');
    await tap(browser, 3, 1);
    assert.match(await browser.text('#told'), /^Left to row 3, column 1/);
}

// The page reports and shows dead ends unasked, unless the user switches that off.
async function deadEnds(browser) {
    const lost = () => browser.run(() => document.querySelector('#stage').classList.contains('lost'));
    await browser.press('w', 'a');
    await browser.wait(lost, 'the dead end to be shown');
    assert.equal(await browser.text('#message'), 'Dead end: undo 2 to continue.');
    assert.equal(await browser.text('#told'), 'Dead end: undo 2 to continue.');
    await browser.press('a');
    assert.equal(await browser.text('#told'), 'Blocked.');
    assert.equal(await browser.text('#message'), 'Dead end: undo 2 to continue.', 'a refused key changes nothing');
    assert(await lost());
    await browser.press('Enter');
    assert(!await lost());
    await browser.click('#open-settings');
    await browser.click('[name=deadEnds]');
    await browser.press('Escape', 'w');
    assert.match(await browser.text('#counter'), /^slides 1/);
    await new Promise(resolve => setTimeout(resolve, 800));
    assert(!await lost());
}

// The list is grouped by game and difficulty, with counts; a key opens the first unsolved level.
async function listIsGrouped(browser, pack) {
    await browser.press('m');
    const heads = await browser.run(() => [...document.querySelectorAll('#levels h3')].map(h => h.textContent));
    assert.equal(heads.length, pack.rows.length);
    assert.match(heads[0], /^LongCat, .* 0 of 1$/);
    assert.equal(await browser.text('#levels .file'), '', 'the name of a file is none of a level');
    await browser.press('ArrowDown', 'Enter');
    assert.match(await browser.text('#level'), /^Level 2/);
    await browser.press('f');
    await play(browser, pack, 0);
    await browser.press('f');
    assert.match(await browser.text('#level'), /^Level 2/);
    await browser.press('n', 'n', 'm');
    await browser.click('#unsolved');
    assert.match(await browser.text('#level'), /^Level 2/);
}

// The levels of a game are grouped under its name, and the next level is of the same game.
async function gamesStandTogether(browser) {
    const box = '#####\n#@$.#\n#####\n', cat = '#####\n#C  #\n#####\n';
    await browser.open(new Pack('hops', [], [cat, box, cat.replace('C  ', '  C'), box.replace('#@$.', '#.$@')]).path);
    await browser.press('Enter'); // closes the rules
    const seen = [];
    for (let n = 0; n < 4; n++) {
        seen.push(`${await browser.text('#level')} ${await browser.text('#name')}`);
        await browser.press('n');
        await browser.run(() => document.querySelector('dialog[open]')?.close());
    }
    assert.deepEqual(
        seen, ['Level 1 of 4 LongCat', 'Level 2 of 4 LongCat', 'Level 3 of 4 Sokoban', 'Level 4 of 4 Sokoban']);
}

// Games of PuzzleScript have their own names and keys, and their pixels meet without a seam.
async function gamesAreNamed(browser) {
    await browser.open(new FolderPack('sources', ['puzzlescript/hood.txt', 'puzzlescript/barrels.txt']).path);
    assert(!await browser.shown('#act'), 'this game has no action');
    assert.equal(
        await browser.run(() => getComputedStyle(document.querySelector('#board path[fill]')).shapeRendering),
        'crispedges');
    const heads = await browser.run(
        () => [...new Set(page.list.shown.map(({parentElement}) => parentElement.closest('section').firstChild)
                              .map(head => head.textContent.replace(/,.*/, '').trim()))]);
    assert.equal(heads.length, 2);
    assert(heads.includes('Little Red Riding Hood'), heads.join());
    assert.equal(await browser.text('#name'), 'Little Red Riding Hood · Into the Woods');
    assert.equal(await browser.text('#rules-title'), 'Little Red Riding Hood');
    await browser.press('Enter');
    const last = await browser.run(() => PACK.levels.length);
    await browser.run(n => page.openLevel(n - 1), last);
    await browser.run(() => document.querySelector('dialog[open]')?.close());
    assert.equal((await browser.text('#name')).replace(/ ·.*/, ''), heads.find(head => !head.includes('Hood')));
}

// What screen readers say: difficulties by name, and the user's own level by its name.
async function readsAloud(browser, pack) {
    const names = ['easy', 'medium', 'hard', 'expert'], band = Math.floor(Number(pack.rows[0].difficulty) / 25);
    assert.deepEqual(
        await browser.run(
            () => [document.querySelector('#difficulty').role, document.querySelector('#difficulty').ariaLabel]),
        ['img', `difficulty: ${names[band]}`]);
    const board = () => browser.run(() => document.querySelector('#board').ariaLabel);
    assert.equal(await board(), `Level 1 of ${pack.rows.length}`);
    await browser.run(() => page.openOwn({...PACK.levels[0], name: 'Your level'}));
    assert.equal(await board(), 'Your level');
}

// The frame around the board marks the focus, but only for users of keys.
async function frameIsForKeys(browser) {
    const frame = () => browser.run(() => getComputedStyle(document.querySelector('#board')).outlineStyle);
    await browser.click('#open-list');
    await browser.click('#levels button');
    assert.equal(await browser.run(() => document.activeElement.id), 'board');
    assert.equal(await frame(), 'none');
    await browser.press('ArrowUp', 'Tab');
    await browser.run(() => document.querySelector('#board').focus());
    assert.notEqual(await frame(), 'none');
}

// Edges of buttons and fields have a contrast of at least 3:1, in light and dark colours.
async function edgesAreSeen(browser) {
    for (const dark of [false, true]) {
        await browser.prefer({dark});
        const ratio = await browser.run(() => {
            const light = colour => colour.match(/[0-9.]+/g)
                                        .slice(0, 3)
                                        .map(part => part / 255)
                                        .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
                                        .reduce((sum, part, n) => sum + part * [0.2126, 0.7152, 0.0722][n], 0);
            const own = getComputedStyle(document.querySelector('#hint'));
            return Math.min(...[own.backgroundColor, getComputedStyle(document.body).backgroundColor].map(colour => {
                const [a, b] = [light(colour), light(own.borderTopColor)].sort((x, y) => x - y);
                return (b + 0.05) / (a + 0.05);
            }));
        });
        assert(ratio >= 3, `${dark} ${ratio}`);
    }
}

// The timer counts if the user wants it, and buttons are large enough to touch.
async function timerAndSizes(browser, pack) {
    assert(!await browser.shown('#timer'));
    await browser.click('#open-settings');
    await browser.click('[name=timer]');
    await browser.press('Escape');
    await browser.run(() => {
        page.timer.seconds = 82;
        page.timer.tick();
    });
    assert.match(await browser.text('#timer'), /^1:2[3-9]$/); // it keeps counting
    await play(browser, pack, 0);
    assert.match(await browser.text('#message'), /, 1:2[3-9]/);
    await browser.setSize(360, 640);
    const small = await browser.run(
        () => [...document.querySelectorAll('button')]
                  .filter(b => b.checkVisibility())
                  .filter(b => b.offsetWidth < 44 || b.offsetHeight < 44)
                  .map(b => b.id));
    assert.deepEqual(small, []);
}

// Sounds play only if the user wants them.
async function soundsAreWanted(browser, pack) {
    await browser.run(() => {
        window.notes = 0;
        page.sounds.note = () => notes++;
    });
    await browser.press('ArrowLeft', 'ArrowRight', 'u');
    assert.equal(await browser.run(() => notes), 0);
    await browser.click('#open-settings');
    await browser.click('[name=sounds]');
    await browser.press('Escape');
    await play(browser, pack, 0);
    assert(await browser.run(() => notes) >= 3, 'notes');
}

// A tap on a cell beside Theseus goes there; a tap on Theseus waits.
async function tapsWalkInMazes(browser, pack) {
    const [row, column] = await browser.run(() => {
        const {rows} = page.level, at = rows.findIndex(text => text.includes('T'));
        return [(at - 1) / 2, (rows[at].indexOf('T') - 1) / 2];
    });
    await tap(browser, row, column);
    assert.match(await browser.text('#told'), /^Wait/);
    await browser.press('r');
    const [across, down] = {ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [
                                -1, 0
                            ]}[pack.keys(0).find(key => key !== ' ')];
    const first = pack.keys(0).indexOf(pack.keys(0).find(key => key !== ' '));
    await browser.press(...pack.keys(0).slice(0, first));
    await tap(browser, row + down, column + across);
    assert.match(await browser.text('#told'), new RegExp(`to row ${row + down + 1}, column ${column + across + 1}`));
}

// The page refuses a step or a wait after which the Minotaur would catch Theseus, and says why.
async function tellsWhoIsCaught(browser) {
    await browser.run(
        rows => page.openOwn({
            game: 'theseus',
            rules: '',
            metric: '',
            rows,
            name: 'Caught',
            solution: '',
            depth: null,
            difficulty: null
        }),
        ['#######', '#T   M#', '# # # #', '#E    #', '#######']);
    const said = () => Promise.all(['#told', '#message'].map(id => browser.text(id)));
    for (const key of ['d', ' ']) {
        await browser.press(key);
        assert.deepEqual(await said(), Array(2).fill('The Minotaur would catch you.'), key);
    }
    for (const key of ['a', '1']) {
        await browser.press(key);
        assert.deepEqual(await said(), ['Blocked.', ''], key);
    }
}

// The classic game: directions, food, pause and single steps, a crash, a new game, and the return to the puzzle.
async function classicSnake(browser) {
    const puzzle = await board(browser), counter = await browser.text('#counter');
    await browser.press('g');
    assert.match(await browser.text('#counter'), /^points 0 · length 1 of 16 · best 0$/);
    await browser.press(' ');
    await browser.wait(async () => (await browser.text('#arcade-pause')) === 'Go on', 'the pause');
    for (let n = 0; n < 300 && !/points [1-9]/.test(await browser.text('#counter')); n++) {
        const key = await browser.run(() => { // towards the food, not back into the neck
            const {c} = page.engine, head = page.engine.point('arcade_head'), food = page.engine.point('arcade_food');
            const ways = [food.y < head.y && 0, food.x > head.x && 1, food.y > head.y && 2, food.x < head.x && 3];
            return ways.find(way => Number.isInteger(way) && !c.arcade_backwards(way));
        });
        await browser.press(['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'][key]);
    }
    assert.match(await browser.text('#counter'), /^points 1 · length [12] of 16/);
    for (const key of ['ArrowUp', 'ArrowLeft']) // one of them does not lead backwards
        await browser.press(key, key, key, key, key);
    assert.match(await browser.text('#told'), /^Crashed! [1-9] points?\./);
    assert.match(await browser.text('#counter'), /best [1-9]$/);
    await browser.press(' ');
    assert.match(await browser.text('#counter'), /^points 0/);
    await browser.press('+');
    assert.match(await browser.text('#told'), /^Speed 5 of 7/);
    assert(!await browser.run(() => page.timer.running));
    await browser.click('#arcade-close');
    assert.deepEqual([await board(browser), await browser.text('#counter')], [puzzle, counter]);
    assert(await browser.run(() => page.timer.running)); // the puzzle's time goes on
}

export const guidePacks = {
    mixed: {rulesOnFirstSight, listIsGrouped, gamesStandTogether, gamesAreNamed},
    sokoban: {
        readsAloud,
        frameIsForKeys,
        edgesAreSeen,
        hintsAreDrawn,
        tapsPush,
        countsOnePush,
        timerAndSizes,
        soundsAreWanted
    },
    snake: {rulesOnFirstSight, classicSnake},
    theseus: {tapsWalkInMazes, tellsWhoIsCaught},
    snakebird: {hintsAreDrawn},
    trap: {tapsSlide, deadEnds},
};
