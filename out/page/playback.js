// Plays the solution, one key press after another.  The user can pause it, continue it and step back.  Afterwards the
// user's own game returns.

const PAUSE_TIME = 180;                 // milliseconds between two presses
const LEAST_HASTE = -2, MOST_HASTE = 4; // how often the speed may be halved and doubled

class Playback {
    // `changed` is called when the available actions change.
    constructor(player, changed) {
        Object.assign(this, {player, changed});
        this.timer = 0;
        this.on = false;
        this.playing = false;
        this.haste = 0; // how often the speed was doubled; negative: halved
    }

    get pace() {
        return 2 ** this.haste;
    }

    get delay() {
        return (PAUSE_TIME + (this.player.smooth ? STEP_TIME : 0)) / this.pace;
    }

    // Doubles the speed, or halves it, from the next key press on.
    faster(by) {
        this.haste = Math.min(MOST_HASTE, Math.max(LEAST_HASTE, this.haste + by));
        this.player.pace = this.pace;
        this.changed();
    }

    start(keys) {
        const {player} = this;
        this.kept = {keys: player.keys, made: player.made};
        this.keys = keys;
        this.on = true;
        player.pace = this.pace;
        player.open(player.level, []);
        this.play();
    }

    get at() {
        return this.player.made;
    }

    get atEnd() {
        return this.at === this.keys.length;
    }

    play() {
        if (this.atEnd)
            this.player.restart();
        this.playing = true;
        this.later();
        this.changed();
    }

    pause() {
        clearTimeout(this.timer);
        this.playing = false;
        this.changed();
    }

    toggle() {
        if (this.playing)
            this.pause();
        else
            this.play();
    }

    later() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            if (this.player.frame === 0) // no long slide is under way
                this.player.make(this.keys[this.at]);
            if (this.player.frame === 0 && this.atEnd)
                this.pause();
            else
                this.later();
        }, this.delay);
    }

    step() {
        this.pause();
        if (!this.atEnd)
            this.player.make(this.keys[this.at]);
        this.changed();
    }

    back() {
        this.pause();
        this.player.undo();
        this.changed();
    }

    stop() {
        clearTimeout(this.timer);
        this.on = false;
        this.playing = false;
        this.player.pace = 1;
        this.player.open(this.player.level, this.kept.keys);
        const undone = this.player.keys.length - this.kept.made;
        if (undone > 0) {
            this.player.undo(undone);
            this.player.paint(1);
        }
        this.changed();
    }
}
