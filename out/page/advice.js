// Advice on the level that is played: hints when they are asked for, and dead ends without.
'use strict';

const LOOK_TIME = 300; // milliseconds that a position has to stay before it is looked at
const LOOK_LIMIT = {
    seconds: 3,
    states: 0
};

const isLost = hint => [HINT.UNDO, HINT.LOST, HINT.HOPELESS].includes(hint?.kind);

class Advice {
    constructor(page, hints) {
        this.page = page;
        this.hints = hints;
        this.text = '';     // what is said
        this.hinted = null; // the presses of the hint that is shown
        this.looking = 0;   // the timer until the position is looked at
    }

    say(text, label, action) {
        this.text = text;
        this.page.say(text, label, action);
    }

    // Tells later whether the position is still the one that is played now.
    remember() {
        const {page} = this, {level} = page, {presses} = page.player;
        return () => page.level === level && !page.playback.on && String(page.player.presses) === String(presses);
    }

    async ask() {
        const {page} = this;
        if (page.player.solved)
            return;
        if (this.hinted !== null) {
            this.make();
            return;
        }
        const current = this.remember(), reason = page.engine.inexact();
        clearTimeout(this.looking);
        if (reason !== '') {
            this.say(`No hint: ${reason}.`);
            return;
        }
        this.say('Thinking…');
        const hint = await this.hints.ask(page.level, page.player.presses);
        if (current())
            this.show(hint);
    }

    // Looks whether a way still leads on, without being asked: a dead end is said and shown.
    lookAhead() {
        const {settings, playback, arcade, player} = this.page;
        clearTimeout(this.looking);
        $('stage').classList.remove('lost');
        if (!settings.deadEnds || playback.on || arcade.on || player.solved || this.page.engine.inexact() !== '')
            return;
        this.looking = setTimeout(() => this.look(), LOOK_TIME);
    }

    async look() {
        const {page} = this;
        if (!this.hints.mayWork || this.hints.busy || this.hinted !== null || page.editor.isOpen)
            return;
        const current = this.remember();
        const hint = await this.hints.ask(page.level, page.player.presses, LOOK_LIMIT);
        if (current() && isLost(hint)) {
            this.show(hint);
            page.told($('message').textContent);
        }
    }

    show(hint) {
        const {page} = this;
        $('stage').classList.toggle('lost', isLost(hint));
        if (hint === null || hint.kind === HINT.UNKNOWN) {
            this.say('Too hard to tell here.');
        } else if (hint.kind === HINT.HOPELESS) {
            this.say('This level has no solution.');
        } else if (hint.kind === HINT.LOST) {
            this.say('Dead end: no way leads on; how much to undo is too hard to tell.');
        } else if (hint.kind === HINT.UNDO) {
            this.say(`Dead end: undo ${hint.undo} to go on.`, `Undo ${hint.undo}`, () => page.player.undo(hint.undo));
        } else if (hint.kind === HINT.KEYS) {
            this.hinted = hint.keys;
            page.help();
            const left = `${page.about.moves} to go: ${hint.left}`;
            page.guide.drawWay(hint.keys);
            this.say(`Hint: ${nameKeys(hint.keys, page.about)} · ${left}`, 'Do it', () => this.make());
            const [key] = hint.keys;
            if (key < FIRST_PIECE || key === ACTION)
                $(key === ACTION ? 'act' : `key${key}`).classList.add('wanted');
        } else {
            this.say('');
        }
    }

    make() {
        const keys = this.hinted;
        this.clear();
        this.page.player.pressAll(keys);
    }

    clear() {
        this.hints.cancel();
        this.hinted = null;
        this.page.guide.clear();
        $('stage').classList.remove('lost');
        document.querySelectorAll('.wanted').forEach(key => key.classList.remove('wanted'));
        this.say('');
    }

    // Something else than play begins: nothing is advised any more.
    leave() {
        this.clear();
        clearTimeout(this.looking);
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
    return runs
        .map(({key, count}) => {
            const name = key < FIRST_PIECE ? '↑→↓←'[key]
                : key === ACTION           ? `${action} `
                                           : `${piece} ${key - FIRST_PIECE + 1}:`;
            return count > 3 ? `${name}×${count}` : name.repeat(count);
        })
        .join(' ');
}
