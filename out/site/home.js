// The home page: what the reader has done of each game, and where to go on.
'use strict';

const $ = id => document.getElementById(id);
const GAMES = JSON.parse($('site').textContent);
const store = new Store();
const KEYS = [0, 1, 2, 3, 4, 5, 6, 7, 128]; // for cleanProgress

function element(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
}

const isSolved = ([id]) => store.level({id}).best !== undefined;

// The chapters of a game, as its page numbers the levels.
function chapters({difficulties, levels}) {
    const numbered = levels.map((level, n) => ({number: n + 1, band: level[1], solved: isSolved(level)}));
    return [...difficulties.keys(), null].map(band => ({name: band === null ? 'more' : difficulties[band],
        levels: numbered.filter(level => level.band === band)})).filter(chapter => chapter.levels.length > 0);
}

function showProgress(card, game) {
    const done = game.levels.filter(isSolved).length;
    const line = card.querySelector('.progress');
    line.textContent = `${done} of ${game.levels.length} solved`;
    line.hidden = false;
    const parts = chapters(game);
    card.querySelector('.chapters').replaceChildren(...parts.map(({name, levels}) => {
        const solved = levels.filter(level => level.solved).length;
        const first = levels.find(level => !level.solved) ?? levels[0];
        const link = element('a', {href: `${game.name}.html#${first.number}`},
            element('span', {textContent: name}), ' ', element('span', {className: 'count', textContent: `${solved}/${levels.length}`}));
        link.setAttribute('aria-label', `${game.title}: ${name} ${solved}/${levels.length} solved`);
        link.style.setProperty('--done', `${100 * solved / levels.length}%`);
        return element('li', {}, link);
    }));
}

function showGoOn() {
    const was = store.get('where', null);
    const known = typeof was?.file === 'string' && /^[a-z-]+\.html$/.test(was.file) && typeof was.hash === 'string';
    $('go-on').hidden = !known;
    if (known) {
        const link = $('go-on').firstElementChild;
        link.href = `${was.file}#${was.hash}`;
        link.textContent = `Go on: ${[was.title, was.level].filter(part => part).join(', ')}`;
    }
}

// Today's levels and what became of them.
function todaysResults() {
    const {date, day} = today();
    return GAMES.filter(({endless}) => endless).map(game => {
        const {band} = todaysPick(game.game, day, game.levels.map(([, difficulty]) => difficulty));
        const {moves, least, helped, counted} = store.get(`today:${date}:${game.game}`, null) ?? {};
        return {...game, band: game.difficulties[band], moves, helped, counted, least,
            sign: moves === undefined ? '○' : moves <= least && !helped ? '★' : '✓'};
    });
}

// A result as text, which gives nothing away.
function todaysText() {
    const address = location.protocol.startsWith('http') ? [location.href.replace(/[#?].*/s, '')] : [];
    return [`Onlyway ${today().date}`, ...todaysResults().map(({title, band, sign, moves, helped, counted, least}) =>
        `${sign} ${title}, ${band}${moves === undefined ? '' : `: ${moves} ${counted}${helped ? ', with help'
            : moves <= least ? ', the fewest' : ''}`}`), ...address].join('\n');
}

function showToday() {
    const results = todaysResults();
    $('today-date').textContent = `(${today().date})`;
    for (const {name, title, band, moves, counted} of results) {
        const link = document.querySelector(`[data-today=${name}]`);
        link.replaceChildren(element('span', {textContent: title}), ' ', element('span', {className: 'count',
            textContent: moves === undefined ? band : `✓ ${moves} ${counted}`}));
        link.classList.toggle('done', moves !== undefined);
    }
    $('share-today').hidden = !results.some(({moves}) => moves !== undefined);
}

$('share-today').onclick = async () => {
    const field = $('today-text');
    field.hidden = false;
    field.value = todaysText();
    $('today-said').textContent = await copyText(field) ? 'Copied.' : 'It is marked: copy it with Ctrl+C.';
};

function showHome() {
    for (const game of GAMES)
        showProgress(document.querySelector(`[data-game=${game.name}]`), game);
    showGoOn();
    showToday();
    document.body.dataset.ready = '';
}

const settings = () => store.get('settings', null) ?? {};
$('theme').value = ['light', 'dark'].includes(settings().theme) ? settings().theme : 'system';
$('theme').onchange = ({target}) => {
    const {theme, ...others} = settings();
    store.set('settings', target.value === 'system' ? others : {...others, theme: target.value});
    location.reload();
};
addEventListener('pageshow', showHome); // by the button Back, too
keepSite();
