// A page of the site that plays a pack.
'use strict';

class SitePage {
    constructor(page) {
        this.page = page;
        this.keeper = new Keeper(page, new Drawings());
        this.more = new More(page);
        addEventListener('onlyway:place', () => this.rememberPlace());
        keepSite();
    }

    // Records where the user is, for the home page.
    rememberPlace() {
        const {page} = this;
        page.store.set('where', {
            file: document.body.dataset.file,
            hash: page.address.hash,
            title: PACK.title,
            level: page.editor.isOpen ? 'in the editor'
                : page.own === null   ? `level ${page.index + 1}`
                  : page.own.place ? page.own.name.charAt(0).toLowerCase() + page.own.name.slice(1)
                                   : page.own.name
        });
    }
}

addEventListener('onlyway:start', ({detail}) => {
    window.site = new SitePage(detail);
});
