// A headless browser with a page, for tests: a thin layer over Puppeteer, which controls Chromium by its own protocol
// and Firefox by WebDriver BiDi.
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

const puppeteer = createRequire(join(process.env.ONLYWAY_PUPPETEER, 'x.js'))('puppeteer-core');
const PATIENCE = 60000; // milliseconds, the limit of every wait on a slow machine
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-dev-shm-usage'];

// The default settings of the system, and Firefox's preferences for such settings.
const NO_WISHES = {
    dark: false,
    still: true
};

function firefoxPreferences({dark, still}) {
    return {
        'layout.frame_rate': 20, // drawing takes much of a test's time
        'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
        'ui.prefersReducedMotion': still ? 1 : 0,
    };
}

export class Browser {
    // `kind`: "chromium" or "firefox"; `path`: the browser's program.
    static async start(kind, path) {
        const browser = new Browser();
        Object.assign(browser, {kind, path, wishes: {...NO_WISHES}, said: [], running: new Map()});
        await browser.launch();
        return browser;
    }

    async launch() {
        const chromium = this.kind === 'chromium', shell = this.path.endsWith('-shell');
        this.driver = await puppeteer.launch({
            browser: chromium ? 'chrome' : 'firefox',
            executablePath: this.path,
            headless: shell ? 'shell' : true,
            args: chromium ? FLAGS : [],
            timeout: PATIENCE,
            protocolTimeout: PATIENCE,
            ...chromium ? {} : {extraPrefsFirefox: firefoxPreferences(this.wishes)},
        });
        this.page = await this.driver.newPage(); // Firefox's first page never has the focus
        this.page.setDefaultTimeout(PATIENCE);
        this.watch();
        this.running.set(JSON.stringify(this.wishes), {driver: this.driver, page: this.page});
    }

    // Records the page's messages, errors and requests.
    watch() {
        this.page.on('console', message => this.said.push(`${message.type()}: ${message.text()}`));
        this.page.on('pageerror', error => this.said.push(error.message));
        this.page.on('request', request => {
            if (!/^(file|data|blob):/.test(request.url()))
                this.said.push(`request: ${request.url()}`);
        });
    }

    async quit() {
        for (const {driver} of this.running.values())
            await driver.close();
    }

    setSize(width, height) {
        return this.page.setViewport({width, height});
    }

    // Sets the system's settings, as in prefer({dark: true}); settings not given return to their defaults.  Firefox
    // reads them only at its start, so there is one Firefox for each set of them.
    async prefer(wishes) {
        const wanted = {...NO_WISHES, ...wishes};
        const same = wanted.dark === this.wishes.dark && wanted.still === this.wishes.still;
        this.wishes = wanted;
        if (this.kind === 'chromium') {
            await this.page.emulateMediaFeatures([
                {name: 'prefers-color-scheme', value: wanted.dark ? 'dark' : 'light'},
                {name: 'prefers-reduced-motion', value: wanted.still ? 'reduce' : 'no-preference'}
            ]);
        } else if (!same) {
            await this.changeFirefox();
        }
    }

    // Goes on in another Firefox, which has the wanted settings, with the same stored data and the same page.
    async changeFirefox() {
        const size = this.page.viewport(), url = this.page.url(), opened = url.startsWith('file:');
        const stored = opened ? await this.run(() => ({...localStorage})) : {};
        await this.leave(); // a hidden page would still move
        const other = this.running.get(JSON.stringify(this.wishes));
        if (other)
            Object.assign(this, other);
        else
            await this.launch();
        await this.page.setViewport(size);
        if (!opened)
            return;
        await this.go(url);
        await this.run(items => {
            localStorage.clear();
            Object.assign(localStorage, items);
        }, stored);
        await this.reload();
    }

    // Opens a file.  `hash`: the part of its address behind the #.
    open(path, hash = '') {
        return this.go(pathToFileURL(path).href + (hash && `#${hash}`));
    }

    // Goes to an address and waits for a level.
    async go(url) {
        await this.page.goto(url);
        await this.wait(() => this.hasLevel(), 'the page to start');
    }

    // Leaves the page for an empty one.  Firefox may refuse while it is loading another one.
    async leave() {
        for (let more = 3;; more--) {
            try {
                await this.page.goto('about:blank');
                return;
            } catch (error) {
                if (more === 0)
                    throw error;
            }
        }
    }

    async reload() {
        await this.page.reload();
        await this.wait(() => this.hasLevel(), 'the page to start again');
    }

    hasLevel() {
        return this.run(() => Boolean(document.querySelector('#level')?.textContent.trim()));
    }

    // Runs a function in every page opened later, before the page starts.  Returns a function that undoes this.
    async before(script, ...args) {
        const {identifier} = await this.page.evaluateOnNewDocument(script, ...args);
        return () => this.page.removeScriptToEvaluateOnNewDocument(identifier);
    }

    // Runs a function in the page, where it can use only its arguments and the page's globals.
    run(script, ...args) {
        return this.page.evaluate(script, ...args);
    }

    text(selector) {
        return this.run(s => document.querySelector(s).textContent.trim(), selector);
    }

    shown(selector) {
        return this.run(s => document.querySelector(s).checkVisibility(), selector);
    }

    click(selector) {
        return this.page.click(selector);
    }

    // Holds a mouse button down on an element.  Returns a function that releases it.
    async hold(selector) {
        await this.page.hover(selector);
        await this.page.mouse.down();
        return () => this.page.mouse.up();
    }

    // Types keys, named as in KeyboardEvent.key.
    async press(...keys) {
        for (const key of keys)
            await this.page.keyboard.press(key);
    }

    async pressWithControl(key) {
        await this.page.keyboard.down('Control');
        await this.page.keyboard.press(key);
        await this.page.keyboard.up('Control');
    }

    // Moves a finger from point to point, [x, y] each.
    async touch(first, ...others) {
        const finger = this.page.touchscreen;
        await finger.touchStart(...first);
        for (const point of others)
            await finger.touchMove(...point);
        await finger.touchEnd();
    }

    async wait(condition, what) {
        const end = Date.now() + PATIENCE;
        while (!await condition()) {
            if (Date.now() > end)
                throw new Error(`waited in vain for ${what}`);
            await new Promise(resolve => setTimeout(resolve, 20));
        }
    }

    picture(path) {
        return this.page.screenshot({path});
    }

    // Returns the messages since the last call, and all requests for anything outside the page's file.
    complaints() {
        return this.said.splice(0);
    }
}

// Puts something into a cell of the editor.  `words`: the label of the tool; rows and columns count from 0.
export async function paint(browser, words, row, column) {
    await browser.run(
        w => [...document.querySelectorAll('#palette button')].find(({ariaLabel}) => ariaLabel === w).click(), words);
    const [x, y] = await browser.run((r, c) => {
        const box =
            document.querySelector(`#cells [data-cell="${r * page.editor.sheet.columns + c}"]`).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    }, row, column);
    await browser.page.mouse.click(x, y);
}
