// Plays pages in every available browser.
import {runCases} from '../browser/cases.mjs';
import {everyGame} from './every.mjs';
import {guidePacks} from './guide.mjs';
import {linkPacks} from './links.mjs';
import {allPacks, GAMES} from './packs.mjs';
import {somePacks} from './some.mjs';
import {zoomPacks} from './zoom.mjs';

const cases = [];
for (const [number, pack] of allPacks().entries()) {
    const add = (tries, turn) => Object.entries(tries ?? {}).forEach(([name, run], i) => cases.push({
        name: `${pack.name}: ${name}`,
        path: pack.path,
        turn: turn?.(i),
        run: browser => run(browser, pack)
    }));
    // The browsers share these cases: each browser runs every one of them, but only on its share of the games.
    if (GAMES.includes(pack.name))
        add(everyGame, i => number + i);
    for (const tries of [somePacks, guidePacks, linkPacks, zoomPacks])
        add(tries[pack.name]);
}
await runCases(cases);
