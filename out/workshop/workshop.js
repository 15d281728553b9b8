// The workshop: the source of a PuzzleScript game beside its levels, which the user plays and edits as on any page.
// The source is authoritative: drawings are written into it, and typed text is read again.
'use strict';

const SHOP_GAME = Object.freeze({game: 'puzzlescript', rules: '', metric: ''});
const SHOP_LINK = 's1.';    // precedes a source in an address
const SHOP_PAUSE = 120;     // milliseconds without a key before the source is read
const SHOP_PATIENCE = 8000; // milliseconds before reading restarts with the latest text
const SHOP_FIRST = Object.freeze({timeout: 1, maxMemory: '160M'});
const SHOP_LONG = Object.freeze({timeout: 60, maxMemory: '300M'});

// A copy of the untouched page.  Without the workshop's parts, it is a page that plays a game.
const shopBlank = document.documentElement.cloneNode(true);

// Handles a message to the worker that reads the source while the user types: finds its errors, its levels and their
// pictures.
async function hearSource({data: {wasm, source, number}}) {
    try {
        const engine = self.engine ??= await Engine.open(wasm), read = engine.readSource('puzzlescript', source);
        engine.gameSource = source; // readSource() has just read it
        for (const level of read.levels ?? []) {
            level.picture = ''; // none if it is not valid
            if (level.rows === undefined ||
                engine.check({game: 'puzzlescript', rules: '', metric: '', gameSource: source, rows: level.rows}) !==
                    null)
                continue;
            const {view, picture} = engine.sketch(), [, , width, height] = view.split(' ');
            level.picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 20}" height="${height * 20}" ` +
                `viewBox="${view}">${picture}</svg>`;
        }
        postMessage({number, read});
    } catch (error) {
        postMessage({number, failed: error.message});
    }
}

// Reads sources in a worker.  Of those that wait, it reads only the last.
class SourceReader {
    constructor(wasm, tell) {
        Object.assign(this, {wasm, tell});
        this.number = 0;
        this.worker = null;
        this.busy = false;
        this.next = null;
    }

    read(source) {
        this.next = source;
        if (!this.busy)
            this.send();
    }

    send() {
        if (this.worker === null) {
            this.worker = startEngine(hearSource);
            this.worker.onmessage = ({data}) => this.take(data);
        }
        this.busy = true;
        this.sent = this.next;
        this.next = null;
        this.worker.postMessage({wasm: this.wasm, source: this.sent, number: ++this.number});
        this.timer = setTimeout(() => {
            const text = 'Reading the rules takes too long here.';
            this.restart();
            this.take({number: this.number, read: {issues: [{line: 0, error: true, text}]}});
        }, SHOP_PATIENCE);
    }

    take({number, read, failed}) {
        if (number !== this.number)
            return;
        clearTimeout(this.timer);
        this.busy = false;
        if (failed !== undefined)
            this.restart();
        this.tell(this.sent, read ?? {issues: [{line: 0, error: true, text: failed}]});
        if (this.next !== null)
            this.send();
    }

    restart() {
        this.worker.terminate();
        this.worker = null;
    }
}

// Judges levels in a few workers: each level first for a moment, then those that are left open for longer.
class Judges {
    // `tell` is called with the text of a level and its judgement.
    constructor(wasm, tell) {
        const count = Math.min(4, Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1));
        this.free = Array.from({length: count}, () => openPackage(wasm));
        this.tell = tell;
        this.known = new Map();   // judgements by text
        this.wanted = [];         // texts to judge
        this.running = new Map(); // abort controllers by text
    }

    // Judges only these texts and aborts all others.
    ask(texts) {
        this.wanted = texts;
        for (const [text, stop] of this.running) {
            if (!texts.includes(text))
                stop.abort();
        }
        for (const text of this.known.keys()) {
            if (this.known.size > 500 && !texts.includes(text))
                this.known.delete(text);
        }
        this.go();
    }

    get next() {
        const waiting = this.wanted.filter(text => !this.running.has(text));
        return waiting.find(text => !this.known.has(text)) ??
            waiting.find(text => this.known.get(text).open && this.running.size === 0);
    }

    go() {
        for (let text = this.next; text !== undefined && this.free.length > 0; text = this.next)
            this.judge(text, this.free.pop());
    }

    async judge(text, judge) {
        const stop = new AbortController(), again = this.known.has(text);
        this.running.set(text, stop);
        try {
            const [judged] = await judge.judge(text, again ? SHOP_LONG : SHOP_FIRST, {signal: stop.signal});
            judged.open = !again && judged.error === undefined && EditorJudge.isOpen(judged);
            this.known.set(text, judged);
        } catch (error) {
            if (!stop.signal.aborted)
                this.known.set(text, {error: error.message, open: false});
        }
        this.running.delete(text);
        this.free.push(judge);
        if (this.known.has(text))
            this.tell(text, this.known.get(text));
        this.go();
    }
}

class Workshop {
    constructor(page, wasm, source) {
        this.page = page;
        this.narrow = matchMedia('(max-width: 860px)');
        this.good = null; // the last source that was a game
        this.read = null; // the result of reading it
        this.timer = 0;
        this.wanted = undefined; // the index of a level to open when the source has been read, or undefined
        this.reader = new SourceReader(wasm, (text, read) => this.take(text, read));
        this.judges = new Judges(wasm, (text, judged) => this.judged(text, judged));
        $('code').replaceChildren();
        this.code = new SourceEditor(
            $('code'), source, {changed: () => this.changed(), moved: line => this.moved(line), run: () => this.run()});
        page.rules.openOnFirstSight = () => {}; // authors know the rules of their own game
        page.editor.keep = () => this.writeBack();
        page.editor.restore = sheet => page.editor.show(sheet);
        page.editor.gameSource = () => this.good;
        this.listen();
        nextTask().then(() => this.reader.read(this.code.text));
    }

    listen() {
        onClick({
            'shop-run': () => this.run(),
            'shop-undo': () => this.code.undo(),
            'shop-import': () => $('shop-import-box').showModal(),
            'shop-export': async () => {
                const packed = await packLink(this.code.text);
                $('export-says').textContent = '';
                $('export-link').value = `${location.href.replace(/#.*/s, '')}#${SHOP_LINK}${packed}`;
                $('shop-export-box').showModal();
                $('export-link').select();
            },
            'level-new': () => this.addLevel(this.emptyRows),
            'level-copy': () => this.addLevel(this.current?.source),
            'level-delete': () => this.deleteLevel(),
            'level-show': () => this.current !== undefined && this.goTo(this.current.line),
            'tab-source': () => this.showTab('source'),
            'tab-levels': () => this.showTab('levels'),
            'import-use': () => this.importText($('import-text').value),
            'import-fetch': () => this.importLink(),
            'export-copy': async () => {
                $('export-says').textContent = await copyText($('export-link'));
            },
            'export-source': () => this.saveAs('txt', this.code.text),
            'export-page': () => {
                if (this.good === null)
                    $('export-says').textContent = 'The game has errors.';
                else
                    this.saveAs('html', pageText(this.read, this.good));
            }
        });
        $('import-file').onchange = async ({target}) => this.importText(await target.files[0].text());
        for (const name of ['keydown', 'paste', 'copy', 'cut']) // keys in the source must not reach the page
            $('source-pane').addEventListener(name, event => event.stopPropagation());
        this.narrow.addEventListener('change', () => this.showTab($('shop').dataset.tab));
        this.showTab('source');
        addEventListener('pagehide', () => this.keep());
        for (const name of ['pushState', 'replaceState']) {
            const before = history[name].bind(history);
            history[name] = (...rest) => { // the strip shows which level is open, however the user got there
                before(...rest);
                this.showCurrent();
            };
        }
    }

    // Shows the source or the levels.  In a narrow window, only one of them fits, and the source is then the page's
    // main part.
    showTab(name) {
        $('shop').dataset.tab = name;
        if (this.narrow.matches && name === 'source')
            $('source-pane').setAttribute('role', 'main');
        else
            $('source-pane').removeAttribute('role');
        for (const tab of ['source', 'levels'])
            $(`tab-${tab}`).setAttribute('aria-pressed', name === tab);
    }

    // --- the source ---

    changed() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            this.keep();
            this.reader.read(this.code.text);
        }, SHOP_PAUSE);
    }

    // Stores what the user has typed since the last call.
    keep() {
        if (this.timer !== 0)
            this.page.store.set('workshop', this.code.text);
        this.timer = 0;
    }

    // Handles the result of reading a source.
    async take(source, read) {
        if (source !== this.code.text) // the user has typed more since
            return;
        this.showIssues(read);
        if (read.levels === undefined) {
            if (this.read === null)
                $('level').textContent = 'No level yet';
            return;
        }
        await nextTask();
        if (this.read?.head !== read.head)
            this.page.engine.giveLevel({...SHOP_GAME, rows: [], gameSource: source});
        await nextTask();
        if (source !== this.code.text)
            return;
        this.good = source;
        this.showLevels(source, read);
        this.askJudges();
        announce('read');
        if (this.wanted < PACK.levels.length)
            this.choose(this.wanted);
        this.wanted = undefined;
    }

    showIssues({issues, levels}) {
        const errors = issues.filter(({error}) => error).length, warnings = issues.length - errors;
        this.code.mark(issues);
        $('code-says').textContent = joined(
            [
                errors > 0 && counted(errors, 'error'), warnings > 0 && counted(warnings, 'warning'),
                levels !== undefined && counted(levels.length, 'level'),
                levels === undefined && this.read !== null && 'the levels are those of the last version without errors'
            ],
            ' · ');
        $('code-says').dataset.kind = errors > 0 ? 'wrong' : '';
        $('issues').replaceChildren(...issues.slice(0, 100).map(
            ({line, error, text}) => element('li', {}, element('button', {
                                                 className: error ? 'error' : 'warning',
                                                 textContent: line > 0 ? `Line ${line}: ${text}` : text,
                                                 onclick: () => this.goTo(line)
                                             }))));
        $('issues').hidden = issues.length === 0;
    }

    goTo(line) {
        this.showTab('source');
        this.code.goTo(line);
        this.code.focus();
    }

    // --- the levels ---

    get current() {
        return this.page.own === null ? PACK.levels[this.page.index] : undefined;
    }

    // Returns the levels in the form that the page expects.  An unchanged level stays the same object.  The game's
    // source is read again only if something before its levels has changed.
    levelsOf(source, {title, head, levels, after}) {
        const same = this.read !== null && this.read.head === head;
        const gameSource = same ? this.gameSource : source;
        this.gameSource = gameSource;
        const old = new Map(PACK.levels.map(level => [`${level.text} ${level.messages.join('\n')}`, level]));
        return levels.filter(({rows}) => rows !== undefined).map(({line, rows, text, messages, picture}, n) => {
            const before = same ? old.get(`${text} ${messages.join('\n')}`) : undefined;
            const level = before !== undefined && !before.taken
                ? before
                : {...SHOP_GAME, name: '', rows, gameSource, messages, group: 0, text, ...knowledgeOf({})};
            return Object.assign(level, {
                taken: true,
                number: n + 1,
                line,
                picture,
                file: '',
                id: identify({...SHOP_GAME, rows, gameSource: title}),
                after: n + 1 === levels.length ? after : [],
                source: text.split('\n').slice(1, -1)
            });
        });
    }

    showLevels(source, read) {
        const {page} = this, before = this.current, index = page.index ?? 0;
        const levels = this.levelsOf(source, read);
        levels.forEach(level => delete level.taken);
        this.read = read;
        PACK.title = read.title || 'A game without a title';
        PACK.author = read.author;
        PACK.levels.splice(0, Infinity, ...levels);
        $('title').textContent = PACK.title;
        $('author').textContent = read.author;
        $('author').hidden = read.author === '';
        document.title = `${PACK.title} · Workshop`;
        this.showStrip();
        if (levels.length === 0)
            return;
        if (before === undefined && page.index !== undefined)
            return; // a level from elsewhere stays open
        const found = before === undefined ? -1 : levels.indexOf(before);
        const to = found >= 0 ? found : Math.min(index, levels.length - 1);
        if (levels[to] !== before || to !== page.index) {
            const focused = document.activeElement; // if it is the source, its author is typing
            this.follow(to, before);
            if ($('source-pane').contains(focused))
                focused.focus();
        }
    }

    // Shows the level that takes the place of the open one, `before`: played or edited, as that one was.
    follow(index, before) {
        const {page} = this, level = PACK.levels[index], {editor} = page;
        if (editor.isOpen && before !== undefined && before.gameSource === level.gameSource) {
            page.index = index;
            editor.change(Sheet.ofRows(editor.info, level.rows), 'The source has changed.');
        } else if (editor.isOpen) {
            page.openLevel(index, {enter: 'replace'});
            page.edit();
        } else if (before === undefined) {
            page.address.hash = undefined;
            page.address.visit(/^#[0-9]+$/.test(location.hash) ? location.hash.slice(1) : '', false);
        } else {
            page.openLevel(
                index, {keys: before.rows.join() === level.rows.join() ? page.player.presses : [], enter: 'replace'});
        }
        this.showCurrent();
    }

    showStrip() {
        const focused = [...$('strip').querySelectorAll('button')].indexOf(document.activeElement);
        $('strip').replaceChildren(...PACK.levels.map((level, index) => {
            const says = element('span', {className: 'says'});
            const picture = element('img', {alt: ''});
            if (level.picture)
                picture.src = `data:image/svg+xml,${encodeURIComponent(level.picture)}`;
            const button = element(
                'button', {onclick: () => this.choose(index)},
                element('span', {className: 'number', textContent: index + 1}), picture, says);
            level.card = button;
            this.showVerdict(level);
            return element('li', {}, button);
        }));
        if (focused >= 0)
            $('strip').querySelectorAll('button')[Math.min(focused, PACK.levels.length - 1)]?.focus();
        this.showCurrent();
    }

    showCurrent() {
        for (const level of PACK.levels)
            level.card?.setAttribute('aria-current', level === this.current);
        requestAnimationFrame(() => this.current?.card?.scrollIntoView?.({block: 'nearest', inline: 'nearest'}));
        for (const id of ['level-copy', 'level-delete', 'level-show'])
            $(id).setAttribute('aria-disabled', this.current === undefined);
    }

    // Opens a level of the strip, in the editor if it is open.
    choose(index) {
        const editing = this.page.editor.isOpen;
        this.page.openLevel(index);
        if (editing)
            this.page.edit();
        else
            $('board').focus({preventScroll: true});
    }

    // --- verdicts ---

    fileOf(level) {
        return this.read.head + level.text;
    }

    askJudges() {
        const levels = this.read.inexact === '' ? PACK.levels : []; // the others have no verdict
        this.judges.ask(levels.map(level => this.fileOf(level)));
        for (const level of levels) {
            const known = this.judges.known.get(this.fileOf(level));
            if (known !== undefined)
                this.apply(level, known);
        }
    }

    judged(text, judged) {
        for (const level of PACK.levels) {
            if (this.fileOf(level) === text)
                this.apply(level, judged);
        }
        announce('verdict');
    }

    apply(level, judged) {
        const {page} = this;
        Object.assign(level, {judged, ...knowledgeOf(judged)});
        this.showVerdict(level);
        if (level !== this.current)
            return;
        page.disable('solution', !level.solution);
        page.showDifficulty();
        page.update();
    }

    verdictOf({judged}) {
        const {inexact} = this.read;
        if (inexact !== '')
            return {kind: '', text: `Not judged: ${inexact}`};
        if (judged === undefined)
            return {kind: 'waiting', text: 'Judging…'};
        if (judged.error !== undefined)
            return {kind: 'wrong', text: judged.error};
        const {verdict, depth, essential, difficulty, open} = judged;
        const hard = difficulty && `${PACK.difficulties[difficultyBand(difficulty)]} ${Math.round(Number(difficulty))}`;
        if (verdict === 'unique')
            return {kind: verdict, text: `Unique · ${depth}`, hard};
        if (verdict === 'multiple')
            return {kind: verdict, text: `Not unique: ${essential}`};
        return verdict === 'unsolvable' ? {kind: verdict, text: 'No solution'}
                                        : {kind: '', text: open ? 'Trying longer…' : 'Undecided'};
    }

    showVerdict(level) {
        const {kind, text, hard = ''} = this.verdictOf(level);
        const says = level.card?.querySelector('.says');
        if (!says)
            return;
        level.card.dataset.kind = kind;
        says.replaceChildren(
            element('span', {textContent: text}),
            ...hard ? [element('span', {className: 'hard', textContent: hard})] : []);
    }

    // --- writing to the source ---

    // Returns whether the source still has a level's lines as they were read.
    isThere({line, source}) {
        const lines = this.code.lines(line, source.length);
        return lines.length === source.length &&
            lines.every((text, n) => text.trim().toLowerCase() === source[n].toLowerCase());
    }

    // Returns the source's lines for the rows of a level.  Unchanged characters keep their case.
    linesOf(level, rows) {
        const file = this.page.engine.file({...level, rows}).split('\n');
        // The source's spelling of characters, by lower case: PuzzleScript ignores case.
        const forms =
            new Map([...this.code.text.matchAll(/^[^\S\n]*(\S)[^\S\n]*=/gm)].map(([, c]) => [c.toLowerCase(), c]));
        const old = this.code.lines(level.line, level.source.length).map(line => line.trim());
        const spell = (c, before) =>
            before?.toLowerCase() === c.toLowerCase() ? before : forms.get(c.toLowerCase()) ?? c;
        return file.slice(-rows.length - 1, -1).map((row, y) => [...row].map((c, x) => spell(c, old[y]?.[x])).join(''));
    }

    // Writes the edited level into the source at once.
    writeBack() {
        const {editor} = this.page, level = this.current;
        if (level === undefined || !editor.isOpen || editor.source.gameSource !== level.gameSource)
            return;
        $('edit-title').textContent = `Level ${level.number}`;
        const rows = editor.sheet.lines;
        if (rows.join('\n') === level.rows.join('\n'))
            return;
        if (!this.isThere(level)) {
            $('edit-told').textContent =
                'The source is changing, or has comments between these rows: edit the level there.';
            return;
        }
        const lines = this.linesOf(level, rows);
        this.code.replace(level.line, level.source.length, lines);
        // The level stays the same object; it takes over what the source now contains.
        const grown = lines.length - level.source.length;
        level.rows = rows;
        level.source = lines.map(line => line.toLowerCase());
        level.text = `\n${level.source.join('\n')}\n`;
        level.judged = undefined;
        for (const other of PACK.levels) {
            if (other.line > level.line)
                other.line += grown;
        }
        this.showVerdict(level);
    }

    get emptyRows() {
        const level = this.current, {contents} = this.page.engine.editing(level ?? PACK.levels[0]);
        const [plain, wall] = contents, columns = level.rows[0].length, rows = level.rows.length;
        const framed = wall?.piece === '', inside = plain.cell.repeat(Math.max(0, columns - 2));
        const line = framed ? wall.cell + inside + wall.cell : plain.cell.repeat(columns);
        const edge = framed ? wall.cell.repeat(columns) : line;
        return this.linesOf({...level, line: 1, source: []}, [edge, ...Array(Math.max(1, rows - 2)).fill(line), edge]);
    }

    addLevel(lines) {
        const level = this.current;
        if (lines === undefined || level === undefined || !this.isThere(level))
            return;
        this.wanted = level.number; // the index of the new level
        this.code.replace(level.line + level.source.length, 0, ['', ...lines]);
    }

    deleteLevel() {
        const level = this.current;
        if (level === undefined || PACK.levels.length < 2 || !this.isThere(level))
            return;
        const [after] = this.code.lines(level.line + level.source.length, 1);
        this.code.replace(level.line, level.source.length + (after?.trim() === '' ? 1 : 0), []);
    }

    // Returns the index of the level at a line of the source, or of the next level, or -1.
    levelAt(line) {
        return PACK.levels.findIndex(level => line < level.line + level.source.length);
    }

    moved(line) {
        $('shop-run').setAttribute('aria-disabled', this.levelAt(line) < 0);
    }

    run() {
        const index = this.levelAt(this.code.line);
        if (index < 0)
            return;
        this.showTab('levels');
        this.page.openLevel(index);
        $('board').focus({preventScroll: true});
    }

    // --- import and export ---

    importText(text) {
        if (text.trim() === '') {
            $('import-says').textContent = 'There is no text.';
            return;
        }
        announce('import');
        this.code.text = text.replace(/\r\n?/g, '\n');
        $('shop-import-box').close();
        this.showTab('source');
    }

    async importLink() {
        const link = $('import-link').value.trim();
        $('import-says').textContent = 'Fetching…';
        try {
            this.importText(await sourceOfLink(link));
            $('import-says').textContent = '';
        } catch (error) {
            $('import-says').textContent =
                error instanceof LinkError ? error.message : `Nothing could be fetched from there: ${error.message}`;
        }
    }

    // Saves the source, or a page that plays the game, as `pack` writes it.  `content` may be a promise.
    async saveAs(ending, content) {
        const name = PACK.title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'game';
        saveFile(`${name}.${ending}`, await content);
        $('export-says').textContent = 'Saved.';
    }
}

// Returns the page that plays a game.  The site builds it with packPage; a workshop that is a page of its own derives
// it from itself.
async function pageText({title, author}, source) {
    const levels = PACK.levels.map(({id, rows, solution, depth, difficulty, messages, after}, n) => {
        const known = {solution, depth, difficulty, messages, after};
        return {...SHOP_GAME, id, number: n + 1, name: String(n + 1), rows, gameSource: '0', ...known};
    });
    const pack = {title: title || 'A game', author, difficulties: PACK.difficulties, gameSources: {0: source}, levels};
    if (globalThis.packPage !== undefined)
        return globalThis.packPage(pack);
    const whole = shopBlank.cloneNode(true);
    whole.querySelectorAll('[data-shop]').forEach(part => part.remove());
    const policy = whole.querySelector('meta[http-equiv]');
    policy.setAttribute('content', policy.getAttribute('content').replace(/; connect-src [^;]*/, ''));
    whole.querySelector('title').textContent = pack.title;
    whole.querySelector('#pack').textContent = JSON.stringify(pack).replaceAll('<', '\\u003c');
    return `<!DOCTYPE html>\n${whole.outerHTML}\n`;
}

// Returns the source that an address contains or refers to.
async function sourceOfLink(link) {
    const [, packed] = link.match(/#s1\.(.*)$/s) ?? [];
    if (packed !== undefined)
        return unpackLink(packed);
    const gist = link.match(/puzzlescript\.net\/[a-z]+\.html\?(?:p|hack)=([0-9a-f]+)/i) ??
        link.match(/gist\.github\.com\/(?:[^/]+\/)?([0-9a-f]+)/i);
    if (gist === null && !/^https?:/.test(link))
        throw new LinkError('This is not a link to a source.');
    const answer = await fetch(gist === null ? link : `https://api.github.com/gists/${gist[1]}`);
    if (!answer.ok)
        throw new LinkError(`The server says: ${answer.status} ${answer.statusText}`);
    if (gist === null)
        return answer.text();
    const {files} = await answer.json();
    return (files['script.txt'] ?? Object.values(files)[0]).content;
}

// --- the start ---

// Takes the source out of the address before the page reads the address.
const shopHash = location.hash.startsWith(`#${SHOP_LINK}`) ? location.hash : '';
if (shopHash !== '')
    history.replaceState(null, '', location.href.replace(/#.*/s, ''));
$('bench').append($('play'), $('editor'));
for (const id of ['open-list', 'edit-new', 'open-new'])
    $(id).hidden = true;

// Handles a link that the user follows on this very page.
addEventListener('hashchange', async event => {
    if (!location.hash.startsWith(`#${SHOP_LINK}`))
        return;
    event.stopImmediatePropagation();
    const {hash} = location;
    history.replaceState(null, '', location.href.replace(/#.*/s, ''));
    window.shop?.importText?.(await sourceOfLink(hash));
}, true);

async function startShop() {
    while (window.page?.controls === undefined)
        await new Promise(resolve => setTimeout(resolve, 10));
    const {store, wasm} = window.page;
    let source = store.get('workshop', null), said = '';
    try {
        if (shopHash !== '')
            store.set('workshop:game', null); // it is a different game from the one that was open
        source = shopHash !== '' ? await sourceOfLink(shopHash) : await globalThis.keptGame?.(store) ?? source;
    } catch (error) {
        said = error.message;
    }
    await nextTask();
    window.shop =
        new Workshop(window.page, wasm, typeof source === 'string' ? source : $('shop-sample').textContent.trimStart());
    if (shopHash !== '' && globalThis.keptGame !== undefined)
        store.set('workshop', shop.code.text); // the shelf keeps the previous game
    announce('shop', window.shop);
    if (said !== '')
        window.page.say(said);
}

startShop();
