// The editor's board: the level's picture, and over it a grid of cells, which the pointer and keys reach.  Each cell
// has a description for screen readers.

class EditorBoard {
    // `editor` hears of strokes, drags and keys.
    constructor(svg, editor) {
        [this.picture, this.marks, this.rulers, this.grid] = svg.children;
        this.svg = svg;
        this.tool = null; // what the pointer puts into cells
        this.editor = editor;
        this.cells = new Map(); // elements by cell
        this.at = 0;            // the cell that keys act on
        this.drag = null;
        this.zoom = new Zoom(svg.parentElement, svg);
        this.zoom.abandon = () => this.abandon();
        svg.addEventListener('pointerdown', event => this.begin(event));
        svg.addEventListener('pointermove', event => this.go(event));
        for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'])
            svg.addEventListener(name, () => this.end());
        this.grid.addEventListener('keydown', event => this.key(event));
        this.grid.addEventListener('focusin', event => this.setAt(Number(event.target.dataset.cell)));
    }

    // --- pointer ---

    cellAt(x, y) {
        const cell = document.elementFromPoint(x, y)?.dataset?.cell;
        return cell === undefined ? -1 : Number(cell);
    }

    begin(event) {
        const cell = this.cellAt(event.clientX, event.clientY);
        if (!event.isPrimary || event.button !== 0 || cell < 0)
            return;
        event.preventDefault();
        this.svg.setPointerCapture(event.pointerId);
        this.drag = {cell, x: event.clientX, y: event.clientY};
        this.setAt(cell);
        this.cells.get(cell).focus({preventScroll: true});
        this.editor.beginStroke(cell);
    }

    // Visits all cells between two events, because a fast finger skips some.
    go(event) {
        if (this.drag === null || !event.isPrimary)
            return;
        const {x, y} = this.drag, dx = event.clientX - x, dy = event.clientY - y;
        const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / 6));
        for (let step = 1; step <= steps && this.drag !== null; step++) {
            const cell = this.cellAt(x + dx * step / steps, y + dy * step / steps);
            if (cell < 0 || cell === this.drag.cell)
                continue;
            this.drag.cell = cell;
            this.editor.continueStroke(cell);
        }
        if (this.drag !== null)
            Object.assign(this.drag, {x: event.clientX, y: event.clientY});
    }

    end() {
        if (this.drag === null)
            return;
        this.drag = null;
        this.zoom.show(this.view);
        this.editor.endStroke();
    }

    // Undoes the current stroke, because its finger turns out to be one of two that pinch.
    abandon() {
        if (this.drag === null)
            return;
        this.editor.abandonStroke();
        this.end();
    }

    // --- keys ---

    setAt(cell) {
        this.cells.get(this.at)?.setAttribute('tabindex', -1);
        this.at = this.cells.has(cell) ? cell : [...this.cells.keys()][0];
        this.cells.get(this.at)?.setAttribute('tabindex', 0);
    }

    focus() {
        this.cells.get(this.at)?.focus({preventScroll: true});
    }

    // Returns the next cell in a direction, skipping positions without one, or -1.
    beside(cell, key) {
        const {columns, rows} = this.sheet;
        const [down, across] = {ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowDown: [1, 0], ArrowLeft: [0, -1]}[key];
        let [row, column] = this.sheet.at(cell);
        for (row += down, column += across; row >= 0 && row < rows && column >= 0 && column < columns;
             row += down, column += across) {
            if (this.cells.has(row * columns + column))
                return row * columns + column;
        }
        return -1;
    }

    key(event) {
        if (event.key.startsWith('Arrow') && !event.ctrlKey && !event.altKey && !event.metaKey) {
            event.preventDefault();
            const from = this.at, to = this.beside(from, event.key);
            if (to < 0 || (event.shiftKey && !this.editor.drag(from, to)))
                return;
            this.setAt(to);
            this.focus();
            this.zoom.follow(this.middle(to));
        } else {
            this.editor.key(this.at, event);
        }
    }

    // --- display ---

    // Returns the rectangle of a cell in the picture's units.  `thick`: the thickness of walls between cells.
    place(cell, thick = 0.4) {
        const [row, column] = this.sheet.at(cell);
        if (!this.sheet.game.spaced)
            return {x: column, y: row, width: 1, height: 1};
        const along = n =>
            n % 2 === 1 ? {from: (n - 1) / 2 + thick / 2, size: 1 - thick} : {from: n / 2 - thick / 2, size: thick};
        const {from: x, size: width} = along(column), {from: y, size: height} = along(row);
        return {x, y, width, height};
    }

    // Returns the part of a cell that responds to the pointer, as large as possible for fingers.  If walls lie between
    // cells, a wall tool gets squares that stand on a corner, from the middle of one cell to that of the next; a cell
    // tool gets whole cells; a tool for both gets equal parts of each.
    target(cell) {
        const {sheet, tool} = this;
        if (!sheet.game.spaced || tool === null)
            return this.place(cell);
        const isWall = sheet.kind(cell) === 'wall', walls = tool.kind === 'ground' && tool.cell !== sheet.plain;
        if (tool.kind === 'move' || tool.cell === sheet.plain)
            return this.place(cell, 0.5);
        if (isWall !== walls)
            return {...this.place(cell), 'pointer-events': 'none'};
        if (!walls)
            return this.place(cell, 0);
        const {x, y} = this.middle(cell), side = Math.SQRT1_2;
        return {x: x - side / 2, y: y - side / 2, width: side, height: side, transform: `rotate(45 ${x} ${y})`};
    }

    // Sets the pointer's tool.
    setTool(tool) {
        this.tool = tool;
        for (const [cell, box] of this.cells) {
            box.removeAttribute('transform');
            box.removeAttribute('pointer-events');
            for (const [key, value] of Object.entries(this.target(cell)))
                box.setAttribute(key, value);
        }
    }

    middle(cell) {
        const {x, y, width, height} = this.place(cell);
        return {x: x + width / 2, y: y + height / 2};
    }

    makeCells(sheet) {
        this.sheet = sheet;
        this.cells.clear();
        this.zoom.fit();
        const rows = sheet.lines.map((line, row) => {
            const group = svgElement('g', {role: 'row'});
            for (let column = 0; column < sheet.columns; column++) {
                const cell = row * sheet.columns + column;
                if (!sheet.mayChange(cell))
                    continue;
                const box =
                    svgElement('rect', {role: 'gridcell', tabindex: -1, 'data-cell': cell, ...this.target(cell)});
                this.cells.set(cell, box);
                group.append(box);
            }
            return group;
        });
        this.grid.replaceChildren(...rows.filter(row => row.children.length > 0));
    }

    // Draws the numbers of rows and columns that findings mention, beside the level or on its outer wall.  Returns the
    // picture's view box with room for them.
    number(sheet, view) {
        const [x, y, width, height] = view.split(' ').map(Number), {spaced, locked} = sheet.game;
        const inside = locked && !spaced, place = inside ? 0.5 : -0.4;
        const along = (count, at) =>
            Array.from({length: count}, (_, n) => ({n, number: sheet.numberOf(n, count)}))
                .filter(({n, number}) => number > 0 && !(inside && (n === 0 || n === count - 1)))
                .map(({n, number}) => svgElement('text', at(spaced ? n / 2 : n + 0.5), number));
        this.rulers.replaceChildren(
            ...along(sheet.columns, middle => ({x: middle, y: place})),
            ...along(sheet.rows, middle => ({x: place, y: middle})));
        if (inside)
            return view;
        const left = Math.min(x, -0.8), top = Math.min(y, -0.8);
        return [left, top, x + width - left, y + height - top].join(' ');
    }

    show(sheet, {view, picture, words}) {
        const had = this.grid.contains(document.activeElement);
        const same =
            this.sheet?.game === sheet.game && this.sheet.columns === sheet.columns && this.sheet.rows === sheet.rows;
        this.view = this.number(sheet, view);
        if (this.drag === null) // during a stroke, cells stay under the finger
            this.zoom.show(this.view);
        this.picture.innerHTML = picture;
        if (same)
            this.sheet = sheet;
        else
            this.makeCells(sheet);
        for (const [cell, box] of this.cells)
            box.setAttribute('aria-label', words[cell]);
        this.setAt(this.at);
        if (had && !same)
            this.focus();
    }

    // Replaces the marks.  Each mark is {cell, kind, text}.
    mark(marks) {
        this.marks.replaceChildren(...marks.filter(({cell}) => cell >= 0).map(({cell, kind, text}) => {
            const {x, y, width, height} = this.place(cell);
            const group = svgElement('g', {class: `mark ${kind}`});
            group.append(
                svgElement('rect', {x: x + 0.05, y: y + 0.05, width: width - 0.1, height: height - 0.1, rx: 0.15}));
            if (text)
                group.append(svgElement('text', {x: x + width / 2, y: y + height / 2}, text));
            return group;
        }));
    }

    // Adds arrows to the marks.  Each arrow is {cell, direction, kind, text}; from direction 4 on, only its text is
    // drawn.
    arrows(arrows) {
        this.marks.append(...arrows.filter(({cell}) => cell >= 0).map(({cell, direction, kind, text}) => {
            const {x, y} = this.middle(cell),
                      group = svgElement('g', {class: `arrow ${kind}`, transform: `translate(${x} ${y})`});
            if (direction < 4)
                group.append(
                    svgElement('path', {d: 'M0-.1V-.85M-.2-.62 0-.88 .2-.62', transform: `rotate(${90 * direction})`}));
            group.append(svgElement(
                'text', {x: [0.3, 0.6, 0.3, -0.6][direction] ?? 0, y: [-0.6, -0.3, 0.6, -0.3][direction] ?? 0}, text));
            return group;
        }));
    }
}
