// Keeps the games of the workshop in the browser's database, beside the drawings.  Each written or imported game has
// its own entry, which follows every change; `workshop.html#game.ID` opens it.

const SHELF_PAUSE = 300; // milliseconds without a change before a game is stored

class Shelf {
    constructor(shop, drawings, store) {
        Object.assign(this, {shop, drawings, store, timer: 0});
        this.line = element('a', {id: 'kept', href: 'mine.html#games', textContent: 'My levels'});
        $('code-says').after(element('p', {className: 'kept'}, this.line));
        addEventListener('onlyway:import', () => store.set('workshop:game', null)); // a new entry
        for (const what of ['read', 'verdict'])
            addEventListener(`onlyway:${what}`, () => this.later());
        $('level-keep').onclick = () => this.keepLevel();
        this.later();
    }

    later() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.keep(), SHELF_PAUSE);
    }

    // Stores the game in its current state; the sample only after a change.
    async keep() {
        const {shop, store} = this, source = shop.code.text;
        let id = store.get('workshop:game', null);
        if (source !== shop.good || (id === null && source === $('shop-sample').textContent.trimStart()))
            return;
        if (id === null)
            store.set('workshop:game', id = newId());
        const before = await this.drawings.get('games', id);
        const levels = PACK.levels.length;
        const unique = PACK.levels.filter(({judged}) => judged?.verdict === 'unique').length;
        const judged = PACK.levels.filter(level => level.judged !== undefined && !level.judged.open).length;
        if (before?.source === source && before.unique === unique && before.judged === judged)
            return this.tell('');
        const place = before?.place ?? Date.now(), changed = Date.now();
        const kept =
            await this.drawings.put('games', {id, name: PACK.title, place, changed, source, levels, unique, judged});
        return this.tell(kept ? '' : `: not kept, for ${this.drawings.trouble}`);
    }

    tell(trouble) {
        this.line.textContent = `Kept in My levels${trouble}`;
    }

    // Stores the open level as a drawing, which includes the game's source.
    async keepLevel() {
        const {shop: {current}} = this;
        if (current === undefined)
            return;
        const {game, rules, metric, rows, gameSource, judged} = current, place = Date.now();
        const name = `${PACK.title}, level ${current.number}`, level = {game, rules, metric, rows, gameSource};
        const draft = draftName({...level, id: identify(level)});
        const verdict = judged === undefined ? null : verdictOf(judged);
        const drawing = {...level, id: newId(), name, collection: '', place, changed: place, draft, verdict};
        const kept = await this.drawings.put('drawings', drawing);
        window.page.say(kept ? `${name} is in My levels.` : `It is not saved: ${this.drawings.trouble}.`);
    }
}

// Returns the source of the game that the address names, or null.  Later changes go to this game's entry.
async function keptGame(store) {
    const [, id] = location.hash.match(/^#game\.([0-9a-z]+)$/) ?? [];
    if (id === undefined)
        return null;
    history.replaceState(null, '', location.href.replace(/#.*/s, ''));
    if (store.get('workshop:game', null) === id)
        return store.get('workshop', null); // may be newer than the database
    const game = await new Drawings().get('games', id);
    if (game === undefined)
        return null;
    store.set('workshop:game', id);
    store.set('workshop', game.source);
    return game.source;
}

addEventListener('onlyway:shop', ({detail}) => {
    window.shelf = new Shelf(detail, new Drawings(), detail.page.store);
});
