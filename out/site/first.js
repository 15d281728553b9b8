// Runs before the first paint: applies the user's colours, and shows what needs no engine.  After the first paint,
// loads the other files of the page, which its body names.
'use strict';

(() => {
    const stored = name => {
        try {
            return JSON.parse(localStorage.getItem(`onlyway:${name}`));
        } catch {
            return null; // storage is forbidden or malformed
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

    // Shows the rules of a game when the user first meets it.
    const showRules = dialog => {
        const {seen, title} = dialog.dataset;
        if (stored(`seen:${seen}`) || stored(`last:${title}`) !== null || !/^#?1?$/.test(location.hash))
            return;
        dialog.addEventListener('close', () => {
            try {
                localStorage.setItem(`onlyway:seen:${seen}`, 'true');
            } catch {
                // the rules will appear again
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
        setTimeout(load, 500); // a background page is never painted
    });
})();
