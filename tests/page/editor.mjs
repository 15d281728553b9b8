// Uses the editor by keys, pointer and touch.  Each case runs on a page of its own.
import {Pack} from './packs.mjs';

const SEVERAL = '######\n#C   #\n#    #\n#    #\n######\n';                             // two solutions
const ARENA = '########\n#      #\n#      #\n#  ##  #\n#      #\n#      #\n########\n'; // twelve tours of four kinds
const BOXES = '#######\n#     #\n# @$. #\n#     #\n#######\n';

// Returns the editor's verdict on its level, once it is final.
async function verdict(browser) {
    await browser.wait(
        () => browser.run(() => {
            const said = document.querySelector('#verdict');
            return said.ariaBusy === 'false' && !said.textContent.startsWith('Undecided');
        }),
        'a verdict');
    return browser.text('#verdict');
}

const level = browser => browser.run(() => page.editor.sheet.text);
const open = async browser => {
    await browser.press('e');
    return verdict(browser);
};

// Returns the middle of a cell on the screen.
const place = (browser, row, column) => browser.run((r, c) => {
    const {columns} = page.editor.sheet;
    const box = document.querySelector(`#cells [data-cell="${r * columns + c}"]`).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}, row, column);

const press = (browser, words) => browser.run(
    w => [...document.querySelectorAll('#editor button')]
             .find(button => button.textContent.includes(w) || button.ariaLabel === w)
             .click(),
    words);

function check(good, ...told) {
    if (!good)
        throw new Error(told.map(String).join('\n'));
}

async function same(browser, wanted) {
    const found = await level(browser);
    check(found === wanted, 'not the level that is wanted:', found, wanted);
}

// Puts a text into the editor.  Returns the verdict.
async function paste(browser, text) {
    await press(browser, 'Text');
    await browser.run(t => {
        document.querySelector('#sheet-area').value = t;
    }, text);
    await browser.click('#sheet-use');
    return verdict(browser);
}

// Checks the numbers in a verdict against the report.
function tells(text, {verdict: known, depth, difficulty}) {
    check(text.startsWith({unique: 'Unique', multiple: 'Not unique', unsolvable: 'No solution'}[known]), text, known);
    check(!depth || text.includes(` ${depth} `), text, depth);
    check(!difficulty || text.includes(`${Math.round(Number(difficulty))} of 100`), text, difficulty);
}

// Returns the suggestions by place.
const held = browser => browser.run(() => page.editor.wall.places.map(({held}) => held && held.rows.join('\n') + '\n'));

const everyGame = {
    // A suggestion is unique and has the depth it claims; a locked one stays in place, whatever the aim.
    async 'suggests'(browser) {
        await open(browser);
        await press(browser, 'Compact');
        await browser.wait(() => browser.run(() => page.editor.wall.compacting === null), 'the smallest level');
        const left = await browser.text('#compact-says');
        check(/^(it is not unique|nothing can go|depth \d+, difficulty \d+, without .*)$/.test(left), left);
        if (await browser.shown('#compact-take')) {
            const before = await level(browser);
            await browser.run(() => document.querySelector('#compact-take').click()); // findings may move the button
            const said = await verdict(browser), [, depth, difficulty] = left.match(/depth (\d+), difficulty (\d+)/);
            check(
                said.startsWith('Unique') && said.includes(` ${depth} `) && said.includes(`${difficulty} of`), said,
                left);
            check(await level(browser) !== before, 'nothing went');
            await browser.pressWithControl('z');
            await same(browser, before);
        }
        const first = await level(browser);
        await press(browser, 'More like it');
        await browser.wait(async () => (await held(browser)).filter(one => one !== null).length >= 3, 'suggestions');
        await press(browser, 'Pause');
        await browser.wait(() => browser.text('#wall-stop').then(text => text === 'Go on'), 'the search to pause');
        const at = (await held(browser)).findIndex(one => one !== null);
        await browser.run(n => page.editor.wall.places[n].lock.click(), at); // late results do not replace it
        const before = await held(browser);
        check(!before.includes(first), 'the level itself is suggested');
        const depth = await browser.run(n => page.editor.wall.places[n].held.depth, at);
        await browser.run(n => page.editor.wall.places[n].take.click(), at);
        const said = await verdict(browser);
        check(said.startsWith('Unique') && said.includes(` ${depth} `), said, depth);
        await same(browser, before[at]);
        await browser.run(() => {
            document.querySelector('#wall-aim').value = 'smaller';
            document.querySelector('#wall-aim').dispatchEvent(new Event('change'));
            document.querySelector('#wall-clear').click();
        });
        await browser.wait(
            async () => (await held(browser)).some((one, n) => one !== null && n !== at), 'other suggestions');
        check((await held(browser))[at] === before[at], 'what is locked has changed');
        await browser.pressWithControl('z');
        await same(browser, first);
        await browser.press('Escape');
        check(await browser.run(() => page.editor.wall.worker === null), 'the search goes on');
    },

    async 'judges, turns and takes back'(browser, pack) {
        tells(await open(browser), pack.rows[0]);
        const first = await level(browser);
        await press(browser, 'Size, turn');
        for (const turn of await browser.run(
                 () => [...document.querySelectorAll('#shape button')]
                           .map(button => button.ariaLabel)
                           .filter(label => !/Add|Take/.test(label)))) {
            await press(browser, turn);
            const turned = await level(browser);
            const {verdict: known, depth} = pack.rows[0];
            tells(await verdict(browser), {verdict: known, depth});
            await browser.pressWithControl('z');
            await same(browser, first);
            await browser.pressWithControl('y');
            await same(browser, turned);
            if (turned !== first)
                await browser.pressWithControl('z');
        }
        for (const side of ['at the top', 'on the right', 'at the bottom', 'on the left']) {
            const line = side.startsWith('at') ? 'row' : 'column';
            await press(browser, `Add a ${line} ${side}`);
            check((await level(browser)).length > first.length, side);
            await press(browser, `Take a ${line} away ${side}`);
            await same(browser, first);
        }
    },

    async 'every tool puts what it says, and its text is read again'(browser) {
        await open(browser);
        const tools = await browser.run(() => page.editor.palette.tools.map(tool => tool.words));
        for (let n = 1; n < tools.length; n++) {
            const cell = await browser.run(i => {
                const {editor} = page, {board, sheet} = editor;
                editor.palette.choose(i);
                const at =
                    [...board.cells.keys()].find(c => sheet.cells[c] === sheet.plain && sheet.fits(c, editor.tool)) ??
                    [...board.cells.keys()].find(c => sheet.fits(c, editor.tool));
                board.setAt(at);
                board.focus();
                return at;
            }, n);
            await browser.press(' ');
            const words = await browser.run(c => page.editor.board.cells.get(c).ariaLabel, cell);
            check(n === 1 || words.includes(tools[n]), `${tools[n]}: ${words}`);
            check(
                words.endsWith(
                    await browser.run(() => document.querySelector('#edit-told').textContent.split(': ')[1])),
                words);
            await browser.pressWithControl('z');
        }
    },

    async 'a new, empty one has the size that was asked for'(browser) {
        await open(browser);
        await press(browser, 'New');
        await browser.run(() => {
            document.querySelector('#new-columns').value = '7';
            document.querySelector('#new-rows').value = '4';
        });
        await browser.click('#new-empty');
        check(await browser.text('#edit-size') === '7 × 4', await browser.text('#edit-size'));
    },

    async 'whatever is edited has a picture and words, and all is taken back'(browser) {
        await open(browser);
        const first = await level(browser);
        const told = await browser.run(() => {
            const {editor} = page;
            let state = 7;
            const random = below => { // minimal standard generator
                state = state * 48271 % 2147483647;
                return state % below;
            };
            const changes = [
                sheet => sheet.grown(SIDES[random(4)]), sheet => sheet.shrunk(SIDES[random(4)]),
                sheet => sheet.mirrored(), sheet => sheet.move(random(sheet.cells.length), random(sheet.cells.length))
            ];
            let made = 0, levels = 0;
            for (let n = 0; n < 300; n++) {
                const {sheet} = editor, tool = editor.palette.tools[1 + random(editor.palette.tools.length - 1)];
                const cell = random(sheet.cells.length), kind = random(12);
                made += editor.change(
                    kind < changes.length ? changes[kind](sheet)
                        : tool.kind === 'body'
                        ? sheet.putBody(cell, tool.letters, random(2) === 0)
                        : editor.putOnce(sheet.put(cell, tool, sheet.holds(cell, tool)), cell, tool));
                const {picture, words} = editor.sketch;
                if (!picture.startsWith('<') || words.length !== editor.sheet.cells.length + 1 ||
                    editor.sheet.cells.length % editor.sheet.columns !== 0)
                    return `${editor.sheet.text}: no picture`;
                levels += editor.engine.check(editor.level) === null;
            }
            for (let n = 0; n < made; n++)
                editor.undo();
            return made > 100 && levels > 0 ? '' : `${made} edits, ${levels} levels`;
        });
        check(told === '', told);
        await same(browser, first);
    },
};

const cases = {
    longcat: {
        async 'paints with a pointer: a stroke is one edit'(browser) {
            await open(browser);
            await paste(browser, SEVERAL);
            const [x, y] = await place(browser, 2, 2), [x2] = await place(browser, 2, 4);
            await browser.page.mouse.move(x, y);
            await browser.page.mouse.down();
            await browser.page.mouse.move(x2, y, {steps: 2});
            await browser.page.mouse.up();
            await same(browser, '######\n#C   #\n# ####\n#    #\n######\n');
            tells(await verdict(browser), {verdict: 'unsolvable'});
            await browser.pressWithControl('z');
            await same(browser, SEVERAL);
        },

        // What has more columns or rows than the rules read is no level, wherever it comes from.
        async 'a text that is too large is refused'(browser) {
            await open(browser);
            const first = await level(browser);
            for (const large of ['####\n'.repeat(300), '#'.repeat(300)]) {
                check(!await browser.run(text => page.editor.useText(text), large), 'the text is taken');
                await same(browser, first);
                await browser.run(rows => page.store.set(page.editor.draft, rows), large.split('\n'));
                await browser.reload();
                await open(browser);
                await same(browser, first);
            }
        },

        // Firefox starts the worker's module more slowly than Chromium; the turn of this case is Firefox's.
        async 'suggestions can be paused at once'(browser) {
            await open(browser);
            await browser.run(() => { // the worker has not started by then
                for (const button of ['edit-suggest', 'wall-stop'])
                    document.getElementById(button).click();
            });
            await browser.wait(
                async () => /^[0-9]+ levels tried\.$/.test(await browser.text('#wall-says')), 'the search to pause');
        },

        // Findings disappear with the first painted cell, and return while the finger is still down.
        async 'the board stays under the finger'(browser) {
            await browser.setSize(390, 844);
            await open(browser);
            tells(await paste(browser, SEVERAL), {verdict: 'multiple', depth: '5'});
            await browser.wait(async () => (await browser.text('#findings')).includes('Way 2'), 'why');
            const corner = await place(browser, 1, 1), still = async told => {
                const now = await place(browser, 1, 1);
                check(String(now) === String(corner), told, corner, now);
            };
            await browser.touch(await place(browser, 2, 4));
            await still('after a tap');
            await verdict(browser);
            await still('when it is judged');
            await browser.pressWithControl('z');
            await verdict(browser);
            await browser.wait(async () => (await browser.text('#findings')).includes('Way 2'), 'why again');
            const [[x, from], [, to]] = [await place(browser, 1, 4), await place(browser, 3, 4)];
            const finger = browser.page.touchscreen;
            await finger.touchStart(x, from);
            for (let y = from; y <= to; y += 10) {
                await finger.touchMove(x, y);
                await verdict(browser);
            }
            await finger.touchEnd();
            await same(browser, '######\n#C  ##\n#   ##\n#   ##\n######\n');
            await still('after a stroke');
        },

        // The frame does not count; the numbers match those in findings.
        async 'numbers rows and columns as findings do'(browser) {
            await open(browser);
            tells(await paste(browser, SEVERAL), {verdict: 'multiple', depth: '5'});
            const closes = () => browser.run(
                () => [...document.querySelectorAll('#findings .change')]
                          .map(button => button.textContent.match(/wall in row (\d+), column (\d+)/))
                          .find(match => match));
            await browser.wait(closes, 'why');
            const [, row, column] = await closes();
            await browser.run(
                (r, c) => [...document.querySelectorAll('#findings .change')]
                              .find(button => button.textContent.includes(`wall in row ${r}, column ${c}`))
                              .focus(),
                row, column);
            const [numbers, looked, cell] = await browser.run((r, c) => {
                const middle = element => {
                    const {x, y, width, height} = element.getBoundingClientRect();
                    return [x + width / 2, y + height / 2];
                };
                const label = (text, side) => middle(
                    [...document.querySelectorAll('#rulers text')].filter(each => each.textContent === text).at(side));
                const at = page.editor.board.cells, {columns} = page.editor.sheet;
                return [
                    [label(c, 0)[0], label(r, -1)[1]], middle(document.querySelector('.mark.looked rect')),
                    at.get(Number(r) * columns + Number(c)).ariaLabel
                ];
            }, row, column);
            check(Math.hypot(numbers[0] - looked[0], numbers[1] - looked[1]) < 2, numbers, looked);
            check(cell.startsWith(`row ${row}, column ${column}: `), cell);
        },

        async 'a second cat is the first one, moved'(browser) {
            await open(browser);
            await paste(browser, SEVERAL);
            await browser.press('3');
            await browser.page.mouse.click(...await place(browser, 3, 3));
            await same(browser, '######\n#    #\n#    #\n#  C #\n######\n');
        },

        async 'says why, marks what closes a way, and mends'(browser) {
            await open(browser);
            tells(await paste(browser, SEVERAL), {verdict: 'multiple', depth: '5'});
            await browser.wait(() => browser.text('#findings'), 'why');
            const found = await browser.text('#findings');
            check(found.includes('Solutions diverge at the start') && found.includes('Way 2: slide down'), found);
            check(await browser.run(() => document.querySelector('.mark.way2 text').textContent) === '2', 'a mark');
            await press(browser, 'Solutions diverge');
            check(
                await browser.run(() => document.querySelectorAll('.arrow.way1 path, .arrow.way2 path').length) === 2,
                'arrows');
            await press(browser, 'Solutions diverge');
            check(await browser.run(() => document.querySelector('.arrow') === null), 'back to the level');
            await press(browser, 'Suggest');
            await browser.wait(async () => (await browser.text('#findings')).includes('Each of these'), 'suggestions');
            await press(browser, 'Unique with');
            tells(await verdict(browser), {verdict: 'unique', difficulty: '9'});
        },

        // In the second text, a space joins those outside only through cells missing at the ends of rows.
        async 'spaces outside the wall are none of its cells'(browser) {
            const texts = [
                ['  ####\n###C #\n#    #\n######\n', '######\n###C #\n#    #\n######\n'],
                ['########\n#C   # \n########\n', '########\n#C   ###\n########\n'],
                ['C  \n#  \n', '#####\n#C  #\n##  #\n#####\n']
            ];
            await open(browser);
            for (const [text, read] of texts) {
                tells(await paste(browser, text), {verdict: 'unique'});
                await same(browser, read);
            }
            const rows = texts[1][0].trimEnd().split('\n');
            const keys = await browser.run(rows => {
                page.gallery.load({...page.level, rows});
                return page.gallery.hint(5, 1e5).keys;
            }, rows);
            check(keys.join() === '1', keys);
            const original = await browser.run(rows => {
                page.editor.open({...page.level, rows});
                return page.editor.origin.original;
            }, rows);
            check(original === texts[1][1], original);
        },

        async 'text of another game is taken, and what is none is not'(browser) {
            const said = await open(browser), first = await level(browser);
            tells(await paste(browser, BOXES), {verdict: 'unique', depth: '1', difficulty: '1'});
            check((await verdict(browser)).includes('· 1 push ·'), await verdict(browser));
            check(await browser.text('#edit-title') === 'Sokoban', await browser.text('#edit-title'));
            await paste(browser, 'no level');
            check((await browser.text('#sheet-says')).includes('not a level'), 'refused');
            await browser.press('Escape');
            await same(browser, BOXES);
            await browser.pressWithControl('z');
            await same(browser, first);
            check(await browser.text('#edit-title') === 'LongCat', await browser.text('#edit-title'));
            check(await verdict(browser) === said, await verdict(browser));
            await browser.pressWithControl('y');
            await same(browser, BOXES);
            check(await browser.text('#edit-title') === 'Sokoban', await browser.text('#edit-title'));
        },

        async 'the refusal of a paste leaves the verdict, and goes with a good one'(browser) {
            const said = await open(browser),
                  clip = text => browser.run(t => { // Firefox lets no script fill a ClipboardEvent
                      document.dispatchEvent(Object.assign(new Event('paste'), {clipboardData: {getData: () => t}}));
                  }, text);
            await clip('no level');
            check((await browser.text('#refused')).includes('not a level'), await browser.text('#refused'));
            check(await browser.text('#verdict') === said, await browser.text('#verdict'));
            await clip(await level(browser));
            check(await browser.text('#refused') === '', await browser.text('#refused'));
            check(await verdict(browser) === said, await browser.text('#verdict'));
        },

        async 'edits are kept, taken back and forgotten'(browser) {
            await open(browser);
            const first = await level(browser);
            await paste(browser, SEVERAL);
            await browser.reload();
            await open(browser);
            await same(browser, SEVERAL);
            check((await browser.text('#edit-told')).includes('back'), await browser.text('#edit-told'));
            await browser.press('Escape', 'n', 'p');
            await open(browser);
            await same(browser, SEVERAL);
            await browser.pressWithControl('z');
            await same(browser, first);
            await browser.reload();
            await open(browser);
            await same(browser, first);
            await paste(browser, SEVERAL);
            await browser.run(() => page.forget());
            await browser.reload();
            await open(browser);
            await same(browser, first);
            await browser.run(() => localStorage.setItem(page.editor.draft.replace(/^/, 'onlyway:'), '[3, {}]'));
            await browser.reload();
            await open(browser);
            await same(browser, first);
        },

        // Whatever undo and another edit leave behind is one click away, also after a reload.
        async 'the history is a tree'(browser) {
            const states = () => browser.run(
                () => [...document.querySelectorAll('#history-states button')].map(
                    button =>
                        [button.ariaLabel, button.ariaCurrent === 'true', button.parentNode.offsetLeft,
                         button.parentNode.offsetTop]));
            const where = async () => (await states()).findIndex(([, current]) => current);
            const goTo = n => browser.run(n => document.querySelectorAll('#history-states button')[n].click(), n);
            const unique = '#####\n#C  #\n### #\n#####\n';
            await open(browser);
            const first = await level(browser);
            await browser.click('#edit-history');
            await paste(browser, SEVERAL);
            await paste(browser, unique);
            await browser.pressWithControl('z');
            await same(browser, SEVERAL);
            await paste(browser, '#####\n#C# #\n#####\n');
            const [start, several, right, below] = await states();
            check(start[0].startsWith('State 1, ') && below[1], start, below);
            check(
                several[0] === 'State 2, not unique, made of 1' && right[0].startsWith('State 3, 2 · ') &&
                    right[0].endsWith('made of 2') && below[0] === 'State 4, no solution, made of 2',
                several, right, below);
            check(start[2] < several[2] && several[2] < right[2] && start[3] === right[3], start, several, right);
            check(below[2] === right[2] && below[3] > right[3], right, below);
            check(await browser.run(() => document.querySelectorAll('#history-lines path').length) === 3);
            await goTo(2);
            await same(browser, unique);
            await browser.pressWithControl('z');
            await browser.pressWithControl('y');
            await same(browser, unique);
            check(await where() === 2);
            await browser.reload();
            await open(browser);
            await same(browser, unique);
            await browser.click('#edit-history');
            check((await states()).length === 4 && await where() === 2, ...await states());
            await goTo(0);
            await same(browser, first);
            check((await verdict(browser)).startsWith('Unique'), await verdict(browser));
            await goTo(3);
            await browser.pressWithControl('z');
            await same(browser, SEVERAL);
            await browser.run(() => page.forget());
            await browser.reload();
            await open(browser);
            await browser.click('#edit-history');
            check((await states()).length === 1, ...await states());
        },

        async 'plays what was edited, with its solution'(browser) {
            await open(browser);
            await paste(browser, '#####\n#C  #\n### #\n#####\n');
            await browser.click('#edit-play');
            check(await browser.text('#level') === 'Your level', await browser.text('#level'));
            check((await browser.text('#counter')).includes('optimum 2'), await browser.text('#counter'));
            await browser.press('ArrowRight', 'ArrowDown');
            await browser.wait(() => browser.shown('#action'), 'the level to be solved');
            await browser.press('Enter');
            await same(browser, '#####\n#C  #\n### #\n#####\n');
            await browser.click('#open-share');
            await browser.wait(() => browser.run(() => document.querySelector('#share-link').value), 'a link');
            const link = await browser.run(() => document.querySelector('#share-link').value);
            await browser.press('Escape', 'Escape');
            check(await browser.text('#level') === 'Your level', await browser.text('#level'));
            await browser.press('n');
            check(await browser.text('#level') === 'Level 2 of 3', await browser.text('#level'));
            await browser.run(hash => {
                location.hash = hash;
            }, link.replace(/.*#/, ''));
            await browser.wait(async () => (await browser.text('#level')) !== 'Level 2 of 3', 'the link to open');
            await browser.press('e');
            await same(browser, '#####\n#C  #\n### #\n#####\n');
        },

        async 'makes a new level'(browser) {
            await browser.press('m');
            await browser.click('#open-new');
            await browser.run(() => {
                document.querySelector('#new-columns').value = document.querySelector('#new-rows').value = '5';
            });
            await browser.click('#new-make');
            await browser.wait(() => browser.shown('#new-made'), 'a level');
            check((await browser.text('#new-says')).includes('slides'), await browser.text('#new-says'));
            await browser.click('#new-edit');
            check((await verdict(browser)).startsWith('Unique'), await verdict(browser));
            check(await browser.text('#edit-size') === '5 × 5', await browser.text('#edit-size'));
        },

        async 'gives up making a level'(browser) {
            await browser.press('m');
            await browser.click('#open-new');
            await browser.run(() => {
                document.querySelector('#new-columns').value = document.querySelector('#new-rows').value = '30';
                document.querySelector('#new-difficulty').value = 'expert';
            });
            await browser.click('#new-make');
            await browser.wait(() => browser.shown('#new-cancel'), 'the work to begin');
            await browser.click('#new-cancel');
            check(await browser.shown('#new-make') && !await browser.shown('#new-made'), 'given up');
        },

        async 'begins with an empty one, which is no level yet'(browser) {
            await open(browser);
            await press(browser, 'New');
            await browser.click('#new-empty');
            check((await browser.text('#verdict')).startsWith('Not a level yet'), await browser.text('#verdict'));
            await browser.press('C');
            tells(await verdict(browser), {verdict: 'unique', depth: '12'});
        },

        async 'the last of many edits is judged'(browser) {
            await open(browser);
            await paste(browser, SEVERAL);
            await browser.run(() => {
                const {editor} = page;
                for (let n = 0; n < 40; n++)
                    editor.change(editor.sheet.with([[8 + n % 3, n % 2 === 0 ? '#' : ' ']]));
                editor.change(editor.sheet.with([[8, ' '], [9, ' '], [10, '#']]));
            });
            await browser.wait(async () => (await verdict(browser)).startsWith('Unique'), 'the last verdict');
            await browser.wait(() => browser.run(() => !page.editor.judge.busy), 'rest');
            tells(await verdict(browser), {verdict: 'unique', depth: '6', difficulty: '5'});
        },

        async 'what a limit stops is tried longer'(browser) {
            await browser.run(() => {
                const {quick} = page.editor.judge, judge = quick.judge.bind(quick);
                quick.judge = (text, options) => judge(text, {...options, maxStates: 2});
            });
            await browser.press('e');
            await browser.wait(async () => (await browser.text('#verdict')).startsWith('Undecided so far'), 'a limit');
            check((await verdict(browser)).startsWith('Unique'), await browser.text('#verdict'));
        },
    },

    sokoban: {
        async 'works by keys alone'(browser) {
            await open(browser);
            await paste(browser, BOXES);
            await browser.run(() => page.editor.board.setAt(2 * 7 + 3));
            await browser.run(() => page.editor.board.focus());
            await browser.page.keyboard.down('Shift'); // moves the box along
            await browser.press('ArrowUp');
            await browser.page.keyboard.up('Shift');
            await same(browser, '#######\n#  $  #\n# @ . #\n#     #\n#######\n');
            tells(await verdict(browser), {verdict: 'unsolvable'});
            await browser.press('Backspace', 'ArrowDown', '$', 'ArrowDown', 'ArrowRight', '.');
            await same(browser, '#######\n#     #\n# @$. #\n#   . #\n#######\n');
            check(
                (await browser.text('#edit-told')).includes('row 4, column 5: goal'), await browser.text('#edit-told'));
            await browser.press('Escape');
            check(!await browser.shown('#editor') && await browser.shown('#board'), 'closed');
        },

        // Of two players, the first moves to the second; but one that is taken away takes no other with it.
        async 'takes away one of several'(browser) {
            await open(browser);
            await paste(browser, '#######\n# @@@ #\n# $.  #\n#######\n');
            await browser.run(() => {
                const {editor} = page;
                editor.palette.choose(editor.palette.tools.findIndex(({cell}) => cell === '@'));
                editor.beginStroke(7 + 2);
                editor.endStroke();
            });
            await same(browser, '#######\n#  @@ #\n# $.  #\n#######\n');
        },

        async 'a finger drags pieces'(browser) {
            await browser.setSize(360, 640);
            await open(browser);
            await paste(browser, BOXES);
            await browser.press('0');
            const from = await place(browser, 2, 3), to = await place(browser, 3, 2);
            await browser.touch(from, [(from[0] + to[0]) / 2, to[1]], to);
            await same(browser, '#######\n#     #\n# @ . #\n# $   #\n#######\n');
        },

        async 'fits a telephone, and buttons are large enough'(browser) {
            for (const [width, height] of [[360, 640], [640, 360]]) {
                await browser.setSize(width, height);
                await browser.run(() => page.editor.isOpen || page.edit());
                const small = await browser.run(
                    () => [...document.querySelectorAll('#editor button')]
                              .filter(button => button.checkVisibility())
                              .filter(button => button.offsetHeight < 44 || button.offsetWidth < 44)
                              .map(button => button.textContent));
                check(small.length === 0, width, small);
                const [wide, outside, sheet] = await browser.run(
                    () =>
                        [document.documentElement.scrollWidth,
                         [...document.querySelectorAll('#editor button, #sheet')]
                             .filter(e => e.checkVisibility())
                             .filter(e => e.getBoundingClientRect().right > innerWidth)
                             .map(e => e.id),
                         document.querySelector('#sheet').getBoundingClientRect().toJSON()]);
                check(wide <= width && outside.length === 0, wide, outside);
                check(Math.min(sheet.width, sheet.height) > 160, JSON.stringify(sheet));
            }
        },
    },

    snake: {
        // The rules draw an arena without its surrounding walls.
        async 'shows positions and mends where they are'(browser) {
            await open(browser);
            tells(await paste(browser, ARENA), {verdict: 'multiple', depth: '28'});
            await browser.wait(async () => (await browser.text('#findings')).includes('Way 2'), 'why');
            await press(browser, 'Solutions diverge at the earliest');
            const [found, wanted] = await browser.run(() => {
                const arrow = document.querySelector('.arrow.way1').transform.baseVal.consolidate().matrix;
                const [ground] = document.querySelectorAll('#sheet > :first-child > g');
                return [[arrow.e, arrow.f, ground.getAttribute('transform')], [2.5, 1.5, 'translate(1 1)']];
            });
            check(String(found) === String(wanted), found, wanted);
            await press(browser, 'Solutions diverge at the earliest');
            await press(browser, 'Suggest');
            await browser.wait(async () => (await browser.text('#findings')).includes('Each of these'), 'suggestions');
            await press(browser, 'Unique with');
            tells(await verdict(browser), {verdict: 'unique', depth: '26'});
            const size = text => text.split('\n').map(row => row.length).join();
            check(size(await level(browser)) === size(ARENA), await level(browser));
        },
    },

    theseus: {
        // Walls lie between cells, and are thin.
        async 'a finger finds walls and cells'(browser, pack) {
            await browser.setSize(390, 844);
            await open(browser);
            const line = (cells, n) =>
                `#${cells}${' '.repeat(13 - cells.length)}#\n${n < 5 ? '# '.repeat(8).trim() : '#'.repeat(15)}\n`;
            await paste(browser, `${'#'.repeat(15)}\n${['T   M', '', '', '', '', '    E'].map(line).join('')}`);
            const first = await level(browser);
            const aims = await browser.run(() => {
                const {board, palette, sheet} = page.editor, sizes = {};
                for (const [n, tool] of palette.tools.entries()) {
                    palette.choose(n);
                    const boxes = [...board.cells].filter(([, box]) => box.getAttribute('pointer-events') !== 'none');
                    sizes[tool.words] = Math.min(...boxes.map(([, box]) => {
                        const {width, height} =
                            box.getBoundingClientRect(); // a square on a corner: twice the largest inside
                        return Math.min(width, height) / (box.hasAttribute('transform') ? 2 : 1);
                    }));
                    for (const [cell, box] of boxes) {
                        const {x, y, width, height} = box.getBoundingClientRect();
                        if (board.cellAt(x + width / 2, y + height / 2) !== cell)
                            return `${tool.words}: ${cell} of ${sheet.columns}`;
                    }
                }
                return Object.entries(sizes).filter(([, size]) => size < 22).join();
            });
            check(aims === '', aims);
            await browser.press('2');
            const [x, y] = await place(browser, 1, 1), [right] = await place(browser, 1, 3);
            await browser.touch([x + (right - x) * 0.3, y]); // nearer to the wall than to the middle
            const changed = await level(browser);
            check(first[first.indexOf('\n') + 3] !== changed[first.indexOf('\n') + 3], first, changed);
            check([...first].filter((c, n) => c !== changed[n]).length === 1, changed);
        },
    },

    snakebird: {
        async 'a bird is drawn from its head, and moved as a whole'(browser) {
            await open(browser);
            await paste(browser, '------\n------\n-BA-+*\n-#####\n');
            const bird = await browser.run(() => page.editor.palette.tools.findIndex(tool => tool.kind === 'body'));
            await browser.run(n => page.editor.palette.choose(n), bird);
            const at = async (...cells) => {
                const points = [];
                for (const [row, column] of cells)
                    points.push(await place(browser, row, column));
                return points;
            };
            await browser.touch(...await at([0, 3], [0, 2], [0, 1], [1, 1]));
            await same(browser, '-CBA--\n-D----\n----+*\n-#####\n');
            await browser.run(() => page.editor.palette.choose(0));
            await browser.touch(...await at([0, 2], [1, 2], [1, 3]));
            await same(browser, '------\n--CBA-\n--D-+*\n-#####\n');
        },
    },
};

export function editorCases() {
    const packs = ['longcat', 'sokoban', 'snowman', 'snakebird', 'snake', 'theseus'].map(name => new Pack(name));
    // With these turns, each browser runs every case of `everyGame`, on some of the games.
    return packs.flatMap(
        (pack, number) => Object.entries({...everyGame, ...cases[pack.name]}).map(([name, run], i) => ({
                                                                                      name: `${pack.name}: ${name}`,
                                                                                      path: pack.path,
                                                                                      turn: number + i,
                                                                                      run: browser => run(browser, pack)
                                                                                  })));
}
