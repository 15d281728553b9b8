// Writes the user's levels as files and reads them from files: the text of a game's levels, a page that plays them, or
// everything as JSON.

const FILE_VERSION = 1;

// Loads a script that is not always needed.
function loadScript(name) {
    return new Promise((resolve, reject) => {
        document.head.append(element(
            'script', {src: name, onload: resolve, onerror: () => reject(new Error(`${name} cannot be loaded`))}));
    });
}

const escapeHtml = text => text.replace(/[&<>"]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[c]);

// Returns a page that plays a pack, as `pack` writes it.
async function packPage(pack) {
    if (typeof BLANK === 'undefined')
        await loadScript('blank.js');
    const json = JSON.stringify(pack).replaceAll('<', '\\u003c');
    return new TextDecoder()
        .decode(await unpack(BLANK))
        .replace('@WASM@', () => `${$('wasm').textContent}\n`)
        .replace('@TITLE@', () => escapeHtml(pack.title))
        .replace('@PACK@', () => json);
}

// Returns a page that plays some drawings.
async function drawingsPage(title, drawings) {
    const gameSources = {}, sources = [...new Set(drawings.map(({gameSource}) => gameSource))];
    const levels = drawings.map((drawing, n) => {
        const {gameSource, messages = []} = drawing, place = String(sources.indexOf(gameSource));
        const level = {...drawnLevel(drawing), number: n + 1, file: ''};
        if (gameSource === undefined)
            return level;
        gameSources[place] = gameSource;
        return {...level, gameSource: place, messages};
    });
    return packPage({title, author: '', gameSources, difficulties: PACK.difficulties, levels});
}

// Returns the contents of a file, {drawings, collections, games, complaints}; only drawings and complaints are always
// there.  `judge` reads text as levels of some game.
async function readDrawings(name, text, judge) {
    const pack = text.match(/<script id="pack" type="application\/json">([^]*?)<\/script>/);
    return /^\s*\{/.test(text) ? readJson(text) : pack !== null ? readPage(pack[1]) : readText(name, text, judge);
}

function readJson(text) {
    try {
        const {onlyway, drawings, collections, games = []} = JSON.parse(text);
        if (onlyway === FILE_VERSION && Array.isArray(drawings) && Array.isArray(collections))
            return {
                drawings: drawings.filter(isKept.drawings).map(renameSource),
                collections: collections.filter(isKept.collections),
                games: games.filter(isKept.games),
                complaints: []
            };
    } catch {
        // not JSON
    }
    return {drawings: [], complaints: ['it contains no levels']};
}

function readPage(text) {
    const {levels, books = {}, gameSources = books} = JSON.parse(text);
    const drawings = levels.map(renameSource).map(level => {
        const {file, number, game, rules, metric, rows, gameSource} = level;
        const named = level.name === String(number) ? '' : level.name;
        const name = levelName({name: named, file, gameSource}) || `Level ${number}`;
        const source = gameSource === undefined ? {} : {gameSource: gameSources[gameSource]};
        return {name, game, rules, metric, rows, ...source};
    });
    return {drawings, complaints: []};
}

async function readText(name, text, judge) {
    const stem = name.replace(/\.[a-z]+$/i, ''), read = await judge(text);
    const good = read.filter(({error, game}) => error === undefined && game !== 'puzzlescript');
    const rest = read.filter(one => !good.includes(one));
    const drawings = good.map(({level, game, grid}, n) => {
        const numbered = good.length > 1 ? `${stem} ${n + 1}` : stem;
        const rows = grid.replace(/\n$/, '').split('\n');
        return {name: /^text(#\d+)?$/.test(level) ? numbered : level, game, rules: '', metric: '', rows};
    });
    const complaints = rest.map(({error}) => error ?? 'levels in PuzzleScript cannot be read here');
    return {drawings, complaints};
}
