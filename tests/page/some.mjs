// Cases for the page of one pack: settings, storage, lost positions, odd input.
import assert from 'node:assert/strict';

import {chapterPack, Pack, SourcePack, sourceOfAgain, sourceOfChance, sourceOfMany, sourceOfTime} from './packs.mjs';
import {play, playsToTheEnd, reloadKeepsProgress} from './every.mjs';

const COLOUR = () => getComputedStyle(document.body).backgroundColor;

// Colours follow the system until the user chooses them.
async function dark(browser) {
    const light = await browser.run(COLOUR);
    await browser.prefer({dark: true});
    await browser.wait(async () => await browser.run(COLOUR) !== light, 'dark colours');
    await browser.click('#open-settings');
    await browser.click('[name=theme][value=light]');
    await browser.press('Escape');
    assert.equal(await browser.run(COLOUR), light);
    await browser.reload();
    assert.equal(await browser.run(COLOUR), light);
}

// A hint in a lost position says how much to undo, and does it.
async function lostPositions(browser) {
    for (const presses of [['w'], ['w', 'a'], ['d', 's']]) {
        await browser.press('r', ...presses, 'i');
        await browser.wait(async () => (await browser.text('#message')).includes('Dead end'), 'a verdict');
        assert.equal(await browser.text('#message'), `Dead end: undo ${presses.length} to continue.`);
        await browser.click('#action');
        await browser.press('i');
        await browser.wait(async () => await browser.text('#action') === 'Do it', 'a hint');
        assert.match(await browser.text('#message'), /^Hint: ←/);
    }
}

// Keys change and choose levels, and birds; the page says what happens.
async function keyboardAlone(browser) {
    const told = () => browser.text('#told');
    await browser.press('n');
    assert.match(await browser.text('#level'), /^Level 2/);
    await browser.press('m', 'ArrowLeft', 'Enter');
    assert.match(await browser.text('#level'), /^Level 1/);
    await browser.press('?');
    assert(await browser.shown('#help'));
    await browser.press('Escape', 'n');
    assert.match(await told(), /^Level 2/);
    await browser.press(' ');
    assert.equal(await told(), 'Second bird');
    await browser.press('2');
    assert.equal(await told(), 'Blocked.', 'it is chosen already');
    await browser.press('1');
    assert.equal(await told(), 'First bird');
    await browser.click('#open-list');
    await browser.click('#levels [aria-label^="Level 2"]');
    await browser.press(' ');
    assert.equal(await told(), 'Second bird');
    assert(!await browser.shown('#list'));
    await browser.run(() => document.querySelector('header button').focus());
    const focused = new Set();
    for (let i = 0; i < 30; i++) { // the browser's own elements follow the page's last one
        focused.add(await browser.run(() => document.activeElement.id));
        await browser.press('Tab');
    }
    for (const id of ['board', 'undo', 'hint', 'key0', 'open-list', 'next'])
        assert(focused.has(id), `${id} of ${[...focused]}`);
}

// A tap on a bird chooses it.
async function taps(browser) {
    await browser.press('n');
    for (const [key, name] of [[5, 'Second bird'], [4, 'First bird']]) {
        const {x, y} = await browser.run(wanted => {
            const board = document.querySelector('#board'), box = board.viewBox.baseVal;
            for (let y = box.y; y < box.y + box.height; y += 0.2) {
                for (let x = box.x; x < box.x + box.width; x += 0.2) {
                    if (page.engine.c.piece_at(x, y) === wanted)
                        return new DOMPoint(x, y).matrixTransform(board.getScreenCTM()).toJSON();
                }
            }
            return {};
        }, key);
        await browser.touch([x, y]);
        assert.equal(await browser.text('#told'), name);
    }
}

// A browser that forbids storage still plays.
async function noStorage(browser, pack) {
    const allow = await browser.before(() => Object.defineProperty(window, 'localStorage', {
        get() {
            throw new Error('forbidden');
        }
    }));
    await browser.reload();
    await browser.press('Enter'); // the rules appear again
    await play(browser, pack, 0);
    assert.match(await browser.text('#counter'), /best/);
    await allow();
}

// Whatever the storage contains, the page plays.
async function strangeStorage(browser, pack) {
    await browser.run(() => localStorage.setItem('onlyway:settings', ''));
    for (const value
             of ['null', '7', '"x"', '[', '{"best":"x","keys":"y"}', '{"keys":[99,-1,null,{}]}',
                 '{"theme":"]","smooth":3}']) {
        await browser.run(text => {
            for (const name of Object.keys(localStorage))
                localStorage.setItem(name, text);
        }, value);
        await browser.reload();
        assert.match(await browser.text('#counter'), / 0 .*· optimum/);
        await browser.run(() => document.querySelector('dialog[open]')?.close());
    }
    await play(browser, pack, 0);
}

// A browser that forbids workers still gives hints.
async function noWorker(browser) {
    await browser.run(() => {
        window.Worker = function() {
            throw new Error('forbidden');
        };
    });
    await browser.press('i');
    await browser.wait(async () => await browser.text('#action') === 'Do it', 'a hint');
}

// Another level, opened while the solution is shown, does not take over the key presses of the first.  Progress that is
// deleted meanwhile does not come back.
async function leavesSolution(browser) {
    const begin = () => browser.run(() => {
        page.player.smooth = false;
        page.engine.route(page.level.solution).slice(0, 2).forEach(key => page.player.press(key));
    });
    const counts = () => browser.run(() => PACK.levels.slice(0, 2).map(level => page.store.level(level).keys.length));
    await begin();
    await browser.press('u', 'v', 'n');
    assert.match(await browser.text('#level'), /^Level 2/);
    assert.deepEqual(await counts(), [1, 0]);
    await begin();
    await browser.press('u', 'v');
    await browser.run(() => page.forget());
    assert.deepEqual(await counts(), [0, 0]);
}

// If a limit stops the search, the page says so and claims nothing.
async function limits(browser) {
    await browser.run(() => {
        PACK.levels[0].solution = '';
        const {hints} = page.advice, ask = hints.ask.bind(hints);
        hints.ask = (level, keys) => ask(level, keys, {...WORKER_LIMIT, states: 2});
    });
    await browser.press('i');
    await browser.wait(async () => !(await browser.text('#message')).includes('Thinking'), 'an answer');
    assert.equal(await browser.text('#message'), 'Too hard to tell here.');
    assert(!await browser.shown('#action'));
}

// The system or the user can switch off movement.
async function still(browser, pack) {
    const smooth = () => browser.run(() => page.player.smooth);
    assert(!await smooth());
    await browser.prefer({still: false});
    await browser.wait(smooth, 'movement to come');
    await play(browser, pack, 0);
    await browser.click('#open-settings');
    await browser.click('#smooth');
    await browser.press('Escape');
    assert(!await smooth());
}

// The editor does not leave a movement half done.
async function editsInMotion(browser, pack) {
    await browser.prefer({still: false});
    await browser.wait(() => browser.run(() => page.player.smooth), 'movement to come');
    const [shown, wanted] = await browser.run(key => {
        page.player.press(ARROWS[key]);
        page.edit();
        page.editor.close();
        const pieces = svgElement('g', {});
        pieces.innerHTML = page.engine.ask('pieces', 1);
        return [page.player.pieces.innerHTML, pieces.innerHTML];
    }, pack.keys(0)[0].replace('Arrow', '').toUpperCase());
    assert.equal(shown, wanted);
}

// The author's words are text, whatever they look like.
async function strangeTitle(browser) {
    const title = '</script><b>"Cats" & \\ dogs</b><!-- @PACK@';
    const pack = new Pack('longcat', [`--title=${title}`, '--author=<i>Me</i>']);
    await browser.open(pack.path);
    assert.equal(await browser.text('#title'), title);
    assert.equal(await browser.page.title(), title);
    assert.equal(await browser.text('#author'), '<i>Me</i>');
}

// A game with chance has no verdict and no hints, but can be played.
async function chance(browser) {
    await browser.open(new SourcePack('chance', sourceOfChance()).path);
    await browser.press('i');
    await browser.wait(async () => await browser.text('#message') === 'No hint: the game uses `random`.', 'no hint');
    await browser.press(' ');
    assert.notEqual(await browser.run(() => page.player.presses.length), 0);
    await browser.press('r');
    await browser.press('ArrowRight');
    await browser.wait(() => browser.run(() => page.player.solved), 'a win');
}

// Time passes in some games, and the page shows the same part of a level as the original engine.
async function timeAndScreens(browser) {
    await browser.open(new SourcePack('time', sourceOfTime()).path);
    const seen = () => browser.run(() => document.querySelector('#board').getAttribute('viewBox'));
    await browser.wait(() => browser.run(() => page.player.presses.includes(TICK)), 'time to go by');
    assert.equal(await seen(), '0 0 5 4');
    await browser.press(...Array(4).fill('ArrowRight'));
    await browser.wait(async () => await seen() === '5 0 5 4', 'the next screen');
    await browser.press('i');
    await browser.wait(async () => await browser.text('#message') === 'No hint: time goes by in the game.', 'no hint');
    await browser.press('u');
    await browser.wait(async () => await seen() === '0 0 5 4', 'the screen before');
    const claims = async () => `${await browser.text('#counter')} ${await browser.text('#message')} ` +
        await browser.run(() => describe(page.level));
    assert.match(await claims(), /moves [0-9]+ · keys [0-9]+ · [0-9]+, as if time stood still/);
    for (let n = 0; n < 8; n++)
        await browser.press('ArrowRight');
    await browser.wait(async () => /^Solved in/.test(await browser.text('#message')), 'a win');
    assert.match(await claims(), /Solved in [0-9]+ moves\. /);
    assert.doesNotMatch(await claims(), /optimum|fewer|fewest|is enough/);
    await browser.press('v', ' ');
    assert.match(await browser.text('#message'), /^Solution, as if time stood still: key/);
    await browser.open(new SourcePack('late', sourceOfTime('late right [ Barrel | Wall ] -> message Ashore\n')).path);
    await browser.wait(async () => await browser.text('#message') === 'Ashore', 'a message without any key');
    assert(await browser.run(() => page.player.presses.every(key => key === TICK)));
}

// What follows a key by `again` appears turn by turn, and keys wait meanwhile; without motion, the end appears at once.
async function turnByTurn(browser) {
    const open = seconds => browser.open(new SourcePack('again', sourceOfAgain(seconds)).path);
    // Makes showing() return which of six levels the board shows, each with the barrel one cell farther to the right,
    // or -1 in between.  Returns the number of different pictures.
    const watch = () => browser.run(() => {
        const inside = html => Object.assign(svgElement('g', {}), {innerHTML: html}).innerHTML;
        const pictures = Array.from({length: 6}, (_, n) => {
            const rows = [...page.level.rows];
            rows[1] = n < 5 ? `#p${'.'.repeat(n)}*${'.'.repeat(4 - n)}o#` : '#p.....@#';
            page.gallery.load({...page.level, rows});
            return inside(page.gallery.ask('pieces', 1));
        });
        window.showing = () => pictures.indexOf(document.querySelector('#board > :nth-child(2)').innerHTML);
        window.shown = [];
        const look = () => {
            if (shown.at(-1)?.n !== showing())
                shown.push({
                    n: showing(),
                    said: $('message').textContent,
                    time: performance.now(),
                    solved: $('stage').classList.contains('solved')
                });
            requestAnimationFrame(look);
        };
        look();
        return new Set(pictures).size;
    });
    const showing = () => browser.run(() => window.showing());
    const rest = () => browser.wait(() => browser.run(() => !page.player.frame), 'the movement to end');
    await open(0.3);
    assert.equal(await watch(), 6);
    assert.equal(await showing(), 0);
    await browser.press('ArrowLeft');
    assert.equal(await showing(), 5, 'the end at once, where nothing moves');
    assert(await browser.run(() => page.player.solved && page.player.partsLeft === 0));
    await browser.prefer({still: false});
    await open(0.3);
    await watch();
    await browser.press('r', 'ArrowLeft');
    assert(await browser.run(() => page.player.partsLeft > 0));
    await browser.press('ArrowRight', 'x');
    assert.equal(await browser.run(() => page.player.made), 1, 'other keys do nothing meanwhile');
    await rest();
    await browser.wait(() => browser.run(() => window.shown.at(-1).n === 5), 'the last frame'); // drawn a moment later
    const shown = (await browser.run(() => window.shown)).filter(({n}) => n >= 0);
    assert.deepEqual(shown.map(({n}) => n), [0, 1, 2, 3, 4, 5]);
    assert(shown[5].time - shown[1].time >= 4 * 300 - 50, 'as long as the game wants');
    assert(shown.every(({n, solved}) => !solved || n === 5), 'it is solved in the end');
    assert.deepEqual(
        shown.slice(1, 5).map(({said}) => said), ['', '', 'Half way', 'Half way'], 'what is said at its turn');
    await browser.press('u');
    await rest();
    assert.equal(await showing(), 0, 'undo takes the whole turn back');
    await browser.press('ArrowLeft');
    await browser.wait(() => browser.run(() => page.player.partsLeft === 3), 'the second turn');
    await browser.press('u');
    await rest();
    assert.deepEqual([await showing(), await browser.run(() => page.player.made)], [0, 0], 'also while it is shown');
}

// Each character of a level counts as one, however many different ones it has.
async function manyCharacters(browser) {
    await browser.open(new SourcePack('many', sourceOfMany()).path);
    assert.equal(await browser.run(() => page.level.rows[0].length), 151);
    await browser.press('ArrowRight');
    await browser.wait(() => browser.run(() => page.player.solved), 'a win');
}

// The text of a chapter appears at its first level, and the list shows how many levels of each chapter are solved.
async function chapters(browser, pack) {
    await browser.open(chapterPack());
    await browser.press('Escape');
    const aims = [];
    for (let n = 0; n < 3; n++) {
        aims.push((await browser.text('#aim')).split('\n').slice(0, -1).join('|'));
        await browser.press('n');
    }
    assert.deepEqual(aims, ['Two ways|One of them is right.', '', 'More of the cat']);
    const heads = async () => {
        await browser.press('m');
        const texts =
            await browser.run(() => [...document.querySelectorAll('#levels h3')].map(head => head.textContent));
        await browser.press('Escape');
        return texts;
    };
    assert.deepEqual(await heads(), ['Two ways 0 of 2', 'More of the cat 0 of 1']);
    await browser.press('p', 'p', ...pack.keys(0));
    await browser.wait(() => browser.run(() => page.player.solved), 'a win');
    assert.deepEqual(await heads(), ['Two ways 1 of 2', 'More of the cat 0 of 1']);
}

// *More like it* tries only levels with one player, like the current level, in whatever character; random changes alone
// would not keep it at one.
async function keepsPlayers(browser) {
    const [tried, changed] = await browser.run(() => {
        const {level, gallery} = page, info = gallery.editing(level), tried = [], changed = [];
        const tools = Palette.toolsOf(info).filter(({kind}) => kind === 'ground' || kind === 'piece');
        const wall = new Neighbours(
            gallery, {level, info, tools, rows: level.rows, places: 1, limits: {maxStates: 1000}, keeps: 0}, () => {});
        const change = wall.changed.bind(wall);
        wall.setAim('harder');
        wall.judge = ({text}) => tried.push(text) && null;
        wall.changed = sheet => {
            const made = change(sheet);
            changed.push(made.text);
            return made;
        };
        for (let n = 0; n < 5000 && tried.length < 500; n++)
            wall.try();
        return [tried, changed];
    });
    const players = text => text.match(/[p+]/g)?.length ?? 0;
    assert(tried.length >= 300);
    assert.deepEqual([...new Set(tried.map(players))], [1]);
    assert(new Set(changed.map(players)).has(2));
}

// The editor names a source by its own title.
async function ownTitle(browser) {
    await browser.press('e');
    assert.equal(await browser.text('#edit-title'), 'Cellar of Barrels');
}

// In the rules of *More like it*, keys and the clipboard belong to the text.
async function typesRules(browser) {
    await browser.press('e');
    await browser.click('#edit-suggest');
    await browser.click('#wall-own summary');
    await browser.click('#wall-rules');
    await browser.run(() => page.editor.palette.choose(3));
    const drawn = await browser.run(() => page.editor.sheet.text), rules = 'option 0.5 [ > Player ] -> [ + = - ? 12 ]';
    await browser.page.keyboard.type(rules);
    await browser.pressWithControl('z');
    await browser.pressWithControl('y');
    await browser.press('Escape');
    assert(await browser.shown('#editor'));
    assert.equal(await browser.run(() => document.querySelector('#wall-rules').value), rules);
    const taken = await browser.run(() => ['copy', 'paste'].filter(name => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', page.editor.sheet.lines.reverse().join('\n'));
        return !document.querySelector('#wall-rules')
                    .dispatchEvent(new ClipboardEvent(name, {clipboardData, bubbles: true, cancelable: true}));
    }));
    assert.deepEqual(taken, []);
    assert.deepEqual(
        await browser.run(() => [page.editor.sheet.text, page.editor.palette.tools.indexOf(page.editor.tool)]),
        [drawn, 3]);
}

// Cases by the name of their pack.
export const somePacks = {
    trap: {lostPositions, chapters},
    mixed: {playsToTheEnd, reloadKeepsProgress},
    source: {playsToTheEnd, reloadKeepsProgress, keepsPlayers, ownTitle, typesRules},
    snakebird: {keyboardAlone, taps},
    sokoban: {dark, noStorage, strangeStorage, noWorker, leavesSolution, limits, still, editsInMotion},
    longcat: {strangeTitle, chance, timeAndScreens, turnByTurn, manyCharacters},
};
