// The npm package in this page.  The page's text contains the compressed module and the scripts of the workers.

// Resolves when the package's own scripts have run.  In a single-file page they are a module, which a browser runs
// after the other scripts and before this event.
const packageIsThere = new Promise(resolve => {
    if (globalThis.Onlyway !== undefined)
        resolve();
    else
        document.addEventListener('DOMContentLoaded', resolve);
});

const UNPACK_PART = 1 << 16; // letters decoded in one go; a multiple of four

// Returns the bytes of base64 text that was compressed with gzip.  The page stays responsive meanwhile.
async function unpack(text) {
    const whole = text.replace(/\s/g, ''), parts = [];
    for (let from = 0; from < whole.length; from += UNPACK_PART) {
        const letters = atob(whole.slice(from, from + UNPACK_PART)), part = new Uint8Array(letters.length);
        for (let n = 0; n < part.length; n++)
            part[n] = letters.charCodeAt(n);
        parts.push(part);
        await new Promise(resolve => setTimeout(resolve));
    }
    const bytes = new Blob(parts).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(bytes).arrayBuffer();
}

// Returns the scripts of some page elements, joined.
function sources(...ids) {
    return ids.map(id => document.getElementById(id).textContent).join('\n');
}

const workerScripts = new Map(); // the URL of each script

// Starts a worker that runs some scripts.
function startWorker(...scripts) {
    const script = scripts.join('\n');
    if (!workerScripts.has(script))
        workerScripts.set(script, URL.createObjectURL(new Blob([script], {type: 'text/javascript'})));
    return new Worker(workerScripts.get(script));
}

// Starts a worker with the engine.  A function of this page handles its messages; `parts`: more of its script.
function startEngine(hear, ...parts) {
    return startWorker(sources('package-source', 'engine-source'), ...parts, hear, `onmessage = ${hear.name};`);
}

// Opens the package.  It runs in a worker of its own, which starts at the first call.  The worker's script uses `await`
// at its top level.  Pages from a disk cannot start module workers, so an async function wraps the script.
function openPackage(wasm) {
    return new globalThis.Onlyway(
        {wasm, startWorker: () => startWorker('(async () => {', sources('package-source', 'package-worker'), '})();')});
}
