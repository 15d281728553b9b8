// Onlyway for JavaScript: tells whether puzzle levels have exactly one solution, how deep it is and how
// hard, draws them and makes new ones.  Everything runs in a worker of its own, so that nothing blocks,
// and every call returns a promise.
import {OnlywayError, optionText} from './module.js';

export {OnlywayError, optionText};

const inNode = typeof process !== 'undefined' && process.versions?.node !== undefined;

async function readPacked() {
    const url = new URL('./onlyway.wasm.gz', import.meta.url);
    if (inNode)
        return (await import('node:fs/promises')).readFile(url);
    return new Uint8Array(await (await fetch(url)).arrayBuffer());
}

// A server may have unpacked it already.
async function readModule(source) {
    const given = source ?? await readPacked();
    const bytes = given instanceof ArrayBuffer ? new Uint8Array(given) : given;
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b)
        return bytes;
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

async function startWorker() {
    const url = new URL('./worker.js', import.meta.url);
    if (!inNode)
        return new Worker(url, {type: 'module'});
    const {Worker: NodeWorker} = await import('node:worker_threads');
    const worker = new NodeWorker(url);
    worker.unref();
    return worker;
}

const cancelled = () => new OnlywayError(5, 'cancelled');

export class Onlyway {
    #source;
    #start;
    #worker = null;  // a promise of the worker, once one is wanted
    #calls = new Map();
    #next = 0;

    /** `wasm`: the bytes of onlyway.wasm.gz, or unpacked; by default those beside this file.  `startWorker`: makes a worker that
        runs worker.js; by default that beside this file. */
    constructor({wasm, startWorker: start = startWorker} = {}) {
        this.#source = readModule(wasm);
        this.#start = start;
    }

    judge(text, options, control) {
        return this.#call('judge', [text, options], control);
    }

    render(text, options, control) {
        return this.#call('render', [text, options], control);
    }

    why(text, options, control) {
        return this.#call('why', [text, options], control);
    }

    mend(text, options, control) {
        return this.#call('mend', [text, options], control);
    }

    generate(game, options, control) {
        return this.#call('generate', [game, options], control);
    }

    games() {
        return this.#call('games', []);
    }

    version() {
        return this.#call('version', []);
    }

    /** Ends the worker; calls under way are cancelled.  The next call starts another one. */
    close() {
        this.#worker?.then(worker => worker.terminate()).catch(() => {});
        this.#worker = null;
        for (const call of this.#calls.values())
            call.reject(cancelled());
        this.#calls.clear();
    }

    async #open() {
        const [source, worker] = await Promise.all([this.#source, this.#start()]);
        const take = message => this.#take(message);
        const fail = error => {
            for (const call of this.#calls.values())
                call.reject(error instanceof Error ? error : new Error(error.message));
            this.close();
        };
        if (inNode) {
            worker.on('message', take);
            worker.on('error', fail);
        } else {
            worker.onmessage = ({data}) => take(data);
            worker.onerror = fail;
        }
        worker.postMessage({id: -1, source});
        return worker;
    }

    #take({id, result, error, level, progress}) {
        const call = this.#calls.get(id);
        if (call === undefined)
            return;
        if (level !== undefined)
            call.control.onLevel?.(level);
        else if (progress !== undefined)
            call.control.onProgress?.(progress);
        else
            call.settle(error, result);
    }

    // A call that is cancelled ends the worker: the others that wait are begun anew in another one.
    #cancel(id) {
        const call = this.#calls.get(id);
        if (call === undefined)
            return;
        this.#calls.delete(id);
        call.reject(cancelled());
        const waiting = [...this.#calls.values()];
        this.#worker?.then(worker => worker.terminate()).catch(() => {});
        this.#worker = null;
        for (const other of waiting)
            this.#send(other);
    }

    async #send(call) {
        try {
            this.#worker ??= this.#open();
            const worker = await this.#worker;
            if (inNode)
                worker.ref();
            worker.postMessage({id: call.id, name: call.name, args: call.args});
        } catch (error) {
            this.#calls.delete(call.id);
            call.reject(error);
        }
    }

    #call(name, args, control = {}) {
        if (control.signal?.aborted)
            return Promise.reject(cancelled());
        return new Promise((resolve, reject) => {
            const id = this.#next++;
            const stop = () => this.#cancel(id);
            const settle = async (error, result) => {
                this.#calls.delete(id);
                control.signal?.removeEventListener('abort', stop);
                if (inNode && this.#calls.size === 0)
                    (await this.#worker)?.unref();
                if (error !== undefined)
                    reject(new OnlywayError(error.status, error.message));
                else
                    resolve(result);
            };
            const call = {id, name, args, control, reject, settle};
            control.signal?.addEventListener('abort', stop);
            this.#calls.set(id, call);
            this.#send(call);
        });
    }
}
