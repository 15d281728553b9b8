// The library as a WebAssembly module.  Calls take strings and return the parsed JSON of their results.  The module
// runs in the calling thread and blocks it; client.js puts it into a worker.

const NOT_THERE = 52; // WASI's ENOSYS: the module has no files, arguments or environment
const clock = typeof performance === 'undefined' ? Date : performance;

/** An error in an option or a level, or the reason why a call failed. */
export class OnlywayError extends Error {
    constructor(status, message) {
        super(message);
        this.name = 'OnlywayError';
        this.status = status;
    }
}

/** Returns options as the library takes them: {maxStates: 1000, all: true} becomes "max-states=1000 all". */
export function optionText(options = {}) {
    if (typeof options === 'string')
        return options;
    const words = [];
    for (const [key, value] of Object.entries(options)) {
        const name = key.replace(/[A-Z]/g, letter => '-' + letter.toLowerCase());
        if (value === true)
            words.push(name);
        else if (value !== false && value !== undefined && value !== null)
            words.push(`${name}="${String(value).replaceAll('"', `"'"'"`)}"`);
    }
    return words.join(' ');
}

export class Module {
    /** Creates an instance from the bytes of onlyway.wasm or from a compiled WebAssembly.Module. */
    static async load(source) {
        const module = new Module();
        const imports = {
            wasi_snapshot_preview1: module.#system(),
            onlyway: {
                on_level: (place, size) => module.onLevel(JSON.parse(module.#read(place, size))) ? 1 : 0,
                on_progress: (tries, kept) => module.onProgress({tries, kept}) ? 1 : 0,
                on_states: (states, n) => module.onProgress({states, level: n}) ? 1 : 0,
            },
        };
        try {
            const made = await WebAssembly.instantiate(source, imports);
            module.#c = (made.instance ?? made).exports;
            module.#c._initialize();
        } catch (error) {
            throw new OnlywayError(0, `the module cannot be started: ${error.message}`);
        }
        const missing = Object.keys(calls).find(name => name !== 'why' && module.#c[name] === undefined);
        if (missing !== undefined)
            throw new OnlywayError(0, `the module is another one, without the function ${missing}`);
        return module;
    }

    #c;

    /** The exports of the WebAssembly instance. */
    get exports() {
        return this.#c;
    }

    onLevel = () => false;
    onProgress = () => false;

    #system() {
        const calls = {
            clock_time_get: (id, precision, place) => {
                const nanoseconds = BigInt(Math.round(clock.now() * 1e6));
                new DataView(this.#c.memory.buffer).setBigUint64(place, nanoseconds, true);
                return 0;
            },
        };
        return new Proxy(calls, {get: (known, name) => known[name] ?? (() => NOT_THERE)});
    }

    #read(place, size) {
        return new TextDecoder().decode(new Uint8Array(this.#c.memory.buffer, place, size));
    }

    /** Calls a function of the module with strings.  A string given as bytes has its size as the next argument. */
    call(name, ...strings) {
        const places = [], values = [];
        try {
            for (const string of strings) {
                const bytes = typeof string === 'string' ? new TextEncoder().encode(string) : string;
                const place = this.#c.take(bytes.length);
                if (place === 0)
                    throw new OnlywayError(1, 'out of memory');
                places.push(place);
                const memory = new Uint8Array(this.#c.memory.buffer, place, bytes.length + 1);
                memory.set(bytes);
                memory[bytes.length] = 0;
                values.push(place);
                if (typeof string !== 'string')
                    values.push(bytes.length);
            }
            this.#c[name](...values);
        } finally {
            places.forEach(place => this.#c.give(place));
        }
        const place = this.#c.result_bytes();
        if (place === 0)
            throw new OnlywayError(1, 'out of memory');
        const result = JSON.parse(this.#read(place, this.#c.result_size()));
        if (result !== null && !Array.isArray(result) && result.status > 0)
            throw new OnlywayError(result.status, result.message);
        return result;
    }
}

const reading = ({game, rules, metric} = {}) => optionText({game, rules, metric});
const rest = ({game, rules, metric, ...others} = {}) => others;
const others = options => optionText(rest(options));
const bytesOf = text => new TextEncoder().encode(text);

/** The calls of the package.  Each one takes the module and its own arguments. */
export const calls = {
    judge: (module, text, options) => module.call('judge', bytesOf(text), reading(options), others(options)),
    why: (module, text, options) =>
        module.call('judge', bytesOf(text), reading(options), optionText({...rest(options), why: true})),
    mend: (module, text, options) => module.call('mend', bytesOf(text), reading(options), others(options)),
    render: (module, text, {moves, ...options} = {}) =>
        module.call('render', bytesOf(text), reading(options), String(moves ?? ''), others(options)),
    generate: (module, game, options) => module.call('generate', String(game), optionText(options)),
    games: module => module.call('games'),
    version: module => module.call('version'),
};
