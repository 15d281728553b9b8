// The page as a whole: one level at a time, what is said about it, and what the buttons do.
'use strict';

const $ = id => document.getElementById(id);
const PACK = JSON.parse($('pack').textContent);
for (const level of PACK.levels.filter(each => each.book !== undefined))
    level.book = PACK.books[level.book];
const CONFETTI = 36;
const LOOK_TIME = 300; // milliseconds that a position has to stay before it is looked at
const LOOK_LIMIT = {seconds: 3, states: 0};

const isLost = hint => [HINT.UNDO, HINT.LOST, HINT.HOPELESS].includes(hint?.kind);

class Page {
    constructor(wasm, engine, gallery) {
        this.store = new Store();
        this.wasm = wasm;
        this.engine = engine;
        this.player = new Player(engine, $('board'), what => this.played(what));
        this.playback = new Playback(this.player, () => this.showPlayback());
        this.hints = new Hints(wasm, sources('package-source', 'engine-source', 'worker-source'));
        this.hinted = null; // the presses of the hint that is shown
        this.gallery = gallery;
        this.guide = new Guide(this.player, gallery);
        this.rules = new Rules($('rules'), this.store, gallery);
        this.timer = new Timer($('timer'));
        this.arcade = new Arcade(this.player, this.store, text => {
            this.say(text);
            this.told(text);
        });
        this.share = new ShareDialog($('share'), hash => this.visit(hash, true));
        this.list = new LevelList($('list'), PACK.levels, this.store, gallery,
                                  index => this.choose(index));
        this.editor = new Editor(engine, wasm, {
            play: level => this.openOwn(level),
            back: () => $('board').focus({preventScroll: true}),
        });
        this.own = null; // a level that is not of the pack
        this.settings = new Settings($('settings'), this.store, () => {
            this.player.smooth = this.settings.smooth;
            $('timer').hidden = !this.settings.timer;
            if (this.index !== undefined)
                this.lookAhead();
        });
    }

    start() {
        $('title').textContent = PACK.title;
        $('author').textContent = PACK.author ?? '';
        $('author').hidden = !PACK.author;
        this.settings.apply();
        this.listen();
        addEventListener('hashchange', () => this.visit(location.hash.slice(1), false));
        this.visit(location.hash.slice(1), false);
    }

    // --- which level it is; the address tells ---

    // Opens what the part of an address behind the # names.  `leave`: as a new entry of the history.
    async visit(hash, leave) {
        if (hash === this.hash)
            return;
        const number = /^[0-9]+$/.test(hash) ? Number(hash) : 0;
        if (number >= 1 && number <= PACK.levels.length)
            this.openLevel(number - 1, {enter: leave ? 'push' : 'none'});
        else if (hash === '')
            this.openLevel(this.lastIndex, {enter: 'replace'});
        else
            await this.visitLink(hash, leave);
    }

    get lastIndex() {
        const id = this.store.get(`last:${PACK.title}`, null);
        return Math.max(0, PACK.levels.findIndex(level => level.id === id));
    }

    async visitLink(hash, leave) {
        try {
            const {level, keys} = await readLink(hash);
            this.openLink(level, keys, leave);
        } catch (error) {
            if (this.index === undefined || !leave)
                this.openLevel(this.index ?? this.lastIndex, {enter: 'replace'});
            const why = error instanceof LinkError ? error.message
                : `This link holds no level to play: ${error.message}.`;
            this.say(why);
            this.told(why);
        }
    }

    // The level of a link, which may be one of these; it begins where the link says.
    openLink(level, keys, leave) {
        const enter = leave ? 'push' : 'none';
        const index = PACK.levels.findIndex(each => isLinked(each, level));
        if (index >= 0) {
            const own = this.store.level(PACK.levels[index]).keys.length > 0 && keys.length > 0;
            this.openLevel(index, {keys, enter});
            if (own)
                this.say('This is the position of the link.', 'My own',
                         () => this.openLevel(index, {enter: 'none'}));
            return;
        }
        this.gallery.load(level); // throws where it is none
        this.index ??= this.lastIndex;
        this.openOwn(level, {keys, enter});
    }

    // Tells the history where the reader is: 'push' as a new entry, 'replace' in place of the last.
    async enter(how, number) {
        const {level} = this;
        const text = number ?? await writeLink(level);
        if (level !== this.level)
            return;
        this.hash = text;
        try {
            if (how === 'push')
                history.pushState(null, '', `#${text}`);
            else if (how === 'replace')
                history.replaceState(null, '', `#${text}`);
        } catch {
            // a page without an address of its own has no history
        }
    }

    get level() {
        return this.own ?? PACK.levels[this.index];
    }

    choose(index) {
        this.openLevel(index);
        $('board').focus({preventScroll: true}); // and not the button that opened the list
    }

    openLevel(index, {keys, enter = 'push'} = {}) {
        if (index < 0 || index >= PACK.levels.length)
            return;
        this.own = null;
        this.index = index;
        this.store.set(`last:${PACK.title}`, this.level.id);
        this.showLevel(`Level ${index + 1} of ${PACK.levels.length}`, `Level ${index + 1}.`, keys);
        this.enter(this.hash === String(index + 1) ? 'none' : enter, String(index + 1));
    }

    // A level that is not of the pack: it came from the editor, or by a link.
    openOwn(level, {keys, enter = 'push'} = {}) {
        this.own = level;
        this.showLevel(level.name, `${level.name}.`, keys);
        this.enter(enter);
        $('board').focus({preventScroll: true});
    }

    showLevel(title, told, keys) {
        const {index, own} = this;
        this.editor.hide();
        this.leavePlayback();
        this.clearHint();
        this.leaveArcade();
        this.player.open(this.level, keys ?? this.store.level(this.level).keys);
        if (this.player.solved && !keys) // then it is to be played anew
            this.player.open(this.level, []);
        this.about = {...this.engine.about(), steps: this.engine.stepsName()};
        $('aim').textContent = [...(this.level.messages ?? []), this.about.aim].join('\n');
        $('level').textContent = title;
        $('name').textContent = own ? '' : levelName(this.level);
        $('difficulty').textContent = dots(this.level);
        $('difficulty').title = difficultyName(this.level);
        this.labelKeys();
        this.disable('previous', index === 0);
        this.disable('next', index === PACK.levels.length - 1);
        this.disable('solution', !this.level.solution);
        this.say('');
        this.told(`${told} ${own ? '' : levelName(this.level)} ${this.about.aim}`);
        this.update();
        this.timer.start();
        this.rules.openOnFirstSight(this.level);
        this.lookAhead();
    }

    // Which keys there are besides the arrows, and what they are called.
    labelKeys() {
        const {piece, action} = this.about;
        $('piece').hidden = $('help-piece').hidden = !this.player.choosing;
        $('piece').textContent = `Next ${piece}`;
        $('piece').title = `Next ${piece} (space)`;
        $('help-piece-name').textContent = piece;
        $('open-arcade').hidden = $('help-arcade').hidden = !this.engine.c.is_arcade();
        $('act').hidden = $('help-act').hidden = !action;
        $('act').textContent = action.charAt(0).toUpperCase() + action.slice(1);
        $('act').title = `${$('act').textContent} (${this.player.choosing ? 'X' : 'space'})`;
        $('help-act-name').textContent = action;
    }

    // Something happened to the level; see Player.
    played(what) {
        if (what === 'open')
            return;
        if (what !== 'rest')
            this.clearHint();
        if (this.level.book && (what === 'press' || what === 'blocked'))
            this.say(this.engine.said());
        if (what === 'blocked')
            this.told('Blocked.');
        else if (what !== 'rest')
            this.told(`${what === 'press' ? '' : `${what}: `}${this.engine.told()}`);
        if (this.playback.on)
            this.showPlayback();
        else if (what === 'press' || what === 'undo' || what === 'redo')
            this.keep();
        if (what === 'rest' && !this.playback.on) {
            if (this.player.solved)
                this.celebrate();
            else
                this.lookAhead();
        }
        this.update();
    }

    // Progress is stored with every press.
    keep() {
        const progress = this.store.level(this.level);
        progress.keys = this.player.presses;
        this.store.setLevel(this.level, progress);
        if (!this.player.solved)
            return;
        this.timer.stop();
        this.store.solved(this.level, this.player.moves, this.player.presses);
    }

    // Presses that are steps and not the choice of a piece.
    get steps() {
        return this.player.presses.filter(key => key < FIRST_PIECE).length;
    }

    update() {
        const {player, level} = this;
        const {best} = this.store.level(level);
        const parts = [`${this.about?.moves ?? 'moves'} ${player.moves}`];
        if (this.about?.steps)
            parts.push(`${this.about.steps} ${this.steps}`);
        if (best !== undefined)
            parts.push(`best ${best}`);
        if (level.depth !== null)
            parts.push(`optimum ${level.depth}`);
        $('counter').textContent = parts.join(' · ');
        $('stage').classList.toggle('solved', player.solved);
        $('description').textContent = this.engine.board();
        $('board').setAttribute('aria-label', `Level ${this.index + 1} ${levelName(level)}`);
        this.disable('undo', player.made === 0);
        this.disable('restart', player.made === 0);
        this.disable('redo', player.made === player.keys.length);
        this.disable('hint', player.solved);
    }

    disable(id, disabled) {
        $(id).setAttribute('aria-disabled', disabled);
    }

    // Shows a message, with a button for what can be done about it.
    say(text, label = '', action = null) {
        $('message').textContent = text;
        $('action').hidden = action === null;
        $('action').textContent = label;
        $('action').onclick = action;
    }

    told(text) {
        $('told').textContent = text.charAt(0).toUpperCase() + text.slice(1);
    }

    celebrate() {
        const {player, level} = this;
        const time = this.settings.timer ? `, ${this.timer.text}` : '';
        const count = `${player.moves} ${this.about.moves}${time}`;
        const solved = level.depth === null ? `Solved in ${count}.`
            : player.moves <= level.depth ? `Solved in ${count}: it cannot be done in fewer!`
            : `Solved in ${count}. ${level.depth} would do.`;
        const praise = [solved, ...(level.after ?? [])].join(' ');
        if (this.own)
            this.say(praise, 'Edit', this.actions.edit);
        else if (this.index < PACK.levels.length - 1)
            this.say(praise, 'Next level', this.actions.next);
        else
            this.say(praise, 'Levels', this.actions.list);
        if (this.settings.smooth)
            this.throwConfetti();
    }

    throwConfetti() {
        const board = $('stage').getBoundingClientRect();
        for (let i = 0; i < CONFETTI; i++) {
            const angle = Math.random() * 2 * Math.PI, way = 60 + Math.random() * 180;
            const piece = element('i', {});
            piece.style.cssText = `background: hsl(${i * 37} 80% 60%); ` +
                `left: ${board.x + board.width / 2}px; top: ${board.y + board.height / 2}px; ` +
                `--x: ${Math.cos(angle) * way}px; --y: ${Math.sin(angle) * way + 60}px; ` +
                `--turn: ${Math.random() * 720}deg`;
            piece.onanimationend = () => piece.remove();
            $('confetti').append(piece);
        }
    }

    async hint() {
        if (this.player.solved)
            return;
        if (this.hinted !== null) {
            this.makeHint();
            return;
        }
        const {level} = this, presses = this.player.presses;
        const current = () => this.level === level && !this.playback.on &&
            String(this.player.presses) === String(presses);
        clearTimeout(this.looking);
        this.say('Thinking…');
        const hint = await this.hints.ask(level, presses);
        if (current())
            this.showHint(hint);
    }

    // Looks whether a way still leads on, without being asked: a dead end is said and shown.
    lookAhead() {
        clearTimeout(this.looking);
        $('stage').classList.remove('lost');
        if (!this.settings.deadEnds || this.playback.on || this.arcade.on || this.player.solved)
            return;
        this.looking = setTimeout(() => this.look(), LOOK_TIME);
    }

    async look() {
        const {level} = this, {presses} = this.player;
        if (!this.hints.mayWork || this.hints.busy || this.hinted !== null || this.editor.isOpen)
            return;
        const hint = await this.hints.ask(level, presses, LOOK_LIMIT);
        const current = this.level === level && !this.playback.on &&
            String(this.player.presses) === String(presses);
        if (current && isLost(hint)) {
            this.showHint(hint);
            this.told($('message').textContent);
        }
    }

    showHint(hint) {
        $('stage').classList.toggle('lost', isLost(hint));
        if (hint === null || hint.kind === HINT.UNKNOWN) {
            this.say('Too hard to tell here.');
        } else if (hint.kind === HINT.HOPELESS) {
            this.say('This level has no solution.');
        } else if (hint.kind === HINT.LOST) {
            this.say('Dead end: no way leads on; how much to undo is too hard to tell.');
        } else if (hint.kind === HINT.UNDO) {
            this.say(`Dead end: undo ${hint.undo} to go on.`, `Undo ${hint.undo}`,
                     () => this.player.undo(hint.undo));
        } else if (hint.kind === HINT.KEYS) {
            this.hinted = hint.keys;
            const left = `${this.about.moves} to go: ${hint.left}`;
            this.guide.drawWay(hint.keys);
            this.say(`Hint: ${nameKeys(hint.keys, this.about)} · ${left}`, 'Do it', () => this.makeHint());
            const [key] = hint.keys;
            if (key < FIRST_PIECE || key === ACTION)
                $(key === ACTION ? 'act' : `key${key}`).classList.add('wanted');
        } else {
            this.say('');
        }
    }

    makeHint() {
        const keys = this.hinted;
        this.clearHint();
        this.player.pressAll(keys);
    }

    clearHint() {
        this.hints.cancel();
        this.hinted = null;
        this.guide.clear();
        $('stage').classList.remove('lost');
        document.querySelectorAll('.wanted').forEach(key => key.classList.remove('wanted'));
        this.say('');
    }

    startPlayback(keys) {
        this.player.stopMoving();
        this.clearHint();
        clearTimeout(this.looking);
        this.playback.start(keys);
    }

    showSolution() {
        if (this.level.solution)
            this.startPlayback(this.engine.route(this.level.solution));
    }

    leavePlayback() {
        if (this.playback.on)
            this.playback.stop();
    }

    showPlayback() {
        const {playback} = this;
        $('playback').hidden = !playback.on;
        $('controls').hidden = playback.on;
        if (playback.on) {
            this.say(`Solution: key ${playback.at} of ${playback.keys.length}`);
            $('pause').textContent = playback.playing ? 'Pause' : playback.atEnd ? 'Again' : 'Play';
            this.disable('step-back', playback.at === 0);
            this.disable('step', playback.atEnd);
        } else {
            this.say('');
        }
        this.update();
    }

    // Everything that a key or a button can do.  While the solution is shown, keys are for that.
    get actions() {
        const {player, playback, arcade} = this;
        const unlessShown = action => argument => playback.on || arcade.on ? undefined : action(argument);
        return this.allActions ??= {
            press: key => arcade.on ? arcade.steer(key) : playback.on ? this.steer(key) : player.press(key),
            space: () => arcade.on ? arcade.toggle() : playback.on ? playback.toggle() : this.nextPiece(),
            act: unlessShown(() => this.act()),
            escape: () => arcade.on ? this.leaveArcade() : this.leavePlayback(),
            arcade: unlessShown(() => this.startArcade()),
            faster: () => arcade.on && arcade.faster(1),
            slower: () => arcade.on && arcade.faster(-1),
            accept: () => $('action').hidden ? undefined : $('action').click(),
            undo: unlessShown(() => player.undo()),
            redo: unlessShown(() => player.redo()),
            restart: () => arcade.on ? arcade.begin() : playback.on ? undefined : player.restart(),
            hint: unlessShown(() => this.hint()),
            solution: () => arcade.on ? undefined : playback.on ? this.leavePlayback() : this.showSolution(),
            next: () => this.openLevel(this.index + 1),
            previous: () => this.openLevel(this.index - 1),
            list: () => this.list.open(this.index),
            unsolved: () => this.openUnsolved(),
            share: unlessShown(() => this.openShare()),
            help: () => $('help').showModal(),
            edit: () => this.edit(),
        };
    }

    startArcade() {
        if (!this.engine.c.is_arcade())
            return;
        this.player.stopMoving();
        this.clearHint();
        clearTimeout(this.looking);
        this.timer.stop();
        this.arcade.start(this.level);
    }

    leaveArcade() {
        if (!this.arcade.on)
            return;
        this.arcade.leave();
        this.say('');
        this.update();
    }

    edit() {
        this.leaveArcade();
        this.leavePlayback();
        this.clearHint();
        this.player.stopMoving();
        if (!this.editor.open(this.level))
            this.say('Levels of this game are not edited here.');
    }

    makeNew() {
        $('list').close();
        this.editor.maker.open(this.level);
    }

    steer(key) {
        if (key === ARROWS.RIGHT)
            this.playback.step();
        else if (key === ARROWS.LEFT)
            this.playback.back();
    }

    nextPiece() {
        const key = this.engine.c.next_piece();
        if (key >= 0)
            this.player.press(key);
        else
            this.act();
    }

    act() {
        if (this.about.action)
            this.player.press(ACTION);
    }

    openUnsolved() {
        const index = this.list.firstUnsolved;
        if (index >= 0)
            this.openLevel(index);
        else
            this.say('All levels are solved.');
    }

    // The moves of some keys, in the game's notation.
    notation(keys) {
        this.gallery.load(this.level);
        this.gallery.replay(keys);
        return this.gallery.made();
    }

    openShare() {
        const {bestKeys} = this.store.level(this.level), keys = this.player.presses;
        return this.share.open(this.level, {keys, made: this.notation(keys), best: this.notation(bestKeys)});
    }

    // A tap goes where it is; see Guide.
    tap(x, y) {
        if (this.playback.on || this.arcade.on || this.player.solved)
            return;
        const place = new DOMPoint(x, y).matrixTransform($('board').getScreenCTM().inverse());
        const said = this.guide.tap(place);
        if (said === undefined)
            return;
        this.say(said);
        this.told(said);
    }

    listen() {
        const {actions, playback} = this;
        const buttons = {
            previous: actions.previous, next: actions.next, undo: actions.undo, redo: actions.redo,
            restart: actions.restart, hint: actions.hint, solution: actions.solution,
            piece: actions.space, act: actions.act, 'open-list': actions.list, 'open-help': actions.help,
            'open-new': () => this.makeNew(),
            'open-editor': () => this.editor.isOpen ? undefined : actions.edit(),
            'open-settings': () => this.settings.open(), forget: () => this.forget(),
            'open-share': () => this.editor.isOpen ? this.share.open({...this.editor.level, name: OWN_NAME}) : actions.share(),
            'open-rules': () => this.showRules(), unsolved: () => this.leaveList(),
            'open-arcade': actions.arcade, 'arcade-pause': () => this.arcade.toggle(),
            'arcade-faster': actions.faster, 'arcade-slower': actions.slower,
            'arcade-close': actions.escape, 'play-best': () => this.playBest(), 'save-progress': () => this.saveProgress(),
            'step-back': () => playback.back(), pause: () => playback.toggle(),
            step: () => playback.step(), stop: () => this.leavePlayback(),
        };
        for (const [id, action] of Object.entries(buttons))
            $(id).addEventListener('click', () => action());
        for (const key of Object.values(ARROWS))
            listenToArrow($(`key${key}`), key, actions.press);
        listenToKeys(actions);
        $('read-progress').onchange = ({target}) => this.readProgress(target.files[0]);
        listenToSwipes($('stage'), actions.press, (x, y) => this.tap(x, y));
        for (const dialog of document.querySelectorAll('dialog'))
            dialog.addEventListener('close', () => this.returnFocus(dialog));
        document.addEventListener('mousedown', event => {
            if (event.target.closest('button') && !event.target.closest('dialog'))
                event.preventDefault(); // the focus stays where it is, and keys mean what they did
        });
    }

    leaveList() {
        $('list').close();
        this.openUnsolved();
        $('board').focus({preventScroll: true});
    }

    showRules() {
        $('help').close();
        this.rules.open(this.level);
    }

    playBest() {
        $('share').close();
        this.startPlayback(this.store.level(this.level).bestKeys);
    }

    saveProgress() {
        saveFile('onlyway-progress.json', progressText(this.store));
        $('storage').textContent = 'Saved.';
    }

    async readProgress(file) {
        const added = addProgress(this.store, await file.text());
        $('storage').textContent = added < 0 ? 'This file holds no progress.'
            : `Progress in ${added} levels was read.`;
        this.update();
    }

    // Where the focus would be lost with a dialog, the board has it, so that keys play.
    returnFocus(dialog) {
        const {activeElement} = document;
        if (!this.editor.isOpen && (activeElement === document.body || dialog.contains(activeElement)))
            $('board').focus({preventScroll: true});
    }

    forget() {
        PACK.levels.forEach(level => this.store.remove(`level:${level.id}`));
        this.store.remove(`last:${PACK.title}`);
        $('storage').textContent = 'Forgotten.';
        this.openLevel(this.index);
    }
}

// Key presses as arrows, like ones together: "→→ ↑×5".
function nameKeys(keys, {piece, action}) {
    const runs = [];
    for (const key of keys) {
        const last = runs[runs.length - 1];
        if (last?.key === key)
            last.count++;
        else
            runs.push({key, count: 1});
    }
    return runs.map(({key, count}) => {
        const name = key < FIRST_PIECE ? '↑→↓←'[key]
            : key === ACTION ? `${action} ` : `${piece} ${key - FIRST_PIECE + 1}:`;
        return count > 3 ? `${name}×${count}` : name.repeat(count);
    }).join(' ');
}

async function startPage() {
    try {
        const wasm = await WebAssembly.compile(await unpack($('wasm').textContent));
        await packageIsThere;
        const engine = await Engine.open(wasm), gallery = await Engine.open(wasm);
        document.head.append(element('style', {textContent: engine.colours()}));
        window.page = new Page(wasm, engine, gallery);
        window.page.start();
    } catch (error) {
        $('message').textContent = `This page cannot run here: ${error.message}`;
        throw error;
    }
}

startPage();
