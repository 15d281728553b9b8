// The hint worker: replays the level in an engine of its own and searches there for a hint, so that the page stays
// responsive.
'use strict';

let engine = null;
let level = null; // the id of the loaded level; the engine remembers its findings about that level

onmessage = async ({data}) => {
    try {
        engine = engine || await Engine.open(data.wasm);
        if (level !== data.level.id)
            engine.loadKnown(data.level);
        level = data.level.id;
        engine.replay(data.keys);
        postMessage({hint: engine.hint(data.seconds, data.states)});
    } catch (error) {
        postMessage({error: String(error)});
    }
};
