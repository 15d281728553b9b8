// Plays the shipped games in the original PuzzleScript engine:
//
//   node won.js ENGINE SOLVE GAME...
//
// ENGINE is the folder of the engine's scripts, SOLVE the solve command, GAME a source.  Each game must compile without
// an error or a warning, and the solution that solve reports must win every level, with its last key and not before.
'use strict';
const fs = require('fs');
const {spawnSync} = require('child_process');
const loadEngine = require('./engine.js');

const KEYS = {
    u: 0,
    l: 1,
    d: 2,
    r: 3,
    x: 4
};

// Returns the solutions that solve reports.
function solutions(solve, game) {
    const {stdout, error} = spawnSync(solve, ['--csv', game], {encoding: 'utf8'});
    if (error)
        throw error;
    return stdout.trim().split('\n').slice(1).map((row) => row.split(',').pop().replaceAll('"', ''));
}

// Returns what is wrong with a game, or ''.
function fault(engine, solve, game) {
    const source = fs.readFileSync(game, 'utf8');
    const said = engine.compile(source);
    if (said.length > 0)
        return `the engine says: ${said.join('\n')}`;
    const keys = solutions(solve, game), levels = engine.levels();
    if (levels.length !== keys.length)
        return `${levels.length} levels, but solve tells of ${keys.length}`;
    for (const [n, level] of levels.entries()) {
        engine.start(source, level);
        const won = [...keys[n].toLowerCase()].findIndex((key) => engine.press(KEYS[key]));
        if (keys[n] === '' || won !== keys[n].length - 1)
            return `level ${n + 1} is ${won < 0 ? 'not won' : `won at key ${won + 1}`} by ${keys[n]}`;
    }
    return '';
}

const [folder, solve, ...games] = process.argv.slice(2);
const engine = loadEngine(folder);
let failed = 0;
for (const game of games) {
    const wrong = fault(engine, solve, game);
    failed += wrong !== '';
    if (wrong !== '')
        console.log(`${game}: ${wrong}`);
}
console.log(`${games.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 || games.length === 0 ? 1 : 0;
