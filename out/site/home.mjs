// The home page.
import {escape, json} from './text.mjs';

const image = (theme, name) =>
    `<img class="${theme}" src="pictures/${name}.svg" alt="" loading="lazy" width="120" height="120">`;
const picture = ({name, themed}) => themed ? image('light', name) + image('dark', `${name}-dark`) : image('', name);

const card = game => `<li class="card" data-game="${game.name}">
  <a href="${game.name}.html">${picture(game)}<h3>${escape(game.title)}</h3></a>
  <p class="progress" hidden></p>
  <ul class="chapters"></ul>
</li>`;

const more = ({href, title, text}) => `<li class="card"><a href="${href}"><h3>${escape(title)}</h3></a>
  <p>${escape(text)}</p></li>`;

export default function home(site) {
    const list = (games, label) => `<ul class="cards" aria-label="${label}">\n${games.map(card).join('\n')}\n</ul>`;
    const own = site.games.filter(({endless}) => endless), written = site.games.filter(({endless}) => !endless);
    const studio = site.links.length === 0 ? '' : `<section aria-labelledby="studio-title">
<h2 id="studio-title">Studio</h2>
<ul class="cards wide">
${site.links.map(more).join('\n')}
</ul>
</section>
`;
    site.write('home.js', ['store', 'share'].map(name => site.read(`out/page/${name}.js`)).join('') +
        site.scripts('shared', 'home'));
    site.write('index.html', `<!DOCTYPE html>
<html lang="en">
<head>
${site.head('Onlyway', ['page.css', 'site.css'])}
</head>
<body class="site">
<header><h1>Onlyway</h1>
<div class="theme"><label for="theme">Colours</label>
<select id="theme"><option value="system">As the system</option><option value="light">Light</option><option value="dark">Dark</option></select></div>
</header>
<main>
<p class="claim">Puzzles with exactly one solution, each of them proved.</p>
<p id="go-on" hidden><a class="button main" href="index.html"></a></p>
<section id="today" aria-labelledby="today-title">
<h2 id="today-title">Today</h2>
<p>One level a game, the same for everybody. <span id="today-date"></span></p>
<ul id="today-levels" class="chips">
${own.map(({name, title}) => `<li><a class="chip" href="${name}.html#today" data-today="${name}">${escape(title)}</a></li>`).join('\n')}
</ul>
<p class="tools"><button id="share-today" hidden>Copy my results</button> <span id="today-said" role="status"></span></p>
<textarea id="today-text" rows="8" readonly hidden aria-label="My results"></textarea>
</section>
<section aria-labelledby="games-title">
<h2 id="games-title">Games</h2>
${list(own, 'Games')}
</section>
<section aria-labelledby="endless-title">
<h2 id="endless-title">Another one</h2>
<p>As many levels as you like, made while you play.</p>
<ul id="endless" class="lines">
${own.map(({name, title, difficulties}) => `<li><span id="endless-${name}">${escape(title)}</span> <span class="chips" role="group" aria-labelledby="endless-${name}">${
    difficulties.map(band => `<a class="chip" href="${name}.html#more.${band}" aria-label="${escape(title)}, ${band}">${band}</a>`).join(' ')}</span></li>`).join('\n')}
</ul>
</section>
${studio}<section aria-labelledby="written-title">
<h2 id="written-title">Games in PuzzleScript</h2>
${list(written, 'Games in PuzzleScript')}
</section>
</main>
<script id="site" type="application/json">${json(site.games.map(({themed, ...game}) => game))}</script>
<script src="home.js"></script>
</body>
</html>
`);
}
