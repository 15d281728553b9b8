// The editor: a level that is painted, and what is said about it with every edit.  Pieces and grounds are those of the
// game's own tables; no game is known here by name.
'use strict';

const MOVE_TOOL = {kind: 'move', words: 'Move what is in a cell'};
const HISTORY = 1000;
const OWN_NAME = 'Your level';
const PATIENCE = 150; // milliseconds until it is said that a level is being judged

class Editor {
    // `play` is called with a level to be played, `back` when the editor is left without.
    constructor(engine, wasm, {play, back}) {
        this.engine = engine;
        this.leave = {play, back};
        this.board = new EditorBoard($('sheet'), (what, ...rest) => this[`on_${what}`](...rest));
        this.judge = new EditorJudge(wasm, (level, judged) => this.judged(level, judged),
                                     (level, judged) => this.explained(level, judged));
        this.findings = new Findings($('findings'), engine, this.board,
                                     (rows, text) => this.change(Sheet.ofRows(this.info, rows), text));
        this.maker = new Maker(engine, wasm, (level, how) => this.useNew(level, how));
        this.past = [];
        this.future = [];
        this.stroke = null; // while a finger is down: {before, takeAway, from}
        this.listen();
    }

    get isOpen() {
        return !$('editor').hidden;
    }

    // Begins to edit a level; where it is the one that was edited last, goes on.
    open(level) {
        const info = this.engine.editing(level);
        if (info === null)
            return false;
        const sheet = Sheet.ofRows(info, level.rows);
        $('play').hidden = true;
        $('editor').hidden = false;
        if (this.info?.title === info.title && this.sheet.text === sheet.text)
            this.show(sheet); // with what can be undone
        else
            this.begin(level, info, sheet);
        this.board.focus();
        return true;
    }

    // What was played is as it was.
    close() {
        this.hide();
        this.leave.back();
    }

    hide() {
        this.judge.cancel();
        $('editor').hidden = true;
        $('play').hidden = false;
    }

    begin(level, info, sheet) {
        const sameGame = this.info?.title === info.title;
        this.source = level;
        this.info = info;
        this.past = [];
        this.future = [];
        $('edit-title').textContent = info.title;
        if (!sameGame)
            this.makePalette();
        this.makeShape();
        this.show(sheet);
    }

    get level() {
        const {game, rules, metric} = this.source;
        return {game, rules, metric, rows: this.sheet.lines};
    }

    // --- what can be put into cells ---

    get tools() {
        const {contents, others, bodies} = this.info;
        const grounds = contents.filter(({piece}) => piece === '')
            .map(({cell, words}) => ({kind: 'ground', cell, words}));
        const pieces = contents.filter(({piece}, n) => piece !== '' &&
            contents.findIndex(other => other.piece === piece) === n)
            .map(({cell, piece, words}) => ({kind: 'piece', cell, piece, words}));
        return [MOVE_TOOL, ...grounds, ...pieces,
            ...bodies.map(({letters, words}) => ({kind: 'body', cell: letters[0], letters, words})),
            ...others.map(({cell, words}) => ({kind: 'piece', cell, piece: cell, words}))];
    }

    makePalette() {
        this.toolList = this.tools;
        $('palette').replaceChildren(...this.toolList.map((tool, n) => {
            const button = element('button', {title: n < 10 && !this.isTyped(String(n)) ? `${tool.words} (${n})` : tool.words,
                onclick: () => this.choose(n)});
            button.setAttribute('role', 'radio');
            button.setAttribute('aria-label', tool.words);
            button.append(this.icon(tool));
            return button;
        }));
        this.choose(Math.min(2, this.toolList.length - 1));
    }

    // A picture of what a tool puts: of a small level that holds nothing else.
    icon(tool) {
        const picture = svgElement('svg', {viewBox: '-6 -6 12 12', 'aria-hidden': true});
        if (tool.kind === 'move') {
            picture.setAttribute('class', 'line');
            picture.innerHTML = '<path d="M0-5V5M-5 0H5M-1.5-3.5 0-5 1.5-3.5M-1.5 3.5 0 5 1.5 3.5' +
                'M-3.5-1.5-5 0-3.5 1.5M3.5-1.5 5 0 3.5 1.5"/>';
            return picture;
        }
        const {rows, box} = this.sample(tool);
        this.engine.check({...this.source, rows});
        picture.setAttribute('viewBox', box);
        picture.innerHTML = this.engine.sketch().picture;
        return picture;
    }

    // A small level with what a tool puts, and the box around that in its picture.
    sample({kind, cell, letters}) {
        const [{cell: plain}, {cell: block}] = this.info.contents, wall = block.repeat(3);
        if (kind === 'body')
            return {rows: [letters[1] + cell], box: '-0.1 -0.6 2.2 2.2'};
        if (this.info.spaced && kind === 'ground')
            return {rows: [plain.repeat(3), plain.repeat(3), cell.repeat(3)], box: '-0.1 0.1 1.2 1.2'};
        if (this.info.spaced)
            return {rows: [plain.repeat(3), plain + cell + plain, plain.repeat(3)], box: '-0.1 -0.2 1.2 1.2'};
        if (!this.info.framed)
            return {rows: [cell], box: '-0.1 -0.2 1.2 1.2'};
        return cell === block ? {rows: [wall, block + plain + block, wall], box: '0.4 1.2 1.2 1.2'}
            : {rows: [wall, block + cell + block, wall], box: '0.9 0.85 1.2 1.2'};
    }

    choose(n) {
        if (n >= this.toolList.length)
            return;
        this.tool = this.toolList[n];
        [...$('palette').children].forEach((button, other) => {
            button.setAttribute('aria-checked', other === n);
            button.tabIndex = other === n ? 0 : -1;
        });
    }

    // --- size and turns ---

    makeShape() {
        const {symmetries} = this.info;
        const button = (text, label, change) => {
            const made = element('button', {textContent: text, title: label, onclick: () => this.change(change(this.sheet), label)});
            made.setAttribute('aria-label', label);
            return made;
        };
        const turns = [];
        if (symmetries >= 2)
            turns.push(button('⇄', 'Mirror left and right', sheet => sheet.mirrored()));
        if (symmetries >= 4) {
            turns.push(button('⇅', 'Mirror top and bottom', sheet => sheet.flipped()));
            turns.push(button('↻', symmetries < 8 ? 'Turn around' : 'Turn right', sheet => sheet.turned()));
        }
        $('shape').replaceChildren(...SIDES.flatMap(side => {
            const line = side === 'top' || side === 'bottom' ? 'row' : 'column';
            const where = side === 'top' || side === 'bottom' ? `at the ${side}` : `on the ${side}`;
            const sign = {top: '↑', right: '→', bottom: '↓', left: '←'}[side];
            return [button(`${sign}+`, `Add a ${line} ${where}`, sheet => sheet.grown(side)),
                button(`${sign}−`, `Take a ${line} away ${where}`, sheet => sheet.shrunk(side))];
        }), ...turns);
    }

    // --- editing ---

    // Shows a level and has it judged.
    show(sheet) {
        this.sheet = sheet;
        const complaint = this.engine.check(this.level);
        this.sketch = this.engine.sketch();
        this.board.show(sheet, this.sketch);
        this.board.mark(complaint === null || complaint.row === 0 || complaint.column === 0 ? []
            : [{cell: (complaint.row - 1) * sheet.columns + complaint.column - 1, kind: 'wrong', text: ''}]);
        const [columns, rows] = sheet.size;
        $('edit-size').textContent = `${columns} × ${rows}`;
        this.disable();
        this.findings.clear();
        if (complaint === null) {
            this.wait();
            this.judge.ask(this.level);
        } else {
            this.judge.cancel();
            this.say(`Not a level yet: ${complaint.message}`, 'wrong');
        }
    }

    disable() {
        for (const [id, disabled] of Object.entries({'edit-undo': this.past.length === 0,
            'edit-redo': this.future.length === 0}))
            $(id).setAttribute('aria-disabled', disabled);
    }

    // A whole edit: one to be undone.
    change(sheet, told = '') {
        if (sheet.cells === this.sheet.cells && sheet.columns === this.sheet.columns)
            return false;
        this.remember(this.sheet);
        this.show(sheet);
        if (told)
            $('edit-told').textContent = told;
        return true;
    }

    remember(sheet) {
        this.past.push(sheet);
        if (this.past.length > HISTORY)
            this.past.shift();
        this.future = [];
    }

    undo() {
        if (this.past.length === 0)
            return;
        this.future.push(this.sheet);
        this.show(this.past.pop());
        $('edit-told').textContent = 'Undone.';
    }

    redo() {
        if (this.future.length === 0)
            return;
        this.past.push(this.sheet);
        this.show(this.future.pop());
        $('edit-told').textContent = 'Made again.';
    }

    // A piece of which there must be one only is moved by being put elsewhere.
    putOnce(sheet, cell, tool) {
        const count = [...sheet.cells].filter(c => sheet.content(c).piece === tool.piece).length;
        if (tool.kind !== 'piece' || count !== 2)
            return sheet;
        const complaint = this.engine.check({...this.level, rows: sheet.lines});
        const blamed = complaint === null || complaint.row === 0 ? -1
            : (complaint.row - 1) * sheet.columns + complaint.column - 1;
        return blamed >= 0 && sheet.content(sheet.cells[blamed]).piece === tool.piece
            ? sheet.onlyAt(cell, tool.piece) : sheet;
    }

    put(cell, tool, takeAway) {
        return this.putOnce(this.sheet.put(cell, tool, takeAway), cell, tool);
    }

    // A stroke: begins with a finger, a mouse or the space bar, and is one edit.
    on_begin(cell) {
        const {tool, sheet} = this;
        this.stroke = {before: sheet, from: cell, takeAway: tool.kind !== 'move' && tool.kind !== 'body' &&
            sheet.holds(cell, tool)};
        this.paint(cell, true);
    }

    on_go(cell) {
        if (this.stroke !== null)
            this.paint(cell, false);
    }

    on_end() {
        const {before} = this.stroke ?? {};
        this.stroke = null;
        if (before === undefined || before.cells === this.sheet.cells)
            return;
        this.remember(before);
        this.disable();
    }

    paint(cell, begins) {
        const {tool, stroke, sheet} = this;
        let next;
        if (tool.kind === 'move')
            next = begins ? sheet : stroke.before.move(stroke.from, cell);
        else if (tool.kind === 'body')
            next = sheet.putBody(cell, tool.letters, begins);
        else
            next = this.put(cell, tool, stroke.takeAway);
        if (next.cells !== sheet.cells)
            this.show(next);
    }

    // What is in a cell goes along with the one that keys are for.
    on_drag(from, to) {
        return this.change(this.sheet.move(from, to));
    }

    // Whether a key is a character of the level's text, which is typed into a cell.
    isTyped(key) {
        const {contents, others, bodies} = this.info;
        return key !== ' ' && (contents.some(({cell}) => cell === key) || others.some(({cell}) => cell === key) ||
            bodies.some(({letters}) => letters.includes(key)));
    }

    on_key(cell, event) {
        if (event.ctrlKey || event.metaKey || event.altKey)
            return;
        if (event.key === ' ' || event.key === 'Enter') {
            this.on_begin(cell);
            this.on_end();
        } else if (event.key === 'Delete' || event.key === 'Backspace') {
            this.change(this.sheet.put(cell, this.toolList[1], false));
        } else if (this.isTyped(event.key)) {
            this.type(cell, event.key);
        } else {
            return;
        }
        event.preventDefault();
        $('edit-told').textContent = this.engine.sketch().words[cell];
    }

    // A character of the level's text is typed into a cell.
    type(cell, c) {
        const tool = {kind: 'piece', cell: c, piece: this.sheet.content(c).piece};
        if (this.sheet.mayChange(cell) && this.sheet.kind(cell) !== 'corner')
            this.change(this.putOnce(this.sheet.with([[cell, c]]), cell, tool));
    }

    // --- what is said ---

    say(text, kind) {
        clearTimeout(this.waiting);
        $('verdict').setAttribute('aria-busy', false);
        $('verdict').textContent = text;
        $('verdict').dataset.kind = kind;
    }

    // The last verdict stands for a moment, for most are there at once.
    wait() {
        clearTimeout(this.waiting);
        $('verdict').setAttribute('aria-busy', true);
        this.waiting = setTimeout(() => {
            $('verdict').textContent = 'Judging…';
            $('verdict').dataset.kind = '';
        }, PATIENCE);
    }

    judged(level, judged) {
        if (judged.error !== undefined)
            this.say(judged.error, 'wrong');
        else
            this.say(this.verdict(judged), judged.verdict);
    }

    // What else was found out of the level that is shown.
    explained(level, judged) {
        if (judged.parts !== null)
            this.findings.show(level, this.sketch, judged.parts);
        if (judged.verdict !== 'unique')
            this.findings.offerMending(() => this.mend(level));
    }

    async mend(level) {
        const {findings} = this;
        const current = () => this.judge.key(level) === this.judge.key(this.level);
        const text = await this.judge.mend(level,
            mended => current() && findings.addMended(mended, this.info.moves),
            progress => current() && findings.tellMending(progress));
        if (text !== null && current())
            findings.endMending(text);
    }

    verdict({verdict, depth, solutions, essential, difficulty, reason, trying}) {
        const open = trying ? 'trying longer…' : reason;
        const count = depth === '' ? '' : `${depth} ${this.info.moves}`;
        if (verdict === 'unique')
            return ['Unique', count, this.difficulty(difficulty) || (trying ? 'how hard: trying longer…' : '')]
                .filter(part => part).join(' · ');
        if (verdict === 'multiple')
            return ['Not unique', `${essential} different solutions`, count].filter(part => part).join(' · ');
        if (verdict === 'unsolvable')
            return reason ? `No solution: ${reason}` : 'No solution';
        return `Undecided so far${open ? `: ${open}` : ''}`;
    }

    difficulty(text) {
        return text === '' ? '' : `${PACK.difficulties[difficultyBand(text)]}, ${Math.round(Number(text))} of 100`;
    }

    // --- playing, text ---

    play() {
        const {level} = this;
        if (this.engine.check(level) !== null)
            return;
        const known = this.judge.known.get(this.judge.key(level)) ?? {};
        this.playLevel(level, known);
    }

    // Plays a level with what is known of it.
    playLevel(level, known) {
        this.hide();
        this.leave.play({...ownLevel(level, OWN_NAME), solution: known.solution ?? '',
            depth: known.depth ? Number(known.depth) : null,
            difficulty: known.difficulty ? difficultyBand(known.difficulty) : null});
    }

    openText() {
        $('sheet-area').value = this.sheet.text;
        $('sheet-says').textContent = '';
        $('sheet-text').showModal();
        $('sheet-area').select();
    }

    // Text of a level: of this game or, where it cannot be, of another.
    useText(text) {
        const found = this.read(text);
        if (found === null)
            return false;
        if (found.level.game === this.source.game)
            return this.change(Sheet.ofText(this.info, text), 'Pasted.') || true;
        this.begin(found.level, found.info, Sheet.ofText(found.info, text));
        return true;
    }

    read(text) {
        const here = this.source;
        const others = this.games().filter(game => game !== here.game).map(game => ({game, rules: '', metric: ''}));
        const candidates = [here, ...others].map(level => ({level, info: this.engine.editing(level)}))
            .filter(({info}) => info !== null)
            .map(({level, info}) => ({info, level: {...level, rows: Sheet.ofText(info, text).lines}}));
        const good = candidates.filter(({level}) => this.engine.check(level) === null);
        return good[0] ?? (this.hasOnly(text, this.info) ? candidates[0] : null);
    }

    // Whether a text has only characters of a game: then it may become a level.
    hasOnly(text, {contents, others, bodies}) {
        const known = new Set([...contents, ...others].map(({cell}) => cell).concat(bodies.flatMap(({letters}) => [...letters])));
        return text.trim() !== '' && [...text].every(c => c === '\n' || c === '\r' || known.has(c));
    }

    games() {
        return calls.games(this.engine.module);
    }

    save() {
        saveFile(`${this.source.game}.txt`, this.sheet.text);
    }

    // A new level is to be played or edited.
    useNew(level, how) {
        if (how === 'play') {
            const {judged, ...rest} = level;
            this.playLevel(rest, judged);
        } else {
            this.open(level);
        }
    }

    // --- what buttons and keys do ---

    listen() {
        const buttons = {'edit-close': () => this.close(), 'edit-play': () => this.play(), 'edit-undo': () => this.undo(),
            'edit-redo': () => this.redo(), 'edit-text': () => this.openText(), 'edit-new': () => this.maker.open(this.source),
            'edit-shape': () => this.toggleShape(), 'sheet-save': () => this.save(),
            'sheet-use': () => this.useTyped(), 'sheet-copy': () => this.copyTyped()};
        for (const [id, action] of Object.entries(buttons))
            $(id).addEventListener('click', action);
        $('palette').addEventListener('keydown', event => this.palettKey(event));
        document.addEventListener('keydown', event => this.pageKey(event));
        document.addEventListener('paste', event => this.pasted(event));
        document.addEventListener('copy', event => this.copied(event));
    }

    toggleShape() {
        $('shape').hidden = !$('shape').hidden;
        $('edit-shape').setAttribute('aria-expanded', !$('shape').hidden);
    }

    useTyped() {
        if (this.useText($('sheet-area').value))
            $('sheet-text').close();
        else
            $('sheet-says').textContent = 'This is no level of any game here.';
    }

    async copyTyped() {
        $('sheet-says').textContent = await copyText($('sheet-area')) ? 'Copied.' : 'Copying is not allowed here: use the keys for it.';
    }

    get isAsked() {
        return this.isOpen && document.querySelector('dialog[open]') === null;
    }

    palettKey(event) {
        const at = this.toolList.indexOf(this.tool), count = this.toolList.length;
        const to = {ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1}[event.key];
        if (to === undefined)
            return;
        event.preventDefault();
        this.choose((to + count) % count);
        $('palette').children[(to + count) % count].focus();
    }

    pageKey(event) {
        if (!this.isAsked || event.defaultPrevented)
            return;
        const key = event.key.toLowerCase(), control = event.ctrlKey || event.metaKey;
        const action = control && key === 'z' ? event.shiftKey ? () => this.redo() : () => this.undo()
            : control && key === 'y' ? () => this.redo()
            : control && key === 'enter' ? () => this.play()
            : control ? undefined
            : key === 'escape' ? () => this.findings.shown === null ? this.close() : this.findings.shown.click()
            : key === '?' ? () => $('help').showModal()
            : /^[0-9]$/.test(key) ? () => this.choose(Number(key)) : undefined;
        if (action === undefined)
            return;
        event.preventDefault();
        action();
    }

    pasted(event) {
        if (!this.isAsked)
            return;
        event.preventDefault();
        if (!this.useText(event.clipboardData.getData('text/plain')))
            this.say('What was pasted is no level.', 'wrong');
    }

    copied(event) {
        if (!this.isAsked || String(document.getSelection()) !== '')
            return;
        event.preventDefault();
        event.clipboardData.setData('text/plain', this.sheet.text);
        $('edit-told').textContent = 'Copied.';
    }
}

// The band of a difficulty from 0 to 100: there are as many as the page has names for.
function difficultyBand(text) {
    const bands = PACK.difficulties.length;
    return Math.min(bands - 1, Math.floor(Number(text) * bands / 100));
}
