// The source in a plain text area with line numbers, used if CodeMirror is not available; see code.mjs.
'use strict';

globalThis.SourceEditor = class {
    constructor(parent, text, {changed, moved, run}) {
        this.area = element('textarea', {
            value: text,
            spellcheck: false,
            wrap: 'off',
            autocapitalize: 'off',
            autocomplete: 'off',
            ariaLabel: 'Source of the game'
        });
        this.numbers = element('div', {className: 'numbers', ariaHidden: true});
        parent.append(element('div', {className: 'plain'}, this.numbers, this.area));
        this.changed = changed;
        this.area.addEventListener('input', () => this.told());
        this.area.addEventListener('scroll', () => {
            this.numbers.scrollTop = this.area.scrollTop;
        });
        document.addEventListener('selectionchange', () => document.activeElement === this.area && moved(this.line));
        this.area.addEventListener('keydown', event => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
                run();
        });
        this.mark([]);
    }

    told() {
        this.mark([]);
        this.changed();
    }

    mark(issues) {
        const kinds = new Map(issues.map(({line, error}) => [line, error ? 'error' : 'warning']));
        const count = this.text.split('\n').length;
        this.numbers.replaceChildren(...Array.from(
            {length: count}, (_, n) => element('div', {textContent: n + 1, className: kinds.get(n + 1) ?? ''})));
    }

    get text() {
        return this.area.value;
    }

    set text(text) {
        this.put(0, this.text.length, text);
    }

    get line() {
        return this.text.slice(0, this.area.selectionStart).split('\n').length;
    }

    // Inserts text as if it were typed, so that the user can undo it.
    put(from, to, text) {
        const focused = document.activeElement;
        this.area.focus({preventScroll: true});
        this.area.setSelectionRange(from, to);
        if (!document.execCommand('insertText', false, text))
            this.area.setRangeText(text, from, to, 'end');
        focused?.focus?.({preventScroll: true});
        this.told();
    }

    startOf(line) {
        return this.text.split('\n').slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    }

    lines(from, count) {
        return this.text.split('\n').slice(from - 1, from - 1 + count);
    }

    replace(from, count, lines) {
        const start = Math.min(this.startOf(from), this.text.length),
              end = Math.min(this.startOf(from + count), this.text.length);
        const before = start > 0 && this.text[start - 1] !== '\n' ? '\n' : '';
        this.put(start, end, before + lines.map(line => line + '\n').join(''));
    }

    goTo(line) {
        const at = this.startOf(line);
        this.area.setSelectionRange(at, at);
        this.area.scrollTop = (line - 5) * parseFloat(getComputedStyle(this.area).lineHeight);
    }

    undo() {
        this.area.focus();
        document.execCommand('undo');
    }

    focus() {
        this.area.focus();
    }
};
