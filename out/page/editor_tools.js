// The editor's tools: a palette of what cells can hold, and buttons that resize and turn the level.

const MOVE_TOOL = Object.freeze({kind: 'move', words: 'Move what is in a cell'});

class Palette {
    // `chosen` is called with the tool that the user chooses.
    constructor(box, engine, chosen) {
        Object.assign(this, {box, engine, chosen});
        this.tools = [];
        this.tool = null; // the chosen tool
        box.addEventListener('keydown', event => this.key(event));
    }

    // Returns all tools for the cells of a game.
    static toolsOf({contents, others, bodies}) {
        const grounds =
            contents.filter(({piece}) => piece === '').map(({cell, words}) => ({kind: 'ground', cell, words}));
        const pieces =
            contents.filter(({piece}, n) => piece !== '' && contents.findIndex(other => other.piece === piece) === n)
                .map(({cell, piece, words}) => ({kind: 'piece', cell, piece, words}));
        return [
            MOVE_TOOL, ...grounds, ...pieces,
            ...bodies.map(({letters, words}) => ({kind: 'body', cell: letters[0], letters, words})),
            ...others.map(({cell, words}) => ({kind: 'piece', cell, piece: cell, words}))
        ];
    }

    // Shows the tools for a level's game.
    fill(source, info) {
        Object.assign(this, {source, info});
        this.tools = Palette.toolsOf(info);
        this.box.replaceChildren(...this.tools.map((tool, n) => {
            const title = n < 10 && !isTyped(info, String(n)) ? `${tool.words} (${n})` : tool.words;
            const properties = {title, role: 'radio', 'aria-label': tool.words, onclick: () => this.choose(n)};
            return element('button', properties, this.icon(tool));
        }));
        this.choose(Math.min(2, this.tools.length - 1));
    }

    // Returns a picture of what a tool puts, cut out of a small level that contains nothing else.
    icon(tool) {
        if (tool.kind === 'move') {
            const cross = 'M0-5V5M-5 0H5M-1.5-3.5 0-5 1.5-3.5M-1.5 3.5 0 5 1.5 3.5' +
                'M-3.5-1.5-5 0-3.5 1.5M3.5-1.5 5 0 3.5 1.5';
            const picture = svgPicture('-6 -6 12 12', `<path d="${cross}"/>`);
            picture.setAttribute('class', 'line');
            return picture;
        }
        // The rows of the small level, and the box around the tool's content in its picture.
        const {kind, cell, letters} = tool, {contents, spaced, framed} = this.info;
        const [{cell: plain}, {cell: block} = {cell: plain}] = contents, floor = plain.repeat(3),
                                                     wall = block.repeat(3);
        const [rows, box] = kind === 'body' ? [[letters[1] + cell], '-0.1 -0.6 2.2 2.2']
            : spaced && kind === 'ground'   ? [[floor, floor, cell.repeat(3)], '-0.1 0.1 1.2 1.2']
            : spaced                        ? [[floor, plain + cell + plain, floor], '-0.1 -0.2 1.2 1.2']
            : !framed                       ? [[cell], '-0.1 -0.2 1.2 1.2']
            : cell === block                ? [[wall, block + plain + block, wall], '0.4 1.2 1.2 1.2']
                                            : [[wall, block + cell + block, wall], '0.9 0.85 1.2 1.2'];
        this.engine.check({...this.source, rows});
        return svgPicture(box, this.engine.sketch().picture);
    }

    choose(n) {
        if (n >= this.tools.length)
            return;
        this.tool = this.tools[n];
        this.chosen(this.tool);
        [...this.box.children].forEach((button, other) => {
            button.setAttribute('aria-checked', other === n);
            button.tabIndex = other === n ? 0 : -1;
        });
    }

    key(event) {
        const at = this.tools.indexOf(this.tool), count = this.tools.length;
        const to = {ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1}[event.key];
        if (to === undefined)
            return;
        event.preventDefault();
        this.choose((to + count) % count);
        this.box.children[(to + count) % count].focus();
    }
}

// Returns whether a key types a character of the level's text into a cell.
function isTyped({contents, others, bodies}, key) {
    return key !== ' ' &&
        (contents.some(({cell}) => cell === key) || others.some(({cell}) => cell === key) ||
         bodies.some(({letters}) => letters.includes(key)));
}

// Returns buttons that add and remove rows and columns, and turn the level.  `change` is called with a function that
// changes a sheet, and with its name.
function shapeButtons({symmetries}, change) {
    const button = (textContent, label, how) =>
        element('button', {textContent, title: label, 'aria-label': label, onclick: () => change(how, label)});
    const turns = [];
    if (symmetries >= 2)
        turns.push(button('⇄', 'Mirror left and right', sheet => sheet.mirrored()));
    if (symmetries >= 4) {
        turns.push(button('⇅', 'Mirror top and bottom', sheet => sheet.flipped()));
        turns.push(button('↻', symmetries < 8 ? 'Turn around' : 'Turn right', sheet => sheet.turned()));
    }
    const group = (name, buttons) => element('div', {}, element('span', {textContent: name}), ...buttons);
    return [
        ...SIDES.map(side => {
            const line = side === 'top' || side === 'bottom' ? 'row' : 'column';
            const where = side === 'top' || side === 'bottom' ? `at the ${side}` : `on the ${side}`;
            return group(side.charAt(0).toUpperCase() + side.slice(1), [
                button('−', `Take a ${line} away ${where}`, sheet => sheet.shrunk(side)),
                button('+', `Add a ${line} ${where}`, sheet => sheet.grown(side))
            ]);
        }),
        ...turns.length === 0 ? [] : [group('Turn', turns)]
    ];
}
