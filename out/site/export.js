// Exports the user's levels in the formats of `pack`; loaded on demand.  The engine writes texts and draws solutions,
// see out/page/write.c.  A format results in files, {name, content}; several files go into one archive.
'use strict';

const TEXT_FORMATS = Object.freeze({text: 0, xsb: 1, puzzlescript: 2});
const PICTURE_SCALE = 48; // pixels per cell

// Returns the levels grouped by file: a file has levels of one game with the same rules, or of one source.
function byGame(levels) {
    const groups = new Map();
    for (const level of levels) {
        const key = JSON.stringify([level.game, level.rules, level.metric, level.gameSource]);
        groups.set(key, [...groups.get(key) ?? [], level]);
    }
    return [...groups.values()];
}

class Exporter {
    constructor(engine, tool) {
        Object.assign(this, {engine, tool, calls: engine.c});
    }

    // Passes a level to the engine.  Returns whether it is valid.
    take(level) {
        this.engine.giveLevel(level);
        if (!this.calls.pack_level())
            return false;
        const {verdict = '', solution = ''} = level.verdict ?? {};
        this.engine.give(`${level.name.replaceAll('\n', ' ')}\n${verdict}\n${solution}`);
        this.calls.pack_known();
        return true;
    }

    // Returns a file for each group of levels that the format supports.
    texts(format, title, levels) {
        const files = [], refused = new Set();
        for (const group of byGame(levels)) {
            this.calls.pack_begin();
            if (group.filter(level => this.take(level)).length === 0)
                continue;
            this.engine.give(title);
            if (this.calls.pack_write(TEXT_FORMATS[format]))
                files.push({game: group[0].game, content: this.engine.text()});
            else
                refused.add(group[0].game);
        }
        this.calls.pack_begin();
        if (files.length === 0)
            throw new Error(`this format is not for ${refused.size > 0 ? [...refused].join(' and ') : 'these levels'}`);
        const ending = ({game}) => format === 'puzzlescript' || game === 'puzzlescript' ? 'txt'
            : game === 'sokoban'                                                        ? 'xsb'
                                                                                        : 'txt';
        return files.map((file, n) => ({
                             content: file.content,
                             name: `${title}${files.length > 1 ? ` ${n + 1} ${file.game}` : ''}.${ending(file)}`
                         }));
    }

    // Returns the picture of a level's start.
    picture(level) {
        return this.tool.render(...this.engine.asInput(level));
    }

    // Returns the picture of a level's solution, or null.
    solution(level) {
        this.calls.pack_begin();
        if (!this.take(level) || !this.calls.pack_solution())
            return null;
        const [size, parts] = this.engine.text().split(/\n([^]*)/), [width, height] = size.split(' ').map(Number);
        const [across, down] = [width * PICTURE_SCALE, height * PICTURE_SCALE];
        this.calls.pack_colours(0);
        return `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${down}" ` +
            `viewBox="0 0 ${width} ${height}"><style>${this.engine.text()}</style>` +
            `<rect width="${width}" height="${height}" class="f-paper"/>${parts}</svg>\n`;
    }

    async pictures(ending, title, levels) {
        const files = [], digits = Math.max(3, String(levels.length).length);
        for (const [n, level] of levels.entries()) {
            const name = levels.length === 1 ? title : String(n + 1).padStart(digits, '0');
            for (const [part, svg] of [['', await this.picture(level)], ['-solution', this.solution(level)]]) {
                if (svg !== null)
                    files.push({name: `${name}${part}.${ending}`, content: ending === 'svg' ? svg : await toPng(svg)});
            }
        }
        return files;
    }

    async files(format, title, levels) {
        if (format in TEXT_FORMATS)
            return this.texts(format, title, levels);
        if (format !== 'pdf')
            return this.pictures(format, title, levels);
        const parts = [], rules = new Map(); // of each game, by its title
        for (const level of levels)
            parts.push({level, picture: await this.picture(level), solution: this.solution(level)});
        for (const [level] of byGame(levels)) {
            this.engine.load(level);
            const {title: game, aim} = this.engine.rules();
            rules.set(game, rules.get(game) ?? {title: game, aim});
        }
        return [{name: `${title}.pdf`, content: await makeBooklet(title, [...rules.values()], parts)}];
    }
}

// --- bitmaps ---

async function toPng(svg) {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = element('canvas', {width: Math.ceil(image.naturalWidth), height: Math.ceil(image.naturalHeight)});
    canvas.getContext('2d').drawImage(image, 0, 0);
    const blob = await new Promise(resolve => canvas.toBlob(resolve, 'image/png'));
    if (blob === null)
        throw new Error('it is too large for a picture of this browser');
    return new Uint8Array(await blob.arrayBuffer());
}

// --- archives ---

const CRC_TABLE = Array.from({length: 256}, (_, n) => {
    for (let bit = 0; bit < 8; bit++)
        n = n & 1 ? n >>> 1 ^ 0xedb88320 : n >>> 1;
    return n >>> 0;
});

const crc32 = bytes =>
    (bytes.reduce((crc, byte) => CRC_TABLE[(crc ^ byte) & 255] ^ crc >>> 8, 0xffffffff) ^ 0xffffffff) >>> 0;

// Returns numbers as bytes, lowest first.  Each number is given as [size, number], with a size of two or four bytes.
const numbers = (...all) =>
    Uint8Array.from(all.flatMap(([size, number]) => Array.from({length: size}, (_, n) => number >>> 8 * n & 255)));

// Returns a zip archive of files, without compression.
function makeArchive(files) {
    const encoder = new TextEncoder(), parts = [], list = [];
    let at = 0;
    for (const {name, content} of files) {
        const bytes = typeof content === 'string' ? encoder.encode(content) : content, path = encoder.encode(name);
        // version 2.0, names in UTF-8, stored, 1 January 1980
        const about = [
            [2, 20], [2, 0x800], [2, 0], [2, 0], [2, 33], [4, crc32(bytes)], [4, bytes.length], [4, bytes.length],
            [2, path.length], [2, 0]
        ];
        list.push(numbers([4, 0x02014b50], [2, 20], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]), path);
        parts.push(numbers([4, 0x04034b50], ...about), path, bytes);
        at += 30 + path.length + bytes.length;
    }
    const size = list.reduce((sum, part) => sum + part.length, 0);
    return new Blob(
        [
            ...parts, ...list,
            numbers([4, 0x06054b50], [4, 0], [2, files.length], [2, files.length], [4, size], [4, at], [2, 0])
        ],
        {type: 'application/zip'});
}
