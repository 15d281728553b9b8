// The page's address, and links: a level, its game and a position as text behind the # of an address, and back.
//
// A link is "v1." and base64url of lines compressed with deflate: the game's name, followed by its rules and metric if
// they are set; the keys pressed so far, one letter each; the rows; and, if the level brings its own game, a form feed
// and the game's source.  A link may be malformed: the page trusts only what the engine accepts as a level.

const LINK_VERSION = 'v1.';
const LINK_SOURCE = '\n\f'; // precedes the source of a game
const LINK_BYTES = 1 << 20; // bytes of a decompressed link at most
const LINK_LETTERS = new Map([[ACTION, 'x'], [TICK, 't'], ...[...'urdl1234'].entries()]); // by key
const LINK_KEYS = new Map([...LINK_LETTERS].map(([key, letter]) => [letter, key]));

class LinkError extends Error {}

// Returns all bytes of a stream.  Throws a LinkError if there are more than `most`.
async function gather(stream, most = Infinity) {
    const parts = [];
    let size = 0;
    for (const reader = stream.getReader();;) {
        const {done, value} = await reader.read();
        if (done)
            break;
        size += value.length;
        if (size > most) {
            reader.cancel();
            throw new LinkError('This link is too long.');
        }
        parts.push(value);
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function toBase64(bytes) {
    const text = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
    return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

// Returns the part of an address behind the # for a level, {game, rules, metric, rows, gameSource}, after some key
// presses.  Throws a LinkError if readLink() would refuse it as too long.
async function writeLink({game, rules, metric, rows, gameSource}, keys = []) {
    const head = [game, rules, metric].join(' ').trimEnd();
    const lines = [head, keys.map(key => LINK_LETTERS.get(key)).join(''), ...rows];
    const text = lines.join('\n') + (gameSource === undefined ? '' : LINK_SOURCE + gameSource);
    if (new Blob([text]).size > LINK_BYTES)
        throw new LinkError('This level is too long for a link.');
    return LINK_VERSION + await packLink(text);
}

async function packLink(text) {
    return toBase64(await gather(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))));
}

async function unpackLink(text) {
    try {
        const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0));
        const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
        return new TextDecoder('utf-8', {fatal: true}).decode(await gather(stream, LINK_BYTES));
    } catch (error) {
        throw error instanceof LinkError ? error : new LinkError('This link is damaged: a part of it may be missing.');
    }
}

// Returns the contents of a link, {level, keys}.  Throws a LinkError with the reason on failure.
async function readLink(text) {
    if (/^v[0-9]+\./.test(text) && !text.startsWith(LINK_VERSION))
        throw new LinkError('This link was made by a newer page than this one.');
    if (!text.startsWith(LINK_VERSION))
        throw new LinkError('This address is not that of a level.');
    const [lines, ...gameSources] = (await unpackLink(text.slice(LINK_VERSION.length))).split(LINK_SOURCE);
    const gameSource = gameSources.length > 0 ? gameSources.join(LINK_SOURCE) : undefined;
    const [head, letters = '', ...rows] = lines.split('\n');
    const [game, rules = '', metric = ''] = head.split(' ');
    const keys = [...letters].map(letter => LINK_KEYS.get(letter));
    if (rows.length === 0 || keys.includes(undefined))
        throw new LinkError('This link is damaged: it contains no level.');
    const level = {game, rules, metric, rows, gameSource};
    return {level: ownLevel(level, 'A level from a link'), keys};
}

// Returns a level from outside the pack, with all properties that the page expects.
function ownLevel(level, name) {
    const {game, rules, metric, rows, gameSource} = level, id = identify(level);
    return {number: 0, id, name, game, rules, metric, rows, gameSource, messages: [], ...knowledgeOf({})};
}

// Returns the id under which the store keeps a level's progress: the FNV-1a hash of all that defines the level, as in
// out/pack_html.c.  Levels of a pack that bring their own game have a different id there.
function identify({game, rules, metric, rows, gameSource}) {
    const text = [game, rules, metric].map(part => `${part}\0`).join('') + (gameSource ?? '') +
        rows.map(row => `${row}\n`).join('');
    let sum = 0xcbf29ce484222325n;
    for (const byte of new TextEncoder().encode(text))
        sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n);
    return sum.toString(16).padStart(16, '0');
}

// The address, whose part behind the # names a level, and the browser history of the levels visited.
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

    // Opens the level of a link, which may be one of the pack's, at the link's position.  If the link has no key
    // presses, the user's own game goes on.
    async visitLink(hash, leave) {
        const {page} = this, enter = leave ? 'push' : 'none';
        try {
            const {level, keys: presses} = await readLink(hash), keys = presses.length > 0 ? presses : undefined;
            const index =
                PACK.levels.findIndex(each => level.id === (each.gameSource === undefined ? each.id : identify(each)));
            if (index >= 0) {
                const own = page.store.level(PACK.levels[index]).keys.length > 0 && keys !== undefined;
                page.openLevel(index, {keys, enter});
                if (own)
                    page.say(
                        'This is the position of the link.', 'My own', () => page.openLevel(index, {enter: 'none'}));
            } else {
                page.gallery.load(level); // throws if the level is invalid
                page.index ??= this.lastIndex;
                page.openOwn(level, {keys, enter});
            }
            this.atLink = !leave;
        } catch (error) {
            if (page.index === undefined || !leave || page.player.level !== page.level)
                page.openLevel(page.index ?? this.lastIndex, {enter: 'replace'});
            page.sayAndTell(
                error instanceof LinkError ? error.message : `This link contains no level to play: ${error.message}.`);
        }
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
