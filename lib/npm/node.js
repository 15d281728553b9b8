// The package in node, for require and import.  The build puts module.js and client.js in front of this script and
// calls the result node.cjs.
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
