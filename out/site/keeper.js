// Keeps the drawing in the editor, with every edit and every verdict, and its id in the address, so that a reload
// returns to it.

class Keeper {
    constructor(page, drawings) {
        Object.assign(this, {page, drawings});
        this.current = null; // the drawing in the editor, or null until it differs from its origin
        this.made = null;    // a new level that is about to be edited, or null
        this.writing = null; // a promise during a write, or null
        page.address.places.edit = (rest, leave) => this.visitEdited(rest, leave);
        page.address.places.drawing = id => this.visitDrawing(id);
        page.address.places.new = () => {
            page.openBehind();
            $('rules').close();
            page.makeNew();
        };
        this.line = element('a', {id: 'kept', href: 'mine.html', textContent: 'My levels'});
        $('edit-size').after(element('p', {}, ' · ', this.line));
        for (const what of ['new', 'edit', 'draw', 'judged', 'edit-end'])
            addEventListener(`onlyway:${what}`, ({detail}) => this[`on_${what.replace('-', '_')}`](detail));
    }

    get editor() {
        return this.page.editor;
    }

    // --- events of the editor ---

    // A new level is a drawing of its own, even if other drawings have the same origin.
    on_new(level) {
        this.made = level;
        this.page.store.remove(draftName(level));
    }

    // The editor opens a level: a stored drawing, or a level that becomes a drawing with its first edit.
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
        // The drawings of the same origin.
        this.finding = this.current !== null || fresh
            ? []
            : this.drawings.all('drawings').then(all => all.filter(one => one.draft === draft));
        this.mayKeep = fresh && level.judged !== undefined;
        await this.setPlace();
    }

    // The first edit continues the drawing whose edits the editor has restored, or begins another one.
    async on_draw() {
        const {editor, level: from} = this, {sheet, draft, level, original} = editor;
        const found = await this.finding;
        if (from !== this.level || (this.current === null && sheet.text === original && !this.mayKeep))
            return;
        this.mayKeep = false;
        const isSame = one => one.rows?.join('\n') === level.rows.join('\n') && one.game === level.game;
        const began = this.current === null, {title} = editor.info;
        const name = from.number > 0 ? `${title}, from level ${from.number}` : `${title}, new`;
        this.current ??= found.find(isSame) ?? {id: newId(), name, collection: '', place: Date.now()};
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

    // --- writing ---

    // Writes the drawing in its current state.  Calls during a write cause one more write, of the latest state.
    write() {
        const writeAll = async () => {
            while (this.again) {
                this.again = false;
                const {current} = this;
                const kept = await this.drawings.put('drawings', structuredClone(current));
                if (current === this.current)
                    this.tellKept(kept);
            }
        };
        this.again = true;
        return this.writing ??= writeAll().finally(() => {
            this.writing = null;
        });
    }

    // Shows the drawing's state in the link to all drawings.
    tell(text) {
        this.line.textContent = text || 'My levels';
        this.line.setAttribute('aria-label', text ? `${text} in My levels` : 'My levels');
    }

    // Shows whether the drawing is kept.  A banner shows the trouble, but only once until a drawing is kept again.
    tellKept(kept) {
        this.tell(kept ? 'Kept' : 'Not kept');
        if (kept) {
            $('banner')?.remove();
            this.warned = false;
        } else if (!this.warned) {
            this.warned = true;
            const banner = element(
                'div', {id: 'banner', role: 'alert'},
                element('p', {textContent: `This drawing is not saved: ${this.drawings.trouble}.`}),
                element('button', {className: 'main', textContent: 'Save as file', onclick: () => this.editor.save()}),
                element('button', {textContent: 'Close', onclick: () => banner.remove()}));
            document.body.append(banner);
        }
    }

    // --- the address ---

    async setPlace() {
        const {page, current, level} = this;
        const text = current !== null && this.drawings.trouble === ''
            ? `drawing.${current.id}`
            : `edit.${level.number > 0 ? level.number : await writeLink(level).catch(() => '')}`;
        if (!this.editor.isOpen || text === page.address.hash)
            return;
        page.address.hash = text;
        history.replaceState(null, '', `#${text}`);
        announce('place', text);
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
            page.openBehind();
            this.editor.open(level);
        } catch {
            await page.address.visit(rest, leave); // reports the error
        }
    }

    async visitDrawing(id) {
        const {page} = this, drawing = await this.drawings.get('drawings', id);
        page.openBehind();
        if (drawing === undefined) {
            page.say('This drawing is no longer stored here.');
            return;
        }
        [draftName(drawing), drawing.draft].forEach(name => page.store.remove(name)); // the database is newer
        if (!this.editor.open({...drawing, number: 0, drawing}))
            page.openOwn(drawnLevel(drawing), {enter: 'none'});
    }
}
