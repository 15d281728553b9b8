// Plays packs with the PuzzleScript engine:
//
//   node play.js ENGINE SOURCE LEVELS SOLVE
//
// ENGINE is the engine's bundle, SOURCE a pack as PuzzleScript, LEVELS the same pack as text, SOLVE the solve command.
// The source must compile without messages, and the solution that solve reports must win every level, with its last key
// and not before.  Random walks follow, from the start and from random positions of the solution: the engine and solve
// must agree which keys have an effect and, at the end, what the level looks like and whether it is won.
// ONLYWAY_TEST_SEED chooses other walks.
'use strict';
const fs = require('fs');
const vm = require('vm');
const {spawnSync} = require('child_process');

const WALKS = 3, KEYS = 30;
const [enginePath, sourcePath, levelsPath, solvePath] = process.argv.slice(2);
const seed = Number(process.env.ONLYWAY_TEST_SEED || 1);
let random = seed >>> 0;

function below(n) // mulberry32
{
    random = (random + 0x6d2b79f5) >>> 0;
    let t = Math.imul(random ^ (random >>> 15), random | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
}

function fail(words) {
    console.log(`${sourcePath}: ${words} (seed ${seed})`);
    process.exit(1);
}

// --- the engine, without a browser ---

// Returns an object that accepts every call and every property; what the engine draws does not matter here.
function nothing() {
    const target = function() {};
    return new Proxy(target, {
        get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : nothing()),
        set: () => true,
        apply: () => nothing(),
    });
}

function loadEngine() {
    const said = [];
    const element = () => {
        const made = nothing();
        return new Proxy({innerHTML: '', width: 500, height: 500}, {
            get: (own, name) =>
                (name in own                  ? own[name]
                     : name === 'textContent' ? own.innerHTML
                                              : made[name]),
            set: (own, name, value) => {
                own[name] = value;
                return true;
            },
        });
    };
    const messages = {
        get innerHTML() {
            return '';
        },
        set innerHTML(text) {
            said.push(text);
        },
    };
    const document = {
        createElement: element,
        getElementById: (id) => (id === 'errormessage' ? messages : element()),
        addEventListener() {},
        body: element(),
        URL: 'file:///',
    };
    const window = {
        console: {
            log() {},
            logError(text) {
                said.push(String(text));
            }
        },
        addEventListener() {},
        document,
        localStorage: {getItem: () => null, setItem() {}, removeItem() {}},
    };
    const context = vm.createContext({
        window,
        document,
        console: window.console,
        navigator: {userAgent: '', vendor: '', platform: ''},
        localStorage: window.localStorage,
        setInterval() {},
        clearInterval() {},
        setTimeout() {},
        location: {search: ''},
        Image: element,
        AudioContext: undefined,
    });
    context.self = context;
    context.module = {exports: {}};
    context.exports = context.module.exports;
    const entry = 'return __webpack_require__(0);';
    const text = fs.readFileSync(enginePath, 'utf8');
    if (!text.includes(entry))
        fail('the engine is not the one that is known here');
    vm.runInContext(text.replace(entry, 'return __webpack_require__;'), context);
    const part = context.module.exports; // by number, as in the bundle
    part(2).globals.canvas = element();
    const variables = part(4).globals, engine = part(5).globals;
    variables.stateSaver = () => {};
    return {said, variables, engine, rules: part(6), compiler: part(14)};
}

// --- levels ---

const DIRECTIONS = {
    u: 0,
    l: 1,
    d: 2,
    r: 3
};

function run(...words) {
    const result = spawnSync(solvePath, words, {encoding: 'utf8', maxBuffer: 1 << 28});
    if (result.error)
        fail(`solve: ${result.error}`);
    return result;
}

// Returns the levels of a text pack: their rows, their games and the solutions that solve reports.
function readLevels() {
    const texts = fs.readFileSync(levelsPath, 'utf8')
                      .replace(/\n$/, '')
                      .split('\n\n')
                      .filter((text) => !text.startsWith('Comment:'));
    const rows = run('--csv', levelsPath).stdout.trim().split('\n').map((line) => line.split(','));
    const column = (name) => rows[0].indexOf(name);
    if (rows.length !== texts.length + 1)
        fail(`${texts.length} levels, but ${rows.length - 1} rows`);
    return texts.map((text, i) => ({
                         rows: text.split('\n').filter((line) => !line.startsWith('Title: ')),
                         game: rows[i + 1][column('game')],
                         solution: rows[i + 1][column('solution')],
                     }));
}

// Returns a picture as lines.  In Sokoban, cells that the player could not reach even without boxes become walls.
function settle(level, picture) {
    const rows = picture.map((row) => [...row]);
    if (level.game === 'sokoban') {
        const seen = new Set(), queue = [];
        level.rows.forEach((row, y) => [...row].forEach((c, x) => {
            if (c === '@' || c === '+')
                queue.push([x, y]);
        }));
        while (queue.length > 0) {
            const [x, y] = queue.pop();
            if (seen.has(`${x} ${y}`) || level.rows[y][x] === '#')
                continue;
            seen.add(`${x} ${y}`);
            queue.push([x, y - 1], [x + 1, y], [x, y + 1], [x - 1, y]);
        }
        rows.forEach((row, y) => row.forEach((c, x) => {
            if (c !== ' ' && !seen.has(`${x} ${y}`))
                row[x] = '#';
        }));
    }
    return rows.map((row) => row.join('').trimEnd()).join('\n');
}

// Functions by game that return the character for a cell of the engine's level.
const looks = {
    longcat: (has) =>
        (has('wall')         ? '#'
             : has('player') ? 'C'
             : has('body')   ? 'c'
                             : ' '),
    sokoban: (has) =>
        (has('wall')         ? '#'
             : has('player') ? (has('target') ? '+' : '@')
             : has('crate')  ? (has('target') ? '*' : '$')
             : has('target') ? '.'
                             : ' '),
    snowman: (has) => {
        const balls = has('small') + 2 * has('medium') + 4 * has('large');
        return has('wall')  ? 'X'
            : balls > 0     ? String(balls)
            : has('player') ? (has('snow') ? '@' : '#')
            : has('target') ? (has('snow') ? '=' : '+')
            : has('snow')   ? '*'
                            : '-';
    },
};

function draw(loaded, game) {
    const {level} = loaded.variables, {objects} = loaded.engine.state;
    const rows = [];
    for (let y = 0; y < level.height; y++) {
        let row = '';
        for (let x = 0; x < level.width; x++) {
            const cell = level.getCell(x * level.height + y);
            row += looks[game]((name) => (objects[name] !== undefined && cell.get(objects[name].id) ? 1 : 0));
        }
        rows.push(row);
    }
    return rows.map((row) => row.trimEnd()).join('\n');
}

function start(loaded, index) {
    loaded.variables.winning = false;
    loaded.engine.textMode = false;
    loaded.engine.titleScreen = false;
    loaded.rules.loadLevelFromState(loaded.engine.state, index);
}

// Presses a key.  Returns whether anything has changed.
function press(loaded, key) {
    return loaded.rules.processInput(DIRECTIONS[key.toLowerCase()]) === true;
}

// --- checks ---

function checkSolution(loaded, index, level, name) {
    start(loaded, index);
    if (draw(loaded, level.game) !== settle(level, level.rows))
        fail(`${name} looks different:\n${draw(loaded, level.game)}`);
    [...level.solution].forEach((key, n) => {
        if (loaded.variables.winning)
            fail(`${name} is won by ${level.solution.slice(0, n)}`);
        if (!press(loaded, key))
            fail(`${name}: key ${n + 1} of the solution ${level.solution} does nothing`);
    });
    if (!loaded.variables.winning)
        fail(`${name} is not won by ${level.solution}`);
}

// Returns what solve says about some keys: whether they are legal and solve the level, and the resulting picture.
function replay(level, keys) {
    const file = `${sourcePath}.level`;
    fs.writeFileSync(file, level.rows.join('\n') + '\n');
    const metric = level.game === 'longcat' ? [] : ['--metric=moves']; // so that a move is a key
    const {status, stdout} = run(`--game=${level.game}`, ...metric, '--show', `--replay=${keys}`, file);
    const pictures = stdout.split('\n').filter((line) => line.startsWith('    ')).map((line) => line.slice(4));
    return {
        legal: status !== 2 && !/illegal/.test(stdout), // 2: a walk into a wall
        solved: status === 0,
        picture: settle(level, pictures.slice(-level.rows.length)),
        stdout,
    };
}

// Checks a random walk from the start, or from a random position of the solution.
function checkWalk(loaded, index, level, name, fromStart) {
    let keys = '', idle = null;
    start(loaded, index);
    for (const key of level.solution.slice(0, fromStart ? 0 : below(level.solution.length))) {
        press(loaded, key);
        keys += key;
    }
    for (let i = 0; i < KEYS && !loaded.variables.winning; i++) {
        const key = 'urdl'[below(4)];
        if (press(loaded, key))
            keys += key;
        else
            idle = {keys, key};
    }
    const told = replay(level, keys);
    if (!told.legal || told.solved !== loaded.variables.winning ||
        (keys !== '' && told.picture !== draw(loaded, level.game)))
        fail(
            `${name}: after ${keys} the engine has${loaded.variables.winning ? ' won' : ''}\n` +
            `${draw(loaded, level.game)}\nand solve says\n${told.stdout}`);
    if (idle !== null && replay(level, idle.keys + idle.key).legal)
        fail(`${name}: after ${idle.keys} the engine ignores ${idle.key}, but solve does not`);
    return loaded.variables.winning;
}

const loaded = loadEngine();
loaded.compiler.compile(['restart'], fs.readFileSync(sourcePath, 'utf8') + '\n');
if (loaded.said.length > 0)
    fail(`the engine says: ${loaded.said.join('\n')}`);
const levels = readLevels();
const playable =
    loaded.engine.state.levels.map((level, i) => (level.message === undefined ? i : -1)).filter((i) => i >= 0);
if (playable.length !== levels.length)
    fail(`${playable.length} levels in place of ${levels.length}`);
let walks = 0, won = 0;
levels.forEach((level, n) => {
    checkSolution(loaded, playable[n], level, `level ${n + 1}`);
    for (let i = 0; i < WALKS; i++, walks++)
        won += checkWalk(loaded, playable[n], level, `level ${n + 1}`, i === 0);
});
console.log(
    `${sourcePath}: ${levels.length} levels won by their solutions; ` +
    `${walks} random walks agree, ${won} of them won`);
