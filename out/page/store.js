// What is kept between visits: for each level, by what the level is, the best solution and the key
// presses made; for each pack the level played last; the settings.  A browser may forbid all of it
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

    // {best: fewest moves that solved it, if it was, keys: presses made}.  What is stored may be anything.
    level(level) {
        const {best, keys} = this.get(`level:${level.id}`, null) ?? {};
        return {
            best: Number.isInteger(best) ? best : undefined,
            keys: Array.isArray(keys) ? keys.filter(key => KEYS.includes(key)) : [],
        };
    }

    setLevel(level, progress) {
        this.set(`level:${level.id}`, progress);
    }

    // The better of two results is kept.
    solved(level, moves) {
        const progress = this.level(level);
        progress.best = Math.min(moves, progress.best ?? moves);
        this.setLevel(level, progress);
    }
}
