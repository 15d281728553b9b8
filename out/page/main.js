// The page as a whole: one level at a time, the messages about it, and the actions of the buttons.

const PACK = JSON.parse($('pack').textContent);
setInOrder(PACK);
const CONFETTI = 36;

// Tells the page's surroundings, such as a site, about an event in the page.
function announce(what, detail) {
    dispatchEvent(new CustomEvent(`onlyway:${what}`, {detail}));
}

class Page {
    constructor(wasm, engine, gallery) {
        this.store = new Store();
        Object.assign(this, {wasm, engine});
        this.player = new Player(engine, $('board'), what => this.played(what));
        this.playback = new Playback(this.player, () => this.showPlayback());
        this.advice = new Advice(this, new Hints(wasm));
        this.address = new Address(this);
        this.gallery = gallery;
        this.guide = new Guide(this.player, gallery);
        this.rules = new Rules($('rules'), this.store, gallery);
        this.timer = new Timer($('timer'));
        this.sounds = new Sounds();
        this.arcade = new Arcade(this.player, this.store, text => this.sayAndTell(text));
        this.share = new ShareDialog($('share'), engine, hash => this.address.visit(hash, true));
        this.editor = new Editor(engine, wasm, this.store, {
            play: level => this.openOwn(level),
            back: () => $('board').focus({preventScroll: true}),
        });
        this.own = null;     // a level from outside the pack, or null
        this.helped = false; // a hint or the solution was shown since the level was opened
        this.settings = new Settings($('settings'), this.store, () => {
            this.player.smooth = this.settings.isOn('smooth');
            $('timer').hidden = !this.settings.isOn('timer');
            this.sounds.on = this.settings.isOn('sounds');
            if (this.index !== undefined)
                this.advice.lookAhead();
        });
        this.controls = new Controls(this);
    }

    // The list of levels, which is created on first use.
    get list() {
        this.levelList ??= new LevelList($('list'), PACK.levels, this.store, this.gallery, index => {
            this.openLevel(index);
            $('board').focus({preventScroll: true}); // not the button that opened the list
        });
        return this.levelList;
    }

    start() {
        $('title').textContent = PACK.title;
        $('author').textContent = PACK.author ?? '';
        $('author').hidden = !PACK.author;
        this.settings.apply();
        this.controls.listen();
        addEventListener('hashchange', () => {
            document.querySelector('dialog[open]:not(#rules)')?.close(); // it belongs to the place that the user leaves
            this.address.visit(location.hash.slice(1), false);
        });
        this.address.visit(location.hash.slice(1), false);
    }

    get level() {
        return this.own ?? PACK.levels[this.index];
    }

    // Whether the game has a clock.
    get isTimed() {
        return this.engine.c.interval() > 0;
    }

    // The least possible number of moves, or null if it is unknown, as in games with a clock.
    get optimum() {
        return this.isTimed ? null : this.level.depth ?? null;
    }

    openLevel(index, {keys, enter = 'push'} = {}) {
        if (index < 0 || index >= PACK.levels.length)
            return;
        this.leavePlayback(); // stores the key presses of the level that was open
        this.own = null;
        this.index = index;
        this.store.set(`last:${PACK.title}`, this.level.id);
        this.showLevel(
            `Level ${index + 1} of ${PACK.levels.length}`, `Level ${index + 1}.`, keys, levelName(this.level));
        this.address.enter(this.address.hash === String(index + 1) ? 'none' : enter, String(index + 1));
    }

    // Opens a level from outside the pack: from the editor, a link, or the page's surroundings.  The latter may add
    // `place`, its address, and `then`, the action to offer when it is solved.
    openOwn(level, {keys, enter = 'push'} = {}) {
        this.leavePlayback();
        this.own = level;
        this.showLevel(level.name, `${level.name}.`, keys, '');
        this.address.enter(enter, level.place);
        $('board').focus({preventScroll: true});
    }

    // Opens a level behind what the address names, unless one is open.
    openBehind() {
        if (this.index === undefined)
            this.openLevel(this.address.lastIndex, {enter: 'none'});
    }

    showLevel(title, told, keys, name) {
        const {index, own} = this;
        this.editor.hide();
        this.advice.clear();
        this.leaveArcade();
        const {player, level, gallery, store} = this, {best, bestKeys, keys: kept} = store.level(level);
        player.open(level, keys ?? kept);
        if (best !== undefined && !(player.solved && String(player.presses) === String(bestKeys))) {
            gallery.load(level);
            gallery.replay(bestKeys);
            if (!gallery.c.solved()) // the level's game may have changed
                store.setLevel(level, {keys: kept});
        }
        if (player.solved && !keys) // a solved level starts over
            player.open(level, []);
        this.helped = false;
        this.about = {...this.engine.about(), steps: this.engine.ask('steps_name')};
        const {piece, action, aim} = this.about, opening = (level.opening ?? '').split('\n');
        if (opening[0] === PACK.title) // the title shows it already
            opening.shift();
        $('aim').textContent = [...opening, ...(level.messages ?? []), aim].join('\n').trim();
        $('level').textContent = title;
        const game = PACK.mixed && !own ? this.engine.rules().title : '';
        $('name').textContent = joined([game, name], ' · ');
        this.showDifficulty();
        // The keys that the game has besides the arrows.
        $('piece').hidden = $('help-piece').hidden = !player.choosing;
        $('piece').textContent = `Next ${piece}`;
        $('piece').title = `Next ${piece} (space)`;
        $('help-piece-name').textContent = piece;
        $('open-arcade').hidden = $('help-arcade').hidden = !this.engine.c.is_arcade();
        $('act').hidden = $('help-act').hidden = !action;
        $('act').textContent = action.charAt(0).toUpperCase() + action.slice(1);
        $('act').title = `${$('act').textContent} (${player.choosing ? 'X' : 'space'})`;
        $('help-act-name').textContent = action;
        this.disable('previous', index === 0);
        this.disable('next', index === PACK.levels.length - 1);
        this.disable('solution', !level.solution);
        this.say('');
        this.told(joined([told, $('name').textContent, aim], ' '));
        this.update();
        this.timer.start();
        clearInterval(this.clock);
        if (this.isTimed) // time passes only while the user plays the level and does nothing else
            this.clock = setInterval(() => {
                if (!document.hidden && !this.playback.on && !this.editor.isOpen &&
                    document.querySelector('dialog[open]') === null)
                    player.tick();
            }, this.engine.c.interval() * 1000);
        this.rules.openOnFirstSight(level);
        this.advice.lookAhead();
    }

    showDifficulty() {
        const {level} = this, name = difficultyName(level);
        $('difficulty').textContent = dots(level);
        $('difficulty').title = name;
        $('difficulty').setAttribute('aria-label', `difficulty: ${name}`);
        $('difficulty').hidden = level.difficulty === null;
    }

    // Handles an event in the level; see Player.
    played(what) {
        if (what === 'open')
            return;
        if (what === 'part') {
            this.sayAtPart();
            return;
        }
        this.sounds.play(what);
        if (what !== 'rest' && what !== 'blocked') // a refused key leaves the advice valid
            this.advice.clear();
        if (what === 'press')
            this.say('');
        if (what === 'press' || what === 'tick')
            this.sayAtPart();
        if (what === 'blocked') { // shows the reason, if there is one, in front of the current advice
            const reason = this.engine.ask('said');
            if (this.advice.text === '')
                this.guide.clear();
            $('message').textContent = joined([reason, this.advice.text], ' ');
            this.told(reason || 'Blocked.');
        } else if (what !== 'rest' && what !== 'tick') {
            this.told(`${what === 'press' ? '' : `${what}: `}${this.engine.ask('told')}`);
        }
        if (this.playback.on)
            this.showPlayback();
        else if (what !== 'rest' && what !== 'blocked')
            this.keep();
        if (what === 'rest' && !this.playback.on) {
            if (this.player.solved)
                this.celebrate();
            else
                this.advice.lookAhead();
        }
        this.update();
    }

    // Shows the message of the rules together with the turn that it belongs to, or at once if only the last turn is
    // shown.
    sayAtPart() {
        const {part, partsLeft} = this.player, said = this.engine.ask('said');
        if (said !== '' && (this.engine.c.said_part() === part || (part === 0 && partsLeft === 0)))
            this.say(said);
    }

    // Stores the progress after every key press.
    keep() {
        if (this.address.atLink) // leaves the link's position, so that a reload goes on with the user's game
            this.address.enter('replace', this.own === null ? String(this.index + 1) : this.own.place);
        const progress = this.store.level(this.level);
        progress.keys = this.player.presses;
        this.store.setLevel(this.level, progress);
        if (!this.player.solved)
            return;
        this.timer.stop();
        this.store.solved(this.level, this.player.moves, this.player.presses);
        announce('solved', {level: this.level, moves: this.player.moves});
    }

    // Records that the user has seen part of the solution.
    help() {
        this.helped = true;
        announce('helped', this.level);
    }

    update() {
        const {player, level} = this, {best} = this.store.level(level);
        const parts = [`${this.about?.moves ?? 'moves'} ${player.moves}`];
        if (this.about?.steps) // presses that do not choose a piece
            parts.push(`${this.about.steps} ${player.presses.filter(key => key < FIRST_PIECE).length}`);
        if (best !== undefined)
            parts.push(`best ${best}`);
        if (this.optimum !== null)
            parts.push(`optimum ${this.optimum}`);
        else if (this.isTimed && (level.still ?? level.depth) !== null)
            parts.push(`${level.still ?? level.depth}${STILL}`);
        $('counter').textContent = parts.join(' · ');
        $('stage').classList.toggle('solved', player.solved && player.partsLeft === 0);
        $('description').textContent = this.engine.ask('board');
        $('board').setAttribute('aria-label', `${$('level').textContent} ${$('name').textContent}`.trim());
        this.disable('undo', player.made === 0);
        this.disable('restart', player.made === 0);
        this.disable('redo', player.made === player.keys.length);
        this.disable('hint', player.solved);
    }

    disable(id, disabled) {
        $(id).setAttribute('aria-disabled', disabled);
    }

    // Shows a message and, if there is an action, a button for it.
    say(text, label = '', action = null) {
        $('message').textContent = text;
        $('action').hidden = action === null;
        $('action').textContent = label;
        $('action').onclick = action;
    }

    // Shows a message, and reads it to users of screen readers even if it is the same as before.
    sayAndTell(text) {
        this.say(text);
        this.told(text);
    }

    told(text) {
        $('told').textContent = text.charAt(0).toUpperCase() + text.slice(1);
    }

    celebrate() {
        const {player, level} = this;
        this.sounds.play('solved');
        const {actions} = this.controls, {optimum, helped} = this;
        const time = this.settings.isOn('timer') ? `, ${this.timer.text}` : '';
        const count = `${Engine.count(player.moves, this.about)}${time}`;
        const solved = optimum !== null && player.moves > optimum ? `Solved in ${count}. ${optimum} is enough.`
            : optimum === null || this.about.tours || helped ? `Solved in ${count}${helped ? ', with help' : ''}.`
                                                             : `Solved in ${count}: the fewest possible!`;
        const {label, action} = this.own?.then ??
            (this.own                                  ? {label: 'Edit', action: actions.edit}
                 : this.index < PACK.levels.length - 1 ? {label: 'Next level', action: actions.next}
                                                       : {label: 'Levels', action: actions.list});
        this.say([solved, ...(level.after ?? [])].join(' '), label, action);
        if (!this.settings.isOn('smooth'))
            return;
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

    startPlayback(keys) {
        this.player.stopMoving();
        this.advice.leave();
        this.playback.start(keys);
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
            const speed = playback.haste === 0 ? '' : `, speed ×${playback.pace}`;
            this.say(`Solution${this.isTimed ? STILL : ''}: key ${playback.at} of ${playback.keys.length}${speed}`);
            $('pause').textContent = playback.playing ? 'Pause' : playback.atEnd ? 'Again' : 'Play';
            this.disable('step-back', playback.at === 0);
            this.disable('step', playback.atEnd);
            this.disable('play-slower', playback.haste === LEAST_HASTE);
            this.disable('play-faster', playback.haste === MOST_HASTE);
        } else {
            this.say('');
        }
        this.update();
    }

    leaveArcade() {
        if (!this.arcade.on)
            return;
        this.arcade.leave();
        this.timer.running = !this.player.solved; // the puzzle's time goes on
        this.say('');
        this.update();
    }

    edit() {
        this.leaveArcade();
        this.leavePlayback();
        this.advice.clear();
        this.player.finish();
        if (!this.editor.open(this.level))
            this.say('Levels of this game are not edited here.');
    }

    makeNew() {
        $('list').close();
        this.editor.maker.open(this.level);
    }

    openUnsolved() {
        const button = this.list.shown.find(({level}) => this.store.level(level).best === undefined);
        if (button === undefined)
            this.say('All levels are solved.');
        else
            this.openLevel(this.list.buttons.indexOf(button));
    }

    // Returns the moves that some keys make, in the game's notation.
    notation(keys) {
        this.gallery.load(this.level);
        this.gallery.replay(keys);
        return this.gallery.ask('made');
    }

    openShare() {
        const {bestKeys} = this.store.level(this.level), keys = this.player.presses;
        return this.share.open(this.level, {keys, made: this.notation(keys), best: this.notation(bestKeys)});
    }

    forget() {
        this.leavePlayback(); // stores the key presses of the level that is open
        for (const level of PACK.levels)
            [`level:${level.id}`, draftName(level)].forEach(name => this.store.remove(name));
        [`last:${PACK.title}`, 'history'].forEach(name => this.store.remove(name));
        $('storage').textContent = 'Forgotten.';
        this.openLevel(this.index);
    }
}

// Splits the slow start into parts, so that the page can respond between them.
const nextTask = () => new Promise(resolve => setTimeout(resolve));

async function startPage() {
    try {
        const wasm = await WebAssembly.compile(await unpack($('wasm').textContent));
        await packageIsThere;
        const engine = await Engine.open(wasm);
        await nextTask();
        const gallery = await Engine.open(wasm);
        await nextTask();
        document.head.append(element('style', {textContent: engine.ask('colours')}));
        window.page = new Page(wasm, engine, gallery);
        announce('start', window.page);
        await nextTask();
        if (PACK.levels.length > 0)
            engine.giveLevel(PACK.levels[0]); // reads the source of its game
        await nextTask();
        window.page.start();
    } catch (error) {
        $('message').textContent = `This page cannot run here: ${error.message}`;
        throw error;
    }
}

startPage();
