// Runs cases that must pass in every browser, each on a page of its own with empty storage.
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

// Runs cases, {name, path of the page, run: async browser => ..., turn}, in every browser, then exits with the status
// of a test.  A case with a number `turn` runs in one of the browsers only, in turn.  ONLYWAY_TEST_CASES, a pattern,
// selects cases by name; ONLYWAY_TEST_LONG ignores turns.
export async function runCases(cases) {
    const wanted = new RegExp(process.env.ONLYWAY_TEST_CASES ?? '');
    let passed = 0, failed = 0;
    const found = browsers(), everywhere = process.env.ONLYWAY_TEST_LONG;
    for (const [number, [kind, program]] of found.entries()) {
        const here = ({turn}) => everywhere || turn === undefined || turn % found.length === number;
        const browser = await Browser.start(kind, program);
        try {
            for (const one of cases.filter(one => wanted.test(one.name) && here(one))) {
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
