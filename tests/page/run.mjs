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

// The page's code for these is the same for all games, so each browser runs them on one game.
const FOR_ONE_GAME =
    ['hintsLeadToTheGoal', 'reloadKeepsProgress', 'smallScreens', 'solutionIsShown', 'swipes', 'undoRedoRestart'];

const cases = [];
for (const [number, pack] of allPacks().entries()) {
    const add = (tries, isChosen = () => true) => Object.entries(tries ?? {}).forEach(([name, run], i) => {
        // Each browser runs every case of `everyGame`, on some of the games.
        const turn = FOR_CHROMIUM.includes(name) ? 0 : number + i;
        if (isChosen(name, turn))
            cases.push({name: `${pack.name}: ${name}`, path: pack.path, turn, run: browser => run(browser, pack)});
    });
    if (GAMES.includes(pack.name))
        add(everyGame, (name, turn) => process.env.ONLYWAY_TEST_LONG || !FOR_ONE_GAME.includes(name) || turn % 3 === 0);
    for (const packs of [guidePacks, linkPacks, somePacks, zoomPacks])
        add(packs[pack.name]);
}
await runCases(cases);
