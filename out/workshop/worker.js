// The worker that reads the source while it is typed: what is wrong with it, its levels and their pictures.
'use strict';

let engine = null;

onmessage = async ({data}) => {
    try {
        engine = engine || await Engine.open(data.wasm);
        const read = engine.readSource('puzzlescript', data.source);
        const level = {game: 'puzzlescript', rules: '', metric: '', book: data.source};
        engine.book = data.source; // what it has just read
        for (const each of read.levels ?? [])
            each.picture = each.rows && picture({...level, rows: each.rows});
        postMessage({number: data.number, read});
    } catch (error) {
        postMessage({number: data.number, failed: error.message});
    }
};

// An SVG document; nothing where there is no picture.
function picture(level) {
    if (engine.check(level) !== null)
        return '';
    const {view, picture} = engine.sketch(), [, , width, height] = view.split(' ');
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 20}" height="${height * 20}" viewBox="${view}">${
        picture}</svg>`;
}
