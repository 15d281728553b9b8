// The classic game of Snake on an arena: its clock, keys and messages.  The engine implements the game itself.

const ARCADE = Object.freeze({MOVED: 0, ATE: 1, WON: 2, CRASHED: 3});
const ARCADE_DELAYS = [1000, 600, 400, 250, 160, 110, 80]; // milliseconds between moves, slowest speed first
const FIRST_DELAY = 3;

class Arcade {
    // `tell` is called with each message.
    constructor(player, store, tell) {
        Object.assign(this, {player, store, tell});
        this.on = false;
        this.delay = FIRST_DELAY;
        this.timer = 0;
    }

    start(level) {
        this.level = level;
        this.on = this.begin();
        $('arcade').hidden = !this.on;
        $('controls').classList.toggle('arcade', this.on);
        if (this.on)
            this.tell('Press a direction to begin.');
    }

    leave() {
        clearTimeout(this.timer);
        this.on = false;
        this.player.engine.c.arcade_end();
        $('arcade').hidden = true;
        $('controls').classList.remove('arcade');
        this.player.marks.replaceChildren();
        this.player.paint(1);
    }

    // Starts a new game.  Returns false if the level is not an arena or memory runs out.
    begin() {
        clearTimeout(this.timer);
        Object.assign(this, {heading: null, paused: false, over: false});
        if (!this.player.engine.c.arcade_start(Math.floor(Math.random() * 2 ** 31)))
            return false;
        this.show();
        return true;
    }

    get best() {
        const best = this.store.get(`arcade:${this.level.id}`, 0);
        return Number.isInteger(best) ? best : 0;
    }

    // Turns the snake.  The first direction starts the clock; during a pause, each direction makes one step.
    steer(key) {
        if (this.over || key > ARROWS.LEFT || this.player.engine.c.arcade_backwards(key))
            return;
        const begins = this.heading === null;
        this.heading = key;
        if (begins || this.paused)
            this.move();
    }

    toggle() {
        if (this.over) {
            this.begin();
            return;
        }
        this.paused = !this.paused;
        this.tell(this.paused ? 'Paused; arrows make single steps.' : 'On it goes.');
        this.show();
        this.wait();
    }

    faster(by) {
        this.delay = Math.max(0, Math.min(ARCADE_DELAYS.length - 1, this.delay + by));
        this.tell(`Speed ${this.delay + 1} of ${ARCADE_DELAYS.length}.`);
        this.show();
    }

    wait() {
        clearTimeout(this.timer);
        if (!this.paused && !this.over && this.heading !== null)
            this.timer = setTimeout(() => this.move(), ARCADE_DELAYS[this.delay]);
    }

    move() {
        const {engine} = this.player, came = engine.c.arcade_move(this.heading);
        this.over = came === ARCADE.WON || came === ARCADE.CRASHED;
        const [count] = engine.ask('arcade_counts').split(' ').map(Number), points = counted(count, 'point');
        if (this.over)
            this.store.set(`arcade:${this.level.id}`, Math.max(count, this.best));
        if (came === ARCADE.ATE)
            this.tell(`${points}. ${this.whereFood()}`);
        else if (this.over)
            this.tell(`${came === ARCADE.WON ? 'Won: the arena is full!' : 'Crashed!'} ${points}.`);
        else if (this.paused)
            this.tell(this.whereFood());
        this.show();
        this.wait();
    }

    // Returns where the food is relative to the head, as in "Food 3 up, 2 left.", or '' without food.
    whereFood() {
        const {engine} = this.player, head = engine.point('arcade_head'), food = engine.point('arcade_food');
        if (food === null)
            return '';
        const part = (way, back, forth) => way !== 0 && `${Math.abs(way)} ${way < 0 ? back : forth}`;
        const parts = [part(food.y - head.y, 'up', 'down'), part(food.x - head.x, 'left', 'right')];
        return `Food ${joined(parts, ', ')}.`;
    }

    show() {
        const {player} = this, {engine} = player, food = engine.point('arcade_food');
        const [points, length, cells] = engine.ask('arcade_counts').split(' ');
        player.pieces.innerHTML = engine.ask('arcade_picture');
        player.zoom.follow(engine.point('arcade_head'));
        player.marks.replaceChildren(...food === null ? [] : [
            svgElement('circle', {cx: food.x, cy: food.y + 0.05, r: 0.27, class: 'food'}),
            svgElement('path', {d: `M${food.x} ${food.y - 0.2}q.02-.2.2-.22`, class: 'stalk'})
        ]);
        $('counter').textContent = `points ${points} · length ${length} of ${cells} · best ${this.best}`;
        $('arcade-pause').textContent = this.over ? 'New game' : this.paused ? 'Go on' : 'Pause';
    }
}
