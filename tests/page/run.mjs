// Plays pages in every browser there is.
import {runCases} from '../browser/cases.mjs';
import {everyGame} from './every.mjs';
import {guidePacks} from './guide.mjs';
import {linkPacks} from './links.mjs';
import {allPacks, GAMES} from './packs.mjs';
import {somePacks} from './some.mjs';

const cases = [];
for (const pack of allPacks()) {
    const tries = {...GAMES.includes(pack.name) ? everyGame : {}, ...somePacks[pack.name],
                   ...guidePacks[pack.name], ...linkPacks[pack.name]};
    for (const [name, run] of Object.entries(tries))
        cases.push({name: `${pack.name}: ${name}`, path: pack.path, run: browser => run(browser, pack)});
}
await runCases(cases);
