// Cases for the page of every game: play as a user does, with keys, swipes and buttons.
import assert from 'node:assert/strict';

// What the page says about the key presses that solve the first level.
const STEP = '(Up|Right|Down|Left) to row [0-9]+, column [0-9]+';
const TOLD = {
    longcat: `${STEP}\\. [0-9]+ open cells? left\\.`,
    sokoban: `${STEP}\\.|Box pushed (up|right|down|left), you are in row [0-9]+, column [0-9]+\\. ` +
        '[0-2] of 2 boxes on goals\\.',
    snowman: `${STEP}\\.|Ball pushed (up|right|down|left), you are in row [0-9]+, column [0-9]+\\. ` +
        '[01] of 1 snowmen complete\\.',
    snakebird: `${STEP}\\.( [0-9]+ fruit, 1 bird left\\.)?|(Up|Right|Down|Left)\\. 0 birds left\\.|Blocked\\.`,
    theseus: `(${STEP}|Wait, you are in row [0-9]+, column [0-9]+)\\.( .*)?`,
    snake: `${STEP}\\.( [0-9]+ open cells? left\\.)?`,
};

export async function play(browser, pack, level) {
    await browser.press(...pack.keys(level));
    await browser.wait(() => browser.shown('#action'), `${pack.name} ${level + 1} to be solved`);
}

// Key presses alone can solve every level; the counter and the list show it.
export async function playsToTheEnd(browser, pack) {
    const count = pack.rows.length;
    for (let level = 0; level < count; level++) {
        assert.equal(await browser.text('#level'), `Level ${level + 1} of ${count}`);
        await play(browser, pack, level);
        const {depth, game} = pack.rows[level], praise = await browser.text('#message');
        assert.equal(praise.includes('the fewest possible'), game !== 'snake', praise);
        assert.match(praise, depth === '1' ? / in 1 [a-z]*[^s][:.]/ : / in [0-9]+ [a-z]+s[:.]/);
        const [best, optimum] = (await browser.text('#counter')).split(' · ').slice(-2);
        assert.deepEqual([best, optimum], [`best ${depth}`, `optimum ${depth}`]);
        if (level + 1 < count)
            await browser.press('Enter');
    }
    await browser.press('m');
    assert.equal(await browser.text('#done'), `${count} of ${count} solved`);
    assert.equal(await browser.run(() => document.querySelectorAll('#levels .check:not(:empty)').length), count);
    await browser.press('Escape');
}

// Every key press can be undone and redone; restart goes to the start.
async function undoRedoRestart(browser, pack) {
    const board = () => browser.text('#description');
    const boards = [await board()];
    for (const key of pack.keys(0).slice(0, 6)) {
        await browser.press(key);
        if (await board() !== boards.at(-1))
            boards.push(await board());
    }
    assert(boards.length > 4);
    const is = async (n, what) => assert.equal(await board(), boards.at(n), what);
    for (let n = boards.length - 2; n >= 0; n--) {
        await browser.press('u');
        await is(n, 'undo');
    }
    await browser.press('u');
    await is(0, 'undo at the start');
    await browser.pressWithControl('y');
    await is(1, 'Ctrl+Y');
    await browser.pressWithControl('z');
    await is(0, 'Ctrl+Z');
    for (let n = 1; n < boards.length; n++) {
        await browser.press('y');
        await is(n, 'redo');
    }
    const letGo = await browser.hold('#undo');
    await browser.wait(async () => await board() === boards[0], 'the held button to undo all');
    await letGo();
    await browser.press('y');
    await is(1, 'redo after that');
    await browser.press('r');
    await is(0, 'restart');
    assert.match(await browser.text('#counter'), / 0 · /);
}

// The page describes the effect of every key press, and the board, in words.
async function words(browser, pack) {
    assert.match(await browser.text('#description'), /head|player|You are/, 'where the player is');
    for (const key of pack.keys(0)) {
        const before = await browser.text('#description');
        await browser.press(key);
        const told = await browser.text('#told');
        assert.match(told, new RegExp(`^(${TOLD[pack.name]})$`));
        assert.equal(await browser.text('#description') === before, told === 'Blocked.', told);
    }
}

// Hints, requested and executed, solve a level in the least number of moves.
async function hintsLeadToTheGoal(browser, pack) {
    for (let left = Number(pack.rows[0].depth); left > 0; left--) {
        await browser.press('i');
        await browser.wait(async () => await browser.text('#action') === 'Do it', 'a hint');
        const before = await browser.text('#counter');
        await browser.press('i');
        await browser.wait(
            async () => await browser.text('#counter') !== before && !await browser.run(() => page.player.queue.length),
            'the hint to be made');
    }
    await browser.wait(
        () => browser.run(() => page.player.solved && !document.querySelector('#action').hidden), 'the goal');
    assert.match(await browser.text('#message'), /^Solved in [0-9]+ [a-z]+, with help\./);
    assert(await browser.run(() => page.advice.hints.mayWork), 'the search ran in a worker');
}

// The user can watch the solution, stop it and step through it; the user's own game stays as it was.
async function solutionIsShown(browser, pack) {
    await browser.press(...pack.keys(0).slice(0, 2));
    const own = await browser.text('#description'), counter = await browser.text('#counter');
    await browser.press('v');
    assert(await browser.shown('#playback') && !await browser.shown('#controls'));
    await browser.press(' ');
    assert.equal(await browser.text('#pause'), 'Play');
    const at = await browser.text('#message');
    await browser.press('ArrowRight');
    await browser.wait(async () => await browser.text('#message') !== at, 'the next step');
    await browser.press('ArrowLeft');
    await browser.wait(async () => await browser.text('#message') === at, 'the step back');
    const times = () => browser.run(() => [page.playback.delay, page.player.pace]);
    const [usual] = await times();
    await browser.click('#play-faster');
    await browser.press('+', '+', '+', '+', '+');
    assert.deepEqual(await times(), [usual / 16, 16]);
    assert.match(await browser.text('#message'), /, speed ×16$/);
    await browser.press('-', '-', '-');
    await browser.click('#play-slower');
    assert.equal(await browser.text('#message'), at);
    await browser.press('+', '+');
    await browser.click('#pause');
    await browser.wait(async () => await browser.text('#pause') === 'Again', 'the solution to end');
    assert(await browser.run(() => page.player.solved));
    await browser.press('Escape');
    assert.deepEqual([await browser.text('#description'), await browser.text('#counter')], [own, counter]);
    assert.equal(await browser.run(() => page.player.pace), 1);
    assert(!counter.includes('best'));
}

// After a reload, the page continues where it was.
export async function reloadKeepsProgress(browser, pack) {
    const several = pack.rows.length > 1;
    if (several) {
        await play(browser, pack, 0);
        await browser.press('n');
    }
    await browser.press(...pack.keys(Number(several)).slice(0, 4));
    const state = () => Promise.all(['#level', '#description', '#counter'].map(s => browser.text(s)));
    const kept = await state();
    await browser.reload();
    assert.deepEqual(await state(), kept);
    if (several) {
        await browser.press('p');
        assert.match(await browser.text('#counter'), /best/);
    }
}

// The page's own package judges its levels as the report does.
async function packageJudges(browser, pack) {
    const row = {...pack.rows[0]};
    const judged = await browser.run(async game => {
        const [judgement] = await openPackage(page.wasm).judge(PACK.levels[0].rows.join('\n'), {game});
        return judgement;
    }, row.game);
    delete row.level;
    assert.deepEqual(Object.fromEntries(Object.keys(row).map(name => [name, judged[name]])), row);
}

// On a phone, upright or on its side, nothing is cut off, and nothing needs scrolling.
async function smallScreens(browser) {
    await browser.press('i');
    await browser.wait(async () => await browser.text('#action') === 'Do it', 'a hint');
    for (const [width, height] of [[360, 640], [640, 360]]) {
        await browser.setSize(width, height);
        assert(await browser.run(() => document.documentElement.scrollWidth) <= width);
        const outside = await browser.run(
            (w, h) => [...document.querySelectorAll('button, #board, #counter, #message, h1, h2')]
                          .filter(e => e.checkVisibility() && !e.closest('dialog'))
                          .filter(e => {
                              const box = e.getBoundingClientRect();
                              return box.left < 0 || box.top < 0 || box.right > w || box.bottom > h;
                          })
                          .map(e => e.id),
            width, height);
        assert.deepEqual(outside, [], `at ${width}x${height}`);
        const board = await browser.run(() => document.querySelector('#board').getBoundingClientRect().toJSON());
        assert(Math.min(board.width, board.height) > 180, JSON.stringify(board));
    }
}

// A swipe presses a key.
async function swipes(browser, pack) {
    await browser.setSize(360, 640);
    const key = pack.keys(0).find(k => k.startsWith('Arrow'));
    const [across, down] = {ArrowLeft: [-60, 0], ArrowRight: [60, 0], ArrowUp: [0, -60], ArrowDown: [0, 60]}[key];
    const start = await browser.text('#description');
    await browser.touch([180, 250], [180 + across / 2, 250 + down / 2], [180 + across, 250 + down]);
    const swiped = await browser.text('#description');
    assert.notEqual(swiped, start);
    await browser.press('u', key);
    assert.equal(await browser.text('#description'), swiped);
}

export const everyGame = {
    playsToTheEnd,
    undoRedoRestart,
    words,
    hintsLeadToTheGoal,
    solutionIsShown,
    reloadKeepsProgress,
    packageJudges,
    smallScreens,
    swipes,
};
