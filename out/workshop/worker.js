// The worker that reads the source while the user types: finds its errors, its levels and their pictures.
'use strict';

let engine = null;

onmessage = async ({data}) => {
    try {
        engine = engine || await Engine.open(data.wasm);
        const read = engine.readSource('puzzlescript', data.source);
        const level = {game: 'puzzlescript', rules: '', metric: '', gameSource: data.source};
        engine.gameSource = data.source; // readSource() has just read it
        for (const each of read.levels ?? [])
            each.picture = each.rows && picture({...level, rows: each.rows});
        postMessage({number: data.number, read});
    } catch (error) {
        postMessage({number: data.number, failed: error.message});
    }
};

// Returns an SVG document, or '' if the level has no picture.
function picture(level) {
    if (engine.check(level) !== null)
        return '';
    const {view, picture} = engine.sketch(), [, , width, height] = view.split(' ');
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 20}" height="${height * 20}" viewBox="${view}">${
        picture}</svg>`;
}
