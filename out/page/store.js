// What is kept between visits: for each level, by what the level is, the best solution and the key
// presses made, the edits; for each pack the level played last; the settings.  A browser may forbid all of it
// or be full; then the page remembers as long as it is open.
'use strict';

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

    // The better of two results is kept, with its keys.
    solved(level, moves, keys) {
        const progress = this.level(level);
        if (progress.best !== undefined && progress.best <= moves)
            return;
        this.setLevel(level, {...progress, best: moves, bestKeys: keys});
    }

    // The levels of which something is known.
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

// {best: fewest moves that solved a level, if it was, bestKeys: the presses that did, keys: those made}.  What is
// stored may be anything.
function cleanProgress(stored) {
    const {best, bestKeys, keys} = stored ?? {};
    const clean = list => Array.isArray(list) ? list.filter(key => KEYS.includes(key)) : [];
    return {best: Number.isInteger(best) ? best : undefined, bestKeys: clean(bestKeys), keys: clean(keys)};
}
