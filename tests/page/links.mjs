// Links, history, and files written and read.
import assert from 'node:assert/strict';

import {TRAP} from './packs.mjs';
import {play} from './every.mjs';

const board = browser => browser.text('#description');
const link = (browser, level, keys) => browser.run((...args) => writeLink(...args), level, keys);
const level = text => ({game: 'longcat', rules: '', metric: '', rows: text.trimEnd().split('\n')});

// Returns the link in the open dialog, or '' if it has none, once that is known.
async function linkShown(browser) {
    await browser.run(() => page.share.linked);
    return browser.run(() => document.querySelector('#share-link').value);
}

// A copied link leads back to its position, in this page and in a page of other levels, which shows it as a guest.
async function linkLeadsBack(browser, pack) {
    await browser.press('n', ...pack.keys(1).slice(0, 3), 'c');
    const made = await board(browser), address = await linkShown(browser);
    assert.equal(address.replace(/#.*/, ''), (await browser.run(() => location.href)).replace(/#.*/, ''));
    await browser.press('Escape', 'r', 'p');
    await browser.run(url => {
        location.href = url;
    }, address);
    await browser.wait(async () => await browser.text('#level') === 'Level 2 of 2', 'the level of the link');
    assert.equal(await board(browser), made);
    await browser.run(() => {
        for (const one of PACK.levels) { // as if the pack were another one
            one.id = 'other';
            if (one.gameSource !== undefined)
                one.gameSource += '\n';
        }
    });
    await browser.press('p', 'c');
    await browser.click('#pasted');
    await browser.page.keyboard.type(address);
    await browser.press('Enter');
    await browser.wait(async () => await browser.text('#level') === 'A level from a link', 'the guest');
    assert.equal(await board(browser), made);
    await browser.press(...pack.keys(1).slice(3));
    await browser.wait(() => browser.shown('#action'), 'the guest to be solved');
    assert.match(await browser.text('#message'), /^Solved in/);
    await browser.press('n', 'p');
    assert.equal(await browser.text('#level'), 'Level 1 of 2');
}

// A page that is opened by a link starts at the link's position; after a reload, it continues where the user was.
async function opensByLink(browser, pack) {
    const hash = await link(browser, level(TRAP), [3]);
    await browser.page.goto('about:blank');
    await browser.open(pack.path, hash);
    await browser.wait(async () => await browser.text('#level') === 'A level from a link', 'the guest');
    assert.match(await board(browser), /^22 open cells left/);
    await browser.press('u');
    assert.match(await board(browser), /^23 open cells left/);
    await browser.press('ArrowRight');
    const made = await board(browser);
    await browser.wait(() => browser.run(link => location.hash !== link, `#${hash}`), 'the address to be the level’s');
    await browser.reload();
    assert.equal(await browser.text('#level'), 'A level from a link');
    assert.equal(await board(browser), made);
    const same = await browser.run(() => identify(PACK.levels[0]) === PACK.levels[0].id);
    assert(same, 'a level has the name that pack gives it');
}

// A link may bring its own game, which may be invalid; the level on display can still be played.
async function brokenSource(browser, pack) {
    const level = await browser.run(() => PACK.levels[0]);
    const hash = await link(browser, {...level, gameSource: 'OBJECTS\nnothing of the sort'});
    await browser.press('c');
    await browser.click('#pasted');
    await browser.page.keyboard.type(`#${hash}`);
    await browser.press('Enter');
    await browser.wait(
        async () => /^This link contains no level to play/.test(await browser.text('#message')), 'what is wrong');
    await play(browser, pack, 0);
}

// If the memory has no room for the level of a link, the page returns to its own level.
async function linkWithoutRoom(browser, pack) {
    const hash = await link(browser, level(TRAP), [3]);
    await browser.run(text => {
        page.engine.load = function() {
            delete this.load;
            this.c.unload();
            throw new Error('out of memory');
        };
        page.address.visit(text, true);
    }, hash);
    await browser.wait(
        async () => await browser.text('#message') === 'This link contains no level to play: out of memory.', 'why');
    assert.equal(await browser.text('#level'), 'Level 1 of 2');
    await play(browser, pack, 0);
}

// Back and forward lead through the visited levels, also out of a dialog.
async function history(browser) {
    await browser.press('n', 'p', 'm');
    for (const [go, hash] of [['back', '#2'], ['back', '#1'], ['forward', '#2'], ['forward', '#1']]) {
        await browser.run(way => window.history[way](), go);
        const want = `Level ${hash.slice(1)} of 2`;
        await browser.wait(async () => await browser.text('#level') === want, `${go} to ${want}`);
        assert.equal(await browser.run(() => location.hash), hash);
        assert(!await browser.shown('#list'));
    }
}

// Returns a link that the page itself does not write, because it does not read it.
function unlimited(browser, level) {
    return browser.run(async ({game, rows}) => {
        const text = new Blob([`${game}\n\n${rows.join('\n')}`]);
        return LINK_VERSION + toBase64(await gather(text.stream().pipeThrough(new CompressionStream('deflate-raw'))));
    }, level);
}

// The page reads every link that it writes.  It says which levels are too long for a link, and opens them all the same.
async function longSources(browser) {
    const open = bytes => browser.run(size => {
        const level = PACK.levels[0], gameSource = level.gameSource.replace(/^title .*$/m, `$&\n(${'x'.repeat(size)})`);
        page.openOwn(ownLevel({...level, gameSource}, 'Long'));
    }, bytes);
    await open(1 << 18);
    await browser.press('c');
    const address = await linkShown(browser);
    await browser.press('Escape', 'n', 'c');
    await browser.run(text => {
        document.querySelector('#pasted').value = text;
    }, address);
    await browser.click('#open-link button');
    await browser.wait(async () => await browser.text('#level') === 'A level from a link', 'the long level');
    await open(1 << 20);
    await browser.wait(async () => await browser.text('#level') === 'Long', 'the longer level');
    await browser.press('c');
    assert.equal(await linkShown(browser), '');
    assert.equal(await browser.text('#shared'), 'This level is too long for a link.');
    assert(!await browser.shown('#share-link'));
    assert.notEqual(await browser.run(() => document.querySelector('#share-text').value), '');
}

// Whatever follows the #, the page plays and reports the error.
async function strangeLinks(browser, pack) {
    const huge = {...level(TRAP), rows: Array(30000).fill('#'.repeat(60))};
    const odd = {...level(TRAP), rows: ['####', '#  #', '####']};
    const strange = {
        'v1.': /damaged/,
        'v1.%%%': /damaged/,
        'v1.AAAA': /damaged/,
        'v7.AAAA': /newer/,
        '0': /not that of a level/,
        '99': /not that of a level/,
        hello: /not that of a level/,
        '%00<b>': /not that of a level/,
        '__proto__': /not that of a level/,
        [await unlimited(browser, huge)]: /too long/,
        [await link(browser, odd, [])]: /no level to play/,
        [await link(browser, {...level(TRAP), game: 'chess'}, [])]: /no level to play/,
        [await link(browser, {...level(TRAP), rows: Array(300).fill('###')}, [])]: /more than 256 columns or rows/,
        [(await link(browser, level(TRAP), [])).slice(0, -12)]: /damaged/,
    };
    for (const [hash, words] of Object.entries(strange)) {
        await browser.run(text => {
            location.hash = text;
        }, hash);
        await browser.wait(async () => words.test(await browser.text('#message')), `${words} of ${hash}`);
        assert.match(await browser.text('#level'), /^Level 1 of/);
    }
    const {level: read, keys} = await browser.run(async () => readLink(await writeLink(PACK.levels[0], [0, 5, 128])));
    assert.deepEqual(keys, [0, 5, 128]);
    assert.equal(read.rows.join('\n'), await browser.run(() => PACK.levels[0].rows.join('\n')));
    await play(browser, pack, 0);
}

// The text of a level and its best solution can be copied, and the solution can be watched.
async function sharesText(browser, pack) {
    await play(browser, pack, 0);
    await browser.press('r', 'c');
    const value = name => browser.run(id => document.querySelector(id).value, name);
    assert.equal(await value('#share-best'), pack.rows[0].solution);
    assert.equal(await value('#share-text'), await browser.run(() => `${PACK.levels[0].rows.join('\n')}\n`));
    await browser.click('#copy-text');
    await browser.wait(() => browser.text('#shared'), 'an answer');
    await browser.click('#play-best');
    await browser.wait(async () => await browser.text('#pause') === 'Again', 'the solution to end');
    assert(await browser.run(() => page.player.solved));
}

// Files of levels can be read again: those of a game in PuzzleScript hold its source, names and messages.
async function savesFiles(browser, pack) {
    const [files, levels, words] = await browser.run(() => {
        const saved = [], lines = rows => rows.map(row => row.trim()).join('\n');
        const read = text =>
            calls.judge(page.engine.module, text, {maxStates: 1}).map(({error, game, grid}) => error ?? [
                game, lines(grid.trim().split('\n'))
            ]);
        window.saveFile = (name, text) => saved.push(text);
        PACK.levels.forEach(level => level.name = '');
        Object.assign(PACK.levels[0], {name: 'The (1st)', messages: ['Push.', 'Now.']});
        PACK.levels.at(-1).after = ['Done.'];
        page.openShare();
        for (const id of ['save-level', 'save-pack'])
            document.getElementById(id).click();
        document.getElementById('share').close();
        page.edit();
        page.editor.save();
        const words = saved[1].split('\n').filter(line => /^message |^\(/.test(line));
        return [saved.map(read), PACK.levels.map(({game, rows}) => [game, lines(rows)]), words];
    });
    assert.deepEqual(files, [[levels[0]], levels, [levels[0]]]);
    if (pack.name === 'source')
        assert.deepEqual(words, ['message Push.', 'message Now.', '(The 1st)', 'message Done.']);
}

// The dialog takes the keys from the moment that it is asked for, although it does not have its link yet.
async function sharesAtOnce(browser, pack) {
    const key = pack.keys(0)[0], start = await board(browser);
    await browser.run(pressed => {
        for (const key of ['c', pressed])
            document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
        document.querySelector('#copy-link').click();
    }, key);
    assert(await browser.shown('#share'));
    assert.equal(await board(browser), start);
    await browser.wait(() => browser.text('#shared'), 'an answer');
    assert.match(await browser.run(() => document.querySelector('#share-link').value), /#v1\./);
}

// A stored solution that does not solve the level, as after a change of its game, is forgotten.
async function staleBest(browser, pack) {
    await play(browser, pack, 0);
    const told = await browser.run(() => {
        const [level] = PACK.levels, {best, bestKeys} = page.store.level(level);
        return [bestKeys, bestKeys.slice(1), bestKeys.slice(0, -1), []].map(keys => {
            page.store.setLevel(level, {best, bestKeys: keys});
            page.openLevel(0);
            return `${document.querySelector('#counter').textContent}, ${page.store.level(level).bestKeys.length} keys`;
        });
    });
    assert.match(told[0], /best [0-9]+ .*, [1-9][0-9]* keys/);
    for (const one of told.slice(1))
        assert.match(one, /^(?!.*best).*, 0 keys$/);
}

// Progress goes through a file: the better result wins, and malformed files are refused.
async function progressFiles(browser, pack) {
    await play(browser, pack, 0);
    const text = await browser.run(() => progressText(page.store));
    await browser.run(() => localStorage.clear());
    const [first, again, worse] = await browser.run(file => {
        const bad =
            ['', 'null', '7', '{}', '{"onlyway":1}', '{"onlyway":2,"levels":{}}', '[', '{"onlyway":1,"levels":7}'];
        const refused = bad.map(one => addProgress(page.store, one));
        const added = addProgress(page.store, file);
        const {best} = page.store.level(PACK.levels[0]);
        const data = JSON.parse(file);
        Object.values(data.levels).forEach(one => one.best += 5);
        data.levels['../x'] = {best: 1};
        data.levels['0123456789abcdef'] = {best: {}, keys: 7};
        addProgress(page.store, JSON.stringify(data));
        return [{refused, added, best}, page.store.level(PACK.levels[0]).best, page.store.level({id: '../x'}).best];
    }, text);
    assert.deepEqual(first.refused.map(n => n > 0), Array(8).fill(false));
    assert.equal(first.added, 1);
    assert.equal(first.best, Number(pack.rows[0].depth));
    assert.equal(again, first.best);
    assert.equal(worse, undefined === worse ? undefined : null);
}

export const linkPacks = {
    sokoban: {
        linkLeadsBack,
        linkWithoutRoom,
        history,
        strangeLinks,
        sharesText,
        sharesAtOnce,
        savesFiles,
        staleBest,
        progressFiles
    },
    snakebird: {linkLeadsBack},
    source: {linkLeadsBack, longSources, brokenSource, savesFiles},
    longcat: {opensByLink},
};
