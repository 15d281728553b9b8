// The worker that contains the module.  It executes one call after another and sends the results and, during a call,
// levels and progress.  It runs in browsers and in node.  The build puts module.js in front of this script, so that it
// needs no imports.
const port = typeof self !== 'undefined' && self.postMessage ? self : require('node:worker_threads').parentPort;

let loaded = null; // a promise of the module, or null

async function take({id, source, name, args}) {
    if (source !== undefined) {
        loaded = Module.load(source);
        loaded.catch(() => {}); // each call reports the error
        return;
    }
    // These callbacks return undefined, which means: continue.
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
