// Findings about the edited level: the reasons for its verdict, with positions drawn on the board, and changes that
// would make it unique.  Buttons show the positions and make the changes.

const WHY_LIMITS = Object.freeze({timeout: 20, maxMemory: '200M'});
const MEND_LIMITS = Object.freeze({mend: 5, timeout: 30, maxMemory: '200M'});
const CLOSINGS_SHOWN = 8, TRAPS_SHOWN = 6;

class Findings {
    // `apply` is called with the rows after a change and a description of the change.
    constructor(list, engine, board, apply) {
        Object.assign(this, {list, engine, board, apply});
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
        if (parts.nearest !== undefined) {
            const {count, moves, words} = parts.nearest;
            this.add(this.position(`Closest attempt, after ${count}: ${words || 'nothing gets closer'}`, moves, []));
        }
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

    // Returns a button that shows and hides the position after some moves.  `arrows`: [{step, kind, text}].
    position(text, moves, arrows) {
        const toggle = () => {
            const {shown, board, engine} = this;
            this.shown = null;
            shown?.setAttribute('aria-pressed', false);
            if (shown === button) { // shows the level itself again
                board.picture.innerHTML = this.sketch.picture;
                board.mark(this.marks);
                return;
            }
            this.shown = button;
            button.setAttribute('aria-pressed', true);
            const svg = calls.render(engine.module, ...engine.asInput(this.level, {moves, whole: true}));
            const {row, column} = this.offset ?? {row: 0, column: 0};
            board.picture.innerHTML = `<g transform="translate(${column} ${row})">` +
                svg.replace(/^<svg[^>]*>/, '').replace(/<style>.*?<\/style>/s, '').replace(/<\/svg>\s*$/, '</g>');
            board.mark([]);
            board.arrows(
                arrows.map(({step, kind, text}) => ({cell: this.cell(step), direction: step.direction, kind, text})));
        };
        const button = element('button', {textContent: text, 'aria-pressed': false, onclick: toggle});
        return button;
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

    // Adds a button that looks for unique levels a few changes away.  `mend` is called with functions that receive each
    // level and the progress; it returns the final message, or null.
    offerMending(names, mend) {
        const found = ({edits, changes, depth, difficulty}) => {
            const hard = difficulty === '' ? '' : `, difficulty ${Math.round(Number(difficulty))}`;
            this.addChange(`Unique with ${edits}: ${Engine.count(depth, names)}${hard}`, changes, '');
        };
        const button = element('button', {
            textContent: 'Suggest changes that make it unique',
            onclick: async () => {
                button.setAttribute('aria-disabled', true);
                button.textContent = 'Looking for changes…';
                const textContent = await mend(found, ({tries, kept}) => {
                    button.textContent = `Looking for changes… ${tries} levels tried, ${kept} unique`;
                });
                if (textContent !== null)
                    button.parentElement.replaceChildren(element('p', {textContent}));
            }
        });
        this.add(button);
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
