// The list of levels with a small picture of each, and the settings.
'use strict';

// As many dots as the difficulty has names before it and its own; none where it is not known.
function dots(level) {
    return level.difficulty === null ? '' :
        '●'.repeat(level.difficulty + 1) + '○'.repeat(PACK.difficulties.length - level.difficulty - 1);
}

function difficultyName(level) {
    return level.difficulty === null ? '' : PACK.difficulties[level.difficulty];
}

// A level without a title has its number as its name, which is shown anyway.
function levelName(level) {
    return level.name === String(level.number) ? '' : level.name;
}

function element(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
}

class LevelList {
    constructor(dialog, levels, store, engine, choose) {
        this.dialog = dialog;
        this.levels = levels;
        this.store = store;
        this.engine = engine;
        this.buttons = levels.map((level, index) => this.makeButton(level, () => {
            dialog.close();
            choose(index);
        }));
        const list = dialog.querySelector('ol');
        list.append(...this.buttons.map(button => element('li', {}, button)));
        list.addEventListener('keydown', event => this.key(event));
        this.watchPictures();
    }

    makeButton(level, choose) {
        const number = element('span', {className: 'number'},
            element('span', {textContent: level.number}),
            element('span', {className: 'check'}));
        const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
        picture.setAttribute('aria-hidden', 'true');
        const marks = element('span', {className: 'dots', textContent: dots(level)});
        const button = element('button', {onclick: choose, title: levelName(level)},
            number, picture, marks);
        button.level = level;
        return button;
    }

    // Pictures are drawn when they come into view.
    watchPictures() {
        const watcher = new IntersectionObserver(entries => {
            for (const {isIntersecting, target} of entries) {
                if (isIntersecting) {
                    watcher.unobserve(target);
                    this.draw(target);
                }
            }
        }, {root: this.dialog, rootMargin: '200px'});
        this.buttons.forEach(button => watcher.observe(button));
    }

    draw(button) {
        this.engine.load(button.level);
        const picture = button.querySelector('svg');
        picture.setAttribute('viewBox', this.engine.view());
        picture.innerHTML = this.engine.ground() + this.engine.pieces(1);
    }

    open(current) {
        let solved = 0;
        this.buttons.forEach((button, index) => {
            const {level} = button;
            const {best} = this.store.level(level);
            solved += best !== undefined;
            button.setAttribute('aria-current', index === current);
            button.querySelector('.check').textContent = best === undefined ? '' : '✓';
            button.setAttribute('aria-label', describe(level, best));
        });
        this.dialog.querySelector('#done').textContent = `${solved} of ${this.levels.length} solved`;
        this.dialog.showModal();
        this.buttons[current].focus();
    }

    // Arrow keys go from button to button; the list may be long.
    key(event) {
        const at = this.buttons.indexOf(document.activeElement);
        const first = this.buttons[0].getBoundingClientRect().top;
        const columns = this.buttons.filter(b => b.getBoundingClientRect().top === first).length;
        const to = {ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - columns,
                    ArrowDown: at + columns, Home: 0, End: this.buttons.length - 1}[event.key];
        if (at < 0 || to === undefined)
            return;
        event.preventDefault();
        this.buttons[Math.max(0, Math.min(this.buttons.length - 1, to))].focus();
    }
}

function describe(level, best) {
    const optimum = level.depth === null ? '' : `, optimum ${level.depth}`;
    const solved = best === undefined ? 'not solved yet' : `solved, best ${best}`;
    const difficulty = level.difficulty === null ? '' : `, ${difficultyName(level)}`;
    return `Level ${level.number} ${levelName(level)}${difficulty}${optimum}, ${solved}`;
}

// Settings: colours and movement follow the system until the reader says otherwise.
class Settings {
    constructor(dialog, store, changed) {
        this.dialog = dialog;
        this.store = store;
        this.changed = changed;
        this.dark = matchMedia('(prefers-color-scheme: dark)');
        this.still = matchMedia('(prefers-reduced-motion: reduce)');
        this.values = {}; // theme and smooth, where the reader chose them
        const {theme, smooth} = store.get('settings', null) ?? {};
        if (theme === 'light' || theme === 'dark')
            this.values.theme = theme;
        if (typeof smooth === 'boolean')
            this.values.smooth = smooth;
        this.dark.addEventListener('change', () => this.apply());
        this.still.addEventListener('change', () => this.apply());
        dialog.addEventListener('change', event => this.choose(event.target));
    }

    get theme() {
        return this.values.theme ?? 'system';
    }

    get smooth() {
        return this.values.smooth ?? !this.still.matches;
    }

    choose(input) {
        if (input.name === 'theme')
            this.values.theme = input.value;
        else
            this.values.smooth = input.checked;
        this.store.set('settings', this.values);
        this.apply();
    }

    apply() {
        const system = this.dark.matches ? 'dark' : 'light';
        document.documentElement.dataset.theme = this.theme === 'system' ? system : this.theme;
        this.dialog.querySelector(`[value=${this.theme}]`).checked = true;
        this.dialog.querySelector('#smooth').checked = this.smooth;
        this.changed();
    }

    open() {
        this.dialog.querySelector('#storage').textContent = this.store.works ? ''
            : 'This browser does not let the page store anything: progress lasts until it is closed.';
        this.dialog.showModal();
    }
}
