// Advice about the level in play: hints on request, and unasked warnings of dead ends.
'use strict';

const LOOK_TIME = 300; // milliseconds that a position must last before the page looks for a dead end
const LOOK_LIMIT = {
    seconds: 3,
    states: 0
};

const isLost = hint => [HINT.UNDO, HINT.LOST, HINT.HOPELESS].includes(hint?.kind);

class Advice {
    constructor(page, hints) {
        this.page = page;
        this.hints = hints;
        this.text = '';     // the current message
        this.hinted = null; // the key presses of the current hint, or null
        this.looking = 0;   // the timer that starts the search for a dead end
    }

    say(text, label, action) {
        this.text = text;
        this.page.say(text, label, action);
    }

    // Returns a function that returns whether the current position is still in play.
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
        const current = this.remember(), reason = page.engine.ask('inexact');
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

    // Schedules a search for a dead end.  The page reports a dead end unasked.
    lookAhead() {
        const {settings, playback, arcade, player} = this.page;
        clearTimeout(this.looking);
        $('stage').classList.remove('lost');
        if (!settings.isOn('deadEnds') || playback.on || arcade.on || player.solved ||
            this.page.engine.ask('inexact') !== '')
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
            this.say('Dead end: the level can no longer be solved. How much to undo is too hard to tell.');
        } else if (hint.kind === HINT.UNDO) {
            this.say(
                `Dead end: undo ${hint.undo} to continue.`, `Undo ${hint.undo}`, () => page.player.undo(hint.undo));
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

    // Removes all advice, because something other than play begins.
    leave() {
        this.clear();
        clearTimeout(this.looking);
    }
}

// Returns key presses as text, with runs of more than three merged: "→→ ↑×5".
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
