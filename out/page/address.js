// The page's address, whose part behind the # names a level, and the browser history of the levels visited.
'use strict';

class Address {
    constructor(page) {
        this.page = page;
        this.hash = undefined; // the part behind the # that names what the page shows
        this.atLink = false;   // whether the address leads to a position that the user has not left
        this.places = {};      // handlers of other addresses, by the word before the first dot
    }

    // Opens what `hash`, the part of an address behind the #, names.  If `leave` is true, adds an entry to the history.
    async visit(hash, leave) {
        const {page} = this;
        if (hash === this.hash)
            return;
        const [word, ...rest] = hash.split('.');
        const number = /^[0-9]+$/.test(hash) ? Number(hash) : 0;
        if (number >= 1 && number <= PACK.levels.length)
            page.openLevel(number - 1, {enter: leave ? 'push' : 'none'});
        else if (Object.hasOwn(this.places, word))
            await this.places[word](rest.join('.'), leave);
        else if (hash === '')
            page.openLevel(this.lastIndex, {enter: 'replace'});
        else
            await this.visitLink(hash, leave);
    }

    get lastIndex() {
        const id = this.page.store.get(`last:${PACK.title}`, null);
        return Math.max(0, PACK.levels.findIndex(level => level.id === id));
    }

    async visitLink(hash, leave) {
        const {page} = this;
        try {
            const {level, keys} = await readLink(hash);
            this.openLink(level, keys, leave);
        } catch (error) {
            if (page.index === undefined || !leave || page.player.level !== page.level)
                page.openLevel(page.index ?? this.lastIndex, {enter: 'replace'});
            page.sayAndTell(
                error instanceof LinkError ? error.message : `This link contains no level to play: ${error.message}.`);
        }
    }

    // Opens the level of a link, which may be one of the pack's, at the link's position.  If the link has no key
    // presses, the user's own game goes on.
    openLink(level, presses, leave) {
        const {page} = this;
        const enter = leave ? 'push' : 'none', keys = presses.length > 0 ? presses : undefined;
        const index = PACK.levels.findIndex(each => isLinked(each, level));
        if (index >= 0) {
            const own = page.store.level(PACK.levels[index]).keys.length > 0 && keys !== undefined;
            page.openLevel(index, {keys, enter});
            if (own)
                page.say('This is the position of the link.', 'My own', () => page.openLevel(index, {enter: 'none'}));
        } else {
            page.gallery.load(level); // throws if the level is invalid
            page.index ??= this.lastIndex;
            page.openOwn(level, {keys, enter});
        }
        this.atLink = !leave;
    }

    // Makes the address lead to the level itself when the user leaves the position of a link, so that a reload goes on
    // with the user's game.
    leaveLink() {
        const {own, index} = this.page;
        if (this.atLink)
            this.enter('replace', own === null ? String(index + 1) : own.place);
    }

    // Records the current place in the browser history.  `how`: 'push' adds an entry, 'replace' replaces the last one,
    // 'none' does neither.
    async enter(how, number) {
        const {page} = this, {level} = page;
        this.atLink = false;
        const text = number ?? await writeLink(level).catch(() => ''); // a level too long for a link has no address
        if (level !== page.level)
            return;
        this.hash = text;
        try {
            if (how === 'push')
                history.pushState(null, '', `#${text}`);
            else if (how === 'replace')
                history.replaceState(null, '', `#${text}`);
        } catch {
            // a page without an address of its own has no history
        }
        announce('place', text);
    }
}
