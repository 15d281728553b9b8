// Keeps the games of the workshop in the browser's database, beside drawings: each that is written or imported is one
// of its own, with every change, and `workshop.html#game.ID` opens it.
'use strict';

const SHELF_PAUSE = 300; // milliseconds without a change until a game is kept

class Shelf {
    constructor(shop, drawings, store) {
        Object.assign(this, {shop, drawings, store, timer: 0});
        this.line = element('a', {id: 'kept', href: 'mine.html#games', textContent: 'My levels'});
        $('code-says').after(element('p', {className: 'kept'}, this.line));
        addEventListener('onlyway:import', () => store.set('workshop:game', null)); // the next is another game
        for (const what of ['read', 'verdict'])
            addEventListener(`onlyway:${what}`, () => this.later());
        $('level-keep').onclick = () => this.keepLevel();
        this.later();
    }

    later() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.keep(), SHELF_PAUSE);
    }

    // Keeps the game as it is; the sample only once it has been changed.
    async keep() {
        const {shop, store} = this, source = shop.code.text;
        let id = store.get('workshop:game', null);
        if (source !== shop.good || (id === null && source === $('shop-sample').textContent.trimStart()))
            return;
        if (id === null)
            store.set('workshop:game', id = newId());
        const before = await this.drawings.get('games', id);
        const levels = PACK.levels.length,
              unique = PACK.levels.filter(({judged}) => judged?.verdict === 'unique').length;
        const judged = PACK.levels.filter(level => level.judged !== undefined && !level.judged.open).length;
        if (before?.source === source && before.unique === unique && before.judged === judged)
            return this.tell('');
        const kept = await this.drawings.put('games', {
            id,
            name: PACK.title,
            place: before?.place ?? Date.now(),
            changed: Date.now(),
            source,
            levels,
            unique,
            judged
        });
        return this.tell(kept ? '' : `: not kept, for ${this.drawings.trouble}`);
    }

    tell(trouble) {
        this.line.textContent = `Kept in My levels${trouble}`;
    }

    // The level that is open as a drawing, which has its game with it.
    async keepLevel() {
        const {shop: {current}} = this;
        if (current === undefined)
            return;
        const {game, rules, metric, rows, book, judged} = current, name = `${PACK.title}, level ${current.number}`;
        const level = {game, rules, metric, rows, book};
        const kept = await this.drawings.put('drawings', {
            ...level,
            id: newId(),
            name,
            collection: '',
            place: Date.now(),
            changed: Date.now(),
            draft: draftName({...level, id: identify(level)}),
            verdict: judged === undefined ? null : verdictOf(judged)
        });
        window.page.say(kept ? `${name} is in My levels.` : `It is not kept: ${this.drawings.trouble}.`);
    }
}

// The source of the game that the address names, which is the one that is kept from now on.
async function keptGame(store) {
    const [, id] = location.hash.match(/^#game\.([0-9a-z]+)$/) ?? [];
    if (id === undefined)
        return null;
    history.replaceState(null, '', location.href.replace(/#.*/s, ''));
    if (store.get('workshop:game', null) === id)
        return store.get('workshop', null); // which may be newer than what is in the database
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
