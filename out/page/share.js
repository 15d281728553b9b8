// Sharing: the link to a level, its text, moves and files; and links that the user pastes.

// Copies the text of a field to the clipboard.  If the browser refuses, as it may for a page from a disk, selects the
// text and tries the older command.  Returns what to tell the user.
async function copyText(field) {
    try {
        await navigator.clipboard.writeText(field.value);
    } catch {
        field.select();
        if (!document.execCommand('copy'))
            return 'The text is selected: copy it with Ctrl+C.';
    }
    return 'Copied.';
}

// `content` may be text, bytes, or a blob of its own type.
function saveFile(name, content) {
    const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], {type: 'text/plain'}));
    element('a', {href: url, download: name.replace(/[^\p{L}\p{N} ._#-]/gu, '_')}).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
}

class ShareDialog {
    // `visit` is called with the part behind the # of a pasted address.
    constructor(dialog, engine, visit) {
        this.dialog = dialog;
        for (const name of ['link', 'text', 'made', 'best'])
            $(`copy-${name}`).onclick = async () => {
                await this.linked; // the field may be that of the link
                $('shared').textContent = await copyText($(`share-${name}`));
            };
        $('save-level').onclick = () => saveFile(`${this.name}.txt`, engine.filed([this.level]));
        $('save-pack').onclick = () => saveFile(`${PACK.title}.txt`, engine.filed(this.packLevels));
        $('open-link').onsubmit = event => {
            event.preventDefault();
            dialog.close();
            visit($('pasted').value.trim().replace(/^[^#]*#/s, ''));
        };
    }

    // Opens the dialog for a level.  `keys`: the key presses made; `made`: the moves made; `best`: those of the best
    // solution.
    open(level, {keys = [], made = '', best = ''} = {}) {
        this.level = level;
        this.name = level.name || (level.number > 0 ? `level-${level.number}` : 'level');
        $('shared').textContent = $('pasted').value = '';
        $('share-text').value = level.rows.map(row => `${row}\n`).join('');
        $('share-made').value = made;
        $('share-best').value = best;
        $('made-part').hidden = !made;
        $('best-part').hidden = !best;
        $('save-pack').hidden = this.packLevels.length === 0;
        this.linked = this.showLink(level, keys);
        this.dialog.showModal();
        $('copy-link').focus();
    }

    // Shows the link once it is written, unless the dialog has been opened anew by then.
    async showLink(level, keys) {
        const writing = this.writing = writeLink(level, keys);
        $('share-link').value = '';
        $('link-part').hidden = false;
        const [address, said] = await writing.then(
            link => [`${location.href.replace(/#.*/s, '')}#${link}`, ''], error => ['', error.message]);
        if (this.writing !== writing)
            return;
        $('share-link').value = address;
        $('shared').textContent = said;
        $('link-part').hidden = address === '';
    }

    // The pack's levels of this game only, because the programs read one game per file.
    get packLevels() {
        const {game, gameSource} = this.level;
        return PACK.levels.filter(level => level.game === game && level.gameSource === gameSource);
    }
}
