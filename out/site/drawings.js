// The user's work in the browser's database.  Drawings are {id, name, game, rules, metric, gameSource, rows,
// collection, place, changed, draft, verdict}; collection '' contains those of no other collection.  Collections
// are {id, name, place}.  Games of the workshop are {id, name, source, place, changed, levels, unique, judged}, where
// the last three are numbers of levels.  If the browser stores nothing or is full, this page holds what it could not
// store until it is closed; `trouble` contains the reason.

const DATABASE = 'onlyway';
const STORES = ['drawings', 'collections', 'games'];

const asked = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
});

// Returns a new random id.
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
                                                            : 'the browser stores nothing for this site';
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
            .map(renameSource)
            .filter(isKept[store])
            .sort((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1));
    }

    async get(store, id) {
        return (await this.all(store)).find(one => one.id === id);
    }

    // Stores an object, replacing the one with the same id.  Returns whether it outlasts this visit.
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

// Earlier versions stored the source of a drawing's game as `book`.
const renameSource = ({book, ...drawing}) => book === undefined ? drawing : {...drawing, gameSource: book};

// Stored objects may be malformed.  These functions return whether one is valid.
const isText = value => typeof value === 'string';
const isKept = {
    drawings: one => [one.id, one.name, one.game, one.rules, one.metric, one.collection].every(isText) &&
        Array.isArray(one.rows) && one.rows.length > 0 && one.rows.every(isText) && Number.isFinite(one.place),
    collections: one => [one.id, one.name].every(isText) && Number.isFinite(one.place),
    games: one => [one.id, one.name, one.source].every(isText) && Number.isFinite(one.place),
};

// Returns what the database stores of a judgement.
function verdictOf({verdict, depth = '', difficulty = '', solution = '', essential = '', error}) {
    return error !== undefined ? {verdict: 'wrong', reason: error} : {verdict, depth, difficulty, solution, essential};
}

// Returns a drawing as a playable level.
function drawnLevel(drawing) {
    return {...ownLevel(drawing, drawing.name), ...knowledgeOf(drawing.verdict ?? {})};
}
