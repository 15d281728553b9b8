// The package in this page: its module is in the page's text, packed, and so are the scripts of its workers.
'use strict';

// The package's own scripts have run: they are a module, which a browser runs after the others and before this event.
const packageIsThere = new Promise(resolve => {
    document.addEventListener('DOMContentLoaded', resolve);
});

// The bytes of base64 text that was packed by gzip.
function unpack(text) {
    const packed = Uint8Array.from(atob(text.trim()), c => c.charCodeAt(0));
    const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(bytes).arrayBuffer();
}

// The scripts of some elements of the page, one behind the other.
function sources(...ids) {
    return ids.map(id => document.getElementById(id).textContent).join('\n');
}

// The package's calls, in a worker of their own, which begins when it is first needed.  Its script is a module, which
// may await at its top; a page from a disk cannot start such workers, but one with an async function.
function openPackage(wasm) {
    const startWorker = () => {
        const script = `(async () => {${sources('package-source', 'package-worker')}})();`;
        return new Worker(URL.createObjectURL(new Blob([script], {type: 'text/javascript'})));
    };
    return new globalThis.Onlyway({wasm, startWorker});
}
