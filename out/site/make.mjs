// Builds the studio, a folder of static files: a home page, a page for each game, the user's own levels.  Each page is
// what `pack -o page.html` writes, with its scripts, its module and the style of what comes late in files that all
// pages share.  Any web server can serve the folder, and a browser can open its pages as files.
//
// A further page of the site is a module like games.mjs and an entry in PARTS.  Its default export is called with the
// site below; it writes files and calls `add` to put a link on the home page.
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

import games from './games.mjs';
import home from './home.mjs';
import mine from './mine.mjs';
import {json, short} from './text.mjs';
import workshop from './workshop.mjs';

const PARTS = [games, mine, workshop, home]; // home comes last, because it links to the others

const here = dirname(fileURLToPath(import.meta.url));
const BUILT = process.cwd();

// What pages may load and run: files of their own site, the script in their heads, and workers from text within them.
const FIRST = readFileSync(join(here, 'first.js'), 'utf8');
const POLICY = "default-src 'none'; script-src 'self' file: 'wasm-unsafe-eval' blob: " +
    `'sha256-${createHash('sha256').update(FIRST).digest('base64')}'; worker-src 'self' blob:; ` +
    "style-src 'self' file: 'unsafe-inline'; img-src 'self' file: data:; manifest-src 'self'; connect-src 'self'";

class Site {
    // `most`: the largest number of chapters of a game; undefined: all.
    constructor(folder, most) {
        Object.assign(this, {folder, most});
        this.source = join(here, '../..');
        this.links = []; // those on the home page below the games
        this.names = []; // of the files written
        this.scratch = mkdtempSync(join(BUILT, 'site-'));
    }

    // Reads a file of this project.
    read(name) {
        return readFileSync(join(this.source, name), 'utf8');
    }

    // Returns scripts of this folder, joined.
    scripts(...names) {
        return names.map(name => this.read(`out/site/${name}.js`)).join('');
    }

    // Writes a file of the site.
    write(name, content) {
        mkdirSync(dirname(join(this.folder, name)), {recursive: true});
        writeFileSync(join(this.folder, name), content);
        this.names.push(name);
    }

    // Adds a link to the home page: {href, title, text}.
    add(link) {
        this.links.push(link);
    }

    // Returns the folders of a game's chapters, relative to `levels`.
    chapters(game) {
        const folders =
            readdirSync(join(this.source, 'levels', game), {withFileTypes: true}).filter(entry => entry.isDirectory());
        return folders.map(({name}) => `${game}/${name}`).sort().slice(0, this.most);
    }

    // Returns the page that `pack` writes for some levels.
    pack(title, paths, options = []) {
        const path = join(this.scratch, 'page.html');
        execFileSync(join(BUILT, 'out/pack'), [
            '--quiet', '--force', ...title ? [`--title=${title}`] : [], ...options, `--output=${path}`,
            ...paths.map(name => join(this.source, 'levels', name))
        ]);
        return readFileSync(path, 'utf8');
    }

    // Opens the npm package of this build.
    async package() {
        const {Onlyway} = await import(pathToFileURL(join(BUILT, 'lib/npm/onlyway/node.mjs')));
        return new Onlyway();
    }

    // Writes a page.  `title` is HTML, `attributes` those of the body.  The page itself contains what is visible first,
    // with its style.  `scripts` run when the page is there; the files that its body names, as in data-late="one.js
    // two.css", load after the first paint.  `sheets`: more of the page's style, as names in out/.  `connect`: further
    // origins that it may connect to.
    page(name, title, {attributes, sheets = [], style = '', scripts = [], connect = ''}, body) {
        const styles = ['page/page', 'site/site', ...sheets].map(sheet => this.read(`out/${sheet}.css`));
        this.write(`${name}.html`, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}${connect}">
<meta name="description" content="Puzzles with exactly one solution: play, draw, prove and share.">
<meta name="theme-color" content="#f4f1ea" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#14161c" media="(prefers-color-scheme: dark)">
<title>${title}</title>
<script>${FIRST}</script>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<style>${short([...styles, style].join(''))}</style>
${scripts.map(script => `<script defer src="${script}"></script>`).join('\n')}
</head>
<body ${attributes}>
${body}
</body>
</html>
`);
    }
}

// Writes what makes the site an application: its name, its icon, and the worker that keeps it available offline.
function writeApplication(site) {
    site.write('icon.svg', site.read('out/site/icon.svg'));
    site.write('manifest.webmanifest', json({
                   name: 'Onlyway',
                   short_name: 'Onlyway',
                   start_url: './index.html',
                   scope: './',
                   display: 'standalone',
                   background_color: '#f4f1ea',
                   theme_color: '#17627a',
                   description: 'Puzzles with exactly one solution: play, draw, prove and share.',
                   icons: [
                       {src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any'},
                       {src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable'}
                   ]
               }));
    const sum = createHash('sha256');
    for (const name of site.names)
        sum.update(readFileSync(join(site.folder, name)));
    const files = JSON.stringify(['./', ...site.names]);
    site.write(
        'sw.js',
        site.read('out/site/sw.js').replace('@VERSION@', sum.digest('hex').slice(0, 16)).replace("['@FILES@']", files));
}

async function make(folder, most) {
    const site = new Site(folder, most);
    try {
        for (const part of PARTS)
            await part(site);
        writeApplication(site);
    } finally {
        rmSync(site.scratch, {recursive: true});
    }
    // Removes files of an earlier build.
    for (const name of readdirSync(folder, {recursive: true, withFileTypes: true})
             .filter(entry => entry.isFile())
             .map(entry => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))) {
        if (!site.names.includes(name))
            rmSync(join(folder, name));
    }
    const bytes = site.names.reduce((sum, name) => sum + readFileSync(join(folder, name)).length, 0);
    console.log(`${site.names.length} files, ${Math.round(bytes / 1000)} kB in ${folder}: open index.html`);
}

// Arguments: FOLDER [CHAPTERS].  Fewer chapters of a game take less time to verify.
await make(process.argv[2], process.argv[3]);
