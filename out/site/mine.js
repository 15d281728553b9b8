// The page of the user's own levels: collections of drawings, with pictures and verdicts.

const PACK = JSON.parse($('pack').textContent);
const PAGES = JSON.parse($('pages').textContent);  // files of pages, by game
const READ_LIMITS = Object.freeze({maxStates: 1}); // only finds out which levels a text has
const JUDGE_LIMITS = Object.freeze({timeout: 20, maxMemory: '300M'});
const FORMATS = Object.freeze({
    text: 'Text',
    html: 'Web page',
    pdf: 'PDF booklet',
    puzzlescript: 'PuzzleScript',
    xsb: 'Sokoban (XSB)',
    svg: 'SVG pictures',
    png: 'PNG pictures',
    json: 'JSON, to read here'
});
const GAME_FORMATS = ['text', 'html', 'pdf', 'svg', 'png']; // for a game of the workshop
const FIRST_COLLECTION = Object.freeze({id: '', name: 'Drawings', place: -Infinity});

class Mine {
    constructor(wasm, engine) {
        this.engine = engine;
        this.tool = openPackage(wasm);
        this.drawings = new Drawings();
        this.formats = new Map(); // chosen formats, by the id of what to save
        this.deleted = null;      // what takeBack() restores
        $('new-collection').onclick = () => this.addCollection();
        $('read-levels').onchange = ({target}) => this.read([...target.files]).finally(() => {
            target.value = '';
        });
        $('save-all').onclick = () => this.saveJson('My levels', this.list, this.collections.slice(1), this.games);
        $('take-back').onclick = () => this.takeBack();
        addEventListener('focus', async () => { // the user may have drawn in another window
            const held = () => JSON.stringify([this.list, this.collections, this.games]), before = held();
            await this.load();
            if (before !== held())
                this.show();
        });
    }

    say(text, undo = false) {
        $('said').textContent = text;
        $('take-back').hidden = !undo;
    }

    // Shows what the database holds now and, if there is one, a message; `undo`: whether takeBack() can undo it.
    async update(text, undo) {
        await this.load();
        this.show();
        if (text !== undefined)
            this.say(text, undo);
    }

    async load() {
        this.list = await this.drawings.all('drawings');
        this.collections = [FIRST_COLLECTION, ...await this.drawings.all('collections')];
        this.games = await this.drawings.all('games');
        const known = new Set(this.collections.map(({id}) => id));
        for (const one of this.list) {
            if (!known.has(one.collection))
                one.collection = '';
        }
    }

    inCollection(id) {
        return this.list.filter(({collection}) => collection === id);
    }

    // --- display ---

    show() {
        const focused = document.activeElement?.dataset?.key;
        $('collections').replaceChildren(...this.collections.map((collection, n) => this.section(collection, n)));
        $('game-cards').replaceChildren(...this.games.map(game => this.gameCard(game)));
        $('games').hidden = this.games.length === 0;
        $('save-all').disabled = this.list.length + this.games.length === 0;
        const {trouble} = this.drawings;
        $('trouble').textContent =
            trouble && `Your changes last until this page is closed, because ${trouble}. Files can still be saved.`;
        if (focused)
            this.keyed(focused)?.focus();
        document.body.dataset.ready = '';
        this.judgeAll();
    }

    button(text, label, action, key) {
        return element('button', {textContent: text, onclick: action, 'aria-label': label, 'data-key': key});
    }

    // Returns a choice.  `options`: [value, text] each; `chosen`: the chosen value, if any.
    choice(options, chosen, label, key, change) {
        const items =
            options.map(([value, textContent]) => element('option', {value, textContent, selected: value === chosen}));
        const properties = {onchange: ({target}) => change(target.value), 'aria-label': label, 'data-key': key};
        return element('select', properties, ...items);
    }

    // Returns the element with a key.
    keyed(key) {
        return [...document.querySelectorAll('[data-key]')].find(({dataset}) => dataset.key === key);
    }

    section(collection, n) {
        const {id, name} = collection, levels = this.inCollection(id);
        const head = id === '' ? element('h2', {textContent: name})
                               : element('h2', {}, this.nameField(collection, 'collections', 'Name of the collection'));
        const tools = element('p', {className: 'tools'});
        if (levels.length > 0)
            tools.append(...this.saver(name, id, Object.keys(FORMATS), () => levels));
        const move = step => this.swap('collections', this.collections.slice(1), n - 1, n - 1 + step);
        if (n > 1)
            tools.append(this.button('↑', `Move ${name} up`, () => move(-1), `up ${id}`));
        if (n > 0 && n < this.collections.length - 1)
            tools.append(this.button('↓', `Move ${name} down`, () => move(1), `down ${id}`));
        if (n > 0)
            tools.append(
                this.button('Delete', `Delete ${name}, and keep its levels`, () => this.deleteCollection(collection)));
        const none = id === '' ? 'No levels yet: draw one, or edit a level of a game with the pencil above it.'
                               : 'Empty: choose this collection below a level.';
        return element(
            'section', {className: 'collection'}, element('div', {className: 'head'}, head, tools),
            levels.length === 0
                ? element('p', {textContent: none})
                : element('ul', {className: 'cards'}, ...levels.map((one, at) => this.card(one, at, levels))));
    }

    // Returns the card of a game of the workshop.
    gameCard(game) {
        const {id, name, levels, unique, judged} = game;
        const known = judged === levels ? `${unique} unique` : 'not all judged';
        const open = element('a', {href: `workshop.html#game.${id}`}, element('h3', {textContent: name}));
        const tools = element(
            'div', {className: 'tools'}, ...this.saver(name, id, GAME_FORMATS, () => this.levelsOf(game)),
            this.button('Delete', `Delete ${name}`, async () => {
                await this.drawings.remove('games', id);
                this.deleted = {games: [game], levels: []};
                await this.update(`${name} is deleted.`, true);
            }));
        return element(
            'li', {className: 'card'}, open, element('p', {textContent: `${counted(levels, 'level')} · ${known}`}),
            tools);
    }

    // Returns a choice of formats, and a button that saves in the chosen one.  `find` returns the levels.
    saver(name, id, formats, find) {
        const choose = this.choice(
            formats.map(format => [format, FORMATS[format]]), this.formats.get(id), `Format of ${name}`, `format ${id}`,
            format => this.formats.set(id, format));
        return [
            choose,
            this.button(
                'Save', `Save ${name}`, async () => this.save(choose.value, name, id, await find()), `save ${id}`)
        ];
    }

    // Returns the levels of a game of the workshop, without verdicts.
    async levelsOf({id, source}) {
        const {levels = []} = this.engine.readSource('puzzlescript', source);
        const own = {game: 'puzzlescript', rules: '', metric: '', gameSource: source, source};
        return levels.filter(({rows}) => rows !== undefined)
            .map(({rows, messages}, n) => ({...own, id: `${id} ${n}`, name: `Level ${n + 1}`, rows, messages}));
    }

    nameField(one, store, label) {
        const field = element(
            'input', {type: 'text', value: one.name, maxLength: 80, 'aria-label': label, 'data-key': `name ${one.id}`});
        field.onchange = async () => {
            one.name = field.value.trim() || one.name;
            field.value = one.name;
            await this.drawings.put(store, one);
            this.show();
        };
        return field;
    }

    card(one, at, levels) {
        const {id, name} = one, href = `${PAGES[one.game] ?? 'index.html'}#drawing.${id}`;
        const link = element('a', {href, 'aria-label': `Edit ${name}`}, this.picture(one));
        const verdict = element(
            'p', {className: 'verdict', textContent: this.verdict(one), 'data-kind': one.verdict?.verdict ?? ''});
        const choose = this.choice(
            this.collections.map(collection => [collection.id, collection.name]), one.collection,
            `Collection of ${name}`, `collection ${id}`, async collection => {
                one.place = Math.max(0, ...this.inCollection(collection).map(({place}) => place)) + 1;
                one.collection = collection;
                await this.drawings.put('drawings', one);
                await this.update();
            });
        const play = element('a', {className: 'button', textContent: 'Play', href: '#', 'aria-label': `Play ${name}`});
        writeLink(one).then(
            text => {
                play.href = `${PAGES[one.game]}#${text}`;
            },
            () => play.remove()); // too long for a link
        const move = step => this.swap('drawings', levels, at, at + step);
        const early = this.button('←', `Move ${name} forward`, () => move(-1), `early ${id}`);
        const late = this.button('→', `Move ${name} back`, () => move(1), `late ${id}`);
        early.setAttribute('aria-disabled', at === 0);
        late.setAttribute('aria-disabled', at === levels.length - 1);
        const tools = element(
            'div', {className: 'tools'}, play,
            this.button('Picture', `Save a picture of ${name}`, () => this.savePicture(one)), early, late,
            this.button('Delete', `Delete ${name}`, () => this.delete(one)));
        return element(
            'li', {className: 'card'}, link, this.nameField(one, 'drawings', 'Name of the level'), verdict, choose,
            tools);
    }

    picture(one) {
        try {
            this.engine.check(one);
            const {view, picture} = this.engine.sketch();
            return svgPicture(view, picture);
        } catch {
            return svgElement('svg', {'aria-hidden': true}); // a game that this version does not know
        }
    }

    verdict({verdict}) {
        if (!verdict)
            return 'Not judged yet';
        const depth = verdict.depth ? `depth ${verdict.depth}` : '';
        const word = {
            unique: 'Unique',
            multiple: 'Not unique',
            unsolvable: 'No solution',
            undecided: 'Undecided',
            wrong: 'Not a level yet'
        }[verdict.verdict];
        return joined([word, depth, difficultyWords(verdict.difficulty)], ' · ');
    }

    // --- verdicts ---

    // Judges the drawings without a verdict, one after the other.  Skips those with a source.
    async judgeAll() {
        if (this.judging)
            return;
        this.judging = true;
        for (let one;
             (one = this.list.find(({verdict, gameSource}) => !verdict && gameSource === undefined)) !== undefined;) {
            one.verdict = await this.judge(one);
            await this.drawings.put('drawings', one);
            this.show();
        }
        this.judging = false;
    }

    async judge(one) {
        try {
            const [judged] = await this.tool.judge(...this.engine.asInput(one, JUDGE_LIMITS));
            return verdictOf(judged);
        } catch (error) {
            return verdictOf({error: error.message});
        }
    }

    // --- changes ---

    async addCollection() {
        const place = Math.max(0, ...this.collections.slice(1).map(one => one.place)) + 1;
        const made = {id: newId(), name: `Collection ${this.collections.length}`, place};
        await this.drawings.put('collections', made);
        await this.update();
        const field = this.keyed(`name ${made.id}`);
        field.focus();
        field.select();
    }

    // Swaps two neighbours in a list, if both exist, and renumbers the list: levels have equal places once their
    // collection was deleted.
    async swap(store, list, n, other) {
        if (list[other] === undefined)
            return;
        const order = [...list];
        [order[n], order[other]] = [order[other], order[n]];
        for (const [at, one] of order.entries()) {
            if (one.place !== at + 1)
                await this.drawings.put(store, Object.assign(one, {place: at + 1}));
        }
        await this.update();
    }

    // Deletes a collection.  Its levels go back to the first one.
    async deleteCollection(collection) {
        const levels = this.inCollection(collection.id);
        for (const one of levels)
            await this.drawings.put('drawings', {...one, collection: ''});
        await this.drawings.remove('collections', collection.id);
        this.deleted = {collection, levels};
        await this.update(`${collection.name} is deleted.`, true);
    }

    async delete(one) {
        await this.drawings.remove('drawings', one.id);
        this.deleted = {levels: [one]};
        await this.update(`${one.name} is deleted.`, true);
        $('take-back').focus();
    }

    async takeBack() {
        const {collection, levels, games = []} = this.deleted;
        if (collection)
            await this.drawings.put('collections', collection);
        for (const one of levels)
            await this.drawings.put('drawings', one);
        for (const one of games)
            await this.drawings.put('games', one);
        await this.update('It is back.');
    }

    // --- files ---

    async save(format, name, id, levels) {
        const good = levels.filter(({verdict}) => verdict?.verdict !== 'wrong');
        try {
            if (good.length === 0)
                throw new Error('no level can be played yet');
            if (format === 'json') {
                this.saveJson(name, levels, this.collections.filter(one => one.id !== '' && one.id === id));
                return;
            }
            if (format === 'text' && good[0].source !== undefined) { // the text of such a game is its source
                saveFile(`${name}.txt`, good[0].source);
            } else {
                this.say('Saving…');
                for (const [n, level] of good.entries()) { // the files need their solutions
                    if (level.verdict)
                        continue;
                    this.say(`Judging level ${n + 1} of ${good.length}…`);
                    level.verdict = await this.judge(level);
                }
                const files = format === 'html' ? [{name: `${name}.html`, content: await drawingsPage(name, good)}]
                                                : await this.exported(format, name, good);
                if (files.length === 1)
                    saveFile(files[0].name, files[0].content);
                else
                    saveFile(`${name}.zip`, makeArchive(files));
            }
            this.say(
                good.length === levels.length
                    ? 'Saved.'
                    : `Saved, without ${levels.length - good.length} that are no levels yet.`);
        } catch (error) {
            this.say(`Nothing is saved: ${error.message}.`);
        }
    }

    async exported(format, name, levels) {
        if (this.exporter === undefined) {
            await Promise.all(['export.js', 'booklet.js'].map(loadScript));
            this.exporter = new Exporter(this.engine, this.tool);
        }
        return this.exporter.files(format, name, levels);
    }

    saveJson(name, levels, collections, games = []) {
        const all = {onlyway: FILE_VERSION, collections, drawings: levels, games};
        saveFile(`${name}.json`, `${JSON.stringify(all, null, 1)}\n`);
        this.say('Saved.');
    }

    async savePicture(one) {
        try {
            saveFile(`${one.name}.svg`, await this.tool.render(...this.engine.asInput(one)));
            this.say('Saved.');
        } catch (error) {
            this.say(`There is no picture: ${error.message}.`);
        }
    }

    async read(files) {
        const told = [];
        for (const file of files)
            told.push(await this.readOne(file));
        await this.update(told.join(' '));
    }

    async readOne(file) {
        const judge = text => this.tool.judge(text, READ_LIMITS);
        try {
            const {drawings, collections = [], games = [], complaints} =
                await readDrawings(file.name, await file.text(), judge);
            for (const one of collections)
                await this.drawings.put('collections', one);
            for (const one of games)
                await this.drawings.put('games', one);
            let place = Math.max(0, ...this.list.map(one => one.place));
            for (const one of drawings) { // they are judged again here
                const fresh = {collection: '', place: ++place, changed: Date.now()};
                await this.drawings.put('drawings', {...fresh, ...one, id: one.id ?? newId(), verdict: null});
            }
            const not = complaints.length > 0 ? `, ${complaints.length} not: ${complaints[0]}` : '';
            return `${file.name}: ${drawings.length + games.length} read${not}.`;
        } catch (error) {
            return `${file.name} cannot be read: ${error.message}.`;
        }
    }
}

async function startMine() {
    keepSite();
    try {
        const wasm = await WebAssembly.compile(await unpack($('wasm').textContent));
        const engine = await Engine.open(wasm);
        document.head.append(element('style', {textContent: engine.ask('colours')}));
        window.mine = new Mine(wasm, engine);
        await window.mine.update();
    } catch (error) {
        $('said').textContent = `This page cannot run here: ${error.message}`;
        throw error;
    }
}

startMine();
