// Advice about the level in play: hints on request, and unasked warnings of dead ends.

const WORKER_LIMIT = Object.freeze({seconds: 8, states: 0});
const PAGE_LIMIT = Object.freeze({seconds: 0.5, states: 100000});
const LOOK_LIMIT = Object.freeze({seconds: 3, states: 0});
const LOOK_TIME = 300; // milliseconds that a position must last before the page looks for a dead end

// Handles a message to the worker: replays the level in an engine of its own and searches there for a hint.
async function hearHint({data: {wasm, level, keys, seconds, states}}) {
    try {
        self.engine ??= await Engine.open(wasm);
        if (self.level !== level.id) // the engine remembers its findings about the loaded level
            self.engine.loadKnown(level);
        self.level = level.id;
        self.engine.replay(keys);
        postMessage({hint: self.engine.hint(seconds, states)});
    } catch (error) {
        postMessage({error: String(error)});
    }
}

// Searches for hints in a worker, if the browser has them, so that the page stays responsive.  Otherwise the search
// runs in the page, with a tight limit.
class Hints {
    constructor(wasm) {
        this.wasm = wasm;
        this.worker = null;
        this.mayWork = typeof Worker === 'function';
        this.waiting = null; // the function that receives the answer, or null
    }

    // Passes on an answer of the worker, or null if it cannot work.
    answer(data) {
        const {waiting} = this;
        this.waiting = null;
        if (data === null || data.error)
            this.stop();
        waiting?.(data);
    }

    stop() {
        this.worker?.terminate();
        this.worker = null;
    }

    // Stops the search.  The promise that ask() returned then never settles.
    cancel() {
        if (this.waiting === null)
            return;
        this.waiting = null;
        this.stop();
    }

    // Returns the hint for a level after some key presses, or null on failure.
    async ask(level, keys, limit = WORKER_LIMIT) {
        this.cancel();
        const data = !this.mayWork ? null : await new Promise(resolve => {
            const fail = () => {
                this.mayWork = false;
                this.answer(null);
            };
            this.waiting = resolve;
            try {
                if (this.worker === null) {
                    this.worker = startEngine(hearHint);
                    this.worker.onmessage = ({data}) => this.answer(data);
                    this.worker.onerror = fail;
                }
                const {id, game, rules, metric, rows, gameSource, solution} = level; // others may not be cloneable
                this.worker.postMessage(
                    {wasm: this.wasm, level: {id, game, rules, metric, rows, gameSource, solution}, keys, ...limit});
            } catch {
                fail();
            }
        });
        if (data !== null)
            return data.hint ?? null;
        const engine = await Engine.open(this.wasm);
        engine.loadKnown(level);
        engine.replay(keys);
        return engine.hint(PAGE_LIMIT.seconds, PAGE_LIMIT.states);
    }
}

const isLost = hint => [HINT.UNDO, HINT.LOST, HINT.HOPELESS].includes(hint?.kind);

class Advice {
    constructor(page, hints) {
        Object.assign(this, {page, hints});
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
        const {page, hints} = this, {settings, playback, arcade, player} = page;
        clearTimeout(this.looking);
        $('stage').classList.remove('lost');
        if (!settings.isOn('deadEnds') || playback.on || arcade.on || player.solved ||
            page.engine.ask('inexact') !== '')
            return;
        this.looking = setTimeout(async () => {
            if (!hints.mayWork || hints.waiting !== null || this.hinted !== null || page.editor.isOpen)
                return;
            const current = this.remember(), hint = await hints.ask(page.level, player.presses, LOOK_LIMIT);
            if (current() && isLost(hint)) {
                this.show(hint);
                page.told($('message').textContent);
            }
        }, LOOK_TIME);
    }

    show(hint) {
        const {page} = this;
        $('stage').classList.toggle('lost', isLost(hint));
        if (hint?.kind === HINT.UNDO) {
            this.say(
                `Dead end: undo ${hint.undo} to continue.`, `Undo ${hint.undo}`, () => page.player.undo(hint.undo));
        } else if (hint?.kind === HINT.KEYS) {
            this.hinted = hint.keys;
            page.help();
            page.guide.drawWay(hint.keys);
            this.say(
                `Hint: ${nameKeys(hint.keys, page.about)} · ${page.about.moves} to go: ${hint.left}`, 'Do it',
                () => this.make());
            const [key] = hint.keys;
            if (key < FIRST_PIECE || key === ACTION)
                $(key === ACTION ? 'act' : `key${key}`).classList.add('wanted');
        } else {
            this.say(
                {
                    [HINT.HOPELESS]: 'This level has no solution.',
                    [HINT.LOST]: 'Dead end: the level can no longer be solved. How much to undo is too hard to tell.',
                    [HINT.SOLVED]: ''
                }[hint?.kind] ??
                'Too hard to tell here.');
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
        if (runs.at(-1)?.key === key)
            runs.at(-1).count++;
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
