// The editor: the user paints a level, and every edit updates the verdict.  Pieces and grounds come from the game's own
// tables; the editor knows no game by name.

const OWN_NAME = 'Your level';
const STILL = ', as if time stood still'; // for games with a clock, where play may take fewer or more moves
const PATIENCE = 150;                     // milliseconds of judging before the editor reports it

class Editor {
    // `play` is called with a level to play, `back` when the user closes the editor without playing.
    constructor(engine, wasm, store, {play, back}) {
        Object.assign(this, {engine, store});
        this.leave = {play, back};
        this.board = new EditorBoard($('sheet'), this);
        this.judge =
            new EditorJudge(engine, wasm, (level, judged) => this.judged(level, judged), (level, {parts, verdict}) => {
                if (parts !== null)
                    this.findings.show(level, this.sheet, this.sketch, parts);
                if (verdict !== 'unique')
                    this.findings.offerMending(this.info, (...heard) => this.mend(level, ...heard));
            });
        this.findings = new Findings(
            $('findings'), engine, this.board, (rows, text) => this.change(Sheet.ofRows(this.info, rows), text));
        this.maker = new Maker(engine, wasm, (level, how) => {
            if (how === 'play') {
                this.playLevel(level, level.judged);
                return;
            }
            announce('new', level);
            this.open(level);
        });
        this.palette = new Palette($('palette'), engine, tool => this.board.setTool(tool));
        this.wall = new Wall(this, wasm);
        this.history = new EditHistory();
        this.historyPanel = new HistoryPanel(this);
        this.stroke = null; // the current stroke, {before, takeAway, from}, or null
        onClick({
            'edit-close': () => this.close(),
            'edit-play': () => this.play(),
            'edit-undo': () => this.undo(),
            'edit-redo': () => this.redo(),
            'edit-text': () => {
                $('sheet-area').value = this.sheet.text;
                $('sheet-says').textContent = '';
                $('sheet-text').showModal();
                $('sheet-area').select();
            },
            'edit-new': () => this.maker.open(this.source),
            'edit-shape': () => toggle($('shape'), $('edit-shape')),
            'sheet-save': () => this.save(),
            'sheet-use': () => {
                if (this.useText($('sheet-area').value))
                    $('sheet-text').close();
                else
                    $('sheet-says').textContent = 'This is not a level of any game here.';
            },
            'sheet-copy': async () => {
                $('sheet-says').textContent = await copyText($('sheet-area'));
            }
        });
        document.addEventListener('keydown', event => this.pageKey(event));
        document.addEventListener('paste', event => {
            if (!this.isAsked)
                return;
            event.preventDefault();
            if (!this.useText(event.clipboardData.getData('text/plain')))
                $('refused').textContent = 'The pasted text is not a level.';
        });
        document.addEventListener('copy', event => {
            if (!this.isAsked || String(document.getSelection()) !== '')
                return;
            event.preventDefault();
            event.clipboardData.setData('text/plain', this.sheet.text);
            $('edit-told').textContent = 'Copied.';
        });
    }

    get isOpen() {
        return !$('editor').hidden;
    }

    // Edits a level and restores its earlier edits.  Continues if the level is the one edited last.  Returns false if
    // levels of its game cannot be edited.
    open(level) {
        const info = this.engine.editing(level);
        if (info === null)
            return false;
        const sheet = Sheet.ofRows(info, this.engine.rowsOf(level));
        $('play').hidden = true;
        $('editor').hidden = false;
        const goesOn = this.isOf(level, info) && this.sheet.text === sheet.text && level.drawing === undefined;
        if (!goesOn) {
            this.turnTo(originOf(level, info, sheet));
            this.history.begin(sheet, this.origin);
        }
        announce('edit', {level, goesOn});
        if (goesOn)
            this.show(sheet); // keeps the undo history
        else
            this.restore(sheet);
        this.board.focus();
        return true;
    }

    // Returns whether a level is of the game in the editor.
    isOf({gameSource}, {title}) {
        return this.info?.title === title && this.source.gameSource === gameSource;
    }

    // Closes the editor.  The level in play is unchanged.
    close() {
        this.hide();
        announce('edit-end');
        this.leave.back();
    }

    hide() {
        this.judge.cancel();
        this.wall.pause();
        $('editor').hidden = true;
        $('play').hidden = false;
    }

    // Switches to a level from elsewhere, which may be of another game.  The caller shows its sheet afterwards.
    turnTo(origin) {
        const {source, info} = origin, sameGame = this.isOf(source, info);
        this.origin = origin;
        Object.assign(this, origin);
        $('edit-title').textContent = info.title;
        if (!sameGame)
            this.palette.fill(source, info);
        $('shape').replaceChildren(...shapeButtons(info, (change, label) => this.change(change(this.sheet), label)));
    }

    // Stores the drawing, unless it equals the original, and, except during a stroke, the history.
    keep() {
        if (this.sheet.text === this.original)
            this.store.remove(this.draft);
        else
            this.store.set(this.draft, this.sheet.lines);
        if (this.stroke === null)
            this.store.set('history', this.history.kept());
    }

    // Returns the source of the game, or undefined.
    gameSource() {
        return this.level.gameSource;
    }

    // Restores the saved state, which may be malformed.
    restore(sheet) {
        const rows = this.store.get(this.draft, null);
        const isDraft = Sheet.isRows(rows);
        const drawn = isDraft ? Sheet.ofRows(this.info, rows) : sheet;
        if (this.history.restore(this.store.get('history', null), this.origin, drawn.text)) {
            this.show(this.history.current.sheet);
        } else {
            this.show(sheet);
            if (!isDraft || !this.change(drawn))
                return;
        }
        if (isDraft)
            $('edit-told').textContent = 'Your edits are back. Undo takes them away.';
    }

    get tool() {
        return this.palette.tool;
    }

    get level() {
        const {game, rules, metric, gameSource} = this.source;
        return {game, rules, metric, gameSource, rows: this.sheet.lines};
    }

    // --- editing ---

    // Shows a sheet and judges it.
    show(sheet) {
        this.sheet = sheet;
        this.keep();
        announce('draw');
        const complaint = this.engine.check(this.level);
        this.sketch = this.engine.sketch();
        this.board.show(sheet, this.sketch);
        this.board.mark([{cell: blamedCell(complaint, sheet), kind: 'wrong', text: ''}]);
        const [columns, rows] = sheet.size;
        $('edit-size').textContent = `${columns} × ${rows}`;
        $('refused').textContent = '';
        this.disable();
        this.findings.clear();
        this.wall.endCompact();
        if (this.stroke === null)
            this.historyPanel.show();
        if (complaint === null) {
            this.wait();
            this.judge.ask(this.level);
            this.wall.follow();
        } else {
            this.judge.cancel();
            this.say(`Not a level yet: ${complaint.message}`, 'wrong');
        }
    }

    disable() {
        const {undone, redone} = this.history;
        $('edit-undo').setAttribute('aria-disabled', undone === null);
        $('edit-redo').setAttribute('aria-disabled', redone === null);
    }

    // Makes an edit, which undo() takes back as a whole.  Returns false if it changes nothing.
    change(sheet, told = '') {
        if (sheet.cells === this.sheet.cells && sheet.columns === this.sheet.columns)
            return false;
        this.history.add(sheet, this.origin);
        this.show(sheet);
        if (told)
            $('edit-told').textContent = told;
        return true;
    }

    undo() {
        this.visit(this.history.undone, 'Undone.');
    }

    redo() {
        this.visit(this.history.redone, 'Made again.');
    }

    // Goes to a state of the history, unless it is null.
    visit(state, told = 'Another state.') {
        if (state === null)
            return;
        this.history.goTo(state);
        this.goTo(state);
        $('edit-told').textContent = told;
    }

    goTo({sheet, origin}) {
        if (origin !== this.origin)
            this.turnTo(origin);
        this.show(sheet);
    }

    // If `tool` has put a second copy of a piece and the rules allow only one, removes the first: the piece moves.
    putOnce(sheet, cell, tool) {
        const held = [...sheet.cells].map(c => sheet.content(c)), has = ({piece}) => piece === tool.piece;
        if (tool.kind !== 'piece' || !has(held[cell]) || held.filter(has).length !== 2)
            return sheet;
        const blamed = blamedCell(this.engine.check({...this.level, rows: sheet.lines}), sheet);
        const other = held.findIndex((content, at) => has(content) && at !== cell);
        return blamed >= 0 && has(held[blamed]) ? sheet.with([[other, held[other].ground]]) : sheet;
    }

    // Begins a stroke by pointer or key.  A stroke is a single edit.
    beginStroke(cell) {
        const {tool, sheet} = this;
        this.stroke = {
            before: sheet,
            from: cell,
            takeAway: tool.kind !== 'move' && tool.kind !== 'body' && sheet.holds(cell, tool)
        };
        this.paint(cell, true);
    }

    continueStroke(cell) {
        if (this.stroke !== null)
            this.paint(cell, false);
    }

    abandonStroke() {
        const {before} = this.stroke;
        this.stroke = null;
        this.show(before);
    }

    endStroke() {
        const {before} = this.stroke ?? {};
        this.stroke = null;
        if (before === undefined || before.cells === this.sheet.cells)
            return;
        this.history.add(this.sheet, this.origin);
        this.keep();
        this.disable();
        this.historyPanel.show(this.brief(this.judge.known.get(this.judge.key(this.level))));
    }

    paint(cell, begins) {
        const {tool, stroke, sheet} = this;
        let next;
        if (tool.kind === 'move')
            next = begins ? sheet : stroke.before.move(stroke.from, cell);
        else if (tool.kind === 'body')
            next = sheet.putBody(cell, tool.letters, begins);
        else
            next = this.putOnce(sheet.put(cell, tool, stroke.takeAway), cell, tool);
        if (next.cells !== sheet.cells)
            this.show(next);
    }

    // Moves the contents of a cell; the keyboard cursor moves with them.
    drag(from, to) {
        return this.change(this.sheet.move(from, to));
    }

    key(cell, event) {
        if (event.ctrlKey || event.metaKey || event.altKey)
            return;
        if (event.key === ' ' || event.key === 'Enter') {
            this.beginStroke(cell);
            this.endStroke();
        } else if (event.key === 'Delete' || event.key === 'Backspace') {
            this.change(this.sheet.put(cell, this.palette.tools[1], false));
        } else if (isTyped(this.info, event.key)) {
            this.type(cell, event.key);
        } else {
            return;
        }
        event.preventDefault();
        $('edit-told').textContent = this.engine.sketch().words[cell];
    }

    // Types a character of the level's text into a cell.
    type(cell, c) {
        const tool = {kind: 'piece', cell: c, piece: this.sheet.content(c).piece};
        if (this.sheet.mayChange(cell) && this.sheet.kind(cell) !== 'corner')
            this.change(this.putOnce(this.sheet.with([[cell, c]]), cell, tool));
    }

    // --- messages ---

    say(text, kind) {
        clearTimeout(this.waiting);
        $('verdict').setAttribute('aria-busy', false);
        $('verdict').textContent = text;
        $('verdict').dataset.kind = kind;
    }

    // Keeps the last verdict for a moment, because most verdicts arrive at once.
    wait() {
        clearTimeout(this.waiting);
        $('verdict').setAttribute('aria-busy', true);
        this.waiting = setTimeout(() => {
            $('verdict').textContent = 'Judging…';
            $('verdict').dataset.kind = '';
        }, PATIENCE);
    }

    judged(level, judged) {
        announce('judged', {level, judged});
        if (this.stroke === null)
            this.historyPanel.show(this.brief(judged));
        if (judged.error !== undefined)
            this.say(judged.error, 'wrong');
        else
            this.say(this.verdict(judged), judged.verdict);
    }

    // Looks for unique levels nearby; see EditorJudge.  An edit of the level ends it.
    async mend(level, found, progress) {
        const isCurrent = () => this.judge.key(level) === this.judge.key(this.level);
        const text = await this.judge.mend(
            level, mended => isCurrent() && found(mended), counts => isCurrent() && progress(counts));
        return isCurrent() ? text : null;
    }

    verdict({verdict, depth, essential, difficulty, reason, trying}) {
        const open = trying ? 'trying longer…' : reason;
        const count = depth === '' ? '' : Engine.count(depth, this.info) + (this.info.timed ? STILL : '');
        if (verdict === 'unique')
            return joined(
                ['Unique', count, difficultyWords(difficulty) || (trying ? 'how hard: trying longer…' : '')], ' · ');
        if (verdict === 'multiple')
            return joined(['Not unique', `${essential} different solutions`, count], ' · ');
        if (verdict === 'unsolvable')
            return reason ? `No solution: ${reason}` : 'No solution';
        return `Undecided so far${open ? `: ${open}` : ''}`;
    }

    // Returns the verdict in a word or two, for the label of a small board.
    brief({verdict, depth, difficulty} = {}) {
        return {
            unique: `${depth} · ${difficulty === '' ? '?' : Math.round(Number(difficulty))}`,
            multiple: 'not unique',
            unsolvable: 'no solution',
            undecided: 'undecided'
        }[verdict] ??
            '';
    }

    // --- playing, text ---

    play() {
        const {level} = this;
        if (this.engine.check(level) === null)
            this.playLevel(level, this.judge.known.get(this.judge.key(level)) ?? {});
    }

    // Plays a level.  `known`: its judgement, or {}.
    playLevel(level, known) {
        this.hide();
        this.leave.play({...ownLevel(level, OWN_NAME), ...knowledgeOf(known)});
    }

    // Takes over text as a level of this game or, if it cannot be one, of another.  Returns false if it is neither.
    useText(text) {
        const found = this.read(text);
        if (found === null)
            return false;
        const sheet = Sheet.ofRows(found.info, found.level.rows);
        if (found.level.game !== this.source.game) {
            this.history.add(sheet, originOf(found.level, found.info, sheet));
            this.goTo(this.history.current);
            $('edit-told').textContent = `Pasted: a level of ${found.info.title}.`;
        } else if (!this.change(sheet, 'Pasted.')) {
            this.show(this.sheet); // takes back the refusal of an earlier paste
        }
        return true;
    }

    read(text) {
        const here = this.source, rows = Sheet.rowsOf(text);
        const others = calls.games(this.engine.module)
                           .filter(game => game !== here.game)
                           .map(game => ({game, rules: '', metric: ''}));
        const candidates = [here, ...others]
                               .map(level => ({level, info: this.engine.editing(level)}))
                               .filter(({info}) => info !== null)
                               .map(({level, info}) => {
                                   const seen = this.engine.rowsOf({...level, rows});
                                   return {info, level: {...level, rows: Sheet.ofRows(info, seen).lines}};
                               });
        const good = candidates.filter(({level}) => this.engine.check(level) === null);
        // A text that has only characters of this game may still become a level.
        const {contents, others: pieces, bodies} = this.info, ends = ['\n', '\r'];
        const known = new Set([
            ...ends, ...[...contents, ...pieces].map(({cell}) => cell), ...bodies.flatMap(({letters}) => [...letters])
        ]);
        const mayBecome =
            text.trim() !== '' && [...text].every(c => known.has(c)) && Sheet.isRows(candidates[0].level.rows);
        return good[0] ?? (mayBecome ? candidates[0] : null);
    }

    save() {
        saveFile(`${this.source.game}.txt`, this.engine.filed([this.level]));
    }

    // Whether keys and the clipboard are the editor's, and not those of a dialog or a text field.
    get isAsked() {
        return this.isOpen && document.querySelector('dialog[open]') === null &&
            !document.activeElement.matches('input, textarea');
    }

    pageKey(event) {
        if (!this.isAsked || event.defaultPrevented)
            return;
        const key = event.key.toLowerCase(), control = event.ctrlKey || event.metaKey;
        const action = control && key === 'z' ? event.shiftKey ? () => this.redo() : () => this.undo()
            : control && key === 'y' ? () => this.redo()
            : control && key === 'enter'      ? () => this.play()
            : control                         ? undefined
            : key === 'escape' ? () => this.findings.shown === null ? this.close() : this.findings.shown.click()
            : key === '?' ? () => $('help').showModal()
            : key === '+' || key === '=' ? () => this.board.zoom.step(1)
            : key === '-'                ? () => this.board.zoom.step(-1)
            : /^[0-9]$/.test(key)        ? () => this.palette.choose(Number(key))
                                         : undefined;
        if (action === undefined)
            return;
        event.preventDefault();
        action();
    }
}

// Returns the origin of edits: the level, its game's table, the original text, and the edits' key in the store.
function originOf(level, info, sheet) {
    return {source: level, info, original: sheet.text, draft: draftName(level)};
}

// Returns the cell that a complaint is about, or -1.
function blamedCell(complaint, {columns}) {
    return complaint?.row && complaint.column ? (complaint.row - 1) * columns + complaint.column - 1 : -1;
}

// Returns the key under which the store keeps a level's edits.
function draftName(level) {
    return `draft:${level.id ?? identify(level)}`;
}

// Returns what a judgement contributes to a level.
function knowledgeOf({solution, depth, difficulty}) {
    return {
        solution: solution ?? '',
        depth: depth ? Number(depth) : null,
        difficulty: difficulty ? difficultyBand(difficulty) : null
    };
}

// Returns a difficulty from 0 to 100 in words; '' if it is unknown.
function difficultyWords(text) {
    return text ? `${PACK.difficulties[difficultyBand(text)]}, ${Math.round(Number(text))} of 100` : '';
}

// Returns the index in PACK.difficulties of a difficulty from 0 to 100.
function difficultyBand(text) {
    const bands = PACK.difficulties.length;
    return Math.min(bands - 1, Math.floor(Number(text) * bands / 100));
}
