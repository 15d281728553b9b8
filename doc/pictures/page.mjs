// Takes the pictures; see page.sh.  Argument: the folder for them.
import {execFileSync} from 'node:child_process';
import {join} from 'node:path';

import {Browser} from '../../tests/browser/browser.mjs';
import {browsers} from '../../tests/browser/cases.mjs';

// File, levels, title, level, number of key presses of its solution, width, height, whether it is dark.
const PICTURES = [
    ['page.png', 'longcat/5-long-halls', 'Cats for the evening', 30, 11, 1000, 680, false],
    ['page-phone.png', 'snakebird/4-two-birds-one-bridge', 'Birds for two', 1, 9, 360, 640, true],
];
const path = join(process.env.ONLYWAY_WORK, 'page.html');

async function take(browser, [name, levels, title, level, presses, width, height, dark]) {
    execFileSync('pack', [
        '--quiet', '--force', `--title=${title}`, '--author=Onlyway', `--output=${path}`,
        join(process.env.ONLYWAY_LEVELS, levels)
    ]);
    await browser.setSize(width, height);
    await browser.prefer({dark});
    await browser.open(path);
    await browser.run((index, count) => {
        page.openLevel(index);
        document.querySelector('dialog[open]')?.close(); // closes the rules
        page.engine.route(page.level.solution).slice(0, count).forEach(key => page.player.press(key));
    }, level, presses);
    await browser.wait(() => browser.run(() => !page.player.frame), 'the picture to be still');
    await browser.picture(join(process.argv[2], name));
}

const browser = await Browser.start(...browsers()[0]);
for (const picture of PICTURES)
    await take(browser, picture);
await browser.quit();
