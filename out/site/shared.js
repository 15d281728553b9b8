// What pages of the site share: the worker that keeps it, and what today's levels are.
'use strict';

// A site that is served is kept for times without a network; files need no keeping.
function keepSite() {
    if (!location.protocol.startsWith('http'))
        return;
    document.head.append(
        Object.assign(document.createElement('link'), {rel: 'manifest', href: 'manifest.webmanifest'}));
    navigator.serviceWorker?.register('sw.js').catch(() => {}); // then it works as long as there is a network
}

const DAY = 86400000; // milliseconds
const FIRST_DAY = Date.UTC(2026, 0, 1);

// The date as the reader has it, as 2026-11-25, and how many days it is after the first.
function today(now = new Date()) {
    const date =
        [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, '0')).join('-');
    return {date, day: Math.round((Date.parse(`${date}T00:00:00Z`) - FIRST_DAY) / DAY)};
}

// A day's level of a game, of levels with these difficulties: the difficulty changes from day to day, and no level
// comes again until all of its difficulty have been there; `round` says how often that was.
function todaysPick(game, day, difficulties) {
    const bands = [...new Set(difficulties)].sort();
    const shift = [...game].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
    const band = bands[(day + shift) % bands.length], turn = Math.floor((day + shift) / bands.length);
    const levels = [...difficulties.keys()].filter(n => difficulties[n] === band);
    const step = [7, 5, 3, 1].find(n => levels.length % n !== 0 || n === 1);
    return {band, index: levels[turn * step % levels.length], round: Math.floor(turn / levels.length)};
}
