// Pages made of a few levels, with the solutions that `solve` reports.
import {execFileSync} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

const LEVELS = process.env.ONLYWAY_LEVELS, WORK = process.env.ONLYWAY_WORK;

// A level of LongCat whose solution begins with a slide to the left; all other first slides lose.
export const TRAP = '#######\n#     #\n#     #\n# C   #\n#   # #\n#     #\n#######\n';
const ARENA = '######\n#    #\n#    #\n#    #\n#    #\n######\n';

// Returns the text of a level without its title.
const untitled = text => text.replace(/^Title: .*\n?/m, '');

// Returns the texts of the first levels of a folder.
function shipped(folder, count) {
    const path = join(LEVELS, folder);
    const files = readdirSync(path).filter(name => /^0.*\.txt$/.test(name)).sort().slice(0, count);
    return files.map(name => untitled(readFileSync(join(path, name), 'utf8')));
}

// Returns the first levels of a collection.
function boards(path, count) {
    const parts = readFileSync(join(LEVELS, path), 'utf8').split('\n\n').filter(part => part.includes('#'));
    return parts.slice(0, count).map(part => untitled(`${part.replace(/^\n+|\n+$/g, '')}\n`));
}

// Returns a source with the first two levels of its game, without the messages between them.
function source(path) {
    const [head, levels] = readFileSync(join(LEVELS, path), 'utf8').split(/^(?=LEVELS$)/m);
    const [title, ...grids] = levels.split('\n\n').filter(part => !/^message /i.test(part.trim()));
    return [title.startsWith('LEVELS') ? `${head}LEVELS\n\n${grids.slice(0, 2).join('\n\n')}\n` : ''];
}

// The levels of packs by name; the pack of a game has the game's name.
const CONTENTS = {
    longcat: shipped('longcat/4-the-shorter-slide', 3),
    sokoban: boards('sokoban/2-two-in-a-cupboard/levels.xsb', 2),
    snowman: shipped('snowman/1-small-medium-large', 2),
    snakebird: [...shipped('snakebird/1-learning-to-fly', 1), ...shipped('snakebird/4-two-birds-one-bridge', 1)],
    snake: [ARENA, ...shipped('snake/1-along-the-walls', 1)],
    theseus: shipped('theseus/5-there-and-back', 1),
    trap: [TRAP, TRAP.replace(' C', 'C ')],
    source: source('puzzlescript/barrels.txt'),
    mixed: [
        TRAP, ...boards('sokoban/1-one-crate/levels.xsb', 1), ...shipped('snowman/1-small-medium-large', 1),
        ...shipped('snakebird/1-learning-to-fly', 1)
    ],
};
// The games with shipped levels, except PuzzleScript.
export const GAMES = readdirSync(LEVELS, {withFileTypes: true})
                         .filter(entry => entry.isDirectory() && entry.name !== 'puzzlescript')
                         .map(entry => entry.name);
for (const game of GAMES)
    if (!CONTENTS[game])
        throw new Error(`tests/page/packs.mjs has no pack of ${game}`);

// The key of the keyboard for each letter of a solution.
const LETTERS = {
    u: 'ArrowUp',
    r: 'ArrowRight',
    d: 'ArrowDown',
    l: 'ArrowLeft',
    '^': 'ArrowUp',
    '>': 'ArrowRight',
    v: 'ArrowDown',
    '<': 'ArrowLeft',
    w: ' ',
    x: 'x'
};
const BIRDS = {
    A: '1',
    a: '2',
    0: '3',
    N: '4'
};

function keysOf({game, solution}) {
    const birds = game === 'snakebird' ? BIRDS : {};
    return [...solution].map(c => birds[c] ?? LETTERS[c.toLowerCase()]);
}

// Returns the rows of a report without quoted fields.
function readReport(csv) {
    const [head, ...rows] = csv.trim().split('\n').map(line => line.split(','));
    return rows.map(row => Object.fromEntries(head.map((name, i) => [name, row[i]])));
}

export class Pack {
    constructor(name, options = [], levels = CONTENTS[name]) {
        this.name = name;
        const source = join(WORK, `${name}.txt`);
        writeFileSync(source, levels.join('\n'));
        this.path = join(WORK, `${name}.html`);
        const game = GAMES.includes(name) ? [`--game=${name}`] : [];
        execFileSync('pack', [
            '--quiet', '--force', '--format=html', '--sort=none', '--allow-any', ...game, `--output=${this.path}`,
            ...options, source
        ]);
        this.rows = readReport(execFileSync('solve', ['--csv', ...game, source], {encoding: 'utf8'}));
    }

    // Returns the key presses that solve a level.
    keys(level) {
        return keysOf(this.rows[level]);
    }
}

// A page of any source.
export class SourcePack {
    constructor(name, text) {
        const source = join(WORK, `${name}.txt`);
        this.path = join(WORK, `${name}.html`);
        writeFileSync(source, text);
        execFileSync('pack', ['--quiet', '--allow-any', `--output=${this.path}`, source], {stdio: 'ignore'});
    }
}

// A page of shipped files.
export class FolderPack {
    constructor(name, files) {
        this.path = join(WORK, `${name}.html`);
        execFileSync('pack', ['--quiet', `--output=${this.path}`, ...files.map(file => join(LEVELS, file))]);
    }
}

// Returns a page of two chapters, one with two levels and one with one.
export function chapterPack() {
    const folder = join(WORK, 'chapters');
    for (const [name, about, levels] of [
             ['1', 'Two ways\nOne of them is right.\n', CONTENTS.trap],
             ['2', 'More of the cat\n', CONTENTS.longcat.slice(0, 1)]]) {
        mkdirSync(join(folder, name), {recursive: true});
        writeFileSync(join(folder, name, 'about.txt'), about);
        writeFileSync(join(folder, name, 'levels.txt'), levels.join('\n'));
    }
    writeFileSync(join(folder, 'about.txt'), 'Cats\n'); // the title, which is above each level already
    const path = join(WORK, 'chapters.html');
    execFileSync('pack', ['--quiet', '--allow-any', `--output=${path}`, folder]);
    return path;
}

// Returns a page of two levels that are larger than a phone's screen: a warehouse of 50 by 30 cells, and a spiral of 30
// by 30.
export function largePack() {
    const folder = join(WORK, 'large'), wall = n => '#'.repeat(n);
    const room = Array.from(
        {length: 28},
        (_, row) => [...`#${' '.repeat(48)}#`]
                        .map(
                            (c, column) => row === 14 && column >= 24 && column <= 26 ? '@$.'[column - 24]
                                : row % 4 === 3 && column % 4 === 3                   ? '#'
                                                                                      : c)
                        .join(''));
    const spiral = Array.from({length: 32}, () => Array(32).fill('#'));
    let row = 1, column = 1, [down, across] = [0, 1];
    const isWall = (r, c) => spiral[r]?.[c] === '#';
    for (let turns = 0; turns < 2;) {
        spiral[row][column] = ' ';
        const free = isWall(row + down, column + across) && isWall(row + 2 * down, column + 2 * across);
        turns = free ? 0 : turns + 1;
        if (free)
            [row, column] = [row + down, column + across];
        else
            [down, across] = [across, -down];
    }
    spiral[1][1] = 'C';
    mkdirSync(folder, {recursive: true});
    writeFileSync(join(folder, '1.txt'), [wall(50), ...room, wall(50), ''].join('\n'));
    writeFileSync(join(folder, '2.txt'), spiral.map(line => `${line.join('')}\n`).join(''));
    const path = join(WORK, 'large.html');
    execFileSync('pack', ['--quiet', '--force', '--sort=none', '--allow-any', `--output=${path}`, folder]);
    return path;
}

const barrels = () => readFileSync(join(LEVELS, 'puzzlescript/barrels.txt'), 'utf8');
const LEVEL = 'LEVELS\n\n######\n#P*o.#\n#....#\n######\n';

// Returns a source whose rules use chance, which `solve` does not judge.
export const sourceOfChance = () =>
    barrels()
        .replace(/^LEVELS$[^]*/m, LEVEL)
        .replace(/^RULES$/m, '$&\nrandom [ action Player ] [ . no Wall no Barrel no Player ] -> [ Player ] [ Barrel ]');

// Returns a source in which a barrel slides as time passes, on screens of five by four cells; `late` holds late rules.
export const sourceOfTime = (late = '') =>
    barrels()
        .replace(/^LEVELS$[^]*/m, 'LEVELS\n\n##########\n#P......o#\n#.*......#\n##########\n')
        .replace(/^author .*$/m, '$&\nrealtime_interval 0.2\nflickscreen 5x4')
        .replace(
            /^RULES$[^]*?(?=^=*\nWINCOND)/m,
            `RULES\n======\n\nright [ Barrel | no Wall no Player ] -> [ | Barrel ]\n${late}\n`)
        .replace('All Drain on Barrel', 'All Drain on Player');

// Returns a source in which a barrel rolls to the right after any key, turn by turn through five turns; a message
// appears after the third.
export const sourceOfAgain = seconds =>
    barrels()
        .replace(/^LEVELS$[^]*/m, 'LEVELS\n\n#########\n#P*....o#\n#########\n')
        .replace(/^author .*$/m, `$&\nagain_interval ${seconds}`)
        .replace(
            /^RULES$[^]*?(?=^=*\nWINCOND)/m,
            'RULES\n======\n\nright [ stationary Barrel | no Wall no Barrel ] -> [ > Barrel | ] again\n' +
                'late right [ Barrel | no Wall | no Wall | Wall ] -> message Half way\n\n');

// Returns a source whose level has more characters than ASCII.
export function sourceOfMany() {
    const names = Array.from({length: 150}, (_, i) => String.fromCodePoint(0x4e00 + i));
    return barrels()
        .replace(/^LEVELS$[^]*/m, LEVEL.replace('######', `#${names.join('')}`))
        .replace(/^LEGEND$/m, `$&\n${names.map(name => `${name} = Wall`).join('\n')}`);
}

export function allPacks() {
    return Object.keys(CONTENTS).map(name => new Pack(name));
}
