// Links: a level, its game and a position as text behind the # of an address, and back.
//
// A link is "v1." and base64url of lines compressed with deflate: the game's name, followed by its rules and metric if
// they are set; the keys pressed so far, one letter each; the rows; and, if the level brings its own game, a form feed
// and the game's source.  A link may be malformed: the page trusts only what the engine accepts as a level.
'use strict';

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

// Returns whether a level of the pack is the level of a link.
function isLinked(level, linked) {
    return level.gameSource === undefined ? level.id === linked.id : identify(level) === linked.id;
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

// Returns the full address of a level in this page.
async function levelAddress(level, keys) {
    return `${location.href.replace(/#.*/s, '')}#${await writeLink(level, keys)}`;
}
