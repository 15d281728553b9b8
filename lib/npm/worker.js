// The worker that holds the module: does one call after the other, and sends what they return, and on the way what they
// find.  It runs in browsers and in node.  The build puts module.js before it, so that it is a script without imports.
const port = typeof self !== 'undefined' && self.postMessage ? self : require('node:worker_threads').parentPort;

let loaded = null; // a promise of the module

async function take({id, source, name, args}) {
    if (source !== undefined) {
        loaded = Module.load(source);
        loaded.catch(() => {}); // each call says so
        return;
    }
    // These return nothing, which means: go on.
    const send = message => void port.postMessage({id, ...message});
    try {
        const module = await loaded;
        module.onLevel = level => send({level});
        module.onProgress = progress => send({progress});
        send({result: calls[name](module, ...args)});
    } catch (error) {
        send({error: {status: error.status ?? 0, message: error.message}});
    }
}

if (typeof port.on === 'function')
    port.on('message', take);
else
    port.onmessage = ({data}) => take(data);
