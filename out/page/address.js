// The address of the page: which level it names, and the history of the browser, which leads back to earlier ones.
'use strict';

class Address {
    constructor(page) {
        this.page = page;
        this.hash = undefined; // the part behind the # of what is shown
        this.places = {};      // what else an address may name: a function for each word before the first dot
    }

    // Opens what the part of an address behind the # names.  `leave`: as a new entry of the history.
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
            if (page.index === undefined || !leave)
                page.openLevel(page.index ?? this.lastIndex, {enter: 'replace'});
            const why =
                error instanceof LinkError ? error.message : `This link holds no level to play: ${error.message}.`;
            page.say(why);
            page.told(why);
        }
    }

    // The level of a link, which may be one of these; it begins where the link says.
    openLink(level, keys, leave) {
        const {page} = this;
        const enter = leave ? 'push' : 'none';
        const index = PACK.levels.findIndex(each => isLinked(each, level));
        if (index >= 0) {
            const own = page.store.level(PACK.levels[index]).keys.length > 0 && keys.length > 0;
            page.openLevel(index, {keys, enter});
            if (own)
                page.say('This is the position of the link.', 'My own', () => page.openLevel(index, {enter: 'none'}));
            return;
        }
        page.gallery.load(level); // throws where it is none
        page.index ??= this.lastIndex;
        page.openOwn(level, {keys, enter});
    }

    // Tells the history where the reader is: 'push' as a new entry, 'replace' in place of the last.
    async enter(how, number) {
        const {page} = this, {level} = page;
        const text = number ?? await writeLink(level);
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
