// The engine: the npm package's module plus the functions for playing, compiled from C to WebAssembly.  This script
// also runs in workers, so it must not use the page.
'use strict';

// These values match play/session.h and games/game.h.
const HINT = Object.freeze({KEYS: 0, UNDO: 1, LOST: 2, HOPELESS: 3, SOLVED: 4, UNKNOWN: 5});
const PRESS = Object.freeze({NOTHING: 0, WALK: 1, MOVE: 2});

class Engine {
    // Creates an instance of the compiled module.
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

    // Returns the output of the last call.
    bytes() {
        const place = this.c.output();
        if (place === 0)
            throw new Error('out of memory');
        return new Uint8Array(this.c.memory.buffer, place, this.c.output_size());
    }

    text() {
        return new TextDecoder().decode(this.bytes());
    }

    // Throws the output as an error if the call before has failed.
    demand(succeeded) {
        if (!succeeded)
            throw new Error(this.text());
    }

    // Calls a function of the engine and returns its output as text.  The C files of this folder describe the
    // functions: `view`, `ground` and `pieces` for the pictures, `board`, `told` and `said` for words, and so on.
    ask(name, ...numbers) {
        this.c[name](...numbers);
        return this.text();
    }

    // Passes a level to the engine.  `gameSource`: the source of the level's own game, or undefined.
    giveLevel({game, rules, metric, rows, gameSource}) {
        if (gameSource !== this.gameSource) {
            this.gameSource = null; // the engine keeps no source if it rejects this one
            this.give(gameSource === undefined ? '' : `${game}\n${gameSource}`);
            this.demand(this.c.game_source());
            this.gameSource = gameSource;
        }
        this.give([game, rules, metric, ...rows].join('\n'));
    }

    load(level) {
        if (level.gameSource !== this.gameSource)
            this.c.unload(); // the memory may not have room for two games
        this.giveLevel(level);
        this.demand(this.c.load());
    }

    // Loads a level for a search: hints use its known solution.
    loadKnown(level) {
        this.load(level);
        if (level.solution)
            this.route(level.solution);
    }

    // Presses keys from the start until one has no effect.  Returns how many had one.
    replay(keys) {
        this.c.restart();
        let made = 0;
        while (made < keys.length && this.c.press(keys[made]) !== PRESS.NOTHING)
            made++;
        return made;
    }

    about() {
        const [aim, moves, move, piece, action, tours] = this.ask('about').split('\n');
        return {aim, moves, move, piece, action, tours: tours !== ''};
    }

    // Returns a count with its noun: "1 push", "2 pushes".  Results of about() and editing() contain both nouns.
    static count(count, {move, moves}) {
        return `${count} ${Number(count) === 1 ? move : moves}`;
    }

    // Returns a point of the picture that a function of the engine names, {x, y}, or null.
    point(name) {
        const [x, y] = this.ask(name).split(' ').map(Number);
        return y === undefined ? null : {x, y};
    }

    // Returns the point that the view follows, {x, y}, or null.
    focus() {
        return this.point('focus') ?? this.point('place');
    }

    // Returns the game's name, its title, its aim and its example level, {rows, way}, or null.
    rules() {
        const [game, title, aim, way, ...rows] = this.ask('rules').split('\n');
        return {game, title, aim, lesson: way === undefined ? null : {rows, way}};
    }

    // Returns the key presses of a solution in text form.  Hints use this solution afterwards.
    route(solution) {
        this.give(solution);
        this.demand(this.c.route());
        return [...this.bytes()];
    }

    // Searches for a hint from the current position.
    hint(seconds, states) {
        const kind = this.c.hint(seconds, states);
        return {kind, keys: [...this.bytes()], undo: this.c.hint_undo(), left: this.c.hint_left()};
    }

    // Returns a level as the text of a file: its rows, or the source of its game with only this level.
    file(level) {
        return this.filed([{...level, name: '', messages: [], after: []}]);
    }

    // Returns levels of one game as such a text, with their names and messages.
    filed(levels) {
        if (levels[0].gameSource === undefined)
            return levels.map(level => level.rows.map(row => row + '\n').join('')).join('\n');
        const part = (level, head) => {
            this.giveLevel(level);
            this.demand(this.c.level_file(head));
            return this.text();
        };
        const messages = (texts = []) => texts.map(text => `\nmessage ${text}\n`).join('');
        let file = part(levels[0], true);
        for (const level of levels) {
            const name = (level.name ?? '').replace(/[()]/g, '');
            file += messages(level.messages) + (name && `\n(${name})`) + part(level, false) + messages(level.after);
        }
        return file;
    }

    // Returns what the package's calls take for a level: the text of its file, and the options.
    asInput(level, options = {}) {
        return [this.file(level), {...Engine.reading(level), ...options}];
    }

    // Returns the options with which the package reads a level's file.  A level with a source needs no `game`.
    static reading({game, rules, metric, gameSource}) {
        return {
            game: gameSource === undefined ? game : undefined,
            rules: rules || undefined,
            metric: metric || undefined
        };
    }

    // Returns the smallest level that is the same puzzle as this one, {told, gone, rows}, see editor.c.
    compact(level, seconds) {
        this.giveLevel(level);
        this.demand(this.c.compact(seconds));
        return JSON.parse(this.text());
    }

    // Loads rules that change levels of this level's game.  Returns an error message, or ''.
    takeRules(level, rules, seed) {
        this.giveLevel(level);
        this.give(rules);
        return this.c.transform_rules(seed) ? '' : this.text();
    }

    // Returns the rows of a level after the loaded rules change it, or null if they change nothing.
    applyRules(level) {
        this.giveLevel(level);
        return this.c.transform_level() ? JSON.parse(this.text()) : null;
    }

    // Reads a source.  Returns {issues, title, levels...}, see source.c; without levels if the source is not a game.
    readSource(language, source) {
        this.gameSource = null;
        this.give(`${language}\n${source}`);
        return JSON.parse(this.ask('read_source'));
    }

    // Returns what an editor needs to know about a level's game, or null if its levels cannot be edited.
    editing(level) {
        this.giveLevel({...level, rows: []});
        return this.c.edit_game() ? JSON.parse(this.text()) : null;
    }

    // Returns the rows of a level, which may be invalid, as its rules read them: with wall where they see no cells.
    rowsOf(level) {
        this.giveLevel(level);
        return this.c.level_rows() ? this.text().slice(0, -1).split('\n') : level.rows;
    }

    // Checks a level, which may be invalid.  Returns the error, {row, column, message}, or null.  Afterwards, sketch()
    // describes this level.
    check(level) {
        this.giveLevel(level);
        if (this.c.sketch_level())
            return null;
        const [row, column, message] = this.text().split('\t');
        return {row: Number(row), column: Number(column), message};
    }

    // Describes the level checked last: its SVG view box, its picture, and its cells in words.
    sketch() {
        return {
            view: this.ask('sketch_view'),
            picture: this.ask('sketch_picture'),
            words: this.ask('sketch_cells').split('\n')
        };
    }
}
