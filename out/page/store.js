// Keeps data between visits: for each level, by its id, the best solution, the key presses made and the edits; for each
// pack, the level played last; the settings.  If the browser refuses to store something, the page keeps it in memory.

const KEYS = [0, 1, 2, 3, 4, 5, 6, 7, 128, 129]; // that stored progress may have; see input.js

class Store {
    constructor() {
        this.held = new Map();
        this.works = true;
        try {
            localStorage.getItem('onlyway');
        } catch {
            this.works = false;
        }
    }

    get(name, otherwise) {
        try {
            const text = this.held.get(name) ?? localStorage.getItem(`onlyway:${name}`);
            return text === null ? otherwise : JSON.parse(text);
        } catch {
            return otherwise;
        }
    }

    set(name, value) {
        const text = JSON.stringify(value);
        try {
            localStorage.setItem(`onlyway:${name}`, text);
            this.held.delete(name);
        } catch {
            this.works = false;
            this.held.set(name, text);
        }
    }

    remove(name) {
        this.held.delete(name);
        try {
            localStorage.removeItem(`onlyway:${name}`);
        } catch {
            this.works = false;
        }
    }

    level(level) {
        return cleanProgress(this.get(`level:${level.id}`, null));
    }

    setLevel(level, progress) {
        this.set(`level:${level.id}`, progress);
    }

    // Stores a result and its key presses if it is better than the stored one.
    solved(level, moves, keys) {
        const progress = this.level(level);
        if (progress.best !== undefined && progress.best <= moves)
            return;
        this.setLevel(level, {...progress, best: moves, bestKeys: keys});
    }

    // Returns the ids of all levels with stored progress.
    ids() {
        const names = [...this.held.keys()];
        try {
            names.push(...Object.keys(localStorage)
                           .filter(name => name.startsWith('onlyway:'))
                           .map(name => name.slice('onlyway:'.length)));
        } catch {
            this.works = false;
        }
        return [...new Set(names.filter(name => name.startsWith('level:')).map(name => name.slice('level:'.length)))];
    }
}

// Returns the valid part of stored progress, which may be malformed: {best: the fewest moves of a solution, or
// undefined, bestKeys: the key presses of that solution, keys: the key presses made}.
function cleanProgress(stored) {
    const {best, bestKeys, keys} = stored ?? {};
    const clean = list => Array.isArray(list) ? list.filter(key => KEYS.includes(key)) : [];
    return {best: Number.isInteger(best) ? best : undefined, bestKeys: clean(bestKeys), keys: clean(keys)};
}
