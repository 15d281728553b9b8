// Text for HTML and for scripts within it.
export const escape = text => text.replace(/[&<>"]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[c]);
export const json = value => JSON.stringify(value).replaceAll('<', '\\u003c');
