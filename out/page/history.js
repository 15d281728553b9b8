// The editor's history of a level: a tree of states.  It keeps the states that undo and a new edit leave behind.  A
// panel shows the states as small boards to click on.

const HISTORY = 300;                               // states kept at most
const HISTORY_BOX = Object.freeze({x: 84, y: 96}); // pixels from one board to the next

class EditHistory {
    begin(sheet, origin) {
        this.states = [];
        this.current = null;
        this.add(sheet, origin);
    }

    // Adds the state that an edit makes of the current one.
    add(sheet, origin) {
        const state = {sheet, origin, before: this.current, after: [], recent: null, says: ''};
        this.current?.after.push(state);
        this.states.push(state);
        this.goTo(state);
        if (this.states.length > HISTORY)
            this.forget();
    }

    // Removes the oldest state without successors or, if only the current state has none, the first state.
    forget() {
        const {states} = this, loose = states.findIndex(state => state.after.length === 0 && state !== this.current);
        const [gone] = states.splice(Math.max(loose, 0), 1);
        if (gone.before !== null)
            gone.before.after = gone.before.after.filter(state => state !== gone);
        if (gone.before?.recent === gone)
            gone.before.recent = null;
        for (const state of gone.after)
            state.before = null;
    }

    // Goes to a state.  Redo then leads to it from all its predecessors.
    goTo(state) {
        this.current = state;
        for (let {before} = state, after = state; before !== null; after = before, before = before.before)
            before.recent = after;
    }

    get undone() {
        return this.current.before;
    }

    get redone() {
        return this.current.recent ?? this.current.after.at(-1) ?? null;
    }

    // Returns [state, column, row] for each state.  A state lies to the right of its predecessor; a second successor
    // starts a new row.
    places() {
        let rows = 0;
        const found = [], open = this.states.filter(({before}) => before === null).map(state => [state, 0, -1]);
        while (open.length > 0) {
            const [state, column, wanted] = open.pop(), row = wanted < 0 ? rows++ : wanted;
            found.push([state, column, row]);
            open.push(...state.after.map((after, n) => [after, column + 1, n === 0 ? row : -1]).reverse());
        }
        return found;
    }

    // Returns the history in the form that a store can hold, or null if it covers more than one level.
    kept() {
        const {current, states} = this, {origin} = current;
        if (states.some(state => state.origin !== origin))
            return null;
        return {
            draft: origin.draft,
            at: states.indexOf(current),
            states: states.map(({before, sheet}) => [before === null ? -1 : states.indexOf(before), sheet.lines])
        };
    }

    // Restores the stored history, which may be malformed.  Returns false if it is of another level or its current
    // state has another text.
    restore(stored, origin, text) {
        const isState = (one, n) =>
            Array.isArray(one) && Number.isInteger(one[0]) && one[0] >= -1 && one[0] < n && Sheet.isRows(one[1]);
        if (stored?.draft !== origin.draft || !Array.isArray(stored.states) || stored.states.length === 0 ||
            !stored.states.every(isState))
            return false;
        const sheets = stored.states.map(([, rows]) => Sheet.ofRows(origin.info, rows));
        if (sheets[stored.at]?.text !== text)
            return false;
        this.states = [];
        for (const [n, [before]] of stored.states.entries()) {
            this.current = before < 0 ? null : this.states[before];
            this.add(sheets[n], origin);
        }
        this.goTo(this.states[stored.at]);
        return true;
    }
}

class HistoryPanel {
    constructor(editor) {
        this.editor = editor;
        this.items = new WeakMap();
        $('edit-history').addEventListener('click', () => {
            toggle($('history'), $('edit-history'));
            this.show();
        });
    }

    // Updates the boards.  `says`: the short verdict on the current state, if it is new.
    show(says) {
        const {editor} = this, {history} = editor, {current, states} = history;
        if (says !== undefined)
            current.says = says;
        if ($('history').hidden)
            return;
        const places = history.places(), at = new Map(places.map(([state, ...place]) => [state, place]));
        const items = states.map((state, n) => {
            const item = this.item(state), button = item.firstChild, [column, row] = at.get(state);
            const origin = state.before === null ? '' : `made of ${states.indexOf(state.before) + 1}`;
            button.setAttribute('aria-label', joined([`State ${n + 1}`, state.says, origin], ', '));
            button.setAttribute('aria-current', state === current);
            button.lastChild.textContent = state.says;
            Object.assign(item.style, {left: `${HISTORY_BOX.x * column}px`, top: `${HISTORY_BOX.y * row}px`});
            return item;
        });
        const size = [Math.max(...places.map(place => place[1])) + 1, Math.max(...places.map(place => place[2])) + 1];
        const [width, height] = [HISTORY_BOX.x * size[0], HISTORY_BOX.y * size[1]];
        const lines = svgElement('svg', {width, height, 'aria-hidden': true});
        for (const [state, column, row] of places.filter(([{before}]) => before !== null)) {
            const [, above] = at.get(state.before), x = HISTORY_BOX.x * column, y = HISTORY_BOX.y * (row + 0.45);
            lines.append(svgElement('path', {d: `M${x - 10} ${HISTORY_BOX.y * (above + 0.45)}h5V${y}H${x}`}));
        }
        $('history-lines').replaceChildren(lines);
        const list = $('history-states'), gone = [...list.children].filter(item => !items.includes(item));
        gone.forEach(item => item.remove());
        list.append(...items.filter(item => !item.isConnected)); // moving the others would lose the focus
        Object.assign(list.style, {width: `${width}px`, height: `${height}px`});
        // Scrolls the panel to the current board, and nothing else.
        const box = $('history'), {offsetLeft, offsetTop, offsetWidth, offsetHeight} = this.item(current);
        box.scrollLeft =
            Math.min(offsetLeft, Math.max(box.scrollLeft, offsetLeft + offsetWidth + 12 - box.clientWidth));
        box.scrollTop = Math.min(offsetTop, Math.max(box.scrollTop, offsetTop + offsetHeight + 12 - box.clientHeight));
    }

    item(state) {
        if (!this.items.has(state)) {
            const {engine} = this.editor, {source} = state.origin;
            engine.check({...source, rows: state.sheet.lines});
            const {view, picture} = engine.sketch(), board = svgPicture(view, picture);
            engine.check(this.editor.level);
            const button = element('button', {onclick: () => this.editor.visit(state)}, board, element('span', {}));
            this.items.set(state, element('li', {}, button));
        }
        return this.items.get(state);
    }
}
