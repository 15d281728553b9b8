// The level being played: passes key presses to the engine, keeps their history, and shows what the
// engine draws, moving from one picture to the next.
'use strict';

const STEP_TIME = 120; // milliseconds for a step of one cell
const CELL_TIME = 28;  // and for each further cell of a slide

class Player {
    // `changed` is called after whatever happened, with a word for what it was.
    constructor(engine, board, changed) {
        this.engine = engine;
        this.board = board;
        [this.ground, this.pieces] = board.children;
        this.clip = svgElement('rect', {});
        const clip = svgElement('clipPath', {id: 'window'});
        clip.append(this.clip);
        board.append(clip);
        this.zoom = new Zoom(board.parentElement, board, () => this.level === undefined ? null : engine.focus());
        this.changed = changed;
        this.smooth = true;
        this.pace = 1;   // how many times as fast as usual pieces move
        this.keys = [];  // presses that did something, those undone included
        this.made = 0;   // how many of them are in force
        this.queue = []; // presses still to be made, one after another
        this.frame = 0;
        this.partsLeft = 0; // of the last change, after the one that is shown
        this.part = 0;      // the one that is shown
    }

    open(level, keys) {
        this.stopMoving();
        this.engine.load(level);
        if (level !== this.level)
            this.zoom.fit();
        this.level = level;
        this.choosing = this.engine.c.next_piece() >= 0; // there are several pieces to choose from
        this.made = this.engine.replay(keys);
        this.keys = keys.slice(0, this.made);
        this.view = null;
        this.paintGround();
        this.paint(1);
        this.zoom.follow(this.engine.focus());
        this.changed('open');
    }

    get moves() {
        return this.engine.c.moves();
    }

    get solved() {
        return this.engine.c.solved() !== 0;
    }

    get presses() {
        return this.keys.slice(0, this.made);
    }

    // A press of the player's own: whatever was still to be made is forgotten.  While the rules make their turns after
    // his, it does nothing.
    press(key) {
        if (this.partsLeft > 0)
            return false;
        this.queue = [];
        return this.make(key);
    }

    // Makes presses one after the other, each when the last has come to rest.
    pressAll(keys) {
        if (this.partsLeft > 0)
            return;
        this.queue = [...keys];
        this.makeNext();
    }

    makeNext() {
        if (this.queue.length > 0)
            this.make(this.queue.shift());
    }

    make(key) {
        if (this.solved)
            return false;
        if (this.engine.c.press(key) === PRESS.NOTHING) {
            this.queue = [];
            this.changed('blocked');
            return false;
        }
        this.take(key);
        this.changed('press');
        return true;
    }

    take(key) {
        this.keys.length = this.made;
        this.keys.push(key);
        this.made++;
        this.show();
    }

    // Time goes by; nothing may come of it.
    tick() {
        if (this.solved || this.partsLeft > 0 || this.engine.c.press(TICK) === PRESS.NOTHING)
            return;
        this.take(TICK);
        this.changed('tick');
    }

    // How many presses there were from the last one that the player made.
    get sinceOwn() {
        return this.made - Math.max(0, this.presses.findLastIndex(key => key !== TICK));
    }

    undo(presses = 1) {
        this.queue = [];
        let undone = 0;
        while (undone < presses && this.made > 0 && this.engine.c.undo()) {
            this.made--;
            undone++;
        }
        if (undone > 0) {
            this.show(undone === 1);
            this.changed('undo');
        }
    }

    // Back to the start; redo brings everything back.
    restart() {
        this.undo(this.made);
    }

    redo() {
        this.queue = [];
        if (this.made === this.keys.length || !this.engine.c.redo())
            return;
        this.made++;
        this.show();
        this.changed('redo');
    }

    paintGround() {
        const view = this.engine.view();
        if (view === this.view)
            return;
        this.view = view;
        this.ground.innerHTML = this.engine.ground();
    }

    paint(moment) {
        this.pieces.innerHTML = this.engine.pieces(moment);
        if (moment === 1 || this.seen === undefined)
            this.look();
    }

    // Shows all, or the part that the game shows, which may be another after each move.
    look() {
        const part = this.engine.window(), seen = part || this.view;
        if (seen === this.seen)
            return;
        this.seen = seen;
        this.zoom.show(seen);
        const [x, y, width, height] = seen.split(' ');
        for (const [name, value] of Object.entries({x, y, width, height}))
            this.clip.setAttribute(name, value);
        for (const layer of this.board.querySelectorAll(':scope > g')) {
            if (part === '')
                layer.removeAttribute('clip-path');
            else
                layer.setAttribute('clip-path', 'url(#window)');
        }
    }

    stopMoving() {
        cancelAnimationFrame(this.frame);
        this.frame = 0;
        this.partsLeft = 0;
        this.queue = [];
    }

    // Shows where the last change led; as a movement, if that is wanted.  What the rules do after the player's turn
    // follows it part by part, and keys do nothing until then.
    show(moving = true) {
        const {c} = this.engine;
        cancelAnimationFrame(this.frame);
        this.partsLeft = this.part = 0;
        this.paintGround();
        if (!moving || !this.smooth) {
            this.paint(1);
            this.zoom.follow(this.engine.focus());
            this.frame = requestAnimationFrame(() => this.rest());
            return;
        }
        const parts = c.parts(), interval = 1000 * c.part_interval() / this.pace;
        const usual = (STEP_TIME + CELL_TIME * Math.max(0, c.cells_moved() - 1)) / this.pace;
        const time = parts > 1 ? Math.min(usual, interval) : usual;
        let start = performance.now();
        this.partsLeft = parts - 1;
        this.part = 0;
        const draw = now => {
            if (this.partsLeft > 0 && now - start >= Math.max(time, interval)) {
                start = now;
                this.part = parts - this.partsLeft--;
                c.show_part(this.part);
                this.changed('part');
            }
            const moment = time > 0 ? Math.min(1, Math.max(0, (now - start) / time)) : 1;
            this.paint(moment);
            this.zoom.follow(this.engine.focus(), moment);
            if (moment < 1 || this.partsLeft > 0)
                this.frame = requestAnimationFrame(draw);
            else
                this.rest();
        };
        draw(start);
    }

    rest() {
        this.frame = 0;
        this.changed('rest');
        this.makeNext();
    }
}
