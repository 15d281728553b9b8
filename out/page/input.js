// What keys, buttons, swipes and taps do on the page.

const ARROWS = Object.freeze({UP: 0, RIGHT: 1, DOWN: 2, LEFT: 3});
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
    ...[0, 1, 2, 3].map(n => [['press', FIRST_PIECE + n], String(n + 1)]),
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
    let {key} = event;
    const lower = key.toLowerCase();
    if (event.getModifierState('CapsLock') && key.length === 1)
        key = key === lower ? key.toUpperCase() : lower;
    return KEYBOARD.get(key) ?? KEYBOARD.get(lower);
}

function listenToKeys(actions) {
    document.addEventListener('keydown', event => {
        const action = actionOf(event), {target, key} = event;
        if (action === undefined || document.querySelector('dialog[open], #editor:not([hidden])'))
            return;
        // The focused element itself may use the key.
        if (target.matches('input, select, textarea')
                ? target.checkVisibility() // false: its dialog was closed just now
                : (key === ' ' || key === 'Enter') ? target.matches('button, summary')
                                                   : target.id === 'description' && key.startsWith('Arrow'))
            return;
        event.preventDefault();
        const [name, argument] = action;
        if (!event.repeat || name === 'press' || name === 'undo' || name === 'redo')
            actions[name](argument);
    });
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

class Controls {
    constructor(page) {
        const {engine, player, playback, arcade} = page, nothing = () => {};
        this.page = page;
        // Returns an action that acts on the classic game, on the playback or on the level, whichever is on.
        const choice = (onArcade, onPlayback, onLevel) => argument => {
            const act = arcade.on ? onArcade : playback.on ? onPlayback : onLevel;
            return act(argument);
        };
        const inPlay = action => choice(nothing, nothing, action);
        const steer = key => key === ARROWS.RIGHT ? playback.step() : key === ARROWS.LEFT ? playback.back() : undefined;
        const act = () => page.about.action && player.press(ACTION);
        const takeNext = () => engine.c.next_piece() >= 0 ? player.press(engine.c.next_piece()) : act();
        // All actions of keys and buttons.
        this.actions = {
            press: choice(key => arcade.steer(key), steer, key => player.press(key)),
            space: choice(() => arcade.toggle(), () => playback.toggle(), takeNext),
            act: inPlay(act),
            escape: () => arcade.on ? page.leaveArcade() : page.leavePlayback(),
            arcade: inPlay(() => {
                if (!engine.c.is_arcade())
                    return;
                player.stopMoving();
                page.advice.leave();
                page.timer.stop();
                arcade.start(page.level);
            }),
            faster: choice(() => arcade.faster(1), () => playback.faster(1), () => player.zoom.step(1)),
            slower: choice(() => arcade.faster(-1), () => playback.faster(-1), () => player.zoom.step(-1)),
            fit: () => player.zoom.fit(),
            accept: () => $('action').hidden ? undefined : $('action').click(),
            // Undoes the player's last own key press and all since.
            undo:
                inPlay(() => player.undo(player.made - Math.max(0, player.presses.findLastIndex(key => key !== TICK)))),
            redo: inPlay(() => player.redo()),
            restart: choice(() => arcade.begin(), nothing, () => player.restart()),
            hint: inPlay(() => page.advice.ask()),
            solution: choice(
                nothing, () => page.leavePlayback(),
                () => {
                    if (!page.level.solution)
                        return;
                    page.help();
                    page.startPlayback(engine.route(page.level.solution));
                }),
            next: () => page.openLevel(page.index + 1),
            previous: () => page.openLevel(page.index - 1),
            list: () => page.list.open(page.index),
            unsolved: () => page.openUnsolved(),
            share: inPlay(() => page.openShare()),
            help: () => $('help').showModal(),
            edit: () => page.edit(),
        };
    }

    // Handles a tap at a point of the window; see Guide.
    tap(x, y) {
        const {page} = this;
        if (page.playback.on || page.arcade.on || page.player.solved)
            return;
        const place = new DOMPoint(x, y).matrixTransform($('board').getScreenCTM().inverse());
        const said = page.guide.tap(place);
        if (said !== undefined)
            page.sayAndTell(said);
    }

    listen() {
        const {page, actions} = this, {playback} = page, {classList} = document.documentElement;
        // Tells the style sheet how the user navigates: a frame marks the focus for keys, not for a pointer.
        addEventListener('pointerdown', () => classList.add('pointed'), true);
        addEventListener('keydown', ({key}) => key === 'Tab' && classList.remove('pointed'), true);
        for (const name of ['previous', 'next', 'restart', 'hint', 'solution', 'act'])
            onClick({[name]: actions[name]});
        onClick({
            piece: actions.space,
            'open-list': actions.list,
            'open-help': actions.help,
            'open-new': () => page.makeNew(),
            'open-editor': () => page.editor.isOpen ? undefined : actions.edit(),
            'open-settings': () => page.settings.open(),
            forget: () => page.forget(),
            'open-share': () =>
                page.editor.isOpen ? page.share.open({...page.editor.level, name: OWN_NAME}) : actions.share(),
            'open-rules': () => {
                $('help').close();
                page.rules.open(page.level);
            },
            unsolved: () => {
                $('list').close();
                page.openUnsolved();
                $('board').focus({preventScroll: true});
            },
            'open-arcade': actions.arcade,
            'arcade-pause': () => page.arcade.toggle(),
            'arcade-faster': actions.faster,
            'arcade-slower': actions.slower,
            'arcade-close': actions.escape,
            'play-best': () => {
                $('share').close();
                page.startPlayback(page.store.level(page.level).bestKeys);
            },
            'save-progress': () => {
                saveFile('onlyway-progress.json', progressText(page.store));
                $('storage').textContent = 'Saved.';
            },
            'step-back': () => playback.back(),
            pause: () => playback.toggle(),
            step: () => playback.step(),
            stop: () => page.leavePlayback(),
            'play-faster': actions.faster,
            'play-slower': actions.slower,
        });
        for (const key of Object.values(ARROWS))
            listenWhileHeld($(`key${key}`), () => actions.press(key));
        for (const name of ['undo', 'redo'])
            listenWhileHeld($(name), actions[name]);
        listenToKeys(actions);
        $('read-progress').onchange = async ({target}) => {
            const added = addProgress(page.store, await target.files[0].text());
            $('storage').textContent =
                added < 0 ? 'This file contains no progress.' : `Loaded progress in ${added} levels.`;
            page.update();
        };
        page.player.zoom.abandon = listenToSwipes($('stage'), actions.press, (x, y) => this.tap(x, y));
        // Focuses the board when a dialog closes and would leave nothing focused, so that keys play.
        for (const dialog of document.querySelectorAll('dialog'))
            dialog.addEventListener('close', () => {
                const {activeElement} = document;
                if (!page.editor.isOpen && (activeElement === document.body || dialog.contains(activeElement)))
                    $('board').focus({preventScroll: true});
            });
        document.addEventListener('mousedown', event => {
            if (event.target.closest('button') && !event.target.closest('dialog'))
                event.preventDefault(); // keeps the focus, so that keys keep their meaning
        });
    }
}
