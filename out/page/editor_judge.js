// Judges a level while the user edits it.  A worker judges every edit at once, with little time.  When the user pauses,
// a second worker spends more time on an open verdict, then looks for the reasons of the verdict.  A newer edit cancels
// both.

const FIRST_TRY = Object.freeze({timeout: 0.3, maxMemory: '160M'});
const LONG_TRY = Object.freeze({timeout: 60, maxMemory: '300M'});
const REST_TIME = 400; // milliseconds without an edit before longer tries
const JUDGED_KEPT = 300;

class EditorJudge {
    // `tell` is called with a level and its judgement, `explain` with the same once the judgement has its reasons.
    constructor(engine, wasm, tell, explain) {
        this.engine = engine;
        this.quick = openPackage(wasm);
        this.slow = openPackage(wasm);
        Object.assign(this, {tell, explain});
        this.known = new Map(); // judgements by level
        this.level = null;      // the level to judge, or null
        this.busy = false;
        this.waiting = 0;
        this.stop = null; // aborts the longer tries
    }

    key(level) {
        return [level.game, level.rules, level.metric, ...level.rows, level.gameSource ?? ''].join('\n');
    }

    ask(level) {
        this.cancel();
        this.level = level;
        const known = this.known.get(this.key(level));
        if (known !== undefined)
            this.tell(level, known);
        if (known === undefined || EditorJudge.isOpen(known))
            this.begin();
        else
            this.later();
    }

    // Abandons all earlier requests.
    cancel() {
        this.level = null;
        clearTimeout(this.waiting);
        this.stop?.abort();
        this.stop = null;
    }

    static isOpen(judged) {
        return judged.verdict === 'undecided' || (judged.verdict === 'unique' && judged.difficulty === '');
    }

    keep(level, judged) {
        if (this.known.size >= JUDGED_KEPT)
            this.known.delete(this.known.keys().next().value);
        this.known.set(this.key(level), judged);
    }

    // Judges the latest level, until it has a verdict.  A running first try is not cancelled, because it ends sooner
    // than a new worker starts.
    async begin() {
        if (this.busy)
            return;
        this.busy = true;
        while (this.level !== null && !this.known.has(this.key(this.level))) {
            const {level} = this;
            let judged;
            try {
                [judged] = await this.quick.judge(...this.engine.asInput(level, FIRST_TRY));
            } catch (error) {
                judged = {error: error.message};
            }
            this.keep(level, judged);
            if (this.level === level)
                this.tell(level, judged);
        }
        this.busy = false;
        if (this.level !== null)
            this.later();
    }

    later() {
        clearTimeout(this.waiting);
        this.waiting = setTimeout(() => this.goOn(this.level), REST_TIME);
    }

    // Does what takes longer: settles an open verdict, then finds the reasons.
    async goOn(level) {
        const {signal} = this.stop = new AbortController();
        let known = this.known.get(this.key(level));
        try {
            if (known.error === undefined && EditorJudge.isOpen(known) && !known.late) {
                this.tell(level, {...known, trying: true});
                [known] = await this.slow.judge(...this.engine.asInput(level, LONG_TRY), {signal});
                known.late = true;
                this.keep(level, known);
                if (!signal.aborted)
                    this.tell(level, known);
            }
            if (signal.aborted || known.error !== undefined)
                return;
            if (known.parts === null && known.verdict !== 'undecided') {
                const [{parts}] = await this.slow.why(...this.engine.asInput(level, WHY_LIMITS), {signal});
                known.parts = parts;
            }
            if (!signal.aborted)
                this.explain(level, known);
        } catch (error) {
            if (!signal.aborted)
                this.tell(level, {error: error.message});
        }
    }

    // Looks for unique levels nearby.  `found` is called with each of them, `progress` with the counts so far.  Returns
    // the final message, or null after an abort.
    async mend(level, found, progress) {
        const {signal} = this.stop = new AbortController();
        try {
            const {mended, text} = await this.slow.mend(
                ...this.engine.asInput(level, MEND_LIMITS), {signal, onLevel: found, onProgress: progress});
            return signal.aborted ? null
                : mended.length > 0
                ? 'Each of these changes makes the level unique:'
                : `Found no change that makes the level unique. ${text.trim().split('\n').pop().trim()}`;
        } catch (error) {
            return signal.aborted ? null : error.message;
        }
    }
}
