// Uses the site in the available browsers.
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

import {Browser} from '../browser/browser.mjs';
import {browsers, casesOf} from '../browser/cases.mjs';
import {cases} from './cases.mjs';
import {Server} from './server.mjs';

const FOLDER = join(process.env.ONLYWAY_WORK, 'site');
// `screens` does nothing in Firefox, so the first browser runs it, Chromium if there is one.
const list = Object.entries(cases).map(([name, run]) => ({name, run, turn: name === 'screens' ? 0 : undefined}));
let passed = 0, failed = 0;

// Extends a browser for the cases: goes to pages of the site, and knows which requests are not for the site.
class Visitor {
    constructor(browser, server) {
        Object.assign(this, {browser, server, base: server.url, page: browser.page});
    }

    fromFiles() {
        this.base = `${pathToFileURL(FOLDER).href}/`;
    }

    // Goes to a page.  Loads it again even if only the part behind the # differs.
    async go(name) {
        await this.browser.leave();
        await this.page.goto(this.base + name);
        if (/^(index|mine)?(\.html)?$/.test(name.replace(/[?#].*/, '')))
            await this.ready();
        else
            await this.browser.wait(() => this.browser.text('#level'), name);
    }

    // Waits for a condition in a page that may still be loading.
    arrive(condition, what) {
        return this.browser.wait(() => this.browser.run(condition).catch(() => false), what);
    }

    // Waits for a page to read and for its pictures, because Firefox complains about pictures that it abandons.
    ready() {
        return this.arrive(
            () => document.body?.dataset.ready !== undefined &&
                [...document.images].every(
                    image => image.complete || image.offsetParent === null || image.getBoundingClientRect().top > 1400),
            'the page');
    }

    // Returns the messages and requests that should not have occurred.
    complaints() {
        return this.browser.complaints().filter(said => !said.startsWith(`request: ${this.server.url}`));
    }
}

for (const [number, [kind, program]] of browsers().entries()) {
    const browser = await Browser.start(kind, program);
    for (const {name, run} of casesOf(number, list)) {
        const server = await Server.start(FOLDER); // a new port has empty storage
        const visitor = new Visitor(browser, server);
        try {
            await browser.setSize(1280, 800);
            await browser.prefer({});
            await run(visitor, browser);
            await browser.leave();
            // Firefox reports requests that are in progress when it leaves a page.
            const said = visitor.complaints().filter(text => !text.includes('A ServiceWorker intercepted the request'));
            if (said.length > 0)
                throw new Error(`console or network:\n${said.join('\n')}`);
            passed++;
        } catch (error) {
            failed++;
            console.log(`FAIL: ${name} in ${kind}\n${error.stack}`);
            visitor.complaints().forEach(message => console.log(message));
        } finally {
            await server.stop().catch(() => {});
        }
    }
    await browser.quit();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(passed > 0 && failed === 0 ? 0 : 1);
