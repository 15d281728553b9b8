// The level in play: passes key presses to the engine, keeps their history, and animates the engine's pictures.

const STEP_TIME = 120; // milliseconds for a step of one cell
const CELL_TIME = 28;  // more for each further cell of a slide

class Player {
    // `changed` is called after each event with its name.
    constructor(engine, board, changed) {
        Object.assign(this, {engine, board});
        [this.ground, this.pieces, this.marks] = board.children;
        this.clip = svgElement('rect', {});
        const clip = svgElement('clipPath', {id: 'window'});
        clip.append(this.clip);
        board.append(clip);
        this.zoom = new Zoom(board.parentElement, board, () => this.level === undefined ? null : engine.focus());
        this.changed = changed;
        this.smooth = true;
        this.pace = 1;   // the speed of pieces relative to the usual one
        this.keys = [];  // key presses that had an effect, including undone ones
        this.made = 0;   // how many of them are in effect
        this.queue = []; // key presses still to be made
        this.frame = 0;
        this.partsLeft = 0; // how many parts of the last change are still to be shown
        this.part = 0;      // the part on display
    }

    open(level, keys) {
        this.stopMoving();
        this.engine.load(level);
        if (level !== this.level)
            this.zoom.fit();
        this.level = level;
        this.choosing = this.engine.c.next_piece() >= 0; // whether the player chooses between pieces
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

    // Makes a key press of the player's own and drops the queued ones.
    press(key) {
        this.pressAll([key]);
    }

    // Makes key presses one after another, each when the previous movement has ended.  Does nothing while the rules'
    // turns after the player's are on display.
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
            return;
        if (this.engine.c.press(key) !== PRESS.NOTHING) {
            this.take(key);
            this.changed('press');
        } else {
            this.queue = [];
            this.changed('blocked');
        }
    }

    take(key) {
        this.keys.length = this.made;
        this.keys.push(key);
        this.made++;
        this.show();
    }

    // Lets time pass, which may have no effect.
    tick() {
        if (this.solved || this.partsLeft > 0 || this.engine.c.press(TICK) === PRESS.NOTHING)
            return;
        this.take(TICK);
        this.changed('tick');
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

    // Goes back to the start; redo brings everything back.
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
        const view = this.engine.ask('view');
        if (view === this.view)
            return;
        this.view = view;
        this.ground.innerHTML = this.engine.ask('ground');
    }

    paint(moment) {
        this.pieces.innerHTML = this.engine.ask('pieces', moment);
        if (moment === 1 || this.seen === undefined)
            this.look();
    }

    // Shows the whole level, or the part that the game shows, which may change with each move.
    look() {
        const part = this.engine.ask('window'), seen = part || this.view;
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

    // Shows the result of a movement at once, and drops the queued key presses.
    finish() {
        const {frame, part, partsLeft} = this;
        this.stopMoving();
        if (frame === 0)
            return;
        if (partsLeft > 0)
            this.engine.c.show_part(part + partsLeft);
        this.paint(1);
        this.zoom.follow(this.engine.focus());
        this.rest();
    }

    // Shows the result of the last change, as an animation if `moving` is true and the settings allow it.  Turns of the
    // rules after the player's follow part by part; keys do nothing meanwhile.
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
