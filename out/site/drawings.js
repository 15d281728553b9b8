// What the reader drew, in the browser's database: drawings, {id, name, game, rules, metric, book, rows, collection,
// place, changed, draft, verdict}, collections, {id, name, place}, and games of the workshop, {id, name, source, place,
// changed, levels, unique, judged}, the last three how many levels there are and what is known of them.  The collection
// '' holds what was put into no other. Where the browser keeps nothing or is full, what cannot be kept is held until
// the page is closed; `trouble` says so.
'use strict';

const DATABASE = 'onlyway';
const STORES = ['drawings', 'collections', 'games'];

const asked = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
});

// A name of its own for what is kept.
function newId() {
    return [...crypto.getRandomValues(new Uint8Array(9))].map(byte => byte.toString(36).padStart(2, '0')).join('');
}

class Drawings {
    constructor() {
        this.trouble = '';
        this.held = Object.fromEntries(STORES.map(name => [name, new Map()]));
        this.database = null;
        this.opened = this.open().catch(error => this.fail(error));
    }

    async open() {
        const request = indexedDB.open(DATABASE, 2);
        request.onupgradeneeded = () => STORES.filter(name => !request.result.objectStoreNames.contains(name))
                                            .forEach(name => request.result.createObjectStore(name, {keyPath: 'id'}));
        const database = await asked(request);
        database.onversionchange = () => database.close();
        this.database = database;
    }

    fail(error) {
        this.trouble = error?.name === 'QuotaExceededError' ? 'the browser’s storage is full'
                                                            : 'the browser keeps nothing for this site';
    }

    async all(store) {
        let kept = [];
        await this.opened;
        try {
            if (this.database !== null)
                kept = await asked(this.database.transaction(store).objectStore(store).getAll());
        } catch (error) {
            this.fail(error);
        }
        const held = this.held[store];
        return [...kept.filter(({id}) => !held.has(id)), ...held.values()]
            .filter(isKept[store])
            .sort((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1));
    }

    async get(store, id) {
        return (await this.all(store)).find(one => one.id === id);
    }

    // Keeps something, in place of what has the same id.  Returns whether it is kept beyond this visit.
    async put(store, one) {
        await this.opened;
        try {
            if (this.database === null)
                throw new DOMException('', 'UnknownError');
            const change = this.database.transaction(store, 'readwrite');
            const done = new Promise((resolve, reject) => {
                change.oncomplete = resolve;
                change.onabort = () => reject(change.error);
            });
            change.objectStore(store).put(one);
            await done;
            this.held[store].delete(one.id);
            this.trouble = '';
            return true;
        } catch (error) {
            this.held[store].set(one.id, structuredClone(one));
            this.fail(error);
            return false;
        }
    }

    async remove(store, id) {
        await this.opened;
        this.held[store].delete(id);
        try {
            if (this.database !== null)
                await asked(this.database.transaction(store, 'readwrite').objectStore(store).delete(id));
        } catch (error) {
            this.fail(error);
        }
    }
}

// What is stored may be anything.
const isText = value => typeof value === 'string';
const isKept = {
    drawings: one => [one.id, one.name, one.game, one.rules, one.metric, one.collection].every(isText) &&
        Array.isArray(one.rows) && one.rows.length > 0 && one.rows.every(isText) && Number.isFinite(one.place),
    collections: one => [one.id, one.name].every(isText) && Number.isFinite(one.place),
    games: one => [one.id, one.name, one.source].every(isText) && Number.isFinite(one.place),
};

// What is known of a level that was judged, as it is kept.
function verdictOf({verdict, depth = '', difficulty = '', solution = '', essential = '', error}) {
    return error !== undefined ? {verdict: 'wrong', reason: error} : {verdict, depth, difficulty, solution, essential};
}

// A drawing as a level that can be played.
function drawnLevel(drawing) {
    const {depth, difficulty, solution} = drawing.verdict ?? {};
    return {
        ...ownLevel(drawing, drawing.name),
        solution: solution ?? '',
        depth: depth ? Number(depth) : null,
        difficulty: difficulty ? difficultyBand(difficulty) : null
    };
}
