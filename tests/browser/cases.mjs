// Runs cases in the browsers, each on a page of its own with empty storage.
import {readdirSync} from 'node:fs';

import {Browser} from './browser.mjs';

const SLOW = 5; // seconds; the output names slower cases

// Returns the browsers in ONLYWAY_BROWSERS, as in "chromium=/usr/bin/chromium".
export function browsers() {
    return process.env.ONLYWAY_BROWSERS.trim().split(' ').map(word => word.split('='));
}

// The names of all games, those of the folders of levels.
const GAMES = readdirSync(process.env.ONLYWAY_LEVELS);

let opened = 0; // pages

// Opens a page as a new user sees it, except that the rules have been read.
async function openAnew(browser, path) {
    await browser.setSize(1000, 700);
    await browser.prefer({});
    const undo = await browser.before((games, number) => {
        if (sessionStorage.getItem('opened') === number) // under load, Chromium may run this once more
            return;
        sessionStorage.setItem('opened', number);
        localStorage.clear();
        for (const game of games)
            localStorage.setItem(`onlyway:seen:${game}`, true);
    }, GAMES, String(++opened));
    await browser.open(path);
    await undo();
    browser.complaints();
}

async function runOne(browser, {name, path, run}) {
    try {
        await openAnew(browser, path);
        await run(browser);
        const said = browser.complaints();
        if (said.length > 0)
            throw new Error(`console or network:\n${said.join('\n')}`);
        return true;
    } catch (error) { // the other cases must run as well
        console.log(`FAIL: ${name} in ${browser.kind}\n${error.stack}`);
        browser.complaints().forEach(message => console.log(message));
        return false;
    }
}

// Returns the part of a list of cases that one of the available browsers runs, {name, turn}: the browsers share the
// cases, each in its turn, which is by default the place in the list.  ONLYWAY_TEST_CASES, a pattern, selects cases by
// name; with ONLYWAY_TEST_LONG, each browser runs all.
export function casesOf(number, cases) {
    const wanted = new RegExp(process.env.ONLYWAY_TEST_CASES ?? ''), count = browsers().length;
    return cases.filter(
        ({name, turn}, place) =>
            wanted.test(name) && (process.env.ONLYWAY_TEST_LONG || (turn ?? place) % count === number));
}

// Runs cases, {name, path of the page, run: async browser => ..., turn}, then exits with the status of a test.
export async function runCases(cases) {
    let passed = 0, failed = 0;
    for (const [number, [kind, program]] of browsers().entries()) {
        const browser = await Browser.start(kind, program);
        try {
            for (const one of casesOf(number, cases)) {
                const began = performance.now(), good = await runOne(browser, one);
                const seconds = Math.round((performance.now() - began) / 1000);
                if (seconds >= SLOW)
                    console.log(`${seconds} s: ${one.name} in ${kind}`);
                passed += good;
                failed += !good;
            }
        } finally {
            await browser.quit();
        }
    }
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(passed > 0 && failed === 0 ? 0 : 1);
}
