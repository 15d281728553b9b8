// The package in browsers: its module and the script of its worker lie in parts.js, so that neither a server nor a
// bundler has to know of more files than it is told of by imports.
import {Client} from './client.js';
import {OnlywayError, optionText} from './module.js';
import {wasm, worker} from './parts.js';

export {OnlywayError, optionText};

let url; // of the worker's script

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
