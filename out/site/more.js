// Levels besides those of the pack: another one at a difficulty, as often as one likes, and today's.  The next one is
// made in a worker while one plays.  Until the first is there, and for today's, a level of the pack is mirrored or
// turned, which has as many solutions; the worker counts them all the same.
'use strict';

const MAKING_WAIT = 1500; // milliseconds that the first level may take until one of the pack is turned
const PROOF_LIMITS = {
    timeout: 60,
    maxMemory: '300M'
};

const IMAGES = [
    sheet => sheet, sheet => sheet.mirrored(), sheet => sheet.flipped(), sheet => sheet.flipped().mirrored(),
    sheet => sheet.swapped(), sheet => sheet.swapped().mirrored(), sheet => sheet.swapped().flipped(),
    sheet => sheet.swapped().flipped().mirrored()
];

// A level mirrored or turned; n from 0 names how, of as many ways as its game knows but for none.
function imageOf(engine, {game, rules, metric, rows, depth}, n) {
    const info = engine.editing({game, rules, metric});
    const image = IMAGES[1 + n % (info.symmetries - 1)];
    return {game, rules, metric, depth, rows: image(Sheet.ofRows(info, rows)).lines};
}

class More {
    constructor(page) {
        this.page = page;
        this.maker = openPackage(page.wasm);
        this.prover = openPackage(page.wasm);
        this.making = null; // {band, promise, stop}
        page.address.places.more = (band, leave) => this.visit(band, leave);
        page.address.places.today = (rest, leave) => this.visitToday(leave);
        addEventListener('onlyway:solved', ({detail}) => this.solved(detail));
        addEventListener('onlyway:helped', ({detail}) => this.note(detail, {helped: true}));
    }

    // What is kept is kept by this: games in PuzzleScript are told apart by their pages.
    get game() {
        const [{game, book}] = PACK.levels;
        return book === undefined ? game : document.body.dataset.file.replace('.html', '');
    }

    // The text of a level as the package reads it.
    text(level) {
        return this.page.gallery.file(level);
    }

    // What is kept of a difficulty: the level that is played, and the next.
    kept(band) {
        const {level, next} = this.page.store.get(`more:${this.game}:${band}`, null) ?? {};
        const isLevel = one => Array.isArray(one?.rows) && one.rows.every(row => typeof row === 'string');
        return {level: isLevel(level) ? level : null, next: isLevel(next) ? next : null};
    }

    keep(band, change) {
        this.page.store.set(`more:${this.game}:${band}`, {...this.kept(band), ...change});
    }

    // What is kept of a level is without its game's source, which the page has.
    whole(level) {
        return {...level, book: PACK.levels[0].book};
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
        this.openBehind();
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

    openBehind() {
        const {page} = this;
        if (page.index === undefined)
            page.openLevel(page.address.lastIndex, {enter: 'none'});
    }

    // A level mirrored or turned, by the n-th way or a later one.  In games in PuzzleScript only those ways are right
    // that the rules are proved to respect, which have the same hash; where there is none, it stays as it is.
    async imageOf(level, n) {
        if (level.book === undefined)
            return imageOf(this.page.gallery, level, n);
        const hashOf = async rows => (await this.prover.judge(this.text({...level, rows}), {maxStates: 1}))[0].hash;
        const hash = await hashOf(level.rows);
        for (let way = 0; way < IMAGES.length - 1; way++) {
            const rows = IMAGES[1 + (n + way) % (IMAGES.length - 1)](Sheet.ofRows(this.info(level), level.rows)).lines;
            if (rows.join() !== level.rows.join() && await hashOf(rows) === hash)
                return {...level, rows};
        }
        return level;
    }

    info(level) {
        return this.page.gallery.editing(level);
    }

    // One of the pack, mirrored or turned so that it is not there: some look the same in a mirror.
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
                 ++n < (image.book === undefined ? IMAGES.length * levels.length : levels.length));
        const {game, rules, metric, rows, depth} = image;
        return {game, rules, metric, rows, depth, turned: true};
    }

    // Makes the next level, unless there is one, in the worker.
    make(band) {
        if (this.making?.band === band || this.kept(band).next !== null)
            return;
        this.making?.stop.abort();
        const stop = new AbortController(), [seed] = crypto.getRandomValues(new Uint32Array(1));
        const {game, rules, metric, book: from} = PACK.levels[0];
        const promise = this.maker.generate(game, {count: 1, seed, difficulty: band, from}, {signal: stop.signal})
                            .then(([made]) => {
                                const {grid, rows: high, depth, difficulty, solution} =
                                    made; // behind a source, if there is one
                                const level = {
                                    game,
                                    rules,
                                    metric,
                                    rows: grid.trimEnd().split('\n').slice(-high),
                                    depth,
                                    difficulty,
                                    solution
                                };
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
        this.openBehind();
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
        if (turned)
            this.prove(
                level,
                `A level of the pack${
                    PACK.levels.some(({rows}) => rows.join() === level.rows.join())
                        ? ''
                        : ', turned'}, until the next is made`);
        else
            page.say('Made anew: it has exactly one solution.');
        this.make(band);
    }

    // Says how a level came to be, and what the search found out about it; then its solution can be shown.
    async prove(level, origin) {
        const {page} = this, isShown = () => page.level === level;
        const say = text => { // unless something else was said meanwhile
            if (isShown() && ($('message').textContent === '' || $('message').textContent.startsWith(origin)))
                page.say(`${origin}; ${text}.`);
        };
        say('its solutions are being counted');
        let judged;
        try {
            [judged] = await this.prover.judge(this.text(level), {...EditorJudge.reading(level), ...PROOF_LIMITS});
        } catch (error) {
            judged = {verdict: '', reason: error.message};
        }
        say(judged.verdict === 'unique' ? 'it has exactly one solution, as was proved here just now'
                                        : `this was not proved here: ${judged.reason || judged.verdict}`);
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
        this.openBehind();
        const {band, index, round} = todaysPick(this.game, day, PACK.levels.map(({difficulty}) => difficulty));
        const image = await this.imageOf(PACK.levels[index], round);
        const goHome = () => {
            location.href = 'index.html#today';
        };
        const level = {
            ...ownLevel(image, `Today, ${date}`),
            depth: image.depth,
            difficulty: band,
            place: 'today',
            date,
            then: {label: 'Home', action: goHome}
        };
        page.openOwn(level, {enter: leave ? 'push' : 'none'});
        this.prove(level, 'Today’s level, the same for everybody');
    }

    // What is known of today's level, for the home page; what was done with help stays so.
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
