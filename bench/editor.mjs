// Measures the time from an edit to its verdict in the page's editor: random edits of shipped levels of at most 8x8
// cells, in headless Chromium.  Arguments: the folder of shipped levels, edits per game.
import {execFileSync} from 'node:child_process';
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {Browser} from '../tests/browser/browser.mjs';
import {browsers} from '../tests/browser/cases.mjs';

const [levels, edits] = process.argv.slice(2);

// Runs in the page: edits random levels a few times each.  Returns the times in milliseconds.
async function edit(count) {
    const {editor} = page, times = [];
    let state = 1, undecided = 0;
    const random = below => { // minimal standard generator
        state = state * 48271 % 2147483647;
        return state % below;
    };
    let wanted = null, hear = null;
    const tell = editor.judge.tell;
    editor.judge.tell = (level, judged) => {
        tell(level, judged);
        if (hear !== null && editor.judge.key(level) === wanted)
            hear(judged);
    };
    const change = sheet => new Promise(resolve => {
        editor.judge.known.clear();
        hear = judged => {
            hear = null;
            resolve(judged);
        };
        wanted = editor.judge.key({...editor.level, rows: sheet.lines});
        editor.change(sheet);
    });
    const small = PACK.levels.filter(
        ({rows}) => rows.length <= 10 && rows[0].length <= 10 ||
            editor.info.spaced && rows.length <= 17 && rows[0].length <= 17);
    while (times.length < count && small.length > 0) {
        editor.open(small[random(small.length)]);
        for (let tries = 0, made = 0; made < 4 && tries < 400; tries++) {
            const {sheet} = editor, tool = editor.palette.tools[1 + random(editor.palette.tools.length - 1)];
            const cell = random(sheet.cells.length);
            const next = tool.kind === 'body' ? sheet : editor.put(cell, tool, sheet.holds(cell, tool));
            if (next.cells === sheet.cells || editor.engine.check({...editor.level, rows: next.lines}) !== null)
                continue;
            const start = performance.now();
            const judged = await change(next);
            times.push(performance.now() - start);
            undecided += judged.verdict === 'undecided';
            made++;
        }
    }
    return {times: times.slice(0, count), undecided, levels: small.length};
}

const [kind, program] = browsers()[0];
const browser = await Browser.start(kind, program);
const all = [];
for (const {name: game} of readdirSync(levels, {withFileTypes: true}).filter(entry => entry.isDirectory())) {
    const folders = readdirSync(join(levels, game), {withFileTypes: true})
                        .filter(entry => entry.isDirectory() || entry.name.endsWith('.xsb'))
                        .map(entry => join(levels, game, entry.name));
    if (folders.length === 0)
        continue;
    const path = join(process.env.ONLYWAY_WORK, `${game}.html`);
    try {
        execFileSync(
            'pack',
            ['--quiet', '--force', '--format=html', `--game=${game}`, '--allow-any', `--output=${path}`, ...folders]);
    } catch {
        continue;
    }
    await browser.setSize(1000, 700);
    await browser.open(path);
    await browser.press('e');
    await browser.wait(() => browser.run(() => document.querySelector('#verdict').ariaBusy === 'false'), 'a verdict');
    browser.page.setDefaultTimeout(600000);
    const {times, undecided, levels: count} = await browser.run(edit, Number(edits));
    all.push(...times);
    tell(game, times, `${undecided} undecided at first, ${count} levels`);
}
tell('all', all, '');
await browser.quit();

function tell(name, times, more) {
    const sorted = [...times].sort((a, b) => a - b),
          at = share => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(1);
    console.log(`${name.padEnd(10)} ${String(times.length).padStart(4)} edits  median ${at(0.5)} ms  90% ${
        at(0.9)}  most ${at(1)}  ${more}`);
}
