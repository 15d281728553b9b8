// Shared by the pages of the site: the worker that keeps the site available offline, and the choice of today's levels.
'use strict';

// Keeps a served site available offline; files need no keeping.
function keepSite() {
    if (!location.protocol.startsWith('http'))
        return;
    document.head.append(
        Object.assign(document.createElement('link'), {rel: 'manifest', href: 'manifest.webmanifest'}));
    navigator.serviceWorker?.register('sw.js').catch(() => {}); // without it, the site works online only
}

const DAY = 86400000; // milliseconds
const FIRST_DAY = Date.UTC(2026, 0, 1);

// Returns the user's local date, as in 2026-11-25, and the number of days since FIRST_DAY.
function today(now = new Date()) {
    const date =
        [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, '0')).join('-');
    return {date, day: Math.round((Date.parse(`${date}T00:00:00Z`) - FIRST_DAY) / DAY)};
}

// Returns a game's level of the day, as an index into `difficulties`, those of its levels.  The difficulty changes from
// day to day.  No level recurs before all of its difficulty have appeared; `round` counts how often they have.
function todaysPick(game, day, difficulties) {
    const bands = [...new Set(difficulties)].sort();
    const shift = [...game].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
    const band = bands[(day + shift) % bands.length], turn = Math.floor((day + shift) / bands.length);
    const levels = [...difficulties.keys()].filter(n => difficulties[n] === band);
    const step = [7, 5, 3, 1].find(n => levels.length % n !== 0 || n === 1);
    return {band, index: levels[turn * step % levels.length], round: Math.floor(turn / levels.length)};
}
