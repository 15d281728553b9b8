// The workshop.  `make workshop` has built it as a page of a pack with additions; here it gets the files that all pages
// share.
import {readFileSync} from 'node:fs';

import {HOME, takeApart} from './text.mjs';

// Moves and hides in advance what the page's script would move and hide, and adds an element that shows the source at
// once.
function arrange(body) {
    const [boards] = body.match(/<main id="play">[^]*<\/main>\n/);
    return [
        [boards, ''],
        ['</section>\n</div>\n</div>\n<dialog', () => `</section>\n${boards}</div>\n</div>\n<dialog`],
        ['<div id="shop" data-shop>', '<div id="shop" data-tab="source">'],
        ['<div id="code">', '$&<pre></pre>'],
        ['<header>', `<header>\n  ${HOME}`],
        ['<h1 id="title">', '$&Workshop'],
        [
            '<button id="level-show"',
            '<button id="level-keep" title="Add this level to My levels">Keep</button>\n      $&'
        ],
        [/<button id="(open-list|edit-new|open-new)"/g, '$& hidden'],
        ['<button type="button" id="open-new"', '$& hidden'],
    ].reduce((text, [found, by]) => {
        const made = text.replace(found, by);
        if (made === text)
            throw new Error(`the page of the workshop does not have ${found}`);
        return made;
    }, body);
}

export default function workshop(site) {
    const {styles, scripts, own: [page, code, shop], body} =
        takeApart(readFileSync('out/workshop/workshop.html', 'utf8'));
    const main = site.read('out/page/main.js');
    if (!page.includes(main))
        throw new Error('the script of the workshop does not have main.js');
    site.write('code.js', code);
    site.write('workshop.js', `${site.scripts('shared', 'drawings', 'files', 'shelf')}${main}${shop}
Object.assign(globalThis, {packPage, keptGame});
keepSite();
`);
    const attributes = 'data-file="workshop.html" data-late="late.css parts.js library.js code.js workshop.js"';
    site.page('workshop', 'Workshop', {attributes, style: styles[1], connect: ' https: http:'}, `${arrange(body)}
<script id="pack" type="application/json">${scripts.pack}</script>
<script id="shop-sample" type="text/plain">${scripts['shop-sample']}</script>`);
    site.add({
        href: 'workshop.html',
        title: 'PuzzleScript workshop',
        text: 'Write a game of your own: every level is judged while you type and draw.'
    });
}
