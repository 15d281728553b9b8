// The page of the user's own levels.
import {escape, HOME, json} from './text.mjs';

export default function mine(site) {
    const own = site.games.filter(({endless}) => endless);
    site.add({
        href: 'mine.html',
        title: 'My levels',
        text: 'Everything that you drew, in collections; draw a new level here.'
    });
    site.write('mine.js', site.scripts('shared', 'drawings', 'files', 'mine'));
    site.write('export.js', site.scripts('export'));
    site.write('booklet.js', site.scripts('booklet'));
    const attributes = 'class="site" data-late="parts.js library.js mine.js"';
    site.page(
        'mine', 'My levels', {attributes, sheets: ['page/dialogs', 'site/read']},
        `<header>${HOME}<h1>My levels</h1></header>
<main>
<p class="claim">Every level that you draw is kept here, in this browser, as you draw it.</p>
<section aria-labelledby="draw-title">
<h2 id="draw-title">Draw a new one</h2>
<ul class="chips">
${own.map(({name, title}) => `<li><a class="chip" href="${name}.html#new">${escape(title)}</a></li>`).join('\n')}
<li><a class="chip" href="workshop.html">A game in PuzzleScript</a></li>
</ul>
</section>
<p class="tools files">
<button id="new-collection">New collection</button>
<label class="button">Load from files<input type="file" id="read-levels" multiple></label>
<button id="save-all">Save everything as file</button>
</p>
<p id="trouble" role="alert"></p>
<p class="told"><span id="said" role="status"></span> <button id="take-back" hidden>Undo</button></p>
<section id="games" aria-labelledby="games-title" hidden>
<h2 id="games-title">Games of the workshop</h2>
<ul id="game-cards" class="cards wide"></ul>
</section>
<div id="collections"></div>
</main>
<script id="pages" type="application/json">${
            json(Object.fromEntries(site.games.map(({game, name}) => [game, `${name}.html`])))}</script>
<script id="pack" type="application/json">${json({difficulties: own[0].difficulties, levels: []})}</script>`);
}
