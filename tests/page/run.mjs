// Plays pages in the available browsers.
import {runCases} from '../browser/cases.mjs';
import {everyGame} from './every.mjs';
import {guidePacks} from './guide.mjs';
import {linkPacks} from './links.mjs';
import {allPacks, GAMES} from './packs.mjs';
import {somePacks} from './some.mjs';
import {zoomPacks} from './zoom.mjs';

// These change the system's settings, which Firefox reads only at its start, or do nothing in Firefox.  Firefox runs
// them only if it is the only browser.
const FOR_CHROMIUM =
    ['accessible', 'dark', 'edgesAreSeen', 'editsInMotion', 'pinches', 'still', 'tapsAndFollows', 'turnByTurn'];

const cases = [];
for (const [number, pack] of allPacks().entries()) {
    const add = tries => Object.entries(tries ?? {}).forEach(([name, run], i) => cases.push({
        name: `${pack.name}: ${name}`,
        path: pack.path,
        // Each browser runs every case of `everyGame`, on some of the games.
        turn: FOR_CHROMIUM.includes(name) ? 0 : number + i,
        run: browser => run(browser, pack)
    }));
    if (GAMES.includes(pack.name))
        add(everyGame);
    for (const packs of [guidePacks, linkPacks, somePacks, zoomPacks])
        add(packs[pack.name]);
}
await runCases(cases);
