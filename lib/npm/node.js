// The package in node, by require or import.  The build puts module.js and client.js before it and calls it node.cjs.
const {readFileSync} = require('node:fs');
const {join} = require('node:path');

const host = {
    readModule: () => readFileSync(join(__dirname, 'onlyway.wasm.gz')),
    startWorker() {
        const {Worker} = require('node:worker_threads');
        return new Worker(readFileSync(join(__dirname, 'worker.js'), 'utf8'), {eval: true});
    },
};

class Onlyway extends Client {
    constructor(options) {
        super(options, host);
    }
}

module.exports = {
    Onlyway,
    OnlywayError,
    optionText
};
