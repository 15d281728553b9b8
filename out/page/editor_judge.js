// Judging while a level is edited: every edit is judged at once with little time, in a worker; what that leaves open is
// tried for longer once the hand rests, and then why it is so is found out.  A newer edit makes an older judging void.
'use strict';

const FIRST_TRY = {
    timeout: 0.3,
    maxMemory: '160M'
};
const LONG_TRY = {
    timeout: 60,
    maxMemory: '300M'
};
const REST_TIME = 400; // milliseconds without an edit until more is tried
const JUDGED_KEPT = 300;

class EditorJudge {
    // `tell`: what to call with a level and what became of it; `explain`: with a level and why that is so.
    constructor(engine, wasm, tell, explain) {
        this.engine = engine;
        this.quick = openPackage(wasm);
        this.slow = openPackage(wasm);
        this.tell = tell;
        this.explain = explain;
        this.known = new Map(); // judgements by level
        this.level = null;      // to be judged
        this.busy = false;
        this.waiting = 0;
        this.stop = null; // ends what is tried for longer
    }

    key(level) {
        return [level.game, level.rules, level.metric, ...level.rows, level.book ?? ''].join('\n');
    }

    // What the package must know in order to read it; a source says what it is.
    static reading({game, rules, metric, book}) {
        return {game: book === undefined ? game : undefined, rules: rules || undefined, metric: metric || undefined};
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

    // Nothing is wanted any more of what was asked before.
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

    // One after the other, and of those that wait the last: a first try is over sooner than a worker is begun anew.
    async begin() {
        if (this.busy)
            return;
        this.busy = true;
        while (this.level !== null && !this.known.has(this.key(this.level)))
            await this.tryFirst(this.level);
        this.busy = false;
        if (this.level !== null)
            this.later();
    }

    async tryFirst(level) {
        let judged;
        try {
            [judged] = await this.quick.judge(this.engine.file(level), {...EditorJudge.reading(level), ...FIRST_TRY});
        } catch (error) {
            judged = {error: error.message};
        }
        this.keep(level, judged);
        if (this.level === level)
            this.tell(level, judged);
    }

    later() {
        clearTimeout(this.waiting);
        this.waiting = setTimeout(() => this.goOn(this.level), REST_TIME);
    }

    // What takes longer: a verdict that is still open, and why it is so.
    async goOn(level) {
        const {signal} = this.stop = new AbortController();
        const known = this.known.get(this.key(level));
        try {
            if (known.error === undefined && EditorJudge.isOpen(known) && !known.late)
                await this.tryLonger(level, known, signal);
            await this.findOut(level, signal);
        } catch (error) {
            if (!signal.aborted)
                this.tell(level, {error: error.message});
        }
    }

    async tryLonger(level, known, signal) {
        this.tell(level, {...known, trying: true});
        const [judged] =
            await this.slow.judge(this.engine.file(level), {...EditorJudge.reading(level), ...LONG_TRY}, {signal});
        judged.late = true;
        this.keep(level, judged);
        if (!signal.aborted)
            this.tell(level, judged);
    }

    async findOut(level, signal) {
        const known = this.known.get(this.key(level));
        if (signal.aborted || known.error !== undefined)
            return;
        if (known.parts === null && known.verdict !== 'undecided') {
            const [{parts}] =
                await this.slow.why(this.engine.file(level), {...EditorJudge.reading(level), ...WHY_LIMITS}, {signal});
            known.parts = parts;
        }
        if (!signal.aborted)
            this.explain(level, known);
    }

    // Looks for unique levels nearby: `found` is called with each, `progress` with how many were tried.  Returns what
    // is said in the end; null: it was given up.
    async mend(level, found, progress) {
        const {signal} = this.stop = new AbortController();
        try {
            const {mended, text} = await this.slow.mend(
                this.engine.file(level), {...EditorJudge.reading(level), ...MEND_LIMITS},
                {signal, onLevel: found, onProgress: progress});
            return signal.aborted ? null
                : mended.length > 0
                ? 'Each of these changes makes it unique:'
                : `No change was found that makes it unique. ${text.trim().split('\n').pop().trim()}`;
        } catch (error) {
            return signal.aborted ? null : error.message;
        }
    }
}
