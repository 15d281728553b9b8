// Uses the site in every browser there is.
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

import {Browser} from '../browser/browser.mjs';
import {browsers} from '../browser/cases.mjs';
import {cases} from './cases.mjs';
import {Server} from './server.mjs';

const FOLDER = join(process.env.ONLYWAY_WORK, 'site');
const wanted = new RegExp(process.env.ONLYWAY_TEST_CASES ?? '');
let passed = 0, failed = 0;

// What a case has besides the browser's own: going to a page of the site, and what it asked for elsewhere.
class Visitor {
    constructor(browser, server) {
        Object.assign(this, {browser, server, base: server.url, page: browser.page});
    }

    fromFiles() {
        this.base = `${pathToFileURL(FOLDER).href}/`;
    }

    // Goes to a page, anew even if only what follows the # is another.
    async go(name) {
        await this.browser.leave();
        await this.page.goto(this.base + name);
        if (/^(index|mine)?(\.html)?$/.test(name.replace(/[?#].*/, '')))
            await this.ready();
        else
            await this.browser.wait(() => this.browser.text('#level'), name);
    }

    // Waits for what holds in a page that may be on its way.
    arrive(condition, what) {
        return this.browser.wait(() => this.browser.run(condition).catch(() => false), what);
    }

    // Waits for a page that is read and not played, with its pictures: Firefox complains of those that it leaves.
    ready() {
        return this.arrive(
            () => document.body?.dataset.ready !== undefined &&
                [...document.images].every(
                    image => image.complete || image.offsetParent === null || image.getBoundingClientRect().top > 1400),
            'the page');
    }

    // What was said or asked for that should not have been.
    complaints() {
        return this.browser.complaints().filter(said => !said.startsWith(`request: ${this.server.url}`));
    }
}

for (const [kind, program] of browsers()) {
    const browser = await Browser.start(kind, program);
    for (const [name, run] of Object.entries(cases).filter(([name]) => wanted.test(name))) {
        const server = await Server.start(FOLDER); // another port: nothing is stored there
        const visitor = new Visitor(browser, server);
        try {
            await browser.setSize(1280, 800);
            await browser.prefer({});
            await run(visitor, browser);
            await browser.leave();
            // Firefox says so of what is under way when a page is left.
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
