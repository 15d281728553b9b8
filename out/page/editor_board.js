// The board of the editor: the level's picture, and over it a grid of cells that can be reached by pointer and by
// keys, each with its words for who does not see it.
'use strict';

const SVG = 'http://www.w3.org/2000/svg';

function svgElement(name, attributes) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes))
        made.setAttribute(key, value);
    return made;
}

class EditorBoard {
    // `act`: what to call with 'begin', 'go', 'end' and a cell, and with 'key' and an event.
    constructor(svg, act) {
        [this.picture, this.marks, this.grid] = svg.children;
        this.svg = svg;
        this.act = act;
        this.cells = new Map(); // elements by cell
        this.at = 0;            // the cell that keys are for
        this.drag = null;
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
        this.act('begin', cell);
    }

    // A fast finger leaps: the cells between are looked at, too.
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
            this.act('go', cell);
        }
        if (this.drag !== null)
            Object.assign(this.drag, {x: event.clientX, y: event.clientY});
    }

    end() {
        if (this.drag === null)
            return;
        this.drag = null;
        this.svg.setAttribute('viewBox', this.view);
        this.act('end', -1);
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

    // The next cell on the way, over places where there is none.
    beside(cell, key) {
        const {columns, rows} = this.sheet;
        const [down, across] = {ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowDown: [1, 0], ArrowLeft: [0, -1]}[key];
        let row = Math.floor(cell / columns) + down, column = cell % columns + across;
        for (; row >= 0 && row < rows && column >= 0 && column < columns; row += down, column += across) {
            if (this.cells.has(row * columns + column))
                return row * columns + column;
        }
        return -1;
    }

    key(event) {
        if (event.key.startsWith('Arrow') && !event.ctrlKey && !event.altKey && !event.metaKey) {
            event.preventDefault();
            const from = this.at, to = this.beside(from, event.key);
            if (to < 0 || (event.shiftKey && !this.act('drag', from, to)))
                return;
            this.setAt(to);
            this.focus();
        } else {
            this.act('key', this.at, event);
        }
    }

    // --- what is shown ---

    // The places of a cell's element, in the picture's units.
    place(cell) {
        const {columns, game} = this.sheet, row = Math.floor(cell / columns), column = cell % columns;
        if (!game.spaced)
            return {x: column, y: row, width: 1, height: 1};
        const thick = 0.4; // of the walls between cells, for fingers
        const along = n => n % 2 === 1 ? {from: (n - 1) / 2 + thick / 2, size: 1 - thick}
            : {from: n / 2 - thick / 2, size: thick};
        const {from: x, size: width} = along(column), {from: y, size: height} = along(row);
        return {x, y, width, height};
    }

    middle(cell) {
        const {x, y, width, height} = this.place(cell);
        return {x: x + width / 2, y: y + height / 2};
    }

    makeCells(sheet) {
        this.sheet = sheet;
        this.cells.clear();
        const rows = sheet.lines.map((line, row) => {
            const group = svgElement('g', {role: 'row'});
            for (let column = 0; column < sheet.columns; column++) {
                const cell = row * sheet.columns + column;
                if (!sheet.mayChange(cell))
                    continue;
                const box = svgElement('rect', {role: 'gridcell', tabindex: -1, 'data-cell': cell,
                    ...this.place(cell)});
                this.cells.set(cell, box);
                group.append(box);
            }
            return group;
        });
        this.grid.replaceChildren(...rows.filter(row => row.children.length > 0));
    }

    show(sheet, {view, picture, words}) {
        const had = this.grid.contains(document.activeElement);
        const same = this.sheet?.game === sheet.game && this.sheet.columns === sheet.columns &&
            this.sheet.rows === sheet.rows;
        this.view = view;
        if (this.drag === null) // the cells stay under the finger
            this.svg.setAttribute('viewBox', view);
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

    // Another picture of the same level: of a position, with marks on it.
    preview(picture) {
        this.picture.innerHTML = picture;
    }

    // Marks: {cell, kind, text}.
    mark(marks) {
        this.marks.replaceChildren(...marks.filter(({cell}) => cell >= 0).map(({cell, kind, text}) => {
            const {x, y, width, height} = this.place(cell);
            const group = svgElement('g', {class: `mark ${kind}`});
            group.append(svgElement('rect', {x: x + 0.05, y: y + 0.05, width: width - 0.1, height: height - 0.1,
                rx: 0.15}));
            if (text) {
                const label = svgElement('text', {x: x + width / 2, y: y + height / 2});
                label.textContent = text;
                group.append(label);
            }
            return group;
        }));
    }

    // Arrows besides the marks: {cell, direction, kind, text}; a direction beyond the four is none.
    arrows(arrows) {
        this.marks.append(...arrows.filter(({cell}) => cell >= 0).map(({cell, direction, kind, text}) => {
            const {x, y} = this.middle(cell), group = svgElement('g', {class: `arrow ${kind}`,
                transform: `translate(${x} ${y})`});
            if (direction < 4)
                group.append(svgElement('path', {d: 'M0-.1V-.85M-.2-.62 0-.88 .2-.62',
                    transform: `rotate(${90 * direction})`}));
            const label = svgElement('text', direction >= 4 ? {x: 0, y: 0}
                : {x: [0.3, 0.6, 0.3, -0.6][direction], y: [-0.6, -0.3, 0.6, -0.3][direction]});
            label.textContent = text;
            group.append(label);
            return group;
        }));
    }
}
