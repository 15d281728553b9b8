// The npm package gives the same results as the commands: judges shipped packs, makes levels, and compares the rows of
// both.  Arguments: the package's folder, the packs' folder, the number of levels per pack, the number of seeds per
// game.
import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {Worker} from 'node:worker_threads';
import {gunzipSync} from 'node:zlib';

const [folder, levels, most, seeds] = process.argv.slice(2);
const {Onlyway, OnlywayError} = await import(pathToFileURL(join(folder, 'node.mjs')));
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
        check(what, error instanceof OnlywayError && error.status === status && !error.message.endsWith('\n'));
    }
}

// Returns a row without the level's name.
const bare = row => row.slice(row.indexOf(',')).trim();

const solve = (args, input) =>
    execFileSync('solve', ['--csv', ...args], {input, encoding: 'utf8'}).trim().split('\n').slice(1).map(bare);

async function judgePack(game, path, files) {
    const states = game === 'snowman' ? 100000 : 1000000;
    const text = files.map(file => readFileSync(join(path, file), 'utf8')).join('\n');
    const judged = await onlyway.judge(text, {game, maxStates: states});
    const told = solve([`--game=${game}`, `--max-states=${states}`], text);
    check(`${path}: as many levels`, judged.length === told.length);
    judged.forEach((level, n) => check(`${path}, ${n + 1}: ${level.row}`, bare(level.row) === told[n]));
}

// Returns the files of a language's packs, which are sources of games.
const sourcesOf = game =>
    game === 'puzzlescript' ? readdirSync(join(levels, game)).filter(name => name.endsWith('.txt')).sort() : [];

// Judges a folder of levels or of collections.
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
    const args = [
        game, '--count=1', `--seed=${seed}`, '--max-tries=3000', '--max-states=20000', '--allow-trivial', '--output=-',
        '--quiet', ...source === undefined ? [] : [`--from=${path}`]
    ];
    let told = '';
    try {
        told = execFileSync('gen', args, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']});
    } catch (error) {
        told = error.stdout;
        check(`gen ${game}, seed ${seed}: gives up, too`, stopped);
    }
    check(`gen ${game}, seed ${seed}`, made.map(level => level.grid).join('\n').trim() === told.trim());
}

// Levels that are not unique, one per game.
const unmended = {
    longcat: '#######\n#     #\n#     #\n#     #\n# #C  #\n#     #\n#######\n',
    sokoban: '#######\n#   . #\n#  $  #\n#  $ ##\n##@# .#\n#######\n',
    snowman: 'XXXXXX\nX#---X\nX-1*-X\nX--1-X\nX-4--X\nXXXXXX\n',
    snakebird: '------*-\n--+-----\n-CBA--#-\n-######-\n',
    snake: '######\n#    #\n#    #\n#    #\n#    #\n######\n',
    puzzlescript: [
        'title Push',
        'OBJECTS',
        'Background',
        'black',
        '',
        'Wall',
        'grey',
        '',
        'Player',
        'white',
        '',
        'Crate',
        'orange',
        '',
        'Target',
        'blue',
        '',
        'LEGEND',
        '. = Background',
        '# = Wall',
        'P = Player',
        '* = Crate',
        'o = Target',
        'SOUNDS',
        'COLLISIONLAYERS',
        'Background',
        'Target',
        'Player, Wall, Crate',
        'RULES',
        '[ > Player | Crate ] -> [ > Player | > Crate ]',
        'WINCONDITIONS',
        'All Target on Crate',
        'LEVELS',
        '',
        '######',
        '#P.o.#',
        '#.*..#',
        '#....#',
        '######',
        ''
    ].join('\n'),
    theseus: '#######\n#  E  #\n### # #\n#M    #\n# ### #\n#  T  #\n#######\n',
};

async function mend(game, text) {
    const folder = mkdtempSync(join(tmpdir(), 'onlyway-'));
    const told =
        execFileSync('solve', [`--game=${game}`, '--quiet', '--mend=2', '-o', folder], {input: text, encoding: 'utf8'});
    const handed = [];
    const result = await onlyway.mend(text, {game, mend: 2}, {onLevel: level => handed.push(level)});
    check(`${game}: mended, ${result.text}`, result.mended.length === 2 && told.endsWith('\n' + result.text));
    check(`${game}: each is handed over`, JSON.stringify(handed) === JSON.stringify(result.mended));
    const files = readdirSync(folder).sort().map(file => readFileSync(join(folder, file), 'utf8'));
    check(`${game}: the same levels`, files.join('\n') === result.mended.map(level => level.grid).join('\n'));
    for (const {grid, changes} of result.mended) {
        const rows = grid.trimEnd().split('\n\n').at(-1).split('\n'); // in a language, the level comes last
        check(
            `${game}: changes are there`,
            changes.length > 0 &&
                changes.every(({row, column, from, to}) => rows[row - 1][column - 1] === to && from !== to));
    }
    rmSync(folder, {recursive: true});
}

check('it has a version', /^\d+\.\d+/.test(await onlyway.version()));
const games = await onlyway.games();
for (const game of games) {
    check(`${game}: levels are shipped`, existsSync(join(levels, game)));
    if (existsSync(join(levels, game)))
        await judgeFolder(game, join(levels, game));
    for (let seed = 3; seed < 3 + Number(seeds); seed++) // the first two take Snakebird long
        await generate(game, seed);
    check(`${game}: a level to mend is here`, game in unmended);
    if (game in unmended)
        await mend(game, unmended[game]);
}

const sketch = '######\n#????#\n#?C#?#\n#????#\n######\n';
const [made] = await onlyway.generate('longcat', {from: sketch, count: 1, seed: 3, allowTrivial: true});
writeFileSync(join(tmpdir(), `onlyway-${process.pid}`), sketch);
const filled = execFileSync(
    'gen',
    [
        'longcat', `--from=${join(tmpdir(), `onlyway-${process.pid}`)}`, '--count=1', '--seed=3', '--allow-trivial',
        '--quiet', '-o', '-'
    ],
    {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']});
rmSync(join(tmpdir(), `onlyway-${process.pid}`));
check('a sketch is filled in', made.grid === filled && /#.C#.#/.test(made.grid));
const push = '#####\n#@$.#\n#####\n', bad = '#####\n#@@$.#\n#####\n';
const large = '############\n#@         #\n# $ $ $ $  #\n#          #\n# $ $ $ $  #\n#          #\n' +
    '#..........#\n############\n';
{
    // The cat has two ways.  A change that is reported to close one of them leaves the level without that way.
    const cat = '######\n#C   #\n#    #\n#    #\n######\n';
    const [{parts}] = await onlyway.why(cat), [pair] = parts.pairs;
    check(
        'why as data',
        parts.verdict === 'multiple' && parts.grid === cat && pair.ways.length === 2 &&
            pair.ways[1].step.direction === 2 && pair.ways[1].step.row === 2 && pair.ways[1].step.column === 2);
    const [{changes: [{row, column, to}], way, closes}] = pair.closings;
    const rows =
        cat.split('\n').map((line, n) => n !== row - 1 ? line : line.slice(0, column - 1) + to + line.slice(column));
    const [closed] = await onlyway.judge(rows.join('\n'), {all: 100});
    check(
        'closes',
        closes && !closed.listed.includes(pair.ways[way - 1].moves) &&
            closed.listed.includes(pair.ways[2 - way].moves));
    check('no data', (await onlyway.judge(cat))[0].parts === null);
}
// If several keys have one result, the solution names the same one everywhere.
{
    const any = unmended.puzzlescript.replace('o = Target', 'o = Target\n@ = Crate and Target')
                    .replace(/^\[ >.*$/m, 'right [ stationary Crate | no Wall no Crate ] -> [ > Crate | ] again')
                    .replace(/^######$[^]*/m, '@P*.o\n');
    check('the first of several keys', bare((await onlyway.judge(any))[0].row) === solve([], any)[0]);
}
check('why is told', (await onlyway.why(push))[0].why.length > 0);
check(
    'a bad level is told of',
    /^text:.*[^\n]$/.test((await onlyway.judge(`${bad}\n${push}`, {game: 'sokoban'}))[0].error));
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

// A time limit and the progress need not wait for the end of a proposal, which takes two minutes here.
{
    let told = 0;
    const start = performance.now(), huge = {size: 40, count: 1, seed: 1, timeout: 0.5};
    await refuses('a proposal that takes too long', 4, onlyway.generate('snake', huge, {onProgress: () => told++}));
    check('it ends soon, and has progress until then', performance.now() - start < 20000 && told > 1);
}

// An exception in a callback rejects the promise of its call; the next call works.
class Unusual extends Error {}
const throws = () => {
    throw new Unusual();
};
const fails = (what, promise) => promise.then(() => check(what, false), error => check(what, error instanceof Unusual));
const many = {
    size: 5,
    count: 1000,
    seed: 1
};
await Promise.all([
    fails('an exception in onLevel', onlyway.generate('longcat', many, {onLevel: throws})),
    fails('an exception in onProgress', onlyway.generate('longcat', {...many, count: 1000000}, {onProgress: throws})),
    fails('a rejection in onLevel', onlyway.generate('longcat', many, {onLevel: async () => throws()})),
    fails('an exception while mending', onlyway.mend(unmended.sokoban, {}, {onLevel: throws})),
    fails('an exception while judging', onlyway.judge(large, {maxStates: 3000000}, {onProgress: throws})),
    onlyway.generate('longcat', many, {onLevel: () => Promise.reject()})
        .then(() => check('a rejection without a reason', false), error => check('its reason', error === undefined)),
    onlyway.judge(push).then(([level]) => check('the next call', level.verdict === 'unique')),
]);

// Wrong arguments.
check('null for options and control', (await onlyway.judge(push, null, null))[0].verdict === 'unique');
await refuses('an option that is a function', 0, onlyway.judge(push, {all: () => 1}));
await refuses('no game', 2, onlyway.generate());
check('moves that are null', (await onlyway.render(push, {moves: null})) === await onlyway.render(push));
await refuses('moves that are a number', 3, onlyway.render(push, {moves: 5}));

for (const name of ['judge', 'why']) {
    const told = [];
    await onlyway[name](
        `${push}\n${large}`, {game: 'sokoban', maxStates: 500000}, {onProgress: progress => told.push(progress)});
    check(
        `${name} tells its progress: ${JSON.stringify(told)}`,
        told.length > 0 && told.at(-1).states > 0 && // at first, a search may make tables
            told.every(({level, states}, n) => level === 1 && (n === 0 || states >= told[n - 1].states)));
}

// Every call reports an invalid or a foreign module.
const [packed, foreign] =
    [readFileSync(join(folder, 'onlyway.wasm.gz')), new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])];
for (const [wasm, said] of [
         [Buffer.from('<!doctype html>'), /no WebAssembly/], [packed.subarray(0, 1000), /cannot be unpacked/],
         [new Uint8Array([0, 97, 115, 109, 2, 0, 0, 0]), /cannot be started/],
         [foreign, /another one|cannot be started/], ['onlyway.wasm', /neither bytes nor/],
         [new WebAssembly.Module(foreign), /another one|cannot be started/]]) {
    const broken = new Onlyway({wasm});
    for (let i = 0; i < 2; i++) {
        await broken.version().then(
            () => check(`bad module: ${said}`, false),
            error => check(
                `bad module: ${error.message}`,
                error instanceof OnlywayError && error.status === 0 && said.test(error.message)));
    }
    broken.close();
}
const elsewhere = new Onlyway({startWorker: throws});
await elsewhere.version().then(() => check('no worker', false), error => check('no worker', error.status === 0));

// The first worker fails to start after its call was cancelled; that does not disturb the second worker.
let giveUp;
const starts = [
    () => new Promise((_, reject) => giveUp = reject),
    () => {
        giveUp(new Unusual());
        return new Worker(readFileSync(join(folder, 'worker.js'), 'utf8'), {eval: true});
    },
];
const unsteady = new Onlyway({wasm: new WebAssembly.Module(gunzipSync(packed)), startWorker: () => starts.shift()()});
const early = new AbortController();
const first = refuses('a call while its worker starts', 5, unsteady.judge(push, {}, {signal: early.signal}));
const second = unsteady.judge(push);
while (giveUp === undefined)
    await new Promise(resolve => setTimeout(resolve, 1));
early.abort();
await first;
const late = new Promise(resolve => setTimeout(resolve, 20000, []));
check('the next call gets a worker', (await Promise.race([second, late]))[0]?.verdict === 'unique');
unsteady.close();

const unpacked = new Onlyway(
    {wasm: new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()});
await unpacked.version().then(
    version => check('unpacked bytes', /^\d/.test(version)), error => check(error.message, false));
unpacked.close();

// By require, in a program that ends by itself: an idle package does not keep node running.
const required = createRequire(import.meta.url)(resolve(folder, 'node.cjs'));
check('require and import give the same', required.Onlyway === Onlyway && required.OnlywayError === OnlywayError);
const program = `const {Onlyway} = require(${JSON.stringify(resolve(folder, 'node.cjs'))});
    new Onlyway().judge(${JSON.stringify(push)}).then(([level]) => console.log(level.verdict));`;
const ran = spawnSync(process.execPath, ['--input-type=commonjs', '-e', program], {encoding: 'utf8', timeout: 60000});
check(`a program by require: ${ran.stderr}`, ran.status === 0 && ran.stdout === 'unique\n');

onlyway.close();
check('it starts anew', (await onlyway.judge(push))[0].verdict === 'unique');
onlyway.close();

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
