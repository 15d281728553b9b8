// Text for HTML, and for scripts inside HTML.
export const escape = text =>
    text.replace(/[&<>"]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[c]);
export const json = value => JSON.stringify(value).replaceAll('<', '\\u003c');

// A link to the home page, for headers.
export const HOME = '<a id="home" class="button" href="index.html" aria-label="Home" title="Home">' +
    '<svg viewBox="-6 -6 12 12" aria-hidden="true"><path d="M-5 0 0-5 5 0M-3.5-1V5h7V-1"/></svg></a>';

// Returns a style sheet without comments and superfluous white space.
export const short = css =>
    css.replace(/\/\*[^]*?\*\//g, '').replace(/\s+/g, ' ').replace(/ ?([{};,]) ?/g, '$1').replaceAll(': ', ':').trim();

const SCRIPT = /<script(?: id="([a-z-]+)")?(?: type="([a-z/]+)")?(?: data-shop)?>\n?([^]*?)<\/script>\n?/g;

// Returns the parts of a page that `pack` or `make workshop` wrote: {title, styles, body, scripts by their ids, the
// page's own scripts in order}.
export function takeApart(html) {
    const styles = [...html.matchAll(/<style[^>]*>\n([^]*?)<\/style>/g)].map(([, style]) => style);
    const body = html.match(/<body>\n([^]*)<\/body>/)[1];
    const scripts = {}, own = [];
    for (const [, id, type, text] of body.matchAll(SCRIPT)) {
        if (id === undefined && type === undefined)
            own.push(text);
        else
            scripts[id ?? 'client'] = text;
    }
    return {title: html.match(/<title>([^]*?)<\/title>/)[1], styles, scripts, own, body: body.replace(SCRIPT, '')};
}
