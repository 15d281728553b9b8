// The workshop: `make workshop` has made the page, which holds all that it needs.
import {readFileSync} from 'node:fs';

export default function workshop(site) {
    site.write('workshop.html', readFileSync('out/workshop/workshop.html', 'utf8')
        .replace('<header>', '<header>\n  <a id="home" class="button" href="index.html" data-shop>Home</a>'));
    site.add({href: 'workshop.html', title: 'PuzzleScript workshop',
        text: 'Write a game of your own: every level is judged while you type and draw.'});
}
