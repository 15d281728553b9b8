// The dialog for a new level: an empty one, or one that a worker generates as the command `gen` does, until it succeeds
// or the user cancels.

class Maker {
    // `use` is called with a level and 'play' or 'edit'; a generated level has its judgement in `judged`.
    constructor(engine, wasm, use) {
        Object.assign(this, {engine, use});
        this.package = openPackage(wasm);
        this.stop = null;
        this.dialog = $('sheet-new');
        this.dialog.addEventListener('close', () => this.cancel());
        onClick({
            'new-empty': () => this.empty(),
            'new-make': () => this.make(),
            'new-cancel': () => this.cancel(),
            'new-play': () => this.take('play'),
            'new-edit': () => this.take('edit')
        });
    }

    // Opens the dialog with the game of a level selected.
    open({game, rules, metric}) {
        this.source = {game, rules, metric};
        const list = $('new-game');
        if (list.children.length === 0) {
            this.infos = new Map(calls.games(this.engine.module)
                                     .map(name => [name, this.engine.editing({game: name, rules: '', metric: ''})])
                                     .filter(([, info]) => info !== null));
            list.append(...[...this.infos].map(([value, {title}]) => element('option', {value, textContent: title})));
            $('new-difficulty')
                .append(...PACK.difficulties.map(name => element('option', {value: name, textContent: name})));
        }
        if (this.infos.has(game))
            list.value = game;
        this.showState('begin');
        this.dialog.showModal();
    }

    // Shows the controls for a state: 'begin', 'making' or 'made'.
    showState(state, text = '') {
        $('new-begin').hidden = state === 'making';
        $('new-making').hidden = state !== 'making';
        $('new-made').hidden = state !== 'made';
        $('new-says').textContent = text;
    }

    get chosen() {
        const game = $('new-game').value;
        return game === this.source.game ? this.source : {game, rules: '', metric: ''};
    }

    side(id) {
        const value = $(id).valueAsNumber;
        return Number.isFinite(value) ? Math.min(60, Math.max(1, Math.floor(value))) : null;
    }

    empty() {
        const level = this.chosen, info = this.infos.get(level.game);
        const [columns, rows] = [this.side('new-columns') ?? 6, this.side('new-rows') ?? 6];
        this.dialog.close();
        this.use({...level, rows: Sheet.empty(info, columns, rows).lines}, 'edit');
    }

    async make() {
        const level = this.chosen, {signal} = this.stop = new AbortController();
        const [seed] = crypto.getRandomValues(new Uint32Array(1));
        // Without a size, the difficulty decides.  A side left blank equals the other one.
        const columns = this.side('new-columns'), rows = this.side('new-rows');
        const size = columns === null && rows === null ? undefined : `${columns ?? rows}x${rows ?? columns}`;
        this.showState('making', 'Making a level…');
        try {
            const difficulty = $('new-difficulty').value, rules = level.rules || undefined;
            const onProgress = ({tries}) => {
                $('new-says').textContent = `Making a level… ${tries} tried`;
            };
            const [made] = await this.package.generate(
                level.game, {count: 1, seed, size, rules, difficulty}, {signal, onProgress});
            const svg = calls.render(this.engine.module, made.grid, Engine.reading(level));
            this.made = {...level, rows: made.grid.replace(/\n$/, '').split('\n'), judged: made};
            const count = Engine.count(made.depth, this.infos.get(level.game));
            this.showState('made', `${count}, difficulty ${Math.round(Number(made.difficulty))} of 100`);
            const [, width, height] = svg.match(/width="([\d.]+)" height="([\d.]+)"/);
            $('new-picture').innerHTML = svg.replace(/<style>.*?<\/style>/s, '');
            $('new-picture').firstElementChild.style.aspectRatio = `${width} / ${height}`;
            $('new-play').focus();
        } catch (error) {
            if (!signal.aborted)
                this.showState('begin', error.message);
        }
    }

    take(how) {
        this.dialog.close();
        this.use(this.made, how);
    }

    // Abandons the level in the making.
    cancel() {
        this.stop?.abort();
        this.stop = null;
        this.showState('begin');
    }
}
