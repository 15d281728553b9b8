// The package in this page: its module is in the page's text, packed, and so are the scripts of its workers.
'use strict';

// The package's own scripts have run: in a page that is one file they are a module, which a browser runs after the
// others and before this event.
const packageIsThere = new Promise(resolve => {
    if (globalThis.Onlyway !== undefined)
        resolve();
    else
        document.addEventListener('DOMContentLoaded', resolve);
});

const UNPACK_PART = 1 << 16; // letters that are unpacked without a break, a multiple of four

// The bytes of base64 text that was packed by gzip.  The page may answer meanwhile.
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

// The scripts of some elements of the page, one behind the other.
function sources(...ids) {
    return ids.map(id => document.getElementById(id).textContent).join('\n');
}

// The package's calls, in a worker of their own, which begins when it is first needed.  Its script is a module, which
// may await at its top; a page from a disk cannot start such workers, but one with an async function.
let packageWorker; // the address of its script

function openPackage(wasm) {
    const startWorker = () => {
        packageWorker ??= URL.createObjectURL(new Blob(
            ['(async () => {', sources('package-source', 'package-worker'), '})();'], {type: 'text/javascript'}));
        return new Worker(packageWorker);
    };
    return new globalThis.Onlyway({wasm, startWorker});
}
