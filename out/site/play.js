// A page of the site that plays a pack.

addEventListener('onlyway:start', ({detail: page}) => {
    window.site = {page, keeper: new Keeper(page, new Drawings()), more: new More(page)};
    addEventListener('onlyway:place', () => page.store.set('where', {
        // for the home page
        file: document.body.dataset.file,
        hash: page.address.hash,
        title: PACK.title,
        level: page.editor.isOpen ? 'in the editor'
            : page.own === null   ? `level ${page.index + 1}`
              : page.own.place ? page.own.name.charAt(0).toLowerCase() + page.own.name.slice(1)
                               : page.own.name
    }));
    keepSite();
});
