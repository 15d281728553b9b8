// Findings about the edited level: the reasons for its verdict, with positions drawn on the board, and changes that
// would make it unique.  Buttons show the positions and make the changes.
'use strict';

const WHY_LIMITS = {
    timeout: 20,
    maxMemory: '200M'
};
const MEND_LIMITS = {
    mend: 5,
    timeout: 30,
    maxMemory: '200M'
};
const CLOSINGS_SHOWN = 8, TRAPS_SHOWN = 6;

class Findings {
    // `apply` is called with the rows after a change and a description of the change.
    constructor(list, engine, board, apply) {
        this.list = list;
        this.engine = engine;
        this.board = board;
        this.apply = apply;
        this.shown = null; // the button of the visible position, or null
    }

    clear() {
        this.list.replaceChildren();
        this.marks = [];
        this.shown = null;
    }

    // Shows the findings about a level.  `sheet` and `sketch`: its text and its picture.
    show(level, sheet, sketch, parts) {
        Object.assign(this, {level, sketch});
        this.clear();
        this.columns = level.rows[0].length;
        // The findings refer to the level as the rules draw it, which may lack some of its surroundings.
        this.drawn = parts.grid.replace(/\n$/, '').split('\n');
        this.offset = offsetOf(level.rows, this.drawn, sheet.game.outside);
        parts.pairs.forEach((pair, n) => this.addPair(pair, n, parts.pairs.length));
        if (parts.nearest !== undefined)
            this.addNearest(parts.nearest);
        parts.removals.forEach(
            removal => this.addChange(`Without the ${removal.words}: ${removal.verdict}`, removal.changes, ''));
        const positions = [...new Set(parts.traps.map(({position}) => position))];
        positions.slice(0, TRAPS_SHOWN)
            .forEach(position => this.addTraps(parts.traps.filter(trap => trap.position === position)));
        if (positions.length > TRAPS_SHOWN)
            this.addText(`Traps in ${positions.length - TRAPS_SHOWN} more positions.`);
        if (parts.verdict === 'unique' && parts.traps.length === 0 && parts.reason === '')
            this.addText('No traps: every losing move is obvious.');
        if (parts.reason !== '')
            this.addText(parts.reason);
        this.board.mark(this.marks);
    }

    cell({row, column}) {
        return row === undefined || this.offset === null
            ? -1
            : (row - 1 + this.offset.row) * this.columns + column - 1 + this.offset.column;
    }

    add(...children) {
        this.list.append(element('li', {}, ...children));
    }

    addText(text) {
        this.add(element('p', {textContent: text}));
    }

    // Returns a button that shows and hides a position.  `arrows`: [{step, kind, text}].
    position(text, moves, arrows) {
        const button = element(
            'button', {textContent: text, 'aria-pressed': false, onclick: () => this.toggle(button, moves, arrows)});
        return button;
    }

    toggle(button, moves, arrows) {
        this.hide();
        if (this.shown === button) {
            this.shown = null;
            return;
        }
        this.shown = button;
        button.setAttribute('aria-pressed', true);
        this.board.preview(this.picture(moves));
        this.board.mark([]);
        this.board.arrows(
            arrows.map(({step, kind, text}) => ({cell: this.cell(step), direction: step.direction, kind, text})));
    }

    // Shows the level itself again.
    hide() {
        if (this.shown === null)
            return;
        this.shown.setAttribute('aria-pressed', false);
        this.board.preview(this.sketch.picture);
        this.board.mark(this.marks);
    }

    // Returns what the board shows after some moves, as SVG.
    picture(moves) {
        const svg = calls.render(this.engine.module, ...this.engine.asInput(this.level, {moves, whole: true}));
        const {row, column} = this.offset ?? {row: 0, column: 0};
        return `<g transform="translate(${column} ${row})">` +
            svg.replace(/^<svg[^>]*>/, '').replace(/<style>.*?<\/style>/s, '').replace(/<\/svg>\s*$/, '</g>');
    }

    addPair({common, before, ways, closings}, n, count) {
        const when = common === 0 ? 'at the start' : `after ${common} of ${ways[0].count}`;
        const which = count === 1 ? '' : n === 0 ? ' at the latest' : ' at the earliest';
        const arrows = ways.map(({step}, way) => ({step, kind: `way${way + 1}`, text: String(way + 1)}));
        this.add(
            this.position(`Solutions diverge${which} ${when}`, before, arrows),
            ...ways.map(({shown, step}, way) => this.position(`Way ${way + 1}: ${step.words}`, shown, [])));
        closings.filter(({closes}) => closes)
            .slice(0, CLOSINGS_SHOWN)
            .forEach(
                ({changes, words, way}) => this.addChange(`Closes only way ${way}: ${words}`, changes, String(way)));
    }

    addNearest({count, moves, words}) {
        this.add(this.position(`Closest attempt, after ${count}: ${words || 'nothing gets closer'}`, moves, []));
    }

    // Adds the traps of a position, and the right move there.
    addTraps(traps) {
        const [{position, before, right}] = traps;
        const when = position === 0 ? 'at the start' : `after ${position}`;
        const wrong = traps.map(trap => ({step: trap.wrong, kind: 'wrong', text: '✕'}));
        this.add(this.position(
            `Traps ${when}: ${traps.map(trap => trap.wrong.words).join('; ')}`, before,
            [...wrong, {step: right, kind: 'right', text: '✓'}]));
    }

    // Adds a button that changes the level.  While it has the pointer or the focus, the board marks the cells that
    // change.  With a `sign`, the board always marks them.
    addChange(text, changes, sign) {
        if (this.offset === null)
            return;
        const marks = changes.map(change => ({cell: this.cell(change), kind: `change way${sign}`, text: sign}));
        const button =
            element('button', {className: 'change', textContent: text, onclick: () => this.make(changes, text)});
        const look = on => () => this.shown === null &&
            this.board.mark(
                on ? [...this.marks, ...marks.map(mark => ({...mark, kind: `${mark.kind} looked`}))] : this.marks);
        for (const name of ['pointerenter', 'focus'])
            button.addEventListener(name, look(true));
        for (const name of ['pointerleave', 'blur'])
            button.addEventListener(name, look(false));
        this.add(button);
        if (sign !== '')
            this.marks.push(...marks);
    }

    make(changes, text) {
        const rows = this.level.rows.map(row => [...row]), {offset} = this;
        this.drawn.forEach((line, row) => rows[row + offset.row].splice(offset.column, line.length, ...line));
        for (const {row, column, to} of changes)
            rows[row - 1 + offset.row][column - 1 + offset.column] = to;
        this.apply(rows.map(row => row.join('')), text);
    }

    // Adds a button that calls `mend` to look for unique levels nearby.
    offerMending(mend) {
        const button = element('button', {
            textContent: 'Suggest changes that make it unique',
            onclick: () => {
                button.setAttribute('aria-disabled', true);
                button.textContent = 'Looking for changes…';
                mend();
            }
        });
        this.mending = button;
        this.add(button);
    }

    tellMending({tries, kept}) {
        this.mending.textContent = `Looking for changes… ${tries} levels tried, ${kept} unique`;
    }

    endMending(text) {
        this.mending.parentElement.replaceChildren(element('p', {textContent: text}));
    }

    // Adds a unique level that is a few changes away.
    addMended({edits, changes, depth, difficulty}, names) {
        const hard = difficulty === '' ? '' : `, difficulty ${Math.round(Number(difficulty))}`;
        this.addChange(`Unique with ${edits}: ${Engine.count(depth, names)}${hard}`, changes, '');
    }
}

// Returns where a drawing lies in the rows of its level, {row, column}, or null.  The two differ in how much surrounds
// them.
function offsetOf(rows, drawn, outside) {
    const corner = lines => {
        const inside = lines.map(line => [...line].findIndex(c => c !== outside));
        return {
            row: inside.findIndex(column => column >= 0),
            column: Math.min(...inside.filter(column => column >= 0))
        };
    };
    if (rows.length === drawn.length && rows[0].length === drawn[0].length)
        return {row: 0, column: 0};
    const whole = corner(rows), part = corner(drawn);
    const row = whole.row - part.row, column = whole.column - part.column;
    return row >= 0 && column >= 0 && row + drawn.length <= rows.length && column + drawn[0].length <= rows[0].length
        ? {row, column}
        : null;
}
