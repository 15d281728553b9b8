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

// The actions of the keyboard's keys.
const KEYBOARD = new Map([
    // an action's name and argument, and its keys
    [['press', ARROWS.UP], 'ArrowUp', 'w', 'k'],
    [['press', ARROWS.RIGHT], 'ArrowRight', 'd', 'l'],
    [['press', ARROWS.DOWN], 'ArrowDown', 's', 'j'],
    [['press', ARROWS.LEFT], 'ArrowLeft', 'a', 'h'],
    [['press', FIRST_PIECE], '1'],
    [['press', FIRST_PIECE + 1], '2'],
    [['press', FIRST_PIECE + 2], '3'],
    [['press', FIRST_PIECE + 3], '4'],
    [['space'], ' '],
    [['act'], 'x'],
    [['undo'], 'u', 'z', 'Backspace'],
    [['redo'], 'y'],
    [['restart'], 'r'],
    [['hint'], 'i', 'H'],
    [['solution'], 'v'],
    [['next'], 'n'],
    [['previous'], 'p'],
    [['list'], 'm', 'L'],
    [['unsolved'], 'f'],
    [['edit'], 'e'],
    [['share'], 'c'],
    [['arcade'], 'g'],
    [['faster'], '+', '='],
    [['slower'], '-'],
    [['fit'], '0'],
    [['help'], '?'],
    [['escape'], 'Escape'],
    [['accept'], 'Enter'],
].flatMap(([action, ...keys]) => keys.map(key => [key, action])));

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
    return KEYBOARD.get(key) ?? KEYBOARD.get(key.toLowerCase());
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
