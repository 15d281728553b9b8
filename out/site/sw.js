// Keeps the site available offline.  The first visit stores all files; later visits read the stored ones.  A new
// version is fetched while the old one is in use, and replaces it when no page of the site is open any more.
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
