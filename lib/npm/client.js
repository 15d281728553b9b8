// Onlyway for JavaScript: finds out whether puzzle levels have exactly one solution, how deep it is and how hard, draws
// levels and makes new ones.  Everything runs in a worker, so that nothing blocks, and every call returns a promise.
// browser.js and node.js supply the module and the worker.
import {OnlywayError} from './module.js';

const cancelled = () => new OnlywayError(5, 'cancelled');

// Does some work.  `what` becomes part of the message if the work fails.
async function attempt(what, work) {
    try {
        return await work();
    } catch (error) {
        throw error instanceof OnlywayError ? error : new OnlywayError(0, `${what}: ${error?.message || error}`);
    }
}

function bytesOfModule(given) {
    if (given instanceof ArrayBuffer)
        return new Uint8Array(given);
    return ArrayBuffer.isView(given) ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength) : null;
}

// Returns a compiled module, or the bytes of one.  Decompresses bytes that were compressed with gzip.
async function readModule(given) {
    if (given instanceof WebAssembly.Module)
        return given;
    let bytes = bytesOfModule(given);
    if (bytes === null)
        throw new OnlywayError(0, 'the module is neither bytes nor a WebAssembly.Module');
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
        const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
        bytes =
            new Uint8Array(await attempt('the module cannot be unpacked', () => new Response(stream).arrayBuffer()));
    }
    if (String.fromCharCode(...bytes.subarray(0, 4)) !== '\0asm')
        throw new OnlywayError(0, 'the module is no WebAssembly: perhaps a server sent a page instead of it');
    return bytes;
}

export class Client {
    #read;
    #start;
    #source = null; // a promise of the module, or null before its first use
    #worker = null; // a promise of the worker, or null while there is none
    #calls = [];    // pending calls; the worker executes the first
    #next = 0;

    /**
     * `wasm`: the bytes of onlyway.wasm.gz, compressed or not, or a compiled module.  `startWorker`: starts a worker
     * that runs worker.js.  `host` contains the defaults of both: readModule and startWorker.
     */
    constructor({wasm, startWorker} = {}, host = {}) {
        this.#read = wasm === undefined ? host.readModule : () => wasm;
        this.#start = startWorker ?? host.startWorker;
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

    /** Ends the worker and cancels all pending calls.  The next call starts another worker. */
    close() {
        this.#end();
        for (const call of this.#calls.splice(0))
            call.settle({error: cancelled()});
    }

    #end() {
        this.#worker?.then(worker => worker.terminate()).catch(() => {});
        this.#worker = null;
    }

    // Starts a worker; `fail` receives its errors from then on.
    async #open(fail) {
        this.#source ??= attempt('the module cannot be read', async () => readModule(await this.#read()));
        this.#source.catch(() => {
            this.#source = null; // the next call tries again
        });
        const source = await this.#source;
        const worker = await attempt('the worker cannot be started', () => this.#start());
        if (typeof worker?.postMessage !== 'function')
            throw new OnlywayError(0, 'the worker cannot be started: startWorker gave none');
        if (typeof worker.on === 'function') { // node's kind
            worker.on('message', message => this.#take(message));
            worker.on('error', fail);
        } else {
            worker.onmessage = ({data}) => this.#take(data);
            worker.onerror = fail;
        }
        worker.postMessage({source});
        return worker;
    }

    // Ends a worker and the call that it executes.  Does nothing if the worker was ended already: then another one may
    // be at work.
    #fail(opened, error) {
        if (this.#worker !== opened)
            return;
        this.#end();
        if (this.#calls.length > 0)
            this.#settle(this.#calls[0], {error});
    }

    // Sends the first call to the worker, unless that has happened.
    async #run() {
        const call = this.#calls[0];
        if (call === undefined || call.sent)
            return;
        call.sent = true;
        const fail = error => this.#fail(
            opened, new OnlywayError(0, `the worker failed: ${error?.message || 'it could not be started'}`));
        const opened = this.#worker ??= this.#open(fail);
        try {
            const worker = await opened;
            if (this.#calls[0] !== call)
                return;
            worker.ref?.(); // keeps node running until the call ends
            await attempt(
                'the call cannot be sent', () => worker.postMessage({id: call.id, name: call.name, args: call.args}));
        } catch (error) {
            this.#fail(opened, error);
        }
    }

    #take({id, result, error, level, progress}) {
        const call = this.#calls[0];
        if (call?.id !== id)
            return;
        if (level !== undefined)
            this.#tell(call, call.control.onLevel, level);
        else if (progress !== undefined)
            this.#tell(call, call.control.onProgress, progress);
        else
            this.#settle(call, error ? {error: new OnlywayError(error.status, error.message)} : {result});
    }

    // An exception or a rejection in a callback ends the call.
    #tell(call, callback, value) {
        try {
            callback?.call(call.control, value)?.then?.(undefined, error => this.#stop(call, error));
        } catch (error) {
            this.#stop(call, error);
        }
    }

    // Ends a call from outside.  If the worker is executing it, ends the worker, too.
    #stop(call, reason) {
        if (!this.#calls.includes(call))
            return;
        if (this.#calls[0] === call)
            this.#end();
        this.#settle(call, {error: reason});
    }

    // `outcome`: the `error` or the `result`.
    #settle(call, outcome) {
        this.#calls.splice(this.#calls.indexOf(call), 1);
        call.settle(outcome);
        if (this.#calls.length > 0)
            this.#run();
        else
            this.#worker?.then(worker => worker.unref?.()).catch(() => {});
    }

    #call(name, args, control) {
        control ??= {};
        if (control.signal?.aborted)
            return Promise.reject(cancelled());
        return new Promise((resolve, reject) => {
            const stop = () => this.#stop(call, cancelled());
            const call = {
                id: this.#next++,
                name,
                args: args.map(arg => arg ?? undefined), // null stands for an argument left out
                control,
                sent: false,
                settle: outcome => {
                    control.signal?.removeEventListener('abort', stop);
                    if ('error' in outcome)
                        reject(outcome.error);
                    else
                        resolve(outcome.result);
                }
            };
            control.signal?.addEventListener('abort', stop);
            this.#calls.push(call);
            this.#run();
        });
    }
}
