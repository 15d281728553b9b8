// Keys, swipes and arrow buttons: all of them press the engine's keys.
'use strict';

const ARROWS = {
    UP: 0,
    RIGHT: 1,
    DOWN: 2,
    LEFT: 3
};
const FIRST_PIECE = 4;   // the key that chooses the first piece
const ACTION = 128;      // the key that is neither a direction nor the choice of a piece
const TICK = 129;        // the key that the clock presses, in games with one
const SWIPE_LENGTH = 24; // pixels
const HOLD_TIME = 350;   // milliseconds until a held finger repeats
const REPEAT_TIME = 130;

// The actions of the keyboard's keys: each action's name and argument.
const KEYBOARD = {
    ArrowUp: ['press', 0],
    w: ['press', 0],
    k: ['press', 0],
    ArrowRight: ['press', 1],
    d: ['press', 1],
    l: ['press', 1],
    ArrowDown: ['press', 2],
    s: ['press', 2],
    j: ['press', 2],
    ArrowLeft: ['press', 3],
    a: ['press', 3],
    h: ['press', 3],
    1: ['press', FIRST_PIECE],
    2: ['press', FIRST_PIECE + 1],
    3: ['press', FIRST_PIECE + 2],
    4: ['press', FIRST_PIECE + 3],
    ' ': ['space'],
    x: ['act'],
    u: ['undo'],
    z: ['undo'],
    Backspace: ['undo'],
    y: ['redo'],
    r: ['restart'],
    i: ['hint'],
    H: ['hint'],
    v: ['solution'],
    n: ['next'],
    p: ['previous'],
    m: ['list'],
    0: ['fit'],
    L: ['list'],
    e: ['edit'],
    f: ['unsolved'],
    c: ['share'],
    g: ['arcade'],
    '+': ['faster'],
    '=': ['faster'],
    '-': ['slower'],
    '?': ['help'],
    Escape: ['escape'],
    Enter: ['accept'],
};

function actionOf(event) {
    if (event.altKey || event.isComposing)
        return undefined;
    if (event.ctrlKey || event.metaKey) {
        const key = event.key.toLowerCase();
        const redo = key === 'y' || (key === 'z' && event.shiftKey);
        return redo ? ['redo'] : key === 'z' ? ['undo'] : undefined;
    }
    const capsLock = event.getModifierState('CapsLock');
    const key = capsLock && event.key.length === 1 ? swapCase(event.key) : event.key;
    return KEYBOARD[key] ?? KEYBOARD[key.toLowerCase()];
}

function swapCase(letter) {
    return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

// Returns whether the focused element itself uses a key.
function belongsToFocus(event) {
    const {target} = event;
    if (target.matches('input, select, textarea'))
        return target.checkVisibility(); // it may be in a dialog that was closed just now
    const activates = event.key === ' ' || event.key === 'Enter';
    if (activates && target.matches('button, summary'))
        return true;
    return target.id === 'description' && event.key.startsWith('Arrow');
}

function listenToKeys(actions) {
    document.addEventListener('keydown', event => {
        const action = actionOf(event);
        if (action === undefined || document.querySelector('dialog[open], #editor:not([hidden])') ||
            belongsToFocus(event))
            return;
        event.preventDefault();
        const [name, argument] = action;
        if (!event.repeat || name === 'press' || name === 'undo' || name === 'redo')
            actions[name](argument);
    });
}

// Tells the style sheet how the user navigates: a frame marks the focus for keys, not for a pointer.
function listenToPointers(root) {
    addEventListener('pointerdown', () => root.classList.add('pointed'), true);
    addEventListener('keydown', event => {
        if (event.key === 'Tab')
            root.classList.remove('pointed');
    }, true);
}

// Presses a key at once, then repeatedly until it stops.
class Repeater {
    constructor(press) {
        this.press = press;
        this.timer = 0;
    }

    start(key) {
        this.stop();
        this.press(key);
        this.timer = setTimeout(() => {
            this.timer = setInterval(() => this.press(key), REPEAT_TIME);
        }, HOLD_TIME);
    }

    stop() {
        clearTimeout(this.timer);
        clearInterval(this.timer);
    }
}

function swipeDirection(x, y) {
    if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE_LENGTH)
        return null;
    if (Math.abs(x) > Math.abs(y))
        return x > 0 ? ARROWS.RIGHT : ARROWS.LEFT;
    return y > 0 ? ARROWS.DOWN : ARROWS.UP;
}

// Makes swipes press keys and taps call `tap`.  A swipe presses its key once, and repeatedly while the finger stays
// down.  Returns a function that abandons the current touch.
function listenToSwipes(stage, press, tap) {
    const repeater = new Repeater(press);
    let from = null, direction = null;
    const end = () => {
        repeater.stop();
        from = direction = null;
    };
    stage.addEventListener('pointerdown', event => {
        end();
        if (event.isPrimary) {
            from = event;
            stage.setPointerCapture(event.pointerId);
        }
    });
    stage.addEventListener('pointermove', event => {
        if (from === null || event.pointerId !== from.pointerId)
            return;
        const turned = swipeDirection(event.clientX - from.clientX, event.clientY - from.clientY);
        if (turned === null)
            return;
        from = event;
        if (turned !== direction)
            repeater.start(direction = turned);
    });
    stage.addEventListener('pointerup', event => {
        if (from !== null && direction === null)
            tap(event.clientX, event.clientY);
        end();
    });
    for (const name of ['pointercancel', 'lostpointercapture'])
        stage.addEventListener(name, end);
    addEventListener('blur', end);
    return end;
}

// Makes a button act as soon as it is pressed, and repeatedly until it is released.
function listenWhileHeld(button, action) {
    const repeater = new Repeater(action);
    button.addEventListener('pointerdown', event => {
        if (event.button === 0)
            repeater.start();
    });
    for (const name of ['pointerup', 'pointercancel', 'pointerleave'])
        button.addEventListener(name, () => repeater.stop());
    button.addEventListener('click', event => {
        if (event.detail === 0) // from the keyboard
            action();
    });
    button.addEventListener('contextmenu', event => event.preventDefault());
    addEventListener('blur', () => repeater.stop());
}
