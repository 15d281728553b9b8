// The pages of the games, and the files that all pages share.
import {gunzipSync, gzipSync} from 'node:zlib';

import {escape, HOME, json, short, takeApart} from './text.mjs';

// The games in the order of the home page.  `name`: the name of the page's file; `title`: only for games with chapters
// in `levels/`.
const GAMES = [
    {name: 'longcat', title: 'LongCat'},
    {name: 'snowman', title: 'Snowman'},
    {name: 'snakebird', title: 'Snakebird'},
    {name: 'sokoban', title: 'Sokoban'},
    {name: 'theseus', title: 'Theseus'},
    {name: 'snake', title: 'Snake'},
    ...['hood', 'barrels', 'curling', 'depot', 'ferry', 'labyrinth', 'tidepool', 'twins'].map(name => ({name})),
];

// Writes the files that all pages share: the module and the workers' scripts, as elements that the page would otherwise
// contain, and the page's scripts.
function writeShared(site, html, {title, scripts, body, own: [script]}) {
    const held =
        Object.fromEntries(['wasm', 'package-source', 'package-worker', 'engine-source'].map(id => [id, scripts[id]]));
    held.wasm = held.wasm.replaceAll('\n', '');
    site.write('parts.js', `'use strict';
for (const [id, textContent] of Object.entries(${json(held)}))
    document.head.append(Object.assign(document.createElement('script'), {id, type: 'text/plain', textContent}));
`);
    const main = site.read('out/page/main.js');
    if (!script.includes(main))
        throw new Error('the script of the page does not end with main.js');
    site.write('library.js', [
        "'use strict';", scripts['package-source'], scripts['engine-source'], `{\n${scripts.client}}`,
        script.replace(main, '')
    ].join('\n'));
    site.write('play.js', site.scripts('shared', 'drawings', 'keeper', 'more', 'play') + main);
    site.write('late.js', `'use strict';\ndocument.body.insertAdjacentHTML('beforeend', ${json(split(body).late)});\n`);
    site.write('late.css', short(['dialogs', 'editor'].map(name => site.read(`out/page/${name}.css`)).join('')));
    // A page without levels, compressed and without the module.  A browser inserts both to save a page.
    const blank = html.replace(`<title>${title}`, '<title>@TITLE@')
                      .replace(scripts.pack, () => '@PACK@')
                      .replace(scripts.wasm, () => '@WASM@');
    site.write('blank.js', `'use strict';\nconst BLANK = '${gzipSync(blank, {level: 9}).toString('base64')}';\n`);
}

// Splits a page's body into what is visible first and what comes late, which is the same in all games.
function split(body) {
    const [rules] = body.match(/<dialog id="rules"[^]*?<\/dialog>\n/),
          [before, after] = body.split('<main id="editor"');
    return {first: before + rules, late: `<main id="editor"${after}`.replace(rules, '')};
}

// Returns a page's body with the rules of its game, so that they are visible before the engine is loaded.
function withRules(body, {engine, lessonPictures}, {title, gameSources, levels: [first]}) {
    const isOwn = first.gameSource === undefined, messages = first.messages ?? [];
    if (!isOwn && messages.length === 0)
        return body;
    engine.load({...first, gameSource: isOwn ? undefined : gameSources[first.gameSource]});
    const {title: name, aim, lesson} = engine.rules();
    const pictures = lesson === null ? ''
                                     : lessonPictures(engine, first.game, lesson)
                                           .map(({view, picture}) => `<svg viewBox="${view}">${picture}</svg>`)
                                           .join('<span>→</span>');
    return body
        .replace('<dialog id="rules"', `$& data-seen="${isOwn ? first.game : first.id}" data-title="${escape(title)}"`)
        .replace('<h2 id="rules-title">', `$&${escape(name)}`)
        .replace('<p id="rules-aim">', `$&${escape([...messages, aim].join('\n').trim())}`)
        .replace(/<div id="rules-pictures"[^>]*>/, whole => whole + pictures);
}

function writePage(site, name, {title, body, scripts}, drawer) {
    const pack = JSON.parse(scripts.pack);
    const text = split(withRules(body, drawer, pack))
                     .first.replace('<header>', `<header>\n  ${HOME}`)
                     .replace('<h1 id="title">', `$&${title}`);
    site.write(`${name}.js`, `'use strict';
document.head.append(Object.assign(document.createElement('script'), {id: 'pack', type: 'application/json', textContent:
    JSON.stringify(${json(pack)})}));
`);
    // The rules of all games' style sheet that the pictures use.
    const style = withoutUnused(drawer.engine.ask('colours').replace(
        /\.([fs]-[a-z0-9-]+)\{[^}]*\}/g, (rule, is) => text.includes(is) ? rule : ''));
    const attributes = `data-file="${name}.html" data-late="late.css late.js parts.js ${name}.js library.js play.js"`;
    site.page(name, title, {attributes, style}, text);
}

// Writes a picture for the home page: a level in the middle of its solution, which shows more of a game than its start.
// Returns whether the picture differs in dark colours.
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

// Returns a picture without the colours that it does not use.
function withoutUnused(svg) {
    return svg.replace(/(--[a-z0-9-]+):[^;}]*;?/g, (whole, name) => svg.includes(`var(${name})`) ? whole : '');
}

export default async function games(site) {
    const tool = await site.package();
    let drawer;
    site.games = [];
    for (const game of GAMES) {
        const html = site.pack(game.title, game.title ? site.chapters(game.name) : [`puzzlescript/${game.name}.txt`]);
        const page = takeApart(html), pack = JSON.parse(page.scripts.pack), {difficulties, levels} = pack;
        // The home page groups levels by chapter or, without chapters, by difficulty.
        const partOf = ({heading, difficulty}) => heading ?? difficulties[difficulty] ?? 'more';
        const names = new Set(levels.map(partOf));
        const parts = levels[0].heading ? [...names] : [...difficulties, 'more'].filter(name => names.has(name));
        if (site.games.length === 0) {
            const {'package-source': source, 'engine-source': engine, wasm} = page.scripts;
            // The page's engine in node, together with the function that draws lessons.
            drawer = new Function(`${source}\n${engine}
${site.read('out/page/guide.js')}; return {Engine, lessonPictures};`)();
            drawer.engine =
                await drawer.Engine.open(await WebAssembly.compile(gunzipSync(Buffer.from(wasm, 'base64'))));
            writeShared(site, html, page);
        }
        writePage(site, game.name, page, drawer);
        const themed = await drawPicture(site, tool, game, pack); // whether its picture differs in dark colours
        site.games.push({
            name: game.name,
            title: pack.title,
            game: levels[0].game,
            themed,
            endless: game.title !== undefined,
            difficulties,
            parts,
            levels: levels.map(level => [level.id, level.difficulty, parts.indexOf(partOf(level))])
        });
    }
    tool.close();
}
