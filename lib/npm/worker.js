// The worker that holds the module: takes calls one by one and sends back what they return, and on the way
// what they find.  It runs in node's worker threads and in browsers.
import {Module, calls} from './module.js';

const port = typeof self !== 'undefined' && self.postMessage
    ? self : (await import('node:worker_threads')).parentPort;
// Returns nothing, which means: go on.
function send(message) {
    port.postMessage(message);
}

let module = null;

async function take({id, source, name, args}) {
    try {
        if (source !== undefined)
            module = await Module.load(source);
        module.onLevel = level => send({id, level});
        module.onProgress = progress => send({id, progress});
        send({id, result: name === undefined ? null : calls[name](module, ...args)});
    } catch (error) {
        send({id, error: {status: error.status ?? 0, message: error.message}});
    }
}

// One after the other: the module is loaded before the first call.
let queue = Promise.resolve();
const enqueue = message => (queue = queue.then(() => take(message)));

if (port === (typeof self !== 'undefined' ? self : null))
    self.onmessage = ({data}) => enqueue(data);
else
    port.on('message', enqueue);
