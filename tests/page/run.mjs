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
    // The browsers share these cases: each runs its part of them.  Those of every game run in all browsers, each on
    // some of the games.
    const share = i => number + i;
    if (GAMES.includes(pack.name))
        add(everyGame, share);
    add(guidePacks[pack.name], share);
    add(linkPacks[pack.name], share);
    // Each browser runs all of these.
    add(somePacks[pack.name]);
    add(zoomPacks[pack.name]);
}
await runCases(cases);
