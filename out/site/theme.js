// The colours that the reader chose, before anything is seen: light, dark, or as the system has it.
'use strict';

(() => {
    let chosen;
    try {
        chosen = JSON.parse(localStorage.getItem('onlyway:settings'))?.theme;
    } catch {
        // nothing is stored, or may be
    }
    const system = matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
        document.documentElement.dataset.theme = ['light', 'dark'].includes(chosen) ? chosen
            : system.matches ? 'dark' : 'light';
    };
    apply();
    system.addEventListener('change', apply);
})();
