// The engine: the package's module with what playing takes besides, compiled from C to WebAssembly.  This script also
// runs in the worker that searches for hints, so it knows nothing of the page.
'use strict';

// As in play/session.h and games/game.h.
const HINT = {
    KEYS: 0,
    UNDO: 1,
    LOST: 2,
    HOPELESS: 3,
    SOLVED: 4,
    UNKNOWN: 5
};
const PRESS = {
    NOTHING: 0,
    WALK: 1,
    MOVE: 2
};

class Engine {
    // Makes one of the compiled module.
    static async open(wasm) {
        const engine = new Engine();
        engine.module = await Module.load(wasm);
        engine.c = engine.module.exports;
        return engine;
    }

    give(text) {
        const bytes = new TextEncoder().encode(text);
        const place = this.c.input(bytes.length);
        if (place === 0)
            throw new Error('out of memory');
        new Uint8Array(this.c.memory.buffer, place, bytes.length).set(bytes);
    }

    // What the last call has left as its result.
    bytes() {
        const place = this.c.output();
        if (place === 0)
            throw new Error('out of memory');
        return new Uint8Array(this.c.memory.buffer, place, this.c.output_size());
    }

    text() {
        return new TextDecoder().decode(this.bytes());
    }

    // A level may bring its own game: `book` is its source.
    giveLevel({game, rules, metric, rows, book}) {
        if (book !== this.book) {
            this.book = null; // should this one be no game
            this.give(book === undefined ? '' : `${game}\n${book}`);
            if (!this.c.game_source())
                throw new Error(this.text());
            this.book = book;
        }
        this.give([game, rules, metric, ...rows].join('\n'));
    }

    load(level) {
        this.giveLevel(level);
        if (!this.c.load())
            throw new Error(this.text());
    }

    // Loads a level in order to search in it: hints know its solution.
    loadKnown(level) {
        this.load(level);
        if (level.solution)
            this.route(level.solution);
    }

    // Makes key presses from the start.  Returns how many of them did something.
    replay(keys) {
        this.c.restart();
        let made = 0;
        while (made < keys.length && this.c.press(keys[made]) !== PRESS.NOTHING)
            made++;
        return made;
    }

    // SVG's view box of the pictures, the ground, and what is on it at the moment t, from 0 to 1, of
    // the last change.
    view() {
        this.c.view();
        return this.text();
    }

    // Why there are no hints; '': there are.
    inexact() {
        this.c.inexact();
        return this.text();
    }

    // The part of the view that the player sees; '': all of it.
    window() {
        this.c.window();
        return this.text();
    }

    ground() {
        this.c.ground();
        return this.text();
    }

    pieces(moment) {
        this.c.pieces(moment);
        return this.text();
    }

    board() {
        this.c.board();
        return this.text();
    }

    // What the rules say to the key pressed last, or ''.
    said() {
        this.c.said();
        return this.text();
    }

    told() {
        this.c.told();
        return this.text();
    }

    about() {
        this.c.about();
        const [aim, moves, move, piece, action, tours] = this.text().split('\n');
        return {aim, moves, move, piece, action, tours: tours !== ''};
    }

    // "1 push", "2 pushes": `names` has both words, as what a game or an editor must know of it has.
    static count(count, {move, moves}) {
        return `${count} ${Number(count) === 1 ? move : moves}`;
    }

    // Where who moves is in the picture, {x, y}; null: nowhere.
    place() {
        this.c.place();
        const [x, y] = this.text().split(' ').map(Number);
        return y === undefined ? null : {x, y};
    }

    // What of the picture the player's eye follows, {x, y}; null: nothing.
    focus() {
        this.c.focus();
        const [x, y] = this.text().split(' ').map(Number);
        return y === undefined ? this.place() : {x, y};
    }

    // What steps are called where they are counted besides the moves; else ''.
    stepsName() {
        this.c.steps_name();
        return this.text();
    }

    // The moves made so far, in the game's notation.
    made() {
        this.c.made();
        return this.text();
    }

    // The game in a few words, and the smallest level that shows it, {rows, way}.
    rules() {
        this.c.rules();
        const [game, title, aim, way, ...rows] = this.text().split('\n');
        return {game, title, aim, lesson: way === undefined ? null : {rows, way}};
    }

    colours() {
        this.c.colours();
        return this.text();
    }

    // The key presses of a solution that is given as text; from now on hints know it.
    route(solution) {
        this.give(solution);
        if (!this.c.route())
            throw new Error(this.text());
        return [...this.bytes()];
    }

    // Searches from where the player is.
    hint(seconds, states) {
        const kind = this.c.hint(seconds, states);
        return {kind, keys: [...this.bytes()], undo: this.c.hint_undo(), left: this.c.hint_left()};
    }

    // The text of a level as a file: its rows, or the source of its game with this level alone.
    file(level) {
        if (level.book === undefined)
            return level.rows.map(row => row + '\n').join('');
        this.giveLevel(level);
        if (!this.c.level_file())
            throw new Error(this.text());
        return this.text();
    }

    // What is left of a level when all goes that it does not need: {told, gone, rows}, see compact.c.
    compact(level, seconds) {
        this.giveLevel(level);
        if (!this.c.compact(seconds))
            throw new Error(this.text());
        return JSON.parse(this.text());
    }

    // Takes rules that change levels of the game of this one.  Returns what is wrong with them, or null.
    takeRules(level, rules, seed) {
        this.giveLevel(level);
        this.give(rules);
        return this.c.transform_rules(seed) ? null : this.text();
    }

    // The rows of a level after these rules were applied; null: they change nothing.
    applyRules(level) {
        this.giveLevel(level);
        return this.c.transform_level() ? JSON.parse(this.text()) : null;
    }

    // A source with its levels, {issues, title, levels...}, see source.c; without levels where it is no game.
    readSource(language, source) {
        this.book = null;
        this.give(`${language}\n${source}`);
        this.c.read_source();
        return JSON.parse(this.text());
    }

    // What an editor must know of a level's game; null: its levels are not edited.
    editing(level) {
        this.giveLevel({...level, rows: []});
        return this.c.edit_game() ? JSON.parse(this.text()) : null;
    }

    // Looks at what may be a level.  Returns what is wrong with it, or null; then sketch() has its picture.
    check(level) {
        this.giveLevel(level);
        if (this.c.sketch_level())
            return null;
        const [row, column, message] = this.text().split('\t');
        return {row: Number(row), column: Number(column), message};
    }

    // The level looked at last: SVG's view box, its picture, and its cells in words.
    sketch() {
        const part = name => {
            this.c[name]();
            return this.text();
        };
        return {view: part('sketch_view'), picture: part('sketch_picture'), words: part('sketch_cells').split('\n')};
    }
}
