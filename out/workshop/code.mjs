// The source in CodeMirror: line numbers, syntax colours, marks at errors.  esbuild bundles this file with CodeMirror;
// plain.js is the substitute if CodeMirror is not available.
import {defaultKeymap, history, historyKeymap, isolateHistory} from '@codemirror/commands';
import {HighlightStyle, StreamLanguage, bracketMatching, syntaxHighlighting} from '@codemirror/language';
import {lintGutter, setDiagnostics} from '@codemirror/lint';
import {highlightSelectionMatches, search, searchKeymap} from '@codemirror/search';
import {EditorState} from '@codemirror/state';
import {EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers} from '@codemirror/view';
import {tags} from '@lezer/highlight';

const SECTIONS = /^(objects|legend|sounds|collisionlayers|rules|winconditions|levels|transform)\s*$/i;
const DIRECTIONS =
    /^(up|down|left|right|moving|stationary|parallel|perpendicular|horizontal|vertical|orthogonal|action|no|randomdir|random|late|rigid|startloop|endloop|again|cancel|checkpoint|restart|win|message|sfx\d+|choose|option|or|and|all|any|some|on)$/i;
const COLOURS =
    /^(#[0-9a-f]{3,8}|transparent|black|white|gr[ae]y|lightgr[ae]y|darkgr[ae]y|red|darkred|lightred|brown|darkbrown|lightbrown|orange|yellow|green|darkgreen|lightgreen|blue|lightblue|darkblue|purple|pink)$/i;
const WORD = /^[^\s()[\]|<>^=+\-\\/]+/;

// The meaning of a word depends on its section.
const puzzleScript = {
    startState: () => ({section: 'prelude', depth: 0, message: false, key: false}),
    copyState: state => ({...state}),
    token(stream, state) {
        if (stream.sol()) {
            Object.assign(state, {message: false, key: false});
            if (state.depth === 0 && SECTIONS.test(stream.string)) {
                state.section = stream.string.trim().toLowerCase();
                stream.skipToEnd();
                return 'heading';
            }
            if (state.depth === 0 && /^=+\s*$/.test(stream.string)) {
                stream.skipToEnd();
                return 'contentSeparator';
            }
        }
        if (stream.eatSpace())
            return null;
        const {section} = state;
        if (state.message) {
            stream.skipToEnd();
            return 'string';
        }
        if (state.depth > 0 || stream.peek() === '(') {
            while (!stream.eol()) {
                const c = stream.next();
                state.depth += c === '(' ? 1 : c === ')' ? -1 : 0;
                if (state.depth === 0)
                    break;
            }
            return 'comment';
        }
        if (section === 'levels') {
            if (stream.match(/^message\b/i)) {
                state.message = true;
                return 'keyword';
            }
            stream.skipToEnd();
            return 'literal';
        }
        if (section === 'objects' && /^[.\d]{5}\s*$/.test(stream.string)) {
            stream.skipToEnd();
            return 'number';
        }
        if (section === 'legend' && !state.key) {
            state.key = true;
            stream.match(/^\S+/);
            return 'literal';
        }
        if (stream.match(/^(->|\.\.\.|[[\]|<>^=+])/))
            return 'operator';
        if (stream.match(/^[vV]\b/) && section === 'rules')
            return 'operator';
        if (!stream.match(WORD)) {
            stream.next();
            return null;
        }
        const word = stream.current();
        if (section === 'prelude') {
            state.message = true;
            return 'keyword';
        }
        if (section === 'objects' && COLOURS.test(word))
            return 'atom';
        if (/^message$/i.test(word) && section === 'rules') {
            state.message = true;
            return 'keyword';
        }
        return DIRECTIONS.test(word) && section !== 'objects' ? 'keyword' : 'variableName';
    },
};

const colours = HighlightStyle.define([
    {tag: tags.heading, color: 'var(--code-heading)', fontWeight: '700'},
    {tag: tags.contentSeparator, color: 'var(--ui-quiet)'},
    {tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic'},
    {tag: tags.keyword, color: 'var(--code-keyword)'},
    {tag: tags.operator, color: 'var(--code-operator)', fontWeight: '700'},
    {tag: tags.string, color: 'var(--code-string)'},
    {tag: tags.literal, color: 'var(--code-literal)'},
    {tag: tags.number, color: 'var(--code-literal)'},
    {tag: tags.atom, color: 'var(--code-string)'},
]);

// `changed` is called when the text changes, `moved` with the line of the cursor, `run` by Ctrl+Enter.
globalThis.SourceEditor = class {
    constructor(parent, text, {changed, moved, run}) {
        const hear = EditorView.updateListener.of(update => {
            if (update.docChanged)
                changed();
            if (update.selectionSet)
                moved(this.line);
        });
        this.view = new EditorView({
            parent,
            state: EditorState.create({
                doc: text,
                extensions: [
                    lineNumbers(),
                    highlightActiveLineGutter(),
                    history(),
                    drawSelection(),
                    bracketMatching(),
                    highlightActiveLine(),
                    highlightSelectionMatches(),
                    search({top: true}),
                    lintGutter(),
                    StreamLanguage.define(puzzleScript),
                    syntaxHighlighting(colours),
                    keymap.of([
                        {key: 'Mod-Enter', run: () => (run(), true)}, ...searchKeymap, ...historyKeymap,
                        ...defaultKeymap
                    ]),
                    EditorView.contentAttributes.of(
                        {'aria-label': 'Source of the game', autocapitalize: 'off', spellcheck: 'false'}),
                    EditorView.lineWrapping,
                    hear,
                ]
            })
        });
        this.view.scrollDOM.tabIndex = 0; // lets keys scroll it
    }

    get text() {
        return this.view.state.doc.toString();
    }

    // The line of the cursor, from 1.
    get line() {
        const {state} = this.view;
        return state.doc.lineAt(state.selection.main.head).number;
    }

    set text(text) {
        this.change(0, this.view.state.doc.length, text);
    }

    lines(from, count) {
        const {doc} = this.view.state;
        return Array.from({length: count}, (_, n) => from + n <= doc.lines ? doc.line(from + n).text : '');
    }

    // Makes a change that the user can undo on its own, however soon the next one follows.
    change(from, to, insert) {
        this.view.dispatch({changes: {from, to, insert}, annotations: isolateHistory.of('full')});
    }

    // Replaces `count` lines from a line on.
    replace(from, count, lines) {
        const {doc} = this.view.state;
        if (count === 0) {
            const at = from <= doc.lines ? doc.line(from).from : doc.length;
            const insert =
                from <= doc.lines ? lines.map(line => line + '\n').join('') : lines.map(line => '\n' + line).join('');
            this.change(at, at, insert);
            return;
        }
        const last = Math.min(from + count - 1, doc.lines);
        const to = lines.length === 0 ? Math.min(doc.line(last).to + 1, doc.length) : doc.line(last).to;
        this.change(doc.line(from).from, to, lines.join('\n'));
    }

    // Marks errors and warnings, [{line, error, text}].  Line 0 means no particular line.
    mark(issues) {
        const {doc} = this.view.state;
        const found = issues.map(({line, error, text}) => {
            const {from, to} = doc.line(Math.min(Math.max(line, 1), doc.lines));
            return {from, to, severity: error ? 'error' : 'warning', message: text};
        });
        this.view.dispatch(setDiagnostics(this.view.state, found));
    }

    goTo(line) {
        const {doc} = this.view.state, {from} = doc.line(Math.min(Math.max(line, 1), doc.lines));
        this.view.dispatch({selection: {anchor: from}, effects: EditorView.scrollIntoView(from, {y: 'center'})});
    }

    undo() {
        historyKeymap.find(({key}) => key === 'Mod-z').run(this.view);
    }

    focus() {
        this.view.focus();
    }
};
