// The original PuzzleScript engine, loaded without a browser.
'use strict';
const fs = require('fs');
const path = require('path');
const vm = require('vm');

const SCRIPTS = [
    'storagewrapper', 'bitvec', 'level', 'languageConstants', 'globalVariables', 'debug', 'font', 'rng', 'riffwave',
    'sfxr', 'codemirror/stringstream', 'colorhelpers', 'colors', 'engine', 'parser', 'compiler', 'soundbar'
];
const SILENT = [
    'canvasResize', 'redraw', 'forceRegenImages', 'consolePrintFromRule', 'consolePrint', 'console_print_raw',
    'consoleCacheDump', 'addToDebugTimeline', 'killAudioButton', 'showAudioButton', 'regenSpriteImages', 'jumpToLine',
    'printLevel', 'playSound'
];

// Returns the parts of a browser that the engine uses.
function makePage() {
    const listen = {addEventListener() {}, removeEventListener() {}, classList: {contains: () => false}};
    const page = {
        console: {log() {}, error() {}, warn() {}},
        localStorage: {getItem: () => null, setItem() {}, removeItem() {}},
        document: {
            URL: 'test://',
            body: listen,
            getElementById: () => null,
            createElement: () => ({style: {}, innerHTML: '', textContent: '', getContext: () => null}),
        },
        editor: {getValue: () => ''},
        lastDownTarget: null,
        canvas: null,
        input: {},
        levelString: '',
        inputString: '',
        outputString: '',
        PuzzleScriptTestAssertions: {push() {}, equal() {}},
        UnitTestingThrow(error) {
            throw error;
        },
        setInterval() {},
        setTimeout() {},
        ...listen,
    };
    SILENT.forEach((name) => {
        page[name] = () => {};
    });
    page.consoleError = () => {};
    page.window = page;
    return vm.createContext(page);
}

// Returns the engine, whose scripts are in this folder, as a few functions.
function loadEngine(folder) {
    const text = SCRIPTS.map((name) => fs.readFileSync(path.join(folder, `${name}.js`), 'utf8')).join('\n');
    const own = `;({
        compile(source) {
            unitTesting = true; lazyFunctionGeneration = false; levelString = source;
            resetParserErrorState();
            compile(['restart'], source, 'seed');
            return errorStrings.map((text) => text.replace(/<[^>]*>/g, '').trim());
        },
        errors: () => errorCount,
        levels: () => state.levels.map((level, i) => ('message' in level ? -1 : i)).filter((i) => i >= 0),
        start(source, n) {
            compile(['loadLevel', n], source, 'seed');
            while (againing) { againing = false; processInput(-1); }
        },
        // Returns the level after these keys, as text, or null if again repeats too often.
        play(source, keys) {
            compile(['loadLevel', 0], source, 'seed');
            for (const key of [-1, ...keys]) {
                if (key === 'undo') DoUndo(false, true);
                else if (key === 'restart') DoRestart();
                else processInput(key);
                for (let n = 0; againing; n++) {
                    if (n === 100) return null;
                    againing = false;
                    processInput(-1);
                }
            }
            return convertLevelToString();
        },
        press(key) {
            let won = false;
            nextLevel = () => { won = true; };
            processInput(key);
            while (againing && !won) { againing = false; processInput(-1); }
            return won || winning;
        },
    })`;
    const page = makePage(), engine = vm.runInContext(text + own, page, {filename: 'engine'});
    // Calls a function.  Throws an error if that takes more than ten seconds.
    engine.limit = (call) => {
        page.call = call;
        return vm.runInContext('call()', page, {timeout: 10000});
    };
    return engine;
}

module.exports = loadEngine;
