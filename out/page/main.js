// The page as a whole: one level at a time, what is said about it, and what the buttons do.
'use strict';

const $ = id => document.getElementById(id);
const PACK = JSON.parse($('pack').textContent);
const CONFETTI = 36;

class Page {
    constructor(wasm, engine, gallery) {
        this.store = new Store();
        this.wasm = wasm;
        this.engine = engine;
        this.player = new Player(engine, $('board'), what => this.played(what));
        this.playback = new Playback(this.player, () => this.showPlayback());
        this.hints = new Hints(wasm, sources('package-source', 'engine-source', 'worker-source'));
        this.hinted = null; // the presses of the hint that is shown
        this.list = new LevelList($('list'), PACK.levels, this.store, gallery,
                                  index => this.choose(index));
        this.editor = new Editor(engine, wasm, {
            play: level => this.openOwn(level),
            close: () => this.openLevel(this.index),
        });
        this.own = null; // a level that is not of the pack
        this.settings = new Settings($('settings'), this.store, () => {
            this.player.smooth = this.settings.smooth;
        });
    }

    start() {
        const id = this.store.get(`last:${PACK.title}`, null);
        const last = PACK.levels.findIndex(level => level.id === id);
        $('title').textContent = PACK.title;
        $('author').textContent = PACK.author ?? '';
        $('author').hidden = !PACK.author;
        this.settings.apply();
        this.listen();
        this.openLevel(Math.max(0, last));
    }

    get level() {
        return this.own ?? PACK.levels[this.index];
    }

    choose(index) {
        this.openLevel(index);
        $('board').focus({preventScroll: true}); // and not the button that opened the list
    }

    openLevel(index) {
        if (index < 0 || index >= PACK.levels.length)
            return;
        this.own = null;
        this.index = index;
        this.store.set(`last:${PACK.title}`, this.level.id);
        this.showLevel(`Level ${index + 1} of ${PACK.levels.length}`, `Level ${index + 1}.`);
    }

    // A level that is not of the pack: it came from the editor.
    openOwn(level) {
        this.own = level;
        this.showLevel(level.name, `${level.name}.`);
        $('board').focus({preventScroll: true});
    }

    showLevel(title, told) {
        const {index, own} = this;
        this.leavePlayback();
        this.hints.cancel();
        this.player.open(this.level, this.store.level(this.level).keys);
        if (this.player.solved) // then it is to be played anew
            this.player.open(this.level, []);
        this.about = this.engine.about();
        $('aim').textContent = this.about.aim;
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
    }

    // Which keys there are besides the arrows, and what they are called.
    labelKeys() {
        const {piece, action} = this.about;
        $('piece').hidden = $('help-piece').hidden = !this.player.choosing;
        $('piece').textContent = `Next ${piece}`;
        $('piece').title = `Next ${piece} (space)`;
        $('help-piece-name').textContent = piece;
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
        if (what === 'blocked')
            this.told('Blocked.');
        else if (what !== 'rest')
            this.told(`${what === 'press' ? '' : `${what}: `}${this.engine.told()}`);
        if (this.playback.on)
            this.showPlayback();
        else if (what === 'press' || what === 'undo' || what === 'redo')
            this.keep();
        if (what === 'rest' && this.player.solved && !this.playback.on)
            this.celebrate();
        this.update();
    }

    // Progress is stored with every press.
    keep() {
        const progress = this.store.level(this.level);
        progress.keys = this.player.presses;
        this.store.setLevel(this.level, progress);
        if (this.player.solved)
            this.store.solved(this.level, this.player.moves);
    }

    update() {
        const {player, level} = this;
        const {best} = this.store.level(level);
        const parts = [`${this.about?.moves ?? 'moves'} ${player.moves}`];
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
        const count = `${player.moves} ${this.about.moves}`;
        const praise = level.depth === null ? `Solved in ${count}.`
            : player.moves <= level.depth ? `Solved in ${count}: it cannot be done in fewer!`
            : `Solved in ${count}. ${level.depth} would do.`;
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
        this.say('Thinking…');
        const hint = await this.hints.ask(level, presses);
        if (current())
            this.showHint(hint);
    }

    showHint(hint) {
        if (hint === null || hint.kind === HINT.UNKNOWN) {
            this.say('Too hard to tell here.');
        } else if (hint.kind === HINT.HOPELESS) {
            this.say('This level has no solution.');
        } else if (hint.kind === HINT.LOST) {
            this.say('No way leads on from here; how much to undo is too hard to tell.');
        } else if (hint.kind === HINT.UNDO) {
            this.say(`No way from here: undo ${hint.undo}.`, `Undo ${hint.undo}`,
                     () => this.player.undo(hint.undo));
        } else if (hint.kind === HINT.KEYS) {
            this.hinted = hint.keys;
            const left = `${this.about.moves} to go: ${hint.left}`;
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
        document.querySelectorAll('.wanted').forEach(key => key.classList.remove('wanted'));
        this.say('');
    }

    startPlayback() {
        if (!this.level.solution)
            return;
        this.player.stopMoving();
        this.clearHint();
        this.playback.start();
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
        const {player, playback} = this;
        const unlessShown = action => argument => playback.on ? undefined : action(argument);
        return this.allActions ??= {
            press: key => playback.on ? this.steer(key) : player.press(key),
            space: () => playback.on ? playback.toggle() : this.nextPiece(),
            act: unlessShown(() => this.act()),
            escape: () => this.leavePlayback(),
            accept: () => $('action').hidden ? undefined : $('action').click(),
            undo: unlessShown(() => player.undo()),
            redo: unlessShown(() => player.redo()),
            restart: unlessShown(() => player.restart()),
            hint: unlessShown(() => this.hint()),
            solution: () => playback.on ? this.leavePlayback() : this.startPlayback(),
            next: () => this.openLevel(this.index + 1),
            previous: () => this.openLevel(this.index - 1),
            list: () => this.list.open(this.index),
            help: () => $('help').showModal(),
            edit: () => this.edit(),
        };
    }

    edit() {
        this.leavePlayback();
        this.clearHint();
        this.player.stopMoving();
        if (!this.editor.open(this.level))
            this.say('Levels of this game are not edited here.');
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

    // A tap chooses the piece under it.
    tap(x, y) {
        const place = new DOMPoint(x, y).matrixTransform($('board').getScreenCTM().inverse());
        const key = this.engine.c.piece_at(place.x, place.y);
        if (key >= 0 && this.engine.c.next_piece() >= 0)
            this.actions.press(key);
    }

    listen() {
        const {actions, playback} = this;
        const buttons = {
            previous: actions.previous, next: actions.next, undo: actions.undo, redo: actions.redo,
            restart: actions.restart, hint: actions.hint, solution: actions.solution,
            piece: actions.space, act: actions.act, 'open-list': actions.list, 'open-help': actions.help,
            'open-editor': () => this.editor.isOpen ? undefined : actions.edit(), 'open-settings': () => this.settings.open(), forget: () => this.forget(),
            'step-back': () => playback.back(), pause: () => playback.toggle(),
            step: () => playback.step(), stop: () => this.leavePlayback(),
        };
        for (const [id, action] of Object.entries(buttons))
            $(id).addEventListener('click', () => action());
        for (const key of Object.values(ARROWS))
            listenToArrow($(`key${key}`), key, actions.press);
        listenToKeys(actions);
        listenToSwipes($('stage'), actions.press, (x, y) => this.tap(x, y));
        document.addEventListener('mousedown', event => {
            if (event.target.closest('button') && !event.target.closest('dialog'))
                event.preventDefault(); // the focus stays where it is, and keys mean what they did
        });
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
