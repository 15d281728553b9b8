// What runs before anything is seen: the colours that the reader chose, and what can be read without the engine.  What
// else a page needs, which its body names, is loaded once that has been painted.
'use strict';

(() => {
    const stored = name => {
        try {
            return JSON.parse(localStorage.getItem(`onlyway:${name}`));
        } catch {
            return null; // nothing is stored, or may be
        }
    };
    const chosen = stored('settings')?.theme, system = matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
        document.documentElement.dataset.theme = ['light', 'dark'].includes(chosen) ? chosen
            : system.matches                                                        ? 'dark'
                                                                                    : 'light';
    };
    apply();
    system.addEventListener('change', apply);

    // The rules of a game that is met for the first time.
    const showRules = dialog => {
        const {seen, title} = dialog.dataset;
        if (stored(`seen:${seen}`) || stored(`last:${title}`) !== null || !/^#?1?$/.test(location.hash))
            return;
        dialog.addEventListener('close', () => {
            try {
                localStorage.setItem(`onlyway:seen:${seen}`, 'true');
            } catch {
                // then they are shown again
            }
        }, {once: true});
        dialog.showModal();
    };

    document.addEventListener('DOMContentLoaded', () => {
        const rules = document.querySelector('#rules[data-seen]'), code = document.getElementById('code');
        if (rules !== null)
            showRules(rules);
        if (code !== null)
            code.firstElementChild.textContent = location.hash !== ''
                ? ''
                : stored('workshop') ?? document.getElementById('shop-sample').textContent.trimStart();
        let waiting = document.body.dataset.late?.split(' ') ?? [];
        const load = () => {
            for (const name of waiting)
                document.head.append(
                    name.endsWith('.css')
                        ? Object.assign(document.createElement('link'), {rel: 'stylesheet', href: name})
                        : Object.assign(document.createElement('script'), {src: name, async: false}));
            waiting = [];
        };
        new PerformanceObserver(load).observe({type: 'paint', buffered: true});
        setTimeout(load, 500); // a page in the background is not painted
    });
})();
