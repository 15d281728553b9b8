// Compares random games with the original PuzzleScript engine:
//
//   node random.js ENGINE SESSION SEED COUNT
//
// ENGINE is the folder of the engine's scripts, SESSION the test program puzzlescript_session.  Each game must get the
// same errors and warnings from both, and end with the same level if both play it with the same random keys.  Rules
// leave nothing to chance, and nothing wins.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');
const loadEngine = require('./engine.js');

const PIECES = ['Player', 'Wall', 'Crate', 'Target', 'Ant', 'Bee'];
const GROUPS = ['Thing', 'Solid'];
const RELATIVE = ['>', '<', '^', 'v', 'parallel', 'perpendicular', 'moving', 'stationary'];
const ABSOLUTE = ['up', 'down', 'left', 'right', 'orthogonal', 'horizontal', 'vertical', 'action'];
const KEYS = [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 4, 'undo', -1];

// Returns a function that gives the same random numbers, from 0 to below 1, for the same seed.
function makeChance(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
}

// Makes a game and the keys to play it with.
function makeGame(chance) {
    const below = (n) => Math.floor(chance() * n);
    const among = (list) => list[below(list.length)];
    const happens = (probability) => chance() < probability;
    const mixed = happens(0.3) ? 'Ant and Bee' : 'Ant or Target';
    const names = [...PIECES, ...GROUPS, ...(mixed === 'Ant or Target' ? ['Mix'] : [])];

    // An item is a movement, or `no`, and a name.  No cell has a name twice.
    const distinct = (items) => items.filter(([, name], i) => items.findIndex((other) => other[1] === name) === i);
    const makeItem = () => {
        const kind = chance();
        const movement = kind < 0.35 ? among(RELATIVE) : kind < 0.5 ? among(ABSOLUTE) : kind < 0.6 ? 'no' : '';
        return [movement, among(names)];
    };
    const makeCell = () => distinct(Array.from({length: among([0, 1, 1, 1, 2])}, makeItem));
    const change = ([movement, name]) => {
        const kind = chance();
        if (movement === 'no')
            return kind < 0.5                         ? []
                : kind < 0.7 && PIECES.includes(name) ? [[among(['', '>', 'stationary']), name]]
                                                      : [['no', name]];
        if (kind < 0.15)
            return [];
        if (kind < 0.5)
            return [[movement, name]];
        if (kind < 0.8)
            return [[among(['>', '<', '^', 'v', '', 'stationary', 'up', 'down', 'left', 'right', 'action']), name]];
        return [[movement, among(PIECES)]];
    };
    const changed = (cell) =>
        distinct([...cell.flatMap(change), ...(happens(0.15) ? [[among(['', '>', 'up']), among(PIECES)]] : [])]);
    const withoutMovements = (cell) => cell.map(([movement, name]) => [movement === 'no' ? 'no' : '', name]);
    const show = (cells) => `[ ${
        cells.map((cell) => (cell === null ? '...' : cell.map((item) => item.join(' ')).join(' '))).join(' | ')} ]`;

    // Half of the rules are of forms that do something in most games.
    const makeRule = (first) => {
        const one = among(names), other = happens(0.4) ? one : among(names);
        const rigid = happens(0.3) ? 'rigid ' : '';
        if (first || happens(0.5))
            return among([
                `${rigid}[ > Player | ${one} ] -> [ > Player | > ${one} ]`,
                `${rigid}[ > ${one} | ${other} ] -> [ > ${one} | > ${other} ]`,
                `${rigid}[ > Player ] [ ${one} ] -> [ > Player ] [ > ${one} ]`,
                `down [ stationary ${one} ] -> [ > ${one} ] again`,
                `[ > Player | ... | ${one} | ... | ${other} ] -> [ > Player | ... | | ... | ${other} ]`,
                `late [ ${one} | ${other} ] -> [ | ${other} ]`,
                `[ > ${one} | ${other} ] -> cancel`,
                `[ action Player ] -> ${among(['checkpoint', 'restart'])}`,
            ]);
        const late = happens(0.15);
        let text = `${!first && happens(0.2) ? '+ ' : ''}${late ? 'late ' : ''}${late ? '' : rigid}`;
        if (happens(0.25))
            text += `${among(['up', 'down', 'left', 'right', 'horizontal', 'vertical', 'orthogonal'])} `;
        const left = [], right = [];
        for (let rows = among([1, 1, 1, 1, 2, 3]); rows > 0; rows--) {
            const gap = happens(0.12);
            let cells = Array.from({length: gap ? 2 + below(2) : among([1, 1, 2, 2, 3])}, makeCell);
            let after = cells.map(changed);
            if (late) {
                cells = cells.map(withoutMovements);
                after = after.map(withoutMovements);
            }
            for (let at = gap ? 1 : cells.length; at < cells.length; at += happens(0.3) ? 2 : 9) {
                cells.splice(at, 0, null);
                after.splice(at, 0, null);
            }
            left.push(show(cells));
            right.push(show(after));
        }
        if (left.length === 1 && happens(0.06))
            return `${text}${left[0]} -> ${among(['cancel', 'restart', 'checkpoint', 'again'])}`;
        const command = among(['again', 'again', 'cancel', 'checkpoint', 'restart', 'message hi']);
        return `${text}${left.join(' ')} -> ${right.join(' ')}${happens(0.12) ? ` ${command}` : ''}`;
    };
    const makeRules = () => {
        const rules = Array.from({length: 1 + below(7)}, (_, i) => makeRule(i === 0));
        if (happens(0.3)) {
            const from = below(rules.length);
            rules[from] = rules[from].replace(/^\+ /, '');
            return [...rules.slice(0, from), 'startloop', ...rules.slice(from), 'endloop'];
        }
        return rules;
    };

    // No layer has both objects of a name that joins them.
    const layers = Array.from({length: 2 + below(3)}, () => []);
    for (const piece of PIECES) {
        const layer = among(layers);
        const apart = piece === 'Target' ? layer.includes('Crate') || layer.includes('Player')
                                         : piece === 'Bee' && mixed === 'Ant and Bee' && layer.includes('Ant');
        if (apart)
            layers.push([piece]);
        else
            layer.push(piece);
    }
    for (const piece of ['Crate', 'Player'])
        for (const layer of layers.filter((list) => list.includes(piece) && list.includes('Target')))
            layers.push([layer.splice(layer.indexOf('Target'), 1)[0]]);

    const width = 3 + below(6), height = 2 + below(5);
    const level = Array.from({length: height}, () => Array.from({length: width}, () => among('.....##ccccttaaabbb*@')));
    for (let players = among([0, 1, 1, 1, 1, 2]); players > 0; players--)
        level[below(height)][below(width)] = 'p';
    const section = (name, lines) => ['===', name, '===', '', ...lines, ''];
    const source = [
        'title Random',
        ...['run_rules_on_level_start', 'require_player_movement', 'noaction'].filter(() => happens(0.2)),
        '',
        ...section('OBJECTS', ['Background', ...PIECES].flatMap((piece) => [piece, 'red', ''])),
        ...section(
            'LEGEND',
            [
                '. = Background', 'p = Player', '# = Wall', 'c = Crate', 't = Target', 'a = Ant', 'b = Bee',
                '* = Crate and Target', '@ = Player and Target', 'Thing = Crate or Ant or Bee', 'Solid = Wall or Crate',
                `Mix = ${mixed}`
            ]),
        ...section('SOUNDS', []),
        ...section(
            'COLLISIONLAYERS',
            ['Background', ...layers.filter((layer) => layer.length > 0).map((layer) => layer.join(', '))]),
        ...section('RULES', makeRules()),
        ...section('WINCONDITIONS', []),
        ...section('LEVELS', level.map((row) => row.join(''))),
    ].join('\n');
    return {
        source: `${source}\n`,
        keys: Array.from({length: 5 + below(36)}, () => (happens(0.02) ? 'restart' : among(KEYS)))
    };
}

// Returns messages in an order and a form in which they can be compared: LINE TEXT.
function sorted(messages) {
    const lines =
        messages.map((line) => line.replace(/ +/g, ' ').match(/^(?:line |[^:]*:)(\d+) ?: (?:warning: )?(.*)/s));
    return [
        ...new Set(lines.filter((match) => match !== null).map((match) => `${match[1]} ${match[2].trim()}`))
    ].sort();
}

// Returns what differs, '' if nothing does, or null if the engine gives up.
function difference(engine, session, file, {source, keys}) {
    let said, level = null;
    try {
        said = engine.limit(() => engine.compile(source));
        if (engine.errors() === 0)
            level = engine.limit(() => engine.play(source, keys));
    } catch {
        return null;
    }
    const run = (...words) => spawnSync(session, words, {encoding: 'utf8', timeout: 60000});
    fs.writeFileSync(file, source);
    const ours = sorted(run('--check', file).stderr.split('\n')), theirs = sorted(said);
    if (ours.join('\n') !== theirs.join('\n'))
        return `messages:\n${ours.join('\n')}\ninstead of:\n${theirs.join('\n')}`;
    if (level === null)
        return null;
    const words = keys.map((key) => (key === -1 ? 'tick' : String(key)));
    const {stdout} = run('--play', file, '0', 'seed', 'tick', ...words);
    return stdout === level ? '' : `after ${words.join(' ')}:\n${stdout}\ninstead of:\n${level}`;
}

const [folder, session, seed, count] = process.argv.slice(2);
const engine = loadEngine(folder);
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'onlyway-'));
let passed = 0, failed = 0, played = 0;
for (let n = 0; n < +count; n++) {
    const game = makeGame(makeChance(+seed * 1000003 + n));
    const wrong = difference(engine, session, path.join(work, 'game.txt'), game);
    played += wrong === '';
    if (wrong) {
        failed++;
        console.log(`game ${n} of ONLYWAY_TEST_SEED=${seed} differs, ${wrong}\n${game.source}`);
    } else {
        passed++;
    }
}
fs.rmSync(work, {recursive: true});
if (played < count / 4) {
    failed++;
    console.log(`only ${played} of ${count} games were played`);
}
console.log(`${played} of ${count} random games were played, the others have errors`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
