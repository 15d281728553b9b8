// The list of levels, with a small picture of each, and the settings.

// Returns the difficulty as dots, filled ones first, one for the easiest band; '' if the difficulty is unknown.
function dots(level) {
    return level.difficulty === null
        ? ''
        : '●'.repeat(level.difficulty + 1) + '○'.repeat(PACK.difficulties.length - level.difficulty - 1);
}

function difficultyName(level) {
    return level.difficulty === null ? '' : PACK.difficulties[level.difficulty];
}

// Groups the pack's levels by chapter and game without reordering them otherwise, numbers them from 1, and gives each
// one the source of its game.
function setInOrder(pack) {
    const gameOf = ({game, gameSource}) => `${game} ${gameSource}`,
          groupOf = level => `${level.chapter ?? ''} ${gameOf(level)}`;
    const groups = new Map(pack.levels.map(level => [groupOf(level), []]));
    for (const level of pack.levels)
        groups.get(groupOf(level)).push(level);
    const named = level => level.name === String(level.number) ? '' : level.name;
    pack.mixed = new Set(pack.levels.map(gameOf)).size > 1;
    const sourceOf = ({gameSource}) => gameSource === undefined ? undefined : pack.gameSources[gameSource];
    pack.levels = [...groups.values()]
                      .flatMap(
                          (levels, group) =>
                              levels.map(level => ({...level, group, name: named(level), gameSource: sourceOf(level)})))
                      .map((level, index) => ({...level, number: index + 1}));
}

// Returns the name of a level, or of its file as words; '' if it has only a number.
function levelName({name, file, gameSource}) {
    if (name)
        return gameSource !== undefined && /#[0-9]+$/.test(name) ? '' : name;
    const words = (file ?? '').replace(/\.[a-z]+$/i, '').replace(/[-_]+/g, ' ').trim();
    return /^[0-9 ]*$/.test(words) || /#[0-9]+$/.test(words) ? '' : words;
}

class LevelList {
    constructor(dialog, levels, store, engine, choose) {
        Object.assign(this, {dialog, levels, store, engine});
        this.buttons = levels.map((level, index) => {
            const button = element(
                'button', {
                    title: levelName(level),
                    onclick: () => {
                        dialog.close();
                        choose(index);
                    }
                },
                element(
                    'span', {className: 'number'}, element('span', {textContent: level.number}),
                    element('span', {className: 'check'})),
                svgElement('svg', {'aria-hidden': true}),
                element('span', {className: 'dots', textContent: dots(level)}),
                element('span', {className: 'file', textContent: levelName(level)}));
            button.level = level;
            return button;
        });
        // Each chapter is a group; other levels form a group for each game and difficulty, easy ones first.
        const bands = [...PACK.difficulties.keys(), null];
        const groups = [...new Set(levels.map(({group}) => group))]
                           .flatMap(group => {
                               const own = this.buttons.filter(({level}) => level.group === group);
                               return own[0].level.chapter
                                   ? [own]
                                   : bands.map(band => own.filter(({level}) => level.difficulty === band));
                           })
                           .filter(buttons => buttons.length > 0);
        this.groups = groups.map(buttons => {
            const count = element('span', {className: 'count'}), [{level}] = buttons;
            const head = element('h3', {textContent: `${this.groupName(level)} `}, count);
            head.hidden = groups.length === 1 && !level.chapter;
            const items = buttons.map(button => element('li', {}, button));
            $('levels').append(element('section', {}, head, element('ol', {}, ...items)));
            return {buttons, count};
        });
        this.shown = groups.flat(); // in visual order
        $('levels').addEventListener('keydown', event => this.key(event));
        // Draws each picture when it comes into view.
        const watcher = new IntersectionObserver(entries => {
            for (const {target} of entries.filter(({isIntersecting}) => isIntersecting)) {
                watcher.unobserve(target);
                engine.load(target.level);
                const picture = target.querySelector('svg');
                picture.setAttribute('viewBox', engine.ask('view'));
                picture.innerHTML = engine.ask('ground') + engine.ask('pieces', 1);
            }
        }, {root: dialog, rootMargin: '200px'});
        this.buttons.forEach(button => watcher.observe(button));
    }

    groupName(level) {
        if (level.chapter)
            return level.heading;
        this.engine.load(level);
        const {title} = this.engine.rules();
        return level.difficulty === null ? title : `${title}, ${difficultyName(level)}`;
    }

    open(current) {
        let solved = 0;
        for (const {buttons, count} of this.groups) {
            let done = 0;
            for (const button of buttons) {
                const {level} = button, {best} = this.store.level(level);
                done += best !== undefined;
                button.setAttribute('aria-current', button === this.buttons[current]);
                button.querySelector('.check').textContent = best === undefined ? '' : '✓';
                button.setAttribute('aria-label', describe(level, best));
            }
            count.textContent = `${done} of ${buttons.length}`;
            solved += done;
        }
        $('unsolved').hidden = solved === this.levels.length;
        $('done').textContent = `${solved} of ${this.levels.length} solved`;
        this.dialog.showModal();
        this.buttons[current].focus();
    }

    // Moves the focus between buttons.  Up and down move it to the nearest button in another row, because the list may
    // be long.
    key(event) {
        const {shown} = this, at = shown.indexOf(document.activeElement);
        const to = {
            ArrowLeft: at - 1,
            ArrowRight: at + 1,
            ArrowUp: this.inRow(at, -1),
            ArrowDown: this.inRow(at, 1),
            Home: 0,
            End: shown.length - 1
        }[event.key];
        if (at < 0 || to === undefined)
            return;
        event.preventDefault();
        shown[Math.max(0, Math.min(shown.length - 1, to))].focus();
    }

    inRow(at, step) {
        const box = n => this.shown[n].getBoundingClientRect();
        if (at < 0)
            return at;
        const here = box(at);
        let n = at;
        while (this.shown[n] && box(n).top === here.top)
            n += step;
        if (!this.shown[n])
            return at;
        let best = n;
        for (const {top} = box(n); this.shown[n] && box(n).top === top; n += step) {
            if (Math.abs(box(n).left - here.left) < Math.abs(box(best).left - here.left))
                best = n;
        }
        return best;
    }
}

function describe(level, best) {
    const optimum = level.depth === null ? '' : `, optimum ${level.depth}`;
    const solved = best === undefined ? 'not solved yet' : `solved, best ${best}`;
    const difficulty = level.difficulty === null ? '' : `, ${difficultyName(level)}`;
    return `Level ${level.number}${levelName(level) && ' '}${levelName(level)}${difficulty}${optimum}, ${solved}`;
}

const SWITCHES = ['smooth', 'deadEnds', 'timer', 'sounds'];

// Settings.  Colours and movement follow the system until the user chooses otherwise.
class Settings {
    constructor(dialog, store, changed) {
        Object.assign(this, {dialog, store, changed});
        this.dark = matchMedia('(prefers-color-scheme: dark)');
        this.still = matchMedia('(prefers-reduced-motion: reduce)');
        this.values = {}; // only what the user has chosen
        const {theme, ...switches} = store.get('settings', null) ?? {};
        if (theme === 'light' || theme === 'dark')
            this.values.theme = theme;
        for (const name of SWITCHES) {
            if (typeof switches[name] === 'boolean')
                this.values[name] = switches[name];
        }
        this.dark.addEventListener('change', () => this.apply());
        this.still.addEventListener('change', () => this.apply());
        dialog.addEventListener('change', ({target}) => {
            if (target.type === 'file')
                return;
            this.values[target.name] = target.name === 'theme' ? target.value : target.checked;
            store.set('settings', this.values);
            this.apply();
        });
    }

    // Returns whether a switch is on.
    isOn(name) {
        return this.values[name] ?? (name === 'deadEnds' || (name === 'smooth' && !this.still.matches));
    }

    apply() {
        const {theme = 'system'} = this.values, system = this.dark.matches ? 'dark' : 'light';
        document.documentElement.dataset.theme = theme === 'system' ? system : theme;
        this.dialog.querySelector(`[value=${theme}]`).checked = true;
        for (const name of SWITCHES)
            this.dialog.querySelector(`[name=${name}]`).checked = this.isOn(name);
        this.changed();
    }

    open() {
        $('storage').textContent = this.store.works
            ? ''
            : 'This browser does not let the page store anything: progress lasts until it is closed.';
        this.dialog.showModal();
    }
}
