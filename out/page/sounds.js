// Plays short notes for events in the level, if the user wants them.

const NOTES = Object.freeze({press: [330], redo: [330], undo: [262], blocked: [131], solved: [523, 659, 784]}); // hertz
const NOTE_TIME = 0.09; // seconds

class Sounds {
    constructor() {
        this.on = false;
        this.context = null; // created for the first note: browsers demand user input before
    }

    play(what) {
        if (!this.on || NOTES[what] === undefined)
            return;
        this.context ??= new AudioContext();
        this.context.resume();
        NOTES[what].forEach((pitch, n) => this.note(pitch, this.context.currentTime + n * NOTE_TIME));
    }

    note(pitch, start) {
        const {context} = this, tone = context.createOscillator(), loudness = context.createGain();
        tone.type = 'triangle';
        tone.frequency.value = pitch;
        loudness.gain.setValueAtTime(0.15, start);
        loudness.gain.exponentialRampToValueAtTime(0.001, start + NOTE_TIME);
        tone.connect(loudness).connect(context.destination);
        tone.start(start);
        tone.stop(start + NOTE_TIME);
    }
}
