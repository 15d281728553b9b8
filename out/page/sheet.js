// A level as text in the editor.  Sheets are immutable: all functions return another one.  The game determines what a
// cell can hold (see edit_game in editor.c); the rules determine whether the sheet is a level.

const SIDES = ['top', 'right', 'bottom', 'left'];
const MOST_SIDE = 64, LEAST_SIDE = 3;
const MOST_TEXT = 256; // columns and rows of a level's text; GRID_MAX_SIDE in games/grid.h

class Sheet {
    constructor(game, columns, cells) {
        this.game = game;
        this.columns = columns;
        this.cells = cells; // a string, row after row
    }

    static ofRows(game, rows) {
        const columns = Math.max(1, ...rows.map(row => row.length));
        const sheet = new Sheet(game, columns, rows.map(row => row.padEnd(columns, game.outside)).join(''));
        return game.locked && !game.spaced && !sheet.hasFrame() ? sheet.framed() : sheet;
    }

    // Returns whether some rows are those of a sheet.
    static isRows(rows) {
        return Array.isArray(rows) && rows.length > 0 && rows.length <= MOST_TEXT &&
            rows.every(row => typeof row === 'string' && row.length <= MOST_TEXT);
    }

    // Returns the rows of typed or pasted text, without the empty lines around it.
    static rowsOf(text) {
        const rows = text.replace(/\r/g, '').split('\n').map(row => row.replaceAll('\t', ' '));
        while (rows.length > 1 && rows[0].trim() === '')
            rows.shift();
        while (rows.length > 1 && rows[rows.length - 1].trim() === '')
            rows.pop();
        return rows;
    }

    // Returns an empty level.  `columns` and `rows` exclude its outer wall.
    static empty(game, columns, rows) {
        const {plain, block} = new Sheet(game, 1, ' ');
        if (game.spaced) {
            const line = (corner, wall) => corner + (wall + corner).repeat(columns);
            const frame = line(block, block), open = block + plain.repeat(2 * columns - 1) + block;
            const between = block + (plain + block).repeat(columns);
            return Sheet.ofRows(game, [frame, ...Array(rows - 1).fill([open, between]).flat(), open, frame]);
        }
        const sheet = Sheet.ofRows(game, Array(rows).fill(plain.repeat(columns)));
        return game.framed && !sheet.hasFrame() ? sheet.framed() : sheet;
    }

    framed() {
        const line = this.block.repeat(this.columns + 2);
        const rows = [line, ...this.lines.map(row => this.block + row + this.block), line];
        return new Sheet(this.game, this.columns + 2, rows.join(''));
    }

    get rows() {
        return this.cells.length / this.columns;
    }

    get lines() {
        return Array.from(
            {length: this.rows}, (_, row) => this.cells.slice(row * this.columns, (row + 1) * this.columns));
    }

    get text() {
        return this.lines.map(line => line + '\n').join('');
    }

    get plain() {
        return this.game.contents[0].cell;
    }

    get block() {
        return this.game.contents[1]?.cell ?? this.plain;
    }

    // Returns [row, column] of a cell.
    at(cell) {
        return [Math.floor(cell / this.columns), cell % this.columns];
    }

    isEdge(cell) {
        const [row, column] = this.at(cell);
        return row === 0 || column === 0 || row === this.rows - 1 || column === this.columns - 1;
    }

    hasFrame() {
        return [...this.cells].every((c, cell) => !this.isEdge(cell) || c === this.block);
    }

    // Returns the kind of a cell.  If walls lie between cells, it is 'cell', 'wall' between two cells, or 'corner';
    // otherwise always 'cell'.
    kind(cell) {
        if (!this.game.spaced)
            return 'cell';
        const [row, column] = this.at(cell);
        return ['corner', 'wall', 'cell'][row % 2 + column % 2];
    }

    mayChange(cell) {
        return this.kind(cell) !== 'corner' && !(this.game.locked && this.isEdge(cell));
    }

    // Returns the number by which positions refer to the row or column `place` of `count`, or 0 if it has none.
    numberOf(place, count) {
        if (this.game.spaced)
            return place % 2 === 1 ? (place + 1) / 2 : 0;
        const frame = !this.game.counted && this.hasFrame() ? 1 : 0;
        return place < frame || place >= count - frame ? 0 : place + 1 - frame;
    }

    // The size without the outer wall, as players count it: [columns, rows].
    get size() {
        if (this.game.spaced)
            return [(this.columns - 1) / 2, (this.rows - 1) / 2];
        const frame = this.game.framed && this.hasFrame() ? 2 : 0;
        return [this.columns - frame, this.rows - frame];
    }

    with(changes) {
        const cells = [...this.cells];
        for (const [cell, c] of changes)
            cells[cell] = c;
        return new Sheet(this.game, this.columns, cells.join(''));
    }

    // --- contents ---

    content(c) {
        return this.game.contents.find(content => content.cell === c) ?? {cell: c, piece: c, ground: this.plain};
    }

    // Returns the character for a piece on a ground, or undefined.
    combine(piece, ground) {
        const content = this.game.contents.find(other => other.piece === piece && other.ground === ground);
        const listed = this.game.contents.some(other => other.piece === piece);
        return content?.cell ?? (!listed && ground === this.plain ? piece : undefined);
    }

    // Returns the cells of the piece in a cell; a body or a block may have several.
    pieceAt(cell) {
        const c = this.cells[cell];
        const body = this.game.bodies.find(({letters}) => letters.includes(c));
        const is = body                                        ? other => body.letters.includes(other)
            : this.game.others.some(other => other.cell === c) ? other => other === c
                                                               : null;
        return is === null ? [cell] : [...Array(this.cells.length).keys()].filter(other => is(this.cells[other]));
    }

    // Returns whether a tool applies to a cell.
    fits(cell, tool) {
        const isWall = this.kind(cell) === 'wall';
        return this.mayChange(cell) &&
            (!this.game.spaced || tool.cell === this.plain || isWall === (tool.kind === 'ground'));
    }

    // Returns the sheet with a tool's content put into a cell or, if `takeAway` is true, removed from it.
    put(cell, tool, takeAway) {
        if (!this.fits(cell, tool))
            return this;
        const sheet = this.cut(cell), here = this.content(sheet.cells[cell]);
        if (!takeAway && tool.cell === this.plain) // clears the cell
            return sheet.with([[cell, this.plain]]);
        const ground = takeAway ? this.plain : tool.cell; // the piece on it goes if the two do not combine
        const c = tool.kind === 'ground' ? (here.piece && this.combine(here.piece, ground)) || ground
            : takeAway                   ? here.ground
                                         : this.combine(tool.piece, here.ground) ?? tool.cell;
        return sheet.with([[cell, c]]);
    }

    holds(cell, tool) {
        const here = this.content(this.cells[cell]);
        return tool.kind === 'ground' ? here.ground === tool.cell && tool.cell !== this.plain
                                      : here.piece === tool.piece;
    }

    // --- bodies: cells in the order of their letters, the head first ---

    bodyCells(letters) {
        const cells = [];
        for (const letter of letters) {
            const cell = this.cells.indexOf(letter);
            if (cell < 0)
                break;
            cells.push(cell);
        }
        return cells;
    }

    withBody(letters, path) {
        const gone = [...Array(this.cells.length).keys()].filter(cell => letters.includes(this.cells[cell]));
        return this.with([...gone.map(cell => [cell, this.plain]), ...path.map((cell, n) => [cell, letters[n]])]);
    }

    // Returns the sheet without the segments of a body from a cell on.
    cut(cell) {
        const body = this.game.bodies.find(({letters}) => letters.includes(this.cells[cell]));
        if (body === undefined)
            return this;
        const path = this.bodyCells(body.letters), at = path.indexOf(cell);
        return at < 0 ? this.with([[cell, this.plain]]) : this.withBody(body.letters, path.slice(0, at));
    }

    // Extends a body by a cell beside its tail, shortens it to one of its own cells, or, at the beginning of a stroke,
    // starts it elsewhere.
    putBody(cell, letters, begins) {
        const path = this.bodyCells(letters), at = path.indexOf(cell);
        if (at >= 0)
            return this.withBody(letters, path.slice(0, begins && at === path.length - 1 ? at : at + 1));
        const [row, column] = this.at(cell), [tailRow, tailColumn] = this.at(path.at(-1) ?? cell);
        if (path.length < letters.length && Math.abs(row - tailRow) + Math.abs(column - tailColumn) === 1)
            return this.cells[cell] === this.plain ? this.withBody(letters, [...path, cell]) : this;
        return begins && this.mayChange(cell) ? this.withBody(letters, [cell]) : this;
    }

    // --- moving the contents of a cell ---

    move(from, to) {
        if (from === to || !this.mayChange(from) || !this.mayChange(to) || this.kind(from) !== this.kind(to))
            return this;
        const cells = this.pieceAt(from);
        if (cells.length > 1)
            return this.moveAll(cells, from, to);
        const a = this.content(this.cells[from]), b = this.content(this.cells[to]);
        const [here, there] = a.piece
            ? [b.piece ? this.combine(b.piece, a.ground) : a.ground, this.combine(a.piece, b.ground)]
            : [b.piece ? this.plain : b.ground, b.piece ? this.combine(b.piece, a.ground) : a.ground];
        return here === undefined || there === undefined ? this : this.with([[from, here], [to, there]]);
    }

    moveAll(cells, from, to) {
        const [fromRow, fromColumn] = this.at(from), [toRow, toColumn] = this.at(to);
        const moved = cells.map(cell => {
            const [row, column] = this.at(cell), right = column + toColumn - fromColumn;
            return right < 0 || right >= this.columns ? -1 : (row + toRow - fromRow) * this.columns + right;
        });
        const isFree = cell => cell >= 0 && cell < this.cells.length && this.mayChange(cell) &&
            (this.cells[cell] === this.plain || cells.includes(cell));
        const gone = cells.map(cell => [cell, this.plain]), here = moved.map((cell, n) => [cell, this.cells[cells[n]]]);
        return moved.every(isFree) ? this.with([...gone, ...here]) : this;
    }

    // --- the whole level ---

    ofLines(lines) {
        return new Sheet(this.game, lines[0].length, lines.join(''));
    }

    mirrored() {
        return this.ofLines(this.lines.map(line => [...line].reverse().join('')));
    }

    flipped() {
        return this.ofLines(this.lines.reverse());
    }

    swapped() {
        return this.ofLines(
            Array.from({length: this.columns}, (_, column) => this.lines.map(line => line[column]).join('')));
    }

    // Turns the level a quarter to the right, or by half if a quarter turn changes the game.
    turned() {
        return this.game.symmetries < 8 ? this.flipped().mirrored() : this.flipped().swapped();
    }

    // Applies a change that acts on the top to any side.  Returns this sheet if the change returns null.
    atSide(side, change) {
        const turn = {
            top: sheet => sheet,
            bottom: sheet => sheet.flipped(),
            left: sheet => sheet.swapped(),
            right: sheet => sheet.mirrored().swapped()
        }[side];
        const back = side === 'right' ? sheet => sheet.swapped().mirrored() : turn;
        const changed = change(turn(this));
        return changed === null ? this : back(changed);
    }

    // Whether the level's first row is part of its outer wall.
    get framedAbove() {
        return this.game.framed &&
            [...this.cells.slice(0, this.columns)].every(c => c === this.block || c === this.game.outside);
    }

    // Returns a copy of a row, emptied except for the outer wall at both ends.
    clearedRow(line) {
        if (this.game.locked)
            return line[0] + this.plain.repeat(line.length - 2) + line[line.length - 1];
        const wallAhead = row => {
            const wall = row.indexOf(this.block);
            let end = wall;
            while (end >= 0 && row[end] === this.block)
                end++;
            return wall >= 0 && row.slice(0, wall).every(c => c === this.game.outside) ? end : 0;
        };
        const from = wallAhead([...line]), to = line.length - wallAhead([...line].reverse());
        return from >= to ? line : line.slice(0, from) + this.plain.repeat(to - from) + line.slice(to);
    }

    grown(side) {
        return this.atSide(side, sheet => {
            const {lines, plain, block} = sheet;
            if (lines.length >= MOST_SIDE)
                return null;
            if (this.game.spaced) {
                const open = block + plain.repeat(sheet.columns - 2) + block;
                const between = [...open].map((c, n) => n % 2 === 0 ? block : plain).join('');
                return sheet.ofLines([lines[0], open, between, ...lines.slice(1)]);
            }
            if (!sheet.framedAbove)
                return sheet.ofLines([plain.repeat(sheet.columns), ...lines]);
            return sheet.ofLines([lines[0], sheet.clearedRow(lines[1] ?? lines[0]), ...lines.slice(1)]);
        });
    }

    shrunk(side) {
        return this.atSide(side, sheet => {
            const {lines} = sheet, step = this.game.spaced ? 2 : 1;
            if (lines.length - step < LEAST_SIDE)
                return null;
            const from = this.game.spaced || sheet.framedAbove ? 1 : 0;
            return sheet.ofLines([...lines.slice(0, from), ...lines.slice(from + step)]);
        });
    }
}
