// What keys, buttons, swipes and taps do on the page.
'use strict';

class Controls {
    constructor(page) {
        this.page = page;
        this.actions = this.makeActions();
    }

    // Returns all actions of keys and buttons.
    makeActions() {
        const {page} = this, {player, playback, arcade} = page, nothing = () => {};
        // Returns an action that acts on the classic game, on the playback or on the level, whichever is on.
        const choice = (onArcade, onPlayback, onLevel) => argument => {
            const act = arcade.on ? onArcade : playback.on ? onPlayback : onLevel;
            return act(argument);
        };
        const inPlay = action => choice(nothing, nothing, action);
        return {
            press: choice(key => arcade.steer(key), key => this.steer(key), key => player.press(key)),
            space: choice(() => arcade.toggle(), () => playback.toggle(), () => this.nextPiece()),
            act: inPlay(() => this.act()),
            escape: () => arcade.on ? page.leaveArcade() : page.leavePlayback(),
            arcade: inPlay(() => page.startArcade()),
            faster: choice(() => arcade.faster(1), () => playback.faster(1), () => player.zoom.step(1)),
            slower: choice(() => arcade.faster(-1), () => playback.faster(-1), () => player.zoom.step(-1)),
            fit: () => player.zoom.fit(),
            accept: () => $('action').hidden ? undefined : $('action').click(),
            undo: inPlay(() => player.undo(player.sinceOwn)),
            redo: inPlay(() => player.redo()),
            restart: choice(() => arcade.begin(), nothing, () => player.restart()),
            hint: inPlay(() => page.advice.ask()),
            solution: choice(nothing, () => page.leavePlayback(), () => page.showSolution()),
            next: () => page.openLevel(page.index + 1),
            previous: () => page.openLevel(page.index - 1),
            list: () => page.list.open(page.index),
            unsolved: () => page.openUnsolved(),
            share: inPlay(() => page.openShare()),
            help: () => $('help').showModal(),
            edit: () => page.edit(),
        };
    }

    steer(key) {
        const {playback} = this.page;
        if (key === ARROWS.RIGHT)
            playback.step();
        else if (key === ARROWS.LEFT)
            playback.back();
    }

    nextPiece() {
        const {engine, player} = this.page, key = engine.c.next_piece();
        if (key >= 0)
            player.press(key);
        else
            this.act();
    }

    act() {
        const {about, player} = this.page;
        if (about.action)
            player.press(ACTION);
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
        const {page, actions} = this, {playback} = page;
        listenToPointers(document.documentElement);
        onClick({
            previous: actions.previous,
            next: actions.next,
            restart: actions.restart,
            hint: actions.hint,
            solution: actions.solution,
            piece: actions.space,
            act: actions.act,
            'open-list': actions.list,
            'open-help': actions.help,
            'open-new': () => page.makeNew(),
            'open-editor': () => page.editor.isOpen ? undefined : actions.edit(),
            'open-settings': () => page.settings.open(),
            forget: () => page.forget(),
            'open-share': () =>
                page.editor.isOpen ? page.share.open({...page.editor.level, name: OWN_NAME}) : actions.share(),
            'open-rules': () => page.showRules(),
            unsolved: () => page.leaveList(),
            'open-arcade': actions.arcade,
            'arcade-pause': () => page.arcade.toggle(),
            'arcade-faster': actions.faster,
            'arcade-slower': actions.slower,
            'arcade-close': actions.escape,
            'play-best': () => page.playBest(),
            'save-progress': () => page.saveProgress(),
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
        $('read-progress').onchange = ({target}) => page.readProgress(target.files[0]);
        page.player.zoom.abandon = listenToSwipes($('stage'), actions.press, (x, y) => this.tap(x, y));
        for (const dialog of document.querySelectorAll('dialog'))
            dialog.addEventListener('close', () => this.returnFocus(dialog));
        document.addEventListener('mousedown', event => {
            if (event.target.closest('button') && !event.target.closest('dialog'))
                event.preventDefault(); // keeps the focus, so that keys keep their meaning
        });
    }

    // Focuses the board when a dialog closes and would leave nothing focused, so that keys play.
    returnFocus(dialog) {
        const {activeElement} = document, {editor} = this.page;
        if (!editor.isOpen && (activeElement === document.body || dialog.contains(activeElement)))
            $('board').focus({preventScroll: true});
    }
}
