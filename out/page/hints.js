// Hints: the engine's search runs in a worker, if the browser has them, so that the page stays responsive.  Otherwise
// it runs in the page, with a tight limit.
'use strict';

const WORKER_LIMIT = {
    seconds: 8,
    states: 0
};
const PAGE_LIMIT = {
    seconds: 0.5,
    states: 100000
};

class Hints {
    constructor(wasm, source) {
        this.wasm = wasm;
        this.source = source;
        this.worker = null;
        this.mayWork = typeof Worker === 'function';
        this.waiting = null; // the function that receives the answer, or null
    }

    start() {
        this.worker = startWorker(this.source);
        this.worker.onmessage = ({data}) => this.answer(data);
        this.worker.onerror = () => {
            this.mayWork = false;
            this.answer(null);
        };
    }

    answer(data) {
        const {waiting} = this;
        this.waiting = null;
        if (this.worker !== null && (data === null || data.error))
            this.stop();
        if (waiting !== null)
            waiting(data);
    }

    stop() {
        this.worker.terminate();
        this.worker = null;
    }

    // Stops the search.  The promise that ask() returned then never settles.
    cancel() {
        if (this.waiting === null)
            return;
        this.waiting = null;
        this.stop();
    }

    get busy() {
        return this.waiting !== null;
    }

    // Returns the hint for a level after some key presses, or null on failure.
    async ask(level, keys, limit = WORKER_LIMIT) {
        this.cancel();
        if (this.mayWork) {
            const data = await this.askWorker(level, keys, limit);
            if (data !== null)
                return data.hint ?? null;
        }
        return this.askHere(level, keys);
    }

    askWorker(level, keys, limit) {
        return new Promise(resolve => {
            this.waiting = resolve;
            try {
                if (this.worker === null)
                    this.start();
                const {id, game, rules, metric, rows, gameSource, solution} =
                    level; // other properties may not be cloneable
                this.worker.postMessage(
                    {wasm: this.wasm, level: {id, game, rules, metric, rows, gameSource, solution}, keys, ...limit});
            } catch {
                this.mayWork = false;
                this.answer(null);
            }
        });
    }

    async askHere(level, keys) {
        const engine = await Engine.open(this.wasm);
        engine.loadKnown(level);
        engine.replay(keys);
        return engine.hint(PAGE_LIMIT.seconds, PAGE_LIMIT.states);
    }
}
