// The home page: the user's progress in each game, and where to go on.  The build writes GAMES in front of this script.

const store = new Store();

const isSolved = ([id]) => store.level({id}).best !== undefined;

// Shows how much of a game and of its chapters is solved.  A chapter links to its first unsolved level.
function showProgress(card, {title, levels}) {
    const done = levels.map(isSolved), count = list => list.filter(Boolean).length;
    card.querySelector('.progress').textContent = `${count(done)} of ${levels.length} solved`;
    for (const link of card.querySelectorAll('.chapters a')) {
        const part = Number(link.dataset.part), name = link.firstElementChild.textContent;
        const numbers = levels.map((level, n) => level[2] === part ? n + 1 : 0).filter(n => n > 0);
        const solved = count(numbers.map(n => done[n - 1])), text = `${solved}/${numbers.length}`;
        link.hash = `#${numbers.find(n => !done[n - 1]) ?? numbers[0]}`;
        link.lastElementChild.textContent = text;
        link.setAttribute('aria-label', `${title}: ${name} ${text} solved`);
        link.style.setProperty('--done', `${100 * solved / numbers.length}%`);
    }
}

// Returns today's levels and the user's results.
function todaysResults() {
    const {date, day} = today();
    return GAMES.map(game => {
        const own = game.endless ? game.game : game.name; // as More names it
        const {band} = todaysPick(own, day, game.levels.map(([, difficulty]) => difficulty));
        const {moves, least, helped, counted} = store.get(`today:${date}:${own}`, null) ?? {};
        return {...game, band: game.difficulties[band], moves, least, helped, counted};
    });
}

// Returns the results as text, without spoilers.
function todaysText() {
    const address = location.protocol.startsWith('http') ? [location.href.replace(/[#?].*/s, '')] : [];
    const results = todaysResults().map(({title, band, moves, helped, counted, least}) => {
        if (moves === undefined)
            return `○ ${title}, ${band}`;
        const fewest = moves <= least && !helped, how = helped ? ', with help' : fewest ? ', the fewest' : '';
        return `${fewest ? '★' : '✓'} ${title}, ${band}: ${moves} ${counted}${how}`;
    });
    return [`Onlyway ${today().date}`, ...results, ...address].join('\n');
}

function showToday() {
    const results = todaysResults();
    $('today-date').textContent = today().date;
    for (const {name, title, band, moves, counted} of results) {
        const link = document.querySelector(`[data-today=${name}]`);
        link.replaceChildren(
            element('span', {textContent: title}), ' ',
            element('span', {className: 'count', textContent: moves === undefined ? band : `✓ ${moves} ${counted}`}));
        link.classList.toggle('done', moves !== undefined);
    }
    $('share-today').hidden = !results.some(({moves}) => moves !== undefined);
}

$('share-today').onclick = async () => {
    const field = $('today-text');
    field.hidden = false;
    field.value = todaysText();
    $('today-said').textContent = await copyText(field);
};

function showHome() {
    for (const game of GAMES)
        showProgress(document.querySelector(`[data-game=${game.name}]`), game);
    const was = store.get('where', null), link = $('go-on').firstElementChild;
    const known = typeof was?.file === 'string' && /^[a-z-]+\.html$/.test(was.file) && typeof was.hash === 'string';
    $('go-on').hidden = !known;
    if (known) {
        link.href = `${was.file}#${was.hash}`;
        link.textContent = `Go on: ${joined([was.title, was.level], ', ')}`;
    }
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
addEventListener('pageshow', showHome); // also after the button Back
keepSite();
