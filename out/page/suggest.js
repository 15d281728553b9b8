// Suggestions: unique levels near the edited one, which improve while the user watches.  A worker changes the level or
// a suggestion a little, judges the result, and puts it into the place of the worst suggestion that it beats.  Places
// never move, and a locked one keeps its suggestion.

const WALL_PLACES = 12;
const WALL_TIME = 60;    // seconds until the search pauses, unless the user continues it
const COMPACT_TIME = 30; // seconds
const WALL_LIMITS = Object.freeze({maxStates: 30000, timeout: 0.5, maxMemory: '100M'});
const WALL_ALIKE = 0.03; // levels that differ in at most this share of their cells are almost the same
const WALL_KEEPS = 0.8;  // the share of the level's difficulty that suggestions must keep, unless the aim is harder,
                         // longer or closer
const WALL_AIMS = Object.freeze({
    harder: 'Harder',
    longer: 'Longer',
    fewer: 'Fewer pieces',
    smaller: 'Smaller',
    symmetric: 'More symmetric',
    closer: 'Closer to this one',
    farther: 'Farther from this one'
});
const WALL_PAUSE = 400; // milliseconds without a key before the rules are read
// The rules that the buttons write for an object of the game.
const WALL_RULES = {
    'wall-add': name => `option 0.5 [ ] -> [ ${name} ]`,
    'wall-take': name => `option 0.5 [ ${name} ] -> [ ]`,
    'wall-move': name => `option 0.5 [ ${name} | ] -> [ | ${name} ]`
};

// The search, which runs in the worker.  The worker's script contains this class and Sheet as text, so they must not
// use the page.
class Neighbours {
    constructor(engine, {level, info, tools, rows}, tell) {
        Object.assign(this, {engine, level, info, tools, tell});
        this.places = Array(WALL_PLACES).fill(null); // suggestions, or null
        this.seen = new Set();
        this.tries = 0;
        this.hasRules = false;
        this.setOrigin(rows);
    }

    // Sets the level that suggestions are near to.
    setOrigin(rows) {
        this.origin = Sheet.ofRows(this.info, rows);
        this.seen.add(this.origin.text);
        this.players = this.countPlayers(this.origin);
        const judged = this.judge(this.origin);
        this.least =
            judged?.verdict === 'unique' && judged.difficulty !== '' ? WALL_KEEPS * Number(judged.difficulty) : 0;
        this.originHash = judged?.hash;
    }

    judge(sheet) {
        const level = {...this.level, rows: sheet.lines};
        if (this.engine.check(level) !== null)
            return null;
        const [judged] = calls.judge(this.engine.module, ...this.engine.asInput(level, WALL_LIMITS));
        return judged.error === undefined ? judged : null;
    }

    random(count) {
        return Math.floor(Math.random() * count);
    }

    // --- changes ---

    // Makes these rules the only way to change levels, unless they are blank or wrong.
    setRules(rules) {
        const given = /\S/.test(rules);
        const wrong = given ? this.engine.takeRules({...this.level, rows: []}, rules, this.random(2 ** 32)) : '';
        this.hasRules = given && wrong === '';
        this.tell({wrong});
    }

    // Returns a slightly changed sheet, or the same sheet if the change has no effect.
    changed(sheet) {
        if (this.hasRules) {
            const rows = this.engine.applyRules({...this.level, rows: sheet.lines});
            return rows === null ? sheet : Sheet.ofRows(this.info, rows);
        }
        const side = SIDES[this.random(4)], chance = Math.random();
        const sized = {smaller: 0.4, fewer: 0.1, closer: 0}[this.aim] ?? 0.04;
        if (chance < sized)
            return Math.random() < 0.75 && this.aim !== 'longer' ? sheet.shrunk(side) : sheet.grown(side);
        const cell = this.random(sheet.cells.length), other = this.random(sheet.cells.length);
        if (chance < sized + 0.3)
            return sheet.move(cell, other);
        if (this.aim === 'symmetric' && chance < sized + 0.7)
            return this.mirroredAt(sheet, cell);
        const tool = this.tools[this.random(this.tools.length)];
        return sheet.fits(cell, tool) ? sheet.put(cell, tool, Math.random() < (this.aim === 'fewer' ? 0.8 : 0.3))
                                      : sheet;
    }

    // Copies a cell to its mirror image.
    mirroredAt(sheet, cell) {
        const {columns, rows} = sheet, [row, column] = sheet.at(cell);
        const image = Math.random() < 0.5 ? row * columns + columns - 1 - column : (rows - 1 - row) * columns + column;
        const body = this.info.bodies.some(({letters}) => letters.includes(sheet.cells[cell]));
        return sheet.mayChange(image) && sheet.mayChange(cell) && !body ? sheet.with([[image, sheet.cells[cell]]])
                                                                        : sheet;
    }

    // Returns how many players of each kind a level has.
    countPlayers(sheet) {
        return this.info.players.map(({cells}) => [...sheet.cells].filter(c => cells.includes(c)).length);
    }

    // --- measures ---

    // Returns how many cells differ.  In levels of different sizes, cells that only one level has count, too.
    distance(a, b) {
        let count = Math.abs(a.columns - b.columns) * Math.max(a.rows, b.rows) +
            Math.abs(a.rows - b.rows) * Math.min(a.columns, b.columns);
        for (let row = 0; row < Math.min(a.rows, b.rows); row++) {
            for (let column = 0; column < Math.min(a.columns, b.columns); column++)
                count += a.cells[row * a.columns + column] !== b.cells[row * b.columns + column];
        }
        return count;
    }

    score({sheet, difficulty, depth}) {
        const hard = difficulty / 1000;
        // The cells that differ from the best mirror image or from the half turn.
        const uneven = () => Math.min(...[sheet.mirrored(), sheet.flipped(), sheet.flipped().mirrored()].map(
            image => this.distance(sheet, image)));
        return {
            harder: () => difficulty + depth / 1000,
            longer: () => depth + hard,
            fewer: () => hard - [...sheet.cells].filter(c => sheet.content(c).piece !== '').length,
            smaller: () => -sheet.columns * sheet.rows + hard,
            symmetric: () => 100 * (1 - uneven() / sheet.cells.length) + hard,
            closer: () => -this.distance(sheet, this.origin) + hard,
            farther: () => this.distance(sheet, this.origin) + hard
        }[this.aim]();
    }

    // --- the search ---

    try() {
        const held = this.places.filter(place => place !== null);
        const fromOrigin = held.length === 0 || this.aim === 'closer' || Math.random() < 0.25;
        let sheet = fromOrigin ? this.origin : held[this.random(held.length)].sheet;
        for (let count = Math.random() < 0.6 ? 1 : 2 + this.random(2); count > 0; count--)
            sheet = this.changed(sheet);
        if (this.seen.has(sheet.text))
            return;
        this.seen.add(sheet.text);
        // The number of players of each kind stays that of the edited level or, if it varies in the game's own levels,
        // within their range.
        const isKept = (count, {low, high}, own) => count === own || (low < high && count >= low && count <= high);
        const counts = this.countPlayers(sheet), {players} = this.info;
        if (!this.hasRules && !counts.every((count, n) => isKept(count, players[n], this.players[n])))
            return;
        this.tries++;
        const judged = this.judge(sheet);
        if (judged?.verdict !== 'unique' || judged.difficulty === '' || judged.hash === this.originHash)
            return;
        const found = this.suggestion(sheet, judged);
        if (found.difficulty >= this.least || ['harder', 'longer', 'closer'].includes(this.aim))
            this.place(found);
    }

    // Returns a level as a suggestion, with its measures and its score.
    suggestion(sheet, {depth, difficulty, hash, solution}) {
        const found = {sheet, hash, depth: Number(depth), difficulty: Number(difficulty), solution};
        return {...found, score: this.score(found), locked: false};
    }

    // Puts a level into the place of one that is almost the same, in all but a few cells or in how it is solved; if
    // there is none, into an empty place or that of the worst.  The level must be better than the one it replaces and
    // than all that are almost the same.
    place(found) {
        const {places} = this;
        const alike = places.filter(
            place => place !== null &&
                (place.hash === found.hash || place.solution === found.solution ||
                 this.distance(place.sheet, found.sheet) <= Math.max(1, WALL_ALIKE * place.sheet.cells.length)));
        if (alike.some(place => place.locked || place.score >= found.score))
            return;
        let at = alike.length > 0 ? places.indexOf(alike[0]) : places.indexOf(null);
        if (at < 0) {
            const open = places.filter(({locked}) => !locked);
            const worst = Math.min(...open.map(({score}) => score));
            if (worst >= found.score)
                return;
            at = places.indexOf(open.find(({score}) => score === worst));
        }
        places[at] = found;
        const {sheet, depth, difficulty} = found;
        this.tell({place: at, rows: sheet.lines, depth, difficulty});
    }

    setAim(aim) {
        this.aim = aim;
        for (const place of this.places.filter(one => one !== null))
            place.score = this.score(place);
    }

    // Locks or unlocks a place.  `rows`: the level that the user saw there, which the search may just have replaced.
    lock(at, rows, locked) {
        const sheet = Sheet.ofRows(this.info, rows);
        if (this.places[at]?.sheet.text !== sheet.text)
            this.places[at] = this.suggestion(sheet, this.judge(sheet));
        this.places[at].locked = locked;
    }

    clear() {
        this.places = this.places.map(place => place?.locked ? place : null);
        this.seen = new Set([this.origin.text]);
    }

    // Searches for a while, with breaks in which messages can arrive.  A later call ends this one.
    async run(seconds) {
        const turn = this.turn = {};
        const start = performance.now(), from = this.tries;
        let told = 0;
        for (let now = start; now - start < 1000 * seconds && this.turn === turn; now = performance.now()) {
            for (const end = now + 60; performance.now() < end;)
                this.try();
            if (now - told > 400) {
                told = now;
                const speed = 1000 * (this.tries - from) / (performance.now() - start);
                const best = Math.max(...this.places.map(place => place?.score ?? -Infinity));
                this.tell({tries: this.tries, speed, best});
            }
            await new Promise(resolve => setTimeout(resolve));
        }
        if (this.turn === turn)
            this.tell({rests: true, tries: this.tries});
    }
}

// Handles a message to the worker.  The first one contains the module; others may arrive before it has been started.
async function hearWall({data}) {
    self.opened ??= Engine.open(data.wasm);
    const engine = await self.opened;
    if (data.compact !== undefined) {
        postMessage({compact: engine.compact(data.compact, data.seconds)});
        return;
    }
    if (data.wasm !== undefined)
        self.wall = new Neighbours(engine, data, told => postMessage(told));
    const {wall} = self;
    if (data.rules !== undefined)
        wall.setRules(data.rules);
    if (data.aim !== undefined)
        wall.setAim(data.aim);
    if (data.origin !== undefined) {
        wall.setOrigin(data.origin);
        wall.setAim(wall.aim);
    }
    if (data.lock !== undefined)
        wall.lock(data.lock, data.rows, data.locked);
    if (data.clear)
        wall.clear();
    if (data.seconds !== undefined)
        wall.run(data.seconds);
}

class Wall {
    constructor(editor, wasm) {
        Object.assign(this, {editor, wasm});
        this.worker = null;
        this.compacting = null; // the worker that makes a level compact, or null
        this.curve = [];
        this.places = Array.from({length: WALL_PLACES}, (_, n) => {
            const picture = svgElement('svg', {'aria-hidden': true});
            const says = element('span', {});
            const take = element('button', {className: 'take', onclick: () => this.take(n)}, picture, says);
            const lock = element('button', {
                className: 'lock',
                textContent: 'Lock',
                'aria-label': `Lock suggestion ${n + 1}`,
                onclick: () => this.lock(n)
            });
            $('wall-places').append(element('li', {}, take, lock));
            return {take, lock, picture, says};
        });
        this.places.forEach((_, n) => this.empty(n));
        for (const [value, textContent] of Object.entries(WALL_AIMS))
            $('wall-aim').append(element('option', {value, textContent}));
        $('wall-aim').addEventListener('change', () => {
            this.curve = [];
            this.goOn({aim: $('wall-aim').value});
        });
        onClick({
            'edit-suggest': () => this.toggle(),
            'edit-compact': () => this.compact(),
            'wall-stop': () => this.running ? this.rest() : this.goOn(),
            'wall-clear': () => {
                this.curve = [];
                this.places.forEach(({held}, n) => held?.locked ? undefined : this.empty(n));
                this.goOn({clear: true}, 'Looking…');
            }
        });
        for (const [id, rule] of Object.entries(WALL_RULES))
            onClick({
                [id]: () => {
                    const {value} = $('wall-rules'), gap = value === '' || value.endsWith('\n') ? '' : '\n';
                    $('wall-rules').value = `${value}${gap}${rule($('wall-object').value)}\n`;
                    this.giveRules();
                }
            });
        $('wall-rules').addEventListener('input', () => {
            clearTimeout(this.typing);
            this.typing = setTimeout(() => this.giveRules(), WALL_PAUSE);
        });
    }

    get isOpen() {
        return !$('wall').hidden;
    }

    toggle() {
        toggle($('wall'), $('edit-suggest'));
        if (this.isOpen)
            this.begin();
        else
            this.end();
    }

    // --- the worker ---

    begin() {
        const {editor} = this, {game, rules, metric, gameSource} = editor.level;
        this.end();
        this.offerRules();
        this.game = editor.source;
        this.curve = [];
        this.places.forEach((_, n) => this.empty(n));
        this.worker = this.start(({data}) => this.hear(data));
        this.origin = editor.sheet.text;
        const tools = editor.palette.tools.filter(({kind}) => kind === 'ground' || kind === 'piece');
        const level = {game, rules, metric, gameSource}, rows = editor.sheet.lines;
        const wishes = {aim: $('wall-aim').value, rules: $('wall-rules').value};
        this.goOn({wasm: this.wasm, level, info: editor.info, tools, rows, ...wishes}, 'Looking…');
    }

    // Starts a worker with everything that the search needs.  `hear` receives its messages.
    start(hear) {
        const constants = {WALL_PLACES, WALL_LIMITS, WALL_KEEPS, WALL_ALIKE, SIDES, MOST_SIDE, LEAST_SIDE};
        const given = `const {${Object.keys(constants)}} = ${JSON.stringify(constants)};`;
        const worker = startEngine(hearWall, given, Sheet, Neighbours);
        worker.onmessage = hear;
        return worker;
    }

    // Removes everything from the edited level that it does not need, and offers the result.
    compact() {
        const {editor} = this;
        if (editor.engine.check(editor.level) !== null)
            return;
        this.endCompact('Looking for pieces that this level does not need…');
        this.compacting = this.start(({data: {compact: {told, gone, rows}}}) => {
            this.endCompact(told.match(/compact +(.*)/)[1]);
            $('compact-take').hidden = gone === 0;
            $('compact-take').onclick = () => {
                editor.change(Sheet.ofRows(editor.info, rows), 'Compact. Undo brings the level back.');
            };
        });
        this.compacting.onerror = ({message}) => this.endCompact(message);
        this.compacting.postMessage({wasm: this.wasm, compact: editor.level, seconds: COMPACT_TIME});
    }

    endCompact(text = '') {
        this.compacting?.terminate();
        this.compacting = null;
        $('compact').hidden = text === '';
        $('compact-says').textContent = text;
        $('compact-take').hidden = true;
    }

    send(data) {
        this.worker?.postMessage(data); // the panel may be closed before a pause in typing ends
    }

    end() {
        this.worker?.terminate();
        this.worker = null;
        this.running = false;
    }

    rest() {
        this.send({seconds: 0});
        this.show(false);
    }

    // Continues the search after a change of what it looks for, if any.
    goOn(change = {}, text = undefined) {
        this.send({...change, seconds: WALL_TIME});
        this.show(true, text);
    }

    show(running, text) {
        this.running = running;
        $('wall-stop').textContent = running ? 'Pause' : 'Go on';
        if (text !== undefined)
            $('wall-says').textContent = text;
    }

    // --- the designer's own rules ---

    // Offers the rules after the heading TRANSFORM in the game's source, if it has one.
    offerRules() {
        const source = this.editor.gameSource(), {info} = this.editor;
        const section = source?.match(/^transform[ \t]*\r?\n(?:=+[ \t]*\r?\n)?([^]*)/im)?.[1].trim() ?? '';
        if (this.game === this.editor.source && this.section === section)
            return; // keeps what the user typed
        const names =
            [...new Set(info.contents.map(({words}) => words))].filter(words => words && !words.includes(' '));
        this.section = section;
        $('wall-own').hidden = source === undefined;
        $('wall-own').open = section !== '';
        $('wall-object').replaceChildren(...names.map(textContent => element('option', {textContent})));
        $('wall-rules').value = section;
    }

    giveRules() {
        this.goOn({rules: $('wall-rules').value});
    }

    // Follows a change of the edited level.
    follow() {
        if (!this.isOpen || this.editor.sheet.text === this.origin)
            return;
        if (this.game !== this.editor.source) {
            this.begin();
            return;
        }
        this.origin = this.editor.sheet.text;
        this.goOn({origin: this.editor.sheet.lines});
    }

    // Closes the panel and stops its workers, because the editor closes.
    pause() {
        this.endCompact();
        if (this.isOpen)
            this.toggle();
    }

    // --- results ---

    hear({place, rows, depth, difficulty, tries, speed, best, rests, wrong}) {
        if (wrong !== undefined)
            $('wall-wrong').textContent = wrong.replace(/^Line:/, 'Line ');
        else if (place !== undefined)
            this.put(place, {rows, depth, difficulty});
        else if (rests)
            this.show(false, `${tries} levels tried.`);
        else if (this.running)
            $('wall-says').textContent = `${tries} levels tried, ${Math.round(speed)} a second`;
        if (!this.running || !(best > -Infinity))
            return;
        this.curve.push(best);
        const least = Math.min(...this.curve), room = Math.max(1e-9, Math.max(...this.curve) - least);
        const x = n => 100 * n / Math.max(1, this.curve.length - 1), y = value => 22 - 20 * (value - least) / room;
        const points = this.curve.map((value, n) => `${x(n).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
        $('wall-curve').firstElementChild.setAttribute('points', points);
    }

    put(n, held) {
        const {editor} = this, place = this.places[n];
        if (place.held?.locked) // the worker found it before it heard of the lock
            return;
        place.held = {...held, locked: false};
        editor.engine.check({...editor.level, rows: held.rows});
        const {view, picture} = editor.engine.sketch(), count = Engine.count(held.depth, editor.info);
        place.picture.setAttribute('viewBox', view);
        place.picture.innerHTML = picture;
        place.says.textContent = `${held.depth} · ${Math.round(held.difficulty)}`;
        place.take.setAttribute(
            'aria-label',
            `${place.says.textContent}: suggestion ${n + 1}, ${count}, difficulty ${Math.round(held.difficulty)}`);
        place.take.title = `${count}, difficulty ${Math.round(held.difficulty)} of 100: take it`;
        place.take.setAttribute('aria-disabled', false);
        place.lock.hidden = false;
        place.lock.setAttribute('aria-pressed', false);
    }

    empty(n) {
        const place = this.places[n];
        place.held = null;
        place.picture.replaceChildren();
        place.says.textContent = '';
        place.take.removeAttribute('title');
        place.take.setAttribute('aria-label', `Suggestion ${n + 1}: none yet`);
        place.take.setAttribute('aria-disabled', true);
        place.lock.hidden = true;
    }

    take(n) {
        const {held} = this.places[n], {editor} = this;
        if (held !== null)
            editor.change(Sheet.ofRows(editor.info, held.rows), 'Taken. Undo brings the level back.');
    }

    lock(n) {
        const {held, lock} = this.places[n];
        if (held === null)
            return;
        held.locked = !held.locked;
        lock.setAttribute('aria-pressed', held.locked);
        this.send({lock: n, rows: held.rows, locked: held.locked});
    }
}
