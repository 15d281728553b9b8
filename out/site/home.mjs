// The home page.
import {escape, json} from './text.mjs';

// Images that are visible at once are not loaded lazily.
const image = (theme, name, lazy) =>
    `<img class="${theme}" src="pictures/${name}.svg" alt=""${lazy ? ' loading="lazy"' : ''} width="120" height="120">`;
const picture = ({name, themed}, lazy) =>
    themed ? image('light', name, lazy) + image('dark', `${name}-dark`, true) : image('', name, lazy);

// Returns a part of a game as a link to its first level, by the number that the game's page uses.
function chapter(game, name, part) {
    const numbers = game.levels.map(([, , is], n) => is === part ? n + 1 : 0).filter(n => n > 0);
    return `<li><a href="${game.name}.html#${numbers[0]}" data-part="${part}"><span>${escape(name)}</span> <span
class="count">0/${numbers.length}</span></a></li>`;
}

const card = (game, lazy) => `<li class="card" data-game="${game.name}">
  <a href="${game.name}.html">${picture(game, lazy)}<h3>${escape(game.title)}</h3></a>
  <p class="progress">0 of ${game.levels.length} solved</p>
  <ul class="chapters">${game.parts.map((name, part) => chapter(game, name, part)).join('')}</ul>
</li>`;

const more = ({href, title, text}) => `<li class="card"><a href="${href}"><h3>${escape(title)}</h3></a>
  <p>${escape(text)}</p></li>`;

// Returns the link to a game's level of the day.
const today = ({name, title}) =>
    `<li><a class="chip" href="${name}.html#today" data-today="${name}"><span>${escape(title)}</span>
<span class="count">&nbsp;</span></a></li>`;

// Returns the links to the endless levels of a game, one for each difficulty.
function endless({name, title, difficulties, levels}) {
    const link = band =>
        `<a class="chip" href="${name}.html#more.${band}" aria-label="${escape(title)}, ${band}">${band}</a>`;
    const bands = difficulties.filter((_, n) => levels.some(([, difficulty]) => difficulty === n));
    return `<li><span id="endless-${name}">${escape(title)}</span> ` +
        `<span class="chips" role="group" aria-labelledby="endless-${name}">${bands.map(link).join(' ')}</span></li>`;
}

export default function home(site) {
    const list = (games, label, lazy) =>
        `<ul class="cards games" aria-label="${label}">\n${games.map(game => card(game, lazy)).join('\n')}\n</ul>`;
    const own = site.games.filter(({endless}) => endless), written = site.games.filter(({endless}) => !endless);
    const studio = site.links.length === 0 ? '' : `<section aria-labelledby="studio-title">
<h2 id="studio-title">Studio</h2>
<ul class="cards wide">
${site.links.map(more).join('\n')}
</ul>
</section>
`;
    site.write(
        'home.js',
        ['elements', 'store', 'share'].map(name => site.read(`out/page/${name}.js`)).join('') +
            `const GAMES = ${json(site.games.map(({themed, ...game}) => game))};\n${site.scripts('shared', 'home')}`);
    const head = {attributes: 'class="site"', sheets: ['page/dialogs', 'site/read'], scripts: ['home.js']};
    site.page('index', 'Onlyway', head, `<header><h1>Onlyway</h1>
<div class="theme"><label class="heard" for="theme">Colours</label>
<select id="theme"><option value="system">Same as the system</option><option value="light">Light</option>
<option value="dark">Dark</option></select></div>
</header>
<main>
<p class="claim">Puzzles with exactly one solution, each of them proved.</p>
<p id="go-on" hidden><a class="button main" href="index.html"></a></p>
<section id="today" aria-labelledby="today-title">
<h2 id="today-title">Today <span id="today-date" class="count"></span></h2>
<p>One level a game, the same for everybody.</p>
<ul id="today-levels" class="chips">
${site.games.map(today).join('\n')}
</ul>
<p class="tools"><button id="share-today" hidden>Copy my results</button>
<span id="today-said" role="status"></span></p>
<textarea id="today-text" rows="8" readonly hidden aria-label="My results"></textarea>
</section>
<section aria-labelledby="games-title">
<h2 id="games-title">Games</h2>
${list(own, 'Games', false)}
</section>
<section aria-labelledby="endless-title">
<h2 id="endless-title">Another one</h2>
<p>As many levels as you like, made while you play.</p>
<ul id="endless" class="lines">
${site.games.map(endless).join('\n')}
</ul>
</section>
${studio}<section aria-labelledby="written-title">
<h2 id="written-title">Games in PuzzleScript</h2>
${list(written, 'Games in PuzzleScript', true)}
</section>
</main>`);
}
