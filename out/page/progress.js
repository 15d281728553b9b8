// Progress as a file, for a move to another browser, and the timer.

const PROGRESS_VERSION = 1;

function progressText(store) {
    const levels = Object.fromEntries(store.ids().map(id => [id, store.level({id})]));
    return `${JSON.stringify({onlyway: PROGRESS_VERSION, levels}, null, 1)}\n`;
}

// Adds the progress in a file to the stored progress.  Keeps the better of two results, and a stored game in progress.
// Returns the number of levels in the file, or -1 if it is not a progress file.
function addProgress(store, text) {
    let levels;
    try {
        const {onlyway, levels: read} = JSON.parse(text);
        if (onlyway !== PROGRESS_VERSION)
            return -1;
        levels = Object.keys(read).filter(id => /^[0-9a-f]{16}$/.test(id)).map(id => [id, cleanProgress(read[id])]);
    } catch {
        return -1;
    }
    for (const [id, {best, bestKeys, keys}] of levels) {
        const level = {id};
        if (best !== undefined)
            store.solved(level, best, bestKeys);
        const progress = store.level(level);
        if (progress.keys.length === 0)
            store.setLevel(level, {...progress, keys});
    }
    return levels.length;
}

// Measures how long a level is visible before it is solved.
class Timer {
    constructor(field) {
        this.field = field;
        this.seconds = 0;
        this.running = false;
        setInterval(() => this.tick(), 1000);
    }

    start() {
        this.seconds = 0;
        this.running = true;
        this.show();
    }

    stop() {
        this.running = false;
    }

    tick() {
        if (!this.running || document.hidden)
            return;
        this.seconds++;
        this.show();
    }

    get text() {
        return `${Math.floor(this.seconds / 60)}:${String(this.seconds % 60).padStart(2, '0')}`;
    }

    show() {
        this.field.textContent = this.text;
    }
}
