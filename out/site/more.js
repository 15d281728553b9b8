// Levels besides those of the pack: any number of other ones at a difficulty, and today's.  A worker makes the next one
// while the user plays.  Until the first is ready, and for today's level, this mirrors or turns a level of the pack,
// which keeps its number of solutions; a worker counts them nevertheless.

const MAKING_WAIT = 1500; // milliseconds to wait for the first level before turning one of the pack
const PROOF_LIMITS = Object.freeze({timeout: 60, maxMemory: '300M'});

const IMAGES = [
    sheet => sheet.mirrored(), sheet => sheet.flipped(), sheet => sheet.flipped().mirrored(), sheet => sheet.swapped(),
    sheet => sheet.swapped().mirrored(), sheet => sheet.swapped().flipped(),
    sheet => sheet.swapped().flipped().mirrored()
];

class More {
    constructor(page) {
        this.page = page;
        this.maker = openPackage(page.wasm);
        this.prover = openPackage(page.wasm);
        this.making = null; // the level that a worker makes, {band, promise, stop}, or null
        page.address.places.more = (band, leave) => this.visit(band, leave);
        page.address.places.today = (rest, leave) => this.visitToday(leave);
        addEventListener('onlyway:solved', ({detail}) => this.solved(detail));
        addEventListener('onlyway:helped', ({detail}) => this.note(detail, {helped: true}));
    }

    // The game's name in keys of the store.  Pages distinguish games in PuzzleScript.
    get game() {
        const [{game, gameSource}] = PACK.levels;
        return gameSource === undefined ? game : document.body.dataset.file.replace('.html', '');
    }

    // Returns the stored levels of a difficulty: the one in play and the next, each of them or null.
    kept(band) {
        const {level, next} = this.page.store.get(`more:${this.game}:${band}`, null) ?? {};
        const isLevel = one => Array.isArray(one?.rows) && one.rows.every(row => typeof row === 'string');
        return {level: isLevel(level) ? level : null, next: isLevel(next) ? next : null};
    }

    keep(band, change) {
        this.page.store.set(`more:${this.game}:${band}`, {...this.kept(band), ...change});
    }

    // Returns a stored level with its game's source, which the store does not repeat because the page has it.
    whole(level) {
        return {...level, gameSource: PACK.levels[0].gameSource};
    }

    // --- another one ---

    async visit(band, leave) {
        const {level} = this.kept(band);
        if (!PACK.difficulties.includes(band))
            await this.page.address.visit('', leave);
        else if (level !== null && this.page.store.level({id: identify(this.whole(level))}).best === undefined)
            this.play(band, level, leave ? 'push' : 'none');
        else
            await this.another(band, leave ? 'push' : 'none');
    }

    async another(band, enter = 'none') {
        const {page} = this, {next} = this.kept(band);
        page.openBehind();
        let level = next;
        if (level === null) {
            page.say('Making a level…');
            this.make(band);
            const {promise} = this.making;
            level = await Promise.race([promise, new Promise(resolve => setTimeout(resolve, MAKING_WAIT, null))]) ??
                await this.turned(band) ?? await promise;
        }
        const {next: other} = this.kept(band);
        this.keep(band, {level, next: other?.rows.join() === level.rows.join() ? null : other});
        this.play(band, level, enter);
    }

    // Returns a level mirrored or turned, in the n-th way or a later one.  In games in PuzzleScript, a way must keep
    // the level's hash, which proves that the rules respect it; if none does, returns the level itself.
    async imageOf(level, n) {
        const {gallery} = this.page, info = gallery.editing(level), {game, rules, metric, depth} = level;
        if (level.gameSource === undefined) {
            const sheet = Sheet.ofRows(info, gallery.rowsOf(level));
            return {game, rules, metric, depth, rows: IMAGES[n % (info.symmetries - 1)](sheet).lines};
        }
        const hashOf = async rows => {
            const [{hash}] = await this.prover.judge(...gallery.asInput({...level, rows}, {maxStates: 1}));
            return hash;
        };
        const hash = await hashOf(level.rows);
        for (let way = 0; way < IMAGES.length; way++) {
            const rows = IMAGES[(n + way) % IMAGES.length](Sheet.ofRows(info, level.rows)).lines;
            if (rows.join() !== level.rows.join() && await hashOf(rows) === hash)
                return {...level, rows};
        }
        return level;
    }

    // Returns a level of the pack, mirrored or turned so that, if possible, the pack does not have it: some levels are
    // symmetric.
    async turned(band) {
        const difficulty = PACK.difficulties.indexOf(band), start = Math.floor(Math.random() * 1e6);
        const levels = PACK.levels.filter(level => level.difficulty === difficulty);
        if (levels.length === 0)
            return null;
        const known = new Set(PACK.levels.map(({rows}) => rows.join('\n')));
        let image, n = 0;
        do {
            image = await this.imageOf(levels[(start + n) % levels.length], start + n);
        } while (known.has(image.rows.join('\n')) &&
                 ++n < (image.gameSource === undefined ? IMAGES.length * levels.length : levels.length));
        const {game, rules, metric, rows, depth} = image;
        return {game, rules, metric, rows, depth, turned: true};
    }

    // Makes the next level in the worker, unless it exists.
    make(band) {
        if (this.making?.band === band || this.kept(band).next !== null)
            return;
        this.making?.stop.abort();
        const stop = new AbortController(), [seed] = crypto.getRandomValues(new Uint32Array(1));
        const {game, rules, metric, gameSource: from} = PACK.levels[0];
        const promise = this.maker.generate(game, {count: 1, seed, difficulty: band, from}, {signal: stop.signal})
                            .then(([{grid, rows: high, depth, difficulty, solution}]) => {
                                // `grid` begins with the source, if the game has one
                                const rows = grid.trimEnd().split('\n').slice(-high);
                                const level = {game, rules, metric, rows, depth, difficulty, solution};
                                this.keep(band, {next: level});
                                return level;
                            })
                            .catch(() => null)
                            .finally(() => {
                                if (this.making?.stop === stop)
                                    this.making = null;
                            });
        this.making = {band, promise, stop};
    }

    play(band, one, enter) {
        const {page} = this;
        page.openBehind();
        const difficulty = PACK.difficulties.indexOf(band), {turned, solution} = one;
        const level = {
            ...ownLevel(this.whole(one), `Another one: ${band}`),
            difficulty,
            solution: solution ?? '',
            depth: one.depth ? Number(one.depth) : null,
            place: `more.${band}`,
            then: {label: 'Another one', action: () => this.another(band, 'replace')}
        };
        page.openOwn(level, {enter});
        const how = PACK.levels.some(({rows}) => rows.join() === level.rows.join()) ? '' : ', turned';
        if (turned)
            this.prove(level, `A level of the pack${how}, until the next is made`);
        else
            page.say('New level: it has exactly one solution.');
        this.make(band);
    }

    // Shows the origin of a level and the result of counting its solutions.  If there is one only, the page can show it
    // afterwards.
    async prove(level, origin) {
        const {page} = this, isShown = () => page.level === level;
        const say = text => { // unless another message has appeared
            if (isShown() && ($('message').textContent === '' || $('message').textContent.startsWith(origin)))
                page.say(`${origin}; ${text}.`);
        };
        say('its solutions are being counted');
        let judged;
        try {
            [judged] = await this.prover.judge(...page.gallery.asInput(level, PROOF_LIMITS));
        } catch (error) {
            judged = {verdict: '', reason: error.message};
        }
        say(judged.verdict === 'unique' ? 'it has exactly one solution, as just proved here'
                                        : `not proved here: ${judged.reason || judged.verdict}`);
        if (judged.verdict === 'unique') {
            Object.assign(level, {solution: judged.solution, depth: Number(judged.depth)});
            if (isShown()) {
                page.disable('solution', false);
                page.update();
            }
        }
    }

    // --- today ---

    async visitToday(leave) {
        const {page} = this, {date, day} = today();
        page.openBehind();
        const {band, index, round} = todaysPick(this.game, day, PACK.levels.map(({difficulty}) => difficulty));
        const image = await this.imageOf(PACK.levels[index], round);
        const level = {
            ...ownLevel(image, `Today, ${date}`),
            depth: image.depth,
            difficulty: band,
            place: 'today',
            date,
            then: {label: 'Home', action: () => location.assign('index.html#today')}
        };
        page.openOwn(level, {enter: leave ? 'push' : 'none'});
        this.prove(level, 'Today’s level, the same for everybody');
    }

    // Records the result of today's level, for the home page.  Help stays on record.
    note(level, change) {
        if (level.date === undefined)
            return;
        const name = `today:${level.date}:${this.game}`;
        this.page.store.set(name, {...this.page.store.get(name, {}), ...change});
    }

    solved({level, moves}) {
        const {moves: before = Infinity} = this.page.store.get(`today:${level.date}:${this.game}`, null) ?? {};
        const {move, moves: name} = this.page.about;
        this.note(
            level, {moves: Math.min(moves, before), least: this.page.optimum, counted: moves === 1 ? move : name});
    }
}
