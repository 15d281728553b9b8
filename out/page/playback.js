// Showing the solution: a player of its own presses, step by step, which can be stopped, continued and
// taken back; afterwards the reader's own game is as it was.
'use strict';

const PAUSE_TIME = 180; // milliseconds between two presses

class Playback {
    // `changed` is called when what can be done has changed.
    constructor(player, changed) {
        this.player = player;
        this.changed = changed;
        this.timer = 0;
        this.on = false;
        this.playing = false;
    }

    start(keys) {
        const {player} = this;
        this.kept = {keys: player.keys, made: player.made};
        this.keys = keys;
        this.on = true;
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
        this.timer = setTimeout(() => this.goOn(), PAUSE_TIME + (this.player.smooth ? STEP_TIME : 0));
    }

    goOn() {
        if (this.player.frame !== 0) { // a long slide is still under way
            this.later();
            return;
        }
        this.player.make(this.keys[this.at]);
        if (this.atEnd)
            this.pause();
        else
            this.later();
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
        this.player.open(this.player.level, this.kept.keys);
        const undone = this.player.keys.length - this.kept.made;
        if (undone > 0) {
            this.player.undo(undone);
            this.player.paint(1);
        }
        this.changed();
    }
}
