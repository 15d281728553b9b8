// What buttons, keys and the clipboard do in the editor, except for its board and palette.
'use strict';

class EditorInput {
    constructor(editor) {
        this.editor = editor;
    }

    listen() {
        const {editor} = this;
        onClick({
            'edit-close': () => editor.close(),
            'edit-play': () => editor.play(),
            'edit-undo': () => editor.undo(),
            'edit-redo': () => editor.redo(),
            'edit-text': () => this.openText(),
            'edit-new': () => editor.maker.open(editor.source),
            'edit-shape': () => toggle($('shape'), $('edit-shape')),
            'sheet-save': () => this.save(),
            'sheet-use': () => this.useTyped(),
            'sheet-copy': () => this.copyTyped()
        });
        document.addEventListener('keydown', event => this.pageKey(event));
        document.addEventListener('paste', event => this.pasted(event));
        document.addEventListener('copy', event => this.copied(event));
    }

    useTyped() {
        if (this.editor.useText($('sheet-area').value))
            $('sheet-text').close();
        else
            $('sheet-says').textContent = 'This is not a level of any game here.';
    }

    async copyTyped() {
        $('sheet-says').textContent = await copyText($('sheet-area'));
    }

    openText() {
        $('sheet-area').value = this.editor.sheet.text;
        $('sheet-says').textContent = '';
        $('sheet-text').showModal();
        $('sheet-area').select();
    }

    save() {
        saveFile(`${this.editor.source.game}.txt`, this.editor.engine.filed([this.editor.level]));
    }

    // Whether keys and the clipboard are the editor's, and not those of a dialog or a text field.
    get isAsked() {
        return this.editor.isOpen && document.querySelector('dialog[open]') === null &&
            !document.activeElement.matches('input, textarea');
    }

    pageKey(event) {
        const {editor} = this;
        if (!this.isAsked || event.defaultPrevented)
            return;
        const key = event.key.toLowerCase(), control = event.ctrlKey || event.metaKey;
        const action = control && key === 'z' ? event.shiftKey ? () => editor.redo() : () => editor.undo()
            : control && key === 'y' ? () => editor.redo()
            : control && key === 'enter'      ? () => editor.play()
            : control                         ? undefined
            : key === 'escape' ? () => editor.findings.shown === null ? editor.close() : editor.findings.shown.click()
            : key === '?' ? () => $('help').showModal()
            : key === '+' || key === '=' ? () => editor.board.zoom.step(1)
            : key === '-'                ? () => editor.board.zoom.step(-1)
            : /^[0-9]$/.test(key)        ? () => editor.palette.choose(Number(key))
                                         : undefined;
        if (action === undefined)
            return;
        event.preventDefault();
        action();
    }

    pasted(event) {
        if (!this.isAsked)
            return;
        event.preventDefault();
        if (!this.editor.useText(event.clipboardData.getData('text/plain')))
            $('refused').textContent = 'The pasted text is not a level.';
    }

    copied(event) {
        if (!this.isAsked || String(document.getSelection()) !== '')
            return;
        event.preventDefault();
        event.clipboardData.setData('text/plain', this.editor.sheet.text);
        $('edit-told').textContent = 'Copied.';
    }
}
