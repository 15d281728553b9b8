// The package in browsers.  parts.js contains the module and the worker's script, so that servers and bundlers need
// only the imported files.
import {Client} from './client.js';
import {OnlywayError, optionText} from './module.js';
import {wasm, worker} from './parts.js';

export {OnlywayError, optionText};

let url; // the URL of the worker's script

const host = {
    readModule: () => Uint8Array.from(atob(wasm), c => c.charCodeAt(0)),
    startWorker() {
        url ??= URL.createObjectURL(new Blob([worker], {type: 'text/javascript'}));
        return new Worker(url);
    },
};

export class Onlyway extends Client {
    constructor(options) {
        super(options, host);
    }
}
