// Keeps the site for times without a network.  All of its files are kept on the first visit, and read from there; a new
// version is fetched while the old one is in use, and takes its place when no page of the site is open any more.
'use strict';

const CACHE = 'onlyway-@VERSION@';
const FILES = ['@FILES@'];

self.addEventListener(
    'install',
    event => event.waitUntil(
        caches.open(CACHE).then(cache => cache.addAll(FILES.map(name => new Request(name, {cache: 'no-cache'}))))));

self.addEventListener(
    'activate',
    event =>
        event.waitUntil(caches.keys()
                            .then(
                                names => Promise.all(names.filter(name => name.startsWith('onlyway-') && name !== CACHE)
                                                         .map(name => caches.delete(name))))
                            .then(() => self.clients.claim())));

async function answer(request) {
    const cache = await caches.open(CACHE);
    return await cache.match(request, {ignoreSearch: true}) ?? fetch(request);
}

self.addEventListener('fetch', event => {
    if (event.request.method === 'GET' && event.request.url.startsWith(self.registration.scope))
        event.respondWith(answer(event.request));
});
