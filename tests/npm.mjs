// The npm package says what the commands say: judges shipped packs and makes levels, and compares the rows of
// both.  Arguments: the folder of the package, the packs' folder, how many levels of a pack and seeds of a game.
import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

const [folder, levels, most, seeds] = process.argv.slice(2);
const {Onlyway, OnlywayError} = await import(pathToFileURL(join(folder, 'index.js')));
const onlyway = new Onlyway();
let passed = 0, failed = 0;

function check(what, good) {
    if (good)
        passed++;
    else
        failed++, console.log('FAIL:', what);
}

async function refuses(what, status, promise) {
    try {
        await promise;
        check(what, false);
    } catch (error) {
        check(what, error instanceof OnlywayError && error.status === status);
    }
}

// A row without the level's name.
const bare = row => row.slice(row.indexOf(',')).trim();

const solve = (args, input) => execFileSync('solve', ['--csv', ...args], {input, encoding: 'utf8'})
    .trim().split('\n').slice(1).map(bare);

async function judgePack(game, path, files) {
    const states = game === 'snowman' ? 100000 : 1000000;
    const text = files.map(file => readFileSync(join(path, file), 'utf8')).join('\n');
    const judged = await onlyway.judge(text, {game, maxStates: states});
    const told = solve([`--game=${game}`, `--max-states=${states}`], text);
    check(`${path}: as many levels`, judged.length === told.length);
    judged.forEach((level, n) => check(`${path}, ${n + 1}: ${level.row}`, bare(level.row) === told[n]));
}

// The packs of a language are sources of games.
const sourcesOf = game => game === 'puzzlescript' ? readdirSync(join(levels, game)).filter(name => name.endsWith('.txt')).sort() : [];

// A folder of levels, or collections.
async function judgeFolder(game, path) {
    const entries = readdirSync(path, {withFileTypes: true});
    const files = entries.filter(entry => entry.isFile()).map(entry => entry.name).sort();
    const single = files.filter(file => /^\d+\.txt$/.test(file)).slice(0, most);
    if (single.length > 0)
        await judgePack(game, path, single);
    for (const file of files.filter(name => name.endsWith('.xsb')))
        await judgePack(game, path, [file]);
    for (const source of sourcesOf(game).slice(0, most))
        await judgePack(game, path, [source]);
    for (const entry of entries.filter(each => each.isDirectory()))
        await judgeFolder(game, join(path, entry.name));
}

async function generate(game, seed) {
    const options = {count: 1, seed, maxTries: 3000, maxStates: 20000, allowTrivial: true};
    const [source] = sourcesOf(game), path = join(levels, game, source ?? '');
    if (source !== undefined)
        options.from = readFileSync(path, 'utf8');
    let made = [], stopped = false;
    try {
        await onlyway.generate(game, options, {onLevel: level => made.push(level)});
    } catch (error) {
        stopped = error.status === 4;
    }
    const args = [game, '--count=1', `--seed=${seed}`, '--max-tries=3000', '--max-states=20000',
        '--allow-trivial', '--output=-', '--quiet', ...source === undefined ? [] : [`--from=${path}`]];
    let told = '';
    try {
        told = execFileSync('gen', args, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']});
    } catch (error) {
        told = error.stdout;
        check(`gen ${game}, seed ${seed}: gives up, too`, stopped);
    }
    check(`gen ${game}, seed ${seed}`, made.map(level => level.grid).join('\n').trim() === told.trim());
}

// Levels that are not unique, one a game.
const unmended = {
    longcat: '#######\n#     #\n#     #\n#     #\n# #C  #\n#     #\n#######\n',
    sokoban: '#######\n#   . #\n#  $  #\n#  $ ##\n##@# .#\n#######\n',
    snowman: 'XXXXXX\nX#---X\nX-1*-X\nX--1-X\nX-4--X\nXXXXXX\n',
    snakebird: '------*-\n--+-----\n-CBA--#-\n-######-\n',
    snake: '######\n#    #\n#    #\n#    #\n#    #\n######\n',
    puzzlescript: [
        'title Push', 'OBJECTS', 'Background', 'black', '', 'Wall', 'grey', '', 'Player', 'white', '', 'Crate', 'orange', '',
        'Target', 'blue', '', 'LEGEND', '. = Background', '# = Wall', 'P = Player', '* = Crate', 'o = Target', 'SOUNDS',
        'COLLISIONLAYERS', 'Background', 'Target', 'Player, Wall, Crate', 'RULES',
        '[ > Player | Crate ] -> [ > Player | > Crate ]', 'WINCONDITIONS', 'All Target on Crate', 'LEVELS', '',
        '######', '#P.o.#', '#.*..#', '#....#', '######', ''].join('\n'),
    theseus: '#######\n#  E  #\n### # #\n#M    #\n# ### #\n#  T  #\n#######\n',
};

async function mend(game, text) {
    const folder = mkdtempSync(join(tmpdir(), 'onlyway-'));
    const told = execFileSync('solve', [`--game=${game}`, '--quiet', '--mend=2', '-o', folder],
        {input: text, encoding: 'utf8'});
    const handed = [];
    const result = await onlyway.mend(text, {game, mend: 2}, {onLevel: level => handed.push(level)});
    check(`${game}: mended, ${result.text}`, result.mended.length === 2 && told.endsWith('\n' + result.text));
    check(`${game}: each is handed over`, JSON.stringify(handed) === JSON.stringify(result.mended));
    const files = readdirSync(folder).sort().map(file => readFileSync(join(folder, file), 'utf8'));
    check(`${game}: the same levels`, files.join('\n') === result.mended.map(level => level.grid).join('\n'));
    for (const {grid, changes} of result.mended) {
        const rows = grid.trimEnd().split('\n\n').at(-1).split('\n'); // of a language, what stands last
        check(`${game}: changes are there`, changes.length > 0 && changes.every(({row, column, from, to}) =>
            rows[row - 1][column - 1] === to && from !== to));
    }
    rmSync(folder, {recursive: true});
}

check('it has a version', /^\d+\.\d+/.test(await onlyway.version()));
const games = await onlyway.games();
for (const game of games) {
    check(`${game}: levels are shipped`, existsSync(join(levels, game)));
    if (existsSync(join(levels, game)))
        await judgeFolder(game, join(levels, game));
    for (let seed = 1; seed <= seeds; seed++)
        await generate(game, seed);
    check(`${game}: a level to mend is here`, game in unmended);
    if (game in unmended)
        await mend(game, unmended[game]);
}

const sketch = '######\n#????#\n#?C#?#\n#????#\n######\n';
const [made] = await onlyway.generate('longcat', {from: sketch, count: 1, seed: 3, allowTrivial: true});
writeFileSync(join(tmpdir(), `onlyway-${process.pid}`), sketch);
const filled = execFileSync('gen', ['longcat', `--from=${join(tmpdir(), `onlyway-${process.pid}`)}`, '--count=1', '--seed=3',
    '--allow-trivial', '--quiet', '-o', '-'], {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']});
rmSync(join(tmpdir(), `onlyway-${process.pid}`));
check('a sketch is filled in', made.grid === filled && /#.C#.#/.test(made.grid));
const push = '#####\n#@$.#\n#####\n', bad = '#####\n#@@$.#\n#####\n';
const large = '############\n#@         #\n# $ $ $ $  #\n#          #\n# $ $ $ $  #\n#          #\n' +
    '#..........#\n############\n';
{
    // Two ways of the cat: the changes that are said to close one of them leave its level without that way.
    const cat = '######\n#C   #\n#    #\n#    #\n######\n';
    const [{parts}] = await onlyway.why(cat), [pair] = parts.pairs;
    check('why as data', parts.verdict === 'multiple' && parts.grid === cat && pair.ways.length === 2 &&
        pair.ways[1].step.direction === 2 && pair.ways[1].step.row === 2 && pair.ways[1].step.column === 2);
    const [{changes: [{row, column, to}], way, closes}] = pair.closings;
    const rows = cat.split('\n').map((line, n) => n !== row - 1 ? line : line.slice(0, column - 1) + to + line.slice(column));
    const [closed] = await onlyway.judge(rows.join('\n'), {all: 100});
    check('closes', closes && !closed.listed.includes(pair.ways[way - 1].moves) && closed.listed.includes(pair.ways[2 - way].moves));
    check('no data', (await onlyway.judge(cat))[0].parts === null);
}
check('why is told', (await onlyway.why(push))[0].why.length > 0);
check('a bad level is told of', (await onlyway.judge(`${bad}\n${push}`, {game: 'sokoban'}))[0].error.length > 0);
check('a level is drawn', (await onlyway.render(push, {theme: 'dark', moves: 'R'})).startsWith('<svg '));
check('what is unique is not mended', (await onlyway.mend(push)).text.includes('unique already'));
await refuses('a level that cannot be mended', 3, onlyway.mend(bad, {game: 'sokoban'}));
await refuses('no level', 3, onlyway.mend(''));
await refuses('a wrong option', 2, onlyway.judge(push, {maxState: 3}));
await refuses('a wrong game', 2, onlyway.generate('chess'));
await refuses('illegal moves', 3, onlyway.render(push, {moves: 'D'}));

const control = new AbortController();
const cancelled = refuses('a call that is cancelled', 5, onlyway.judge(large, {}, {signal: control.signal}));
const mending = refuses('mending that is cancelled', 5, onlyway.mend(large, {}, {signal: control.signal}));
const waiting = onlyway.judge(push);
setTimeout(() => control.abort(), 200);
await cancelled;
await mending;
check('calls that wait go on', (await waiting)[0].verdict === 'unique');
await refuses('a call that is cancelled before', 5, onlyway.judge(push, {}, {signal: control.signal}));
onlyway.close();
check('it starts anew', (await onlyway.judge(push))[0].verdict === 'unique');
onlyway.close();

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
