// Helps the player on the board: taps that walk and push, hints drawn as paths, and the rules of a game at first sight.

const LESSON_PICTURES = 3; // the start, the middle and the end

// Returns the direction and the distance in cells from one place to another in the same row or column, or null.
function lineTo(from, to) {
    const across = Math.round(to.x - from.x), down = Math.round(to.y - from.y);
    if (across !== 0 && down !== 0)
        return null;
    const key = down < 0 ? ARROWS.UP : across > 0 ? ARROWS.RIGHT : down > 0 ? ARROWS.DOWN : ARROWS.LEFT;
    return {key, cells: Math.abs(across + down)};
}

class Guide {
    // `scratch` is an engine for trying things out.
    constructor(player, scratch) {
        Object.assign(this, {player, scratch});
        this.taken = -1; // the cell of the piece that a tap selected for pushing, or -1
        this.marks = player.marks;
    }

    clear() {
        this.taken = -1;
        this.marks.replaceChildren();
    }

    // Tries keys in the scratch engine from the player's position.  Returns the positions passed, with the first one.
    // Stops when a key has no effect or `goOn(position)` returns false.
    trace(keys, goOn = () => true) {
        const scratch = this.scout(), places = [scratch.point('place')];
        for (const key of keys) {
            if (scratch.c.press(key) === PRESS.NOTHING)
                break;
            places.push(scratch.point('place'));
            if (!goOn(places.at(-1)))
                break;
        }
        return places;
    }

    // Draws the path of some keys from cell to cell, with an arrow at its end.  The path begins after the last choice
    // of a piece.
    drawWay(keys) {
        const places = this.trace(keys), from = keys.findLastIndex(key => key >= FIRST_PIECE && key !== ACTION) + 1;
        const way = places.slice(from).filter(place => place !== null);
        this.marks.replaceChildren();
        if (way.length === 0)
            return;
        const end = way.at(-1), before = way.findLast(({x, y}) => x !== end.x || y !== end.y);
        this.player.zoom.follow(way[0]);
        this.marks.append(svgElement('circle', {cx: way[0].x, cy: way[0].y, r: 0.46, class: 'ring'}));
        if (before === undefined)
            return;
        const turn = Math.atan2(end.y - before.y, end.x - before.x) * 180 / Math.PI;
        const line = way.map(({x, y}) => `${x},${y}`).join(' ');
        for (const kind of ['edge', 'line'])
            this.marks.append(svgElement('polyline', {points: line, class: kind}));
        this.marks.append(svgElement(
            'path',
            {d: 'M.38 0-.12-.34V.34z', class: 'tip', transform: `translate(${end.x} ${end.y}) rotate(${turn})`}));
    }

    // Returns the scratch engine at the player's position.  It looks for paths, so it counts pushes as moves, whatever
    // the player's metric is.
    scout() {
        this.scratch.load({...this.player.level, metric: ''});
        this.scratch.replay(this.player.presses);
        return this.scratch;
    }

    // Handles a tap at a point of the picture.  Returns a message, or undefined.
    tap(place) {
        const {player} = this, engine = this.scout(), {x, y} = place, {taken} = this;
        const key = engine.c.piece_at(x, y);
        this.clear();
        if (key >= 0 && player.choosing) {
            player.press(key);
        } else if (taken >= 0 && engine.c.go_to(taken, x, y)) {
            player.pressAll([...engine.bytes()]);
        } else if (engine.c.pushed_at(x, y) >= 0 && engine.c.pushed_at(x, y) !== taken) {
            this.taken = engine.c.pushed_at(x, y);
            this.marks.append(
                svgElement('circle', {cx: Math.floor(x) + 0.5, cy: Math.floor(y) + 0.5, r: 0.52, class: 'ring'}));
            return 'Taken: tap where to push it, or tap it again to push it one step.';
        } else if (engine.c.go_to(-1, x, y)) {
            player.pressAll([...engine.bytes()]);
        } else {
            this.goStraight(place);
        }
        return undefined;
    }

    // Walks straight to a place in the same row or column, or as far as possible.  On the player's own cell, presses
    // the action key.
    goStraight(place) {
        const {player} = this, from = player.engine.point('place');
        const line = from && lineTo(from, place);
        if (!line)
            return;
        if (line.cells === 0) {
            player.press(ACTION);
            return;
        }
        if (this.scout().ask('steps_name') && line.cells > 1) // in games with walking, go_to has ruled this place out
            return;
        const keys = Array(line.cells).fill(line.key);
        const places = this.trace(keys, now => lineTo(now, place)?.key === line.key && lineTo(now, place).cells > 0);
        player.pressAll(keys.slice(0, Math.max(1, places.length - 1)));
    }
}

// The rules of a game in a few words and pictures, shown when the player first meets it.
class Rules {
    constructor(dialog, store, scratch) {
        Object.assign(this, {dialog, store, scratch});
        dialog.addEventListener('close', () => this.store.set(`seen:${this.seen}`, true));
    }

    // Opens the rules at first sight.  A level with a source has no rules to show except its author's messages, if any.
    openOnFirstSight(level) {
        const told = level.gameSource === undefined || level.messages.length > 0;
        if (!told || this.store.get(`seen:${this.nameOf(level)}`, false))
            return;
        if (this.dialog.open && this.dialog.dataset.seen === this.nameOf(level))
            this.seen = this.nameOf(level); // the dialog shows them already
        else
            this.open(level);
    }

    // Returns the key under which the store remembers the rules.
    nameOf({gameSource, game, id}) {
        return gameSource === undefined ? game : id;
    }

    open(level) {
        this.scratch.load(level);
        const {title, aim, lesson} = this.scratch.rules();
        this.seen = this.nameOf(level);
        $('rules-title').textContent = title;
        $('rules-aim').textContent = [...level.messages ?? [], aim].join('\n').trim();
        const pictures = lesson ? lessonPictures(this.scratch, level.game, lesson) : [];
        $('rules-pictures')
            .replaceChildren(...pictures.flatMap(
                ({view, picture},
                 n) => [...n === 0 ? [] : [element('span', {textContent: '→'})], svgPicture(view, picture)]));
        if (!this.dialog.open) // it may show another game's rules
            this.dialog.showModal();
        $('rules-play').focus();
    }
}

// Returns the lesson's start, middle and end, {view, picture} each.
function lessonPictures(engine, game, {rows, way}) {
    const level = {game, rules: '', metric: '', rows};
    engine.load(level);
    const keys = engine.route(way);
    engine.load(level);
    const view = engine.ask('view');
    return Array.from({length: LESSON_PICTURES}, (_, n) => {
        engine.replay(keys.slice(0, Math.round(keys.length * n / (LESSON_PICTURES - 1))));
        return {view, picture: engine.ask('ground') + engine.ask('pieces', 1)};
    });
}
