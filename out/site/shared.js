// What pages of the site share: the worker that keeps it.
'use strict';

// A site that is served is kept for times without a network; files need no keeping.
function keepSite() {
    if (!location.protocol.startsWith('http'))
        return;
    document.head.append(Object.assign(document.createElement('link'), {rel: 'manifest', href: 'manifest.webmanifest'}));
    navigator.serviceWorker?.register('sw.js').catch(() => {}); // then it works as long as there is a network
}
