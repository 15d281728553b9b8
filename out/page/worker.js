// The worker: plays the same level in an engine of its own and searches there for a hint, so that the
// page does not stand still meanwhile.
'use strict';

let engine = null;
let level = null; // that is loaded; the engine remembers what it found out about it

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
