// A zoomable board.  Zooming changes only the view box, so that taps, swipes and strokes still hit what is under them.
// One finger belongs to the game; two pinch and drag.  A mouse zooms and drags with its wheel, its middle button or the
// space bar.

const READABLE = 24;  // pixels per cell; if the whole board has fewer, the zoom buttons appear
const NEAREST = 96;   // pixels per cell at the highest zoom of large boards
const LEAST_ZOOM = 4; // the highest zoom of smaller boards, where 1 shows all
const ZOOM_STEP = 1.5;
const WHEEL_MOST = 20; // pixels that one wheel event counts for at most
const ROOM = 0.22;     // how far from the middle of the view the player may be, as a share of the view

const between = (least, value, most) => Math.min(most, Math.max(least, value));

// Returns the centre of some points and their mean distance from it.
function gripOf(points) {
    const mean = of => points.reduce((sum, point) => sum + of(point), 0) / points.length;
    const x = mean(point => point.x), y = mean(point => point.y);
    return {x, y, spread: mean(point => Math.hypot(point.x - x, point.y - y))};
}

class Zoom {
    // `area` contains only the board, and receives its gestures.  `piece` returns the player's position, {x, y}, or
    // null.
    constructor(area, board, piece = () => null) {
        Object.assign(this, {area, board, piece});
        this.abandon = () => {}; // called when a second finger turns a touch into a gesture
        this.scale = 1;          // 1: the whole board is visible
        this.centre = {x: 0, y: 0};
        this.held = new Map();  // positions of the fingers, or of the dragging mouse, by pointer id
        this.isGesture = false; // whether they act on the zoom and not on the game
        this.space = null;      // the element that had the focus when the space bar went down, or null
        const make = (textContent, label, title, onclick) =>
            element('button', {textContent, title, 'aria-label': label, onclick});
        this.buttons = element(
            'div', {className: 'zoom', hidden: true, role: 'group', 'aria-label': 'Zoom'},
            make('+', 'Zoom in', 'Zoom in (+)', () => this.step(1)),
            make('−', 'Zoom out', 'Zoom out (-)', () => this.step(-1)),
            make('Fit', 'Fit the whole board', 'Whole board', () => this.fit()));
        area.append(this.buttons);
        const on = (name, act, target = area) => target.addEventListener(name, act, {capture: true, passive: false});
        on('pointerdown', event => this.down(event));
        on('pointermove', event => this.move(event));
        on('pointerup', event => this.up(event));
        on('pointercancel', event => this.up(event));
        on('wheel', event => this.wheel(event));
        for (const name of ['mousedown', 'auxclick']) // against scrolling and pasting by the middle button
            on(name, event => event.button === 1 && event.preventDefault());
        on('keydown', event => this.keyDown(event), window);
        on('keyup', event => this.keyUp(event), window);
        addEventListener('blur', () => this.dropSpace());
        new ResizeObserver(() => this.apply()).observe(board);
    }

    // --- view ---

    // Sets the area to show, as an SVG view box.
    show(view) {
        const [x, y, width, height] = view.split(' ').map(Number);
        this.view = view;
        this.full = {x, y, width, height};
        this.apply();
    }

    // Shows the chosen part, moved so that it does not leave the area.
    apply() {
        const {full, board, area, centre} = this;
        if (full === undefined)
            return;
        this.buttons.hidden = Math.min(area.clientWidth / full.width, area.clientHeight / full.height) >= READABLE;
        const seen = board.getBoundingClientRect();
        const least = Math.min(seen.width / full.width, seen.height / full.height);
        this.most = Math.max(LEAST_ZOOM, NEAREST / least);
        this.scale = least > 0 ? between(1, this.scale, this.most) : 1;
        board.classList.toggle('near', this.scale > 1);
        this.size = {width: seen.width / (least * this.scale), height: seen.height / (least * this.scale)};
        for (const [axis, side] of [['x', 'width'], ['y', 'height']]) {
            const spare = Math.max(0, full[side] - this.size[side]) / 2, middle = full[axis] + full[side] / 2;
            centre[axis] = between(middle - spare, centre[axis], middle + spare);
        }
        const {width, height} = this.size;
        board.setAttribute(
            'viewBox',
            this.scale === 1 ? this.view : [centre.x - width / 2, centre.y - height / 2, width, height].join(' '));
        [this.most, 1, 1].forEach(
            (end, n) => this.buttons.children[n].setAttribute('aria-disabled', this.scale === end));
    }

    fit() {
        this.scale = 1;
        this.apply();
    }

    // Zooms in or out by some steps; the player stays in view.
    step(by) {
        const place = this.piece(), box = this.board.getBoundingClientRect();
        const at = place === null ? {x: box.x + box.width / 2, y: box.y + box.height / 2}
                                  : new DOMPoint(place.x, place.y).matrixTransform(this.board.getScreenCTM());
        this.zoomBy(ZOOM_STEP ** by, at);
        this.follow(place);
    }

    // Zooms by a factor; what lies at a point of the screen stays there.
    zoomBy(factor, {x, y}) {
        const box = this.board.getBoundingClientRect();
        const place = new DOMPoint(x, y).matrixTransform(this.board.getScreenCTM().inverse());
        this.scale = between(1, this.scale * factor, this.most);
        const unit = this.scale * Math.min(box.width / this.full.width, box.height / this.full.height);
        this.centre = {
            x: place.x - (x - box.x - box.width / 2) / unit,
            y: place.y - (y - box.y - box.height / 2) / unit
        };
        this.apply();
    }

    // Drags the board by some pixels.
    pan(x, y) {
        const unit = this.board.getScreenCTM().a;
        this.centre.x -= x / unit;
        this.centre.y -= y / unit;
        this.apply();
    }

    // Brings a place near the middle of the view.  `moment`, from 0 to 1: how far the view has moved, in step with the
    // piece.
    follow(place, moment = 1) {
        if (this.scale === 1 || place === null)
            return;
        for (const [axis, side] of [['x', 'width'], ['y', 'height']]) {
            const off = place[axis] - this.centre[axis], room = ROOM * this.size[side];
            this.centre[axis] += (off - between(-room, off, room)) * moment;
        }
        this.apply();
    }

    // --- gestures ---

    down(event) {
        const isTouch = event.pointerType === 'touch';
        if (event.target.closest('.zoom') !== null) {
            event.stopImmediatePropagation(); // buttons are not part of the board
            return;
        }
        if (isTouch && event.isPrimary)
            this.held.clear();
        if (!isTouch && event.button !== 1 && this.space === null)
            return;
        this.held.set(event.pointerId, {x: event.clientX, y: event.clientY});
        if (isTouch && this.held.size === 2)
            this.abandon();
        this.isGesture = !isTouch || this.held.size > 1;
        if (!this.isGesture)
            return;
        this.dragged = true;
        this.area.setPointerCapture(event.pointerId);
        event.stopImmediatePropagation();
    }

    move(event) {
        if (!this.held.has(event.pointerId))
            return;
        const before = gripOf([...this.held.values()]);
        this.held.set(event.pointerId, {x: event.clientX, y: event.clientY});
        if (!this.isGesture)
            return;
        const after = gripOf([...this.held.values()]);
        event.stopImmediatePropagation();
        this.pan(after.x - before.x, after.y - before.y);
        if (before.spread > 0)
            this.zoomBy(after.spread / before.spread, after);
    }

    // The gesture lasts until all fingers are lifted.
    up(event) {
        if (!this.held.delete(event.pointerId) || !this.isGesture)
            return;
        event.stopImmediatePropagation();
        this.isGesture = this.held.size > 0;
    }

    wheel(event) {
        if (event.ctrlKey || event.metaKey) {
            const turn = between(-WHEEL_MOST, event.deltaY, WHEEL_MOST);
            this.zoomBy(Math.exp(-turn / 100), {x: event.clientX, y: event.clientY});
        } else if (this.scale > 1) {
            this.pan(-event.deltaX, -event.deltaY);
        } else {
            return;
        }
        event.preventDefault();
    }

    // Over a zoomed board, the space bar drags while it is down.  If the board was not dragged, the game receives the
    // key on release.
    keyDown(event) {
        if (event.key !== ' ' || !event.isTrusted || this.scale === 1 || !this.area.matches(':hover') ||
            event.target.matches('button, input, textarea, select, summary, [contenteditable]'))
            return;
        event.preventDefault();
        event.stopImmediatePropagation();
        if (event.repeat)
            return;
        this.space = event.target;
        this.dragged = false;
        this.area.classList.add('draggable');
    }

    keyUp(event) {
        const {space} = this;
        if (event.key !== ' ' || space === null)
            return;
        this.dropSpace();
        if (!this.dragged)
            space.dispatchEvent(new KeyboardEvent('keydown', {key: ' ', bubbles: true, cancelable: true}));
    }

    dropSpace() {
        this.space = null;
        this.area.classList.remove('draggable');
    }
}
