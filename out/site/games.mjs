// The games of the site: a page each, and what all of them share.
import {gzipSync} from 'node:zlib';

import {json} from './text.mjs';

// Games in the order of the home page: the name of the file and, for those with chapters in `levels/`, a title.
const GAMES = [
    {name: 'longcat', title: 'LongCat'},
    {name: 'snowman', title: 'Snowman'},
    {name: 'snakebird', title: 'Snakebird'},
    {name: 'sokoban', title: 'Sokoban'},
    {name: 'theseus', title: 'Theseus'},
    {name: 'snake', title: 'Snake'},
    ...['hood', 'barrels', 'curling', 'depot', 'ferry', 'labyrinth', 'tidepool', 'twins'].map(name => ({name})),
];

const SCRIPT = /<script(?: id="([a-z-]+)")?(?: type="([a-z/]+)")?>\n?([^]*?)<\/script>\n?/g;

// The parts of a page that `pack` wrote: {body, style, json of the pack, scripts by their ids, the page's own script}.
function takeApart(html) {
    const style = html.match(/<style>\n([^]*?)<\/style>/)[1];
    const body = html.match(/<body>\n([^]*)<\/body>/)[1];
    const scripts = {};
    for (const [, id, type, text] of body.matchAll(SCRIPT))
        scripts[id ?? (type === 'module' ? 'client' : 'page')] = text;
    return {style, scripts, pack: scripts.pack, title: html.match(/<title>([^]*?)<\/title>/)[1],
        body: body.replace(SCRIPT, '')};
}

// The page of no levels, packed, into which a browser can put some, to be saved.
function writeBlank(site, html, {pack, title}) {
    const blank = html.replace(`<title>${title}`, '<title>@TITLE@').replace(pack, () => '@PACK@');
    site.write('blank.js', `'use strict';\nconst BLANK = '${gzipSync(blank, {level: 9}).toString('base64')}';\n`);
}

// What all pages share: the module and the workers' scripts, as elements that the page would have held; and its scripts.
function writeShared(site, {style, scripts}) {
    const held = Object.fromEntries(['wasm', 'package-source', 'package-worker', 'worker-source', 'engine-source']
        .map(id => [id, scripts[id]]));
    held.wasm = held.wasm.replaceAll('\n', '');
    site.write('parts.js', `'use strict';
for (const [id, textContent] of Object.entries(${json(held)}))
    document.head.append(Object.assign(document.createElement('script'), {id, type: 'text/plain', textContent}));
`);
    const main = site.read('out/page/main.js');
    if (!scripts.page.includes(main))
        throw new Error('the script of the page does not end with main.js');
    site.write('library.js', ["'use strict';", scripts['package-source'], scripts['engine-source'],
        `{\n${scripts.client}}`, scripts.page.replace(main, '')].join('\n'));
    site.write('play.js', site.scripts('shared', 'drawings', 'keeper', 'more', 'play') + main);
    site.write('page.css', style);
    site.write('site.css', site.read('out/site/site.css'));
}

function writePage(site, name, {title, body, pack}) {
    site.write(`${name}.html`, `<!DOCTYPE html>
<html lang="en">
<head>
${site.head(title, ['page.css', 'site.css'], ['parts.js', 'library.js', 'play.js'])}
</head>
<body data-file="${name}.html">
${body.replace('<header>\n', '<header>\n  <a id="home" class="button" href="index.html" aria-label="Home" ' +
        'title="Home"><svg viewBox="-6 -6 12 12" aria-hidden="true"><path d="M-5 0 0-5 5 0M-3.5-1V5h7V-1"/></svg></a>\n')}
<script id="pack" type="application/json">${pack}</script>
</body>
</html>
`);
}

// A picture for the home page: a level in the middle of its solution, which shows more of a game than its start.
async function drawPicture(site, tool, game, pack) {
    const level = pack.levels.find(({difficulty}) => difficulty === 1) ?? pack.levels[0];
    const text = game.title ? level.rows.join('\n') + '\n' : site.read(`levels/puzzlescript/${game.name}.txt`);
    const moves = game.title ? level.solution.slice(0, Math.floor(level.solution.length * 0.6)) : '';
    const draw = async theme => {
        const options = {game: level.game, theme, scale: 24};
        return withoutUnused(await tool.render(text, {...options, moves}).catch(() => tool.render(text, options)));
    };
    const [light, dark] = [await draw('light'), await draw('dark')];
    site.write(`pictures/${game.name}.svg`, light);
    if (dark !== light)
        site.write(`pictures/${game.name}-dark.svg`, dark);
    return dark !== light;
}

// A picture without the colours of other games.
function withoutUnused(svg) {
    return svg.replace(/(--[a-z-]+):[^;}]*;?/g, (whole, name) => svg.includes(`var(${name})`) ? whole : '');
}

// What the levels of a pack are shown as on the home page: its chapters or, where it has none, its difficulties.
function partsOf({difficulties, levels}) {
    const nameOf = ({heading, difficulty}) => heading ?? difficulties[difficulty] ?? 'more';
    const names = new Set(levels.map(nameOf));
    const parts = levels[0].heading ? [...names] : [...difficulties, 'more'].filter(name => names.has(name));
    return {parts, partOf: level => parts.indexOf(nameOf(level))};
}

export default async function games(site) {
    const tool = await site.package();
    site.games = [];
    for (const game of GAMES) {
        const html = site.pack(game.title, game.title ? site.chapters(game.name) : [`puzzlescript/${game.name}.txt`]);
        const page = takeApart(html), pack = JSON.parse(page.pack), {parts, partOf} = partsOf(pack);
        if (site.games.length === 0) {
            writeShared(site, page);
            writeBlank(site, html, page);
        }
        writePage(site, game.name, page);
        const themed = await drawPicture(site, tool, game, pack); // its picture is another one in the dark
        site.games.push({name: game.name, title: pack.title, game: pack.levels[0].game, themed,
            endless: game.title !== undefined, difficulties: pack.difficulties, parts,
            levels: pack.levels.map(level => [level.id, level.difficulty, partOf(level)])});
    }
    tool.close();
}
