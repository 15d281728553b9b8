// Makes a booklet to print, as PDF: title and rules, the levels, and at the end their solutions.  Pictures are the
// project's own SVG, which has only paths, rectangles, texts and translated groups; they stay vector graphics.  The
// browser draws text that PDF's own fonts lack, as bitmap masks.
'use strict';

const PAPER = Object.freeze({width: 595, height: 842, margin: 48}); // A4, in points
const LARGEST_CELL = 36;                                            // points
const LEVELS_PER_PAGE = 4, MASK_SCALE = 8;

const pdfNumber = value => String(Math.round(value * 1000) / 1000);

class Pdf {
    constructor() {
        this.objects = [];       // the body of each object, as text or [text, bytes]
        this.pages = [];         // the pages' object numbers
        this.states = new Map(); // names of graphics states by their opacities
        this.masks = [];
        this.tree = this.add('');
        this.resources = this.add('');
        this.pen = element('canvas').getContext('2d', {willReadFrequently: true});
    }

    // Adds an object.  Returns its number.
    add(body) {
        return this.objects.push(body);
    }

    async addStream(head, bytes) {
        const packed = new Uint8Array(
            await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer());
        return this.add([`<< ${head} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`, packed]);
    }

    startPage() {
        this.content = [];
    }

    async endPage() {
        const {width, height} = PAPER, text = this.content.join('\n');
        const content = await this.addStream('', Uint8Array.from(text, c => c.charCodeAt(0))); // contains only Latin-1
        this.pages.push(this.add(
            `<< /Type /Page /Parent ${this.tree} 0 R /MediaBox [0 0 ${width} ${height}] ` +
            `/Resources ${this.resources} 0 R /Contents ${content} 0 R >>`));
    }

    draw(...operators) {
        this.content.push(operators.map(one => typeof one === 'number' ? pdfNumber(one) : one).join(' '));
    }

    // --- text ---

    measure(text, size, bold) {
        this.pen.font = `${bold ? 'bold ' : ''}${size}px Helvetica, Arial, sans-serif`;
        return this.pen.measureText(text).width;
    }

    // Draws text whose base line begins at a position or, with `middle`, has its middle there.  y counts from below.
    text(text, x, y, size, {bold = false, middle = false, colour = [0, 0, 0]} = {}) {
        const width = this.measure(text, size, bold), left = middle ? x - width / 2 : x;
        this.draw(...colour, 'rg');
        if (/^[ -~\xa0-\xff]*$/.test(text)) {
            this.draw(
                'BT', bold ? '/B' : '/R', size, 'Tf', left, y, 'Td', `(${text.replace(/[\\()]/g, '\\$&')})`, 'Tj ET');
            return;
        }
        this.masks.push(this.mask(text, size, bold, width));
        this.draw(
            'q', width + size / 2, 0, 0, size * 1.5, left - size / 4, y - size * 0.4, 'cm',
            `/M${this.masks.length} Do Q`);
    }

    // Returns a text as a bitmap with one bit per pixel, {width, height, bytes}.
    mask(text, size, bold, length) {
        const {canvas} = this.pen, k = Math.max(MASK_SCALE, 40 / size);
        const width = canvas.width = Math.ceil((length + size / 2) * k),
              height = canvas.height = Math.ceil(size * 1.5 * k);
        this.measure(text, size * k, bold);
        this.pen.fillText(text, size / 4 * k, size * 1.1 * k);
        const {data} = this.pen.getImageData(0, 0, width, height), row = Math.ceil(width / 8);
        const bytes = new Uint8Array(row * height).fill(255);
        for (let n = 0; n < width * height; n++) {
            if (data[4 * n + 3] > 127)
                bytes[Math.floor(n / width) * row + (n % width >> 3)] &= ~(128 >> n % width % 8);
        }
        return {width, height, bytes};
    }

    // Draws text in lines of at most a width.  Returns the y of the next line.
    paragraph(text, x, y, size, width) {
        let line = '';
        for (const word of [...text.split(' '), null]) {
            if (word === null || (line !== '' && this.measure(`${line} ${word}`, size, false) > width)) {
                this.text(line, x, y, size);
                y -= 1.35 * size;
                line = '';
            }
            line += line === '' ? word ?? '' : ` ${word}`;
        }
        return y;
    }

    // --- pictures ---

    // Draws a path, a rectangle or a text in the style that the browser computed.
    shape(node) {
        const style = getComputedStyle(node),
              colour = text => (text.match(/[\d.]+/g) ?? []).slice(0, 3).map(n => n / 255);
        const filled = style.fill !== 'none', lined = style.stroke !== 'none';
        const opacity = `${Number(style.fillOpacity)} ${Number(style.strokeOpacity)}`;
        if (!this.states.has(opacity))
            this.states.set(opacity, `S${this.states.size}`);
        this.draw(`/${this.states.get(opacity)} gs`);
        if (node.localName === 'text') {
            const [x, y, size] = ['x', 'y', 'font-size'].map(name => Number(node.getAttribute(name)));
            this.draw('q 1 0 0 -1', x, y, 'cm'); // letters stand upright in flipped coordinates
            this.text(node.textContent, 0, 0, size, {middle: true, colour: colour(style.fill)});
            this.draw('Q');
            return;
        }
        if (filled)
            this.draw(...colour(style.fill), 'rg');
        if (lined)
            this.draw(...colour(style.stroke), 'RG', Number(node.getAttribute('stroke-width')), 'w');
        if (node.localName === 'rect')
            this.draw(0, 0, Number(node.getAttribute('width')), Number(node.getAttribute('height')), 're');
        const path = node.getAttribute('d') ?? '';
        for (const [, command, rest] of path.matchAll(/([MLCZ])([^MLCZ]*)/g))
            this.draw(
                ...rest.trim().split(/[ ,]+/).filter(text => text !== '').map(Number),
                {M: 'm', L: 'l', C: 'c', Z: 'h'}[command]);
        this.draw(filled && lined ? 'B' : filled ? 'f' : lined ? 'S' : 'n');
    }

    children(node) {
        for (const child of node.children) {
            if (child.localName === 'g') {
                const [x, y] = (child.getAttribute('transform') ?? '0 0').match(/-?\d[\d.e-]*/g).map(Number);
                this.draw('q 1 0 0 1', x, y, 'cm');
                this.children(child);
                this.draw('Q');
            } else if (child.localName !== 'style') {
                this.shape(child);
            }
        }
    }

    // Draws an SVG picture as large as possible at the top of a box, {x, y, width, height}, where y is the lower edge.
    // Returns the picture's lower edge.
    picture(svg, box) {
        const host = element('div'), root = host.attachShadow({mode: 'open'});
        host.style.cssText = 'position:absolute;left:-9999px;visibility:hidden';
        root.innerHTML = svg;
        document.body.append(host);
        const drawing = root.querySelector('svg'), {x, y, width, height} = drawing.viewBox.baseVal;
        const scale = Math.min(box.width / width, box.height / height, LARGEST_CELL);
        const left = box.x + (box.width - width * scale) / 2, bottom = box.y + box.height - height * scale;
        this.draw('q 1 J 1 j', scale, 0, 0, -scale, left - x * scale, box.y + box.height + y * scale, 'cm');
        this.children(drawing);
        this.draw('Q');
        host.remove();
        return bottom;
    }

    // --- the file ---

    async finish(title) {
        const font = name =>
            `${this.add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`)} 0 R`;
        const states =
            [...this.states].map(([key, name]) => `/${name} << /ca ${key.split(' ')[0]} /CA ${key.split(' ')[1]} >>`);
        const masks = [];
        for (const [n, {width, height, bytes}] of this.masks.entries()) {
            const kind = '/Type /XObject /Subtype /Image /ImageMask true /BitsPerComponent 1';
            const mask = await this.addStream(`${kind} /Width ${width} /Height ${height}`, bytes);
            masks.push(`/M${n + 1} ${mask} 0 R`);
        }
        this.objects[this.tree - 1] =
            `<< /Type /Pages /Count ${this.pages.length} /Kids [${this.pages.map(n => `${n} 0 R`).join(' ')}] >>`;
        this.objects[this.resources - 1] = `<< /Font << /R ${font('Helvetica')} /B ${font('Helvetica-Bold')} >> ` +
            `/ExtGState << ${states.join(' ')} >> /XObject << ${masks.join(' ')} >> >>`;
        const words =
            [...`\ufeff${title}`].flatMap(c => c.length > 1 ? [c.charCodeAt(0), c.charCodeAt(1)] : [c.charCodeAt(0)]);
        const about =
            this.add(`<< /Producer (Onlyway) /Title <${words.map(n => n.toString(16).padStart(4, '0')).join('')}> >>`);
        const root = this.add(`<< /Type /Catalog /Pages ${this.tree} 0 R >>`);
        const encoder = new TextEncoder(), parts = [], places = [];
        let at = 0;
        const write = part => {
            const bytes = typeof part === 'string' ? encoder.encode(part) : part;
            parts.push(bytes);
            at += bytes.length;
        };
        write('%PDF-1.4\n%éßüö\n');
        for (const [n, body] of this.objects.entries()) {
            places.push(at);
            write(`${n + 1} 0 obj\n`);
            (typeof body === 'string' ? [body] : [...body, '\nendstream']).forEach(write);
            write('\nendobj\n');
        }
        const start = at, size = places.length + 1;
        write(`xref\n0 ${size}\n0000000000 65535 f \n`);
        places.forEach(place => write(`${String(place).padStart(10, '0')} 00000 n \n`));
        write(`trailer\n<< /Size ${size} /Root ${root} 0 R /Info ${about} 0 R >>\nstartxref\n${start}\n%%EOF\n`);
        return new Blob(parts, {type: 'application/pdf'});
    }
}

async function titlePage(pdf, title, rules, parts) {
    const {width, height, margin} = PAPER, inner = width - 2 * margin;
    pdf.startPage();
    let size = 30;
    while (size > 12 && pdf.measure(title, size, true) > inner)
        size--;
    pdf.text(title, margin, height - 96, size, {bold: true});
    pdf.text(counted(parts.length, 'level'), margin, height - 122, 12, {colour: [0.35, 0.35, 0.35]});
    let y = height - 170;
    for (const {title: game, aim} of rules) {
        pdf.text(game, margin, y, 14, {bold: true});
        y = pdf.paragraph(aim, margin, y - 20, 11, inner) - 14;
    }
    pdf.picture(parts.at(-1).picture, {x: margin, y: margin, width: inner, height: Math.max(120, y - margin - 10)});
    await pdf.endPage();
}

// Adds pages of pictures, `columns` * `rows` on each.  `caption` writes below a picture.
async function pages(pdf, parts, {columns, rows, head, picture, caption}) {
    const {width, height, margin} = PAPER, gap = 24, top = head === undefined ? margin : margin + 34;
    const cell = {width: (width - 2 * margin - (columns - 1) * gap) / columns, height: (height - top - margin) / rows};
    for (let first = 0; first < parts.length; first += columns * rows) {
        pdf.startPage();
        if (head !== undefined)
            pdf.text(head, margin, height - margin - 12, 18, {bold: true});
        parts.slice(first, first + columns * rows).forEach((part, n) => {
            const x = margin + n % columns * (cell.width + gap),
                  above = height - top - Math.floor(n / columns) * cell.height;
            pdf.text(`${part.number}. ${part.level.name}`, x, above - 14, 11, {bold: true});
            const bottom = pdf.picture(
                picture(part), {x, y: above - cell.height + 60, width: cell.width, height: cell.height - 82});
            caption(part, x, bottom - 14, cell.width);
        });
        await pdf.endPage();
    }
}

// Returns the booklet.  `rules`: {title, aim} of each game; `parts`: {level, picture, solution} of each level.
async function makeBooklet(title, rules, parts) {
    const pdf = new Pdf(), numbered = parts.map((part, n) => ({...part, number: n + 1}));
    await titlePage(pdf, title, rules, numbered);
    await pages(pdf, numbered, {
        columns: 2,
        rows: LEVELS_PER_PAGE / 2,
        picture: ({picture}) => picture,
        caption: ({level}, x, y) => pdf.text(mine.verdict(level), x, y, 9, {colour: [0.35, 0.35, 0.35]})
    });
    await pages(pdf, numbered.filter(({solution}) => solution !== null), {
        columns: 1,
        rows: 2,
        head: 'Solutions',
        picture: ({solution}) => solution,
        caption: ({level}, x, y, width) => {
            const text = level.verdict.solution, moves = text.includes(' ') ? text : text.replace(/.{5}(?=.)/g, '$& ');
            pdf.paragraph(moves.length > 270 ? `${moves.slice(0, 270)} ...` : moves, x, y - 2, 10, width);
        }
    });
    return pdf.finish(title);
}
