// Keeps what is drawn in the editor, with every edit and every verdict, and its place in the address, so that a reload
// leads back to it.
'use strict';

class Keeper {
    constructor(page, drawings) {
        this.page = page;
        this.drawings = drawings;
        this.current = null; // the drawing in the editor, once it differs from where it came from
        this.made = null;    // a level that was begun or made anew, to be edited
        this.writing = null; // a promise, while something is written
        page.address.places.edit = (rest, leave) => this.visitEdited(rest, leave);
        page.address.places.drawing = id => this.visitDrawing(id);
        page.address.places.new = () => this.visitNew();
        this.line = element('a', {id: 'kept', href: 'mine.html', textContent: 'My levels'});
        $('edit-size').after(element('p', {}, ' · ', this.line));
        for (const what of ['new', 'edit', 'draw', 'judged', 'edit-end'])
            addEventListener(`onlyway:${what}`, ({detail}) => this[`on_${what.replace('-', '_')}`](detail));
    }

    get editor() {
        return this.page.editor;
    }

    // --- what happens in the editor ---

    // A level that is new is a drawing of its own, whatever was drawn from the same beginning.
    on_new(level) {
        this.made = level;
        this.page.store.remove(draftName(level));
    }

    // The editor opens a level: one that was drawn before, or that will be a drawing with its first edit.
    async on_edit({level, goesOn}) {
        if (goesOn && this.current !== null) {
            this.setPlace();
            return;
        }
        this.level = level;
        this.current = level.drawing ?? null;
        const fresh = level === this.made, {draft} = this.editor;
        this.made = null;
        this.tell(this.current === null ? '' : 'Kept');
        this.finding = this.current !== null || fresh ? [] : this.find(draft);
        this.mayKeep = fresh && level.judged !== undefined;
        await this.setPlace();
    }

    // The drawings that were made of a level of a pack.
    async find(draft) {
        return (await this.drawings.all('drawings')).filter(one => one.draft === draft);
    }

    // The first edit goes on with the drawing whose edits came back with the level, or begins another one.
    async on_draw() {
        const {editor, level: from} = this, {sheet, draft, level, original} = editor;
        const found = await this.finding;
        if (from !== this.level || (this.current === null && sheet.text === original && !this.mayKeep))
            return;
        this.mayKeep = false;
        const isSame = one => one.rows?.join('\n') === level.rows.join('\n') && one.game === level.game;
        const began = this.current === null;
        this.current ??= found.find(isSame) ?? {id: newId(), name: this.firstName(), collection: '', place: Date.now()};
        const same = isSame(this.current);
        Object.assign(this.current, {...level, draft, changed: Date.now()}, same ? {} : {verdict: null});
        if (!same)
            await this.write();
        if (began)
            await this.setPlace();
    }

    on_judged({level, judged}) {
        const {current} = this;
        if (current === null || judged.trying || current.rows?.join('\n') !== level.rows.join('\n'))
            return;
        current.verdict = verdictOf(judged);
        this.write();
    }

    on_edit_end() {
        const {page} = this;
        page.address.enter('replace', page.own === null ? String(page.index + 1) : undefined);
    }

    // What a drawing is called until the reader calls it something else.
    firstName() {
        const {number} = this.level, {title} = this.editor.info;
        return number > 0 ? `${title}, from level ${number}` : `${title}, new`;
    }

    // --- writing ---

    // Writes the drawing as it is now; while one is written, the next waits, and of those that wait the last is
    // written.
    write() {
        this.again = true;
        this.writing ??= this.writeAll().finally(() => {
            this.writing = null;
        });
        return this.writing;
    }

    async writeAll() {
        while (this.again) {
            this.again = false;
            const {current} = this;
            const kept = await this.drawings.put('drawings', structuredClone(current));
            if (current !== this.current)
                continue;
            this.tell(kept ? 'Kept' : 'Not kept');
            this.warn(kept ? '' : `This drawing is not kept: ${this.drawings.trouble}.`);
        }
    }

    // Says what became of the drawing, as a link to all of them.
    tell(text) {
        this.line.textContent = text || 'My levels';
        this.line.setAttribute('aria-label', text ? `${text} in My levels` : 'My levels');
    }

    // Says over everything that nothing is kept; once, until something is kept again.
    warn(text) {
        if (text === '') {
            $('banner')?.remove();
            this.warned = false;
        } else if (!this.warned) {
            this.warned = true;
            const banner = element(
                'div', {id: 'banner'}, element('p', {textContent: text}),
                element(
                    'button',
                    {className: 'main', textContent: 'Save as file', onclick: () => this.editor.input.save()}),
                element('button', {textContent: 'Close', onclick: () => banner.remove()}));
            banner.setAttribute('role', 'alert');
            document.body.append(banner);
        }
    }

    // --- the address ---

    async setPlace() {
        const {page, current, level} = this;
        const text = current !== null && this.drawings.trouble === ''
            ? `drawing.${current.id}`
            : `edit.${level.number > 0 ? level.number : await writeLink(level)}`;
        if (!this.editor.isOpen || text === page.address.hash)
            return;
        page.address.hash = text;
        history.replaceState(null, '', `#${text}`);
        announce('place', text);
    }

    // Something is to be played behind the editor.
    openBehind() {
        const {page} = this;
        if (page.index === undefined)
            page.openLevel(page.address.lastIndex, {enter: 'none'});
    }

    async visitEdited(rest, leave) {
        const {page} = this;
        if (/^[0-9]+$/.test(rest)) {
            await page.address.visit(rest, leave);
            page.edit();
            return;
        }
        try {
            const {level} = await readLink(rest);
            this.openBehind();
            this.editor.open(level);
        } catch {
            await page.address.visit(rest, leave); // says what is wrong
        }
    }

    async visitDrawing(id) {
        const {page} = this, drawing = await this.drawings.get('drawings', id);
        this.openBehind();
        if (drawing === undefined) {
            page.say('This drawing is not kept here any more.');
            return;
        }
        [draftName(drawing), drawing.draft].forEach(name => page.store.remove(name)); // what is kept is newer
        if (!this.editor.open({...drawing, number: 0, drawing}))
            page.openOwn(drawnLevel(drawing), {enter: 'none'});
    }

    visitNew() {
        this.openBehind();
        $('rules').close();
        this.page.makeNew();
    }
}
