/* LongCat, Theseus and the Minotaur, Sokoban and Snowman, and Snake. */
#include "recheck/recheck.h"

#include <cctype>
#include <map>

/* A state is the head's cell, the number of slides, and for each cell whether it is open. */
struct LongCat : Level {
    explicit LongCat(const Rows &text) : Level(text)
    {
        const Cell head = find_only("C");
        if (!wrong.empty())
            return;
        /* Spaces outside a drawn wall are not cells of the level.  Without a wall, all spaces are.  What is missing at
         * the end of rows stops the cat, but connects spaces to the outside. */
        const std::vector<bool> inside =
            reach(head, [&](Cell cell) { return cells[cell] != '#' && cells[cell] != '\0'; });
        const std::vector<bool> outside = reach(0, [&](Cell cell) { return cells[cell] != '#' && !inside[cell]; });
        bool walled = true;
        for (Cell cell = 0; cell < cells.size(); cell++) {
            const Cell column = cell % columns;
            const bool edge =
                cell < 2 * columns || cell >= cells.size() - 2 * columns || column == 1 || column == columns - 2;
            walled &= !(inside[cell] && edge);
        }
        for (Cell cell = 0; cell < cells.size(); cell++) {
            if (cells[cell] == '#' || (walled && outside[cell]))
                cells[cell] = '\0';
        }
        find_symmetries(cells);
        all_lengths = true;
        won = [](const State &state) { return state.find(true, 2) == State::npos; };
        start = {head, 0};
        for (char c : cells)
            start += c == ' ';
        moves = [this](const State &state, const Visit &visit) {
            for (Label direction = UP; direction <= LEFT; direction++) {
                State after = state;
                for (Cell cell = beside(state[0], direction); after[2 + cell]; cell = beside(cell, direction))
                    after[0] = cell, after[2 + cell] = false;
                after[1]++;
                if (after[0] != state[0])
                    visit(direction, std::move(after));
            }
        };
    }
};

/* A state is Theseus' cell and the Minotaur's. */
struct Theseus : Level {
    explicit Theseus(const Rows &text) : Level(text)
    {
        find_only("E");
        start = {find_only("T"), find_only("M")};
        if (wrong.empty() && reach(0, [&](Cell cell) { return cells[cell] != '#'; })[start[0]])
            wrong = "the wall around the maze is open";
        won = [this](const State &state) { return cells[state[0]] == 'E'; };
        find_symmetries(cells, {0, 2, 4, 6}); /* no quarter turns: the Minotaur prefers to go across */
        moves = [this](const State &state, const Visit &visit) {
            /* The cell two characters away, or the same cell if a wall is in between. */
            auto step = [&](Cell cell, Label direction) {
                const Cell between = beside(cell, direction);
                return cells[between] == '#' || cells[between] == '\0' ? cell : beside(between, direction);
            };
            for (Label direction = UP; direction <= WAIT; direction++) {
                const Cell hero = step(state[0], direction);
                Cell minotaur = state[1];
                if (hero == state[0] && direction != WAIT)
                    continue;
                for (int steps = 0; steps < 2 && hero != minotaur && cells[hero] != 'E'; steps++) {
                    const Cell column = minotaur % columns, row = minotaur / columns, before = minotaur;
                    if (hero % columns != column)
                        minotaur = step(minotaur, hero % columns > column ? RIGHT : LEFT);
                    if (minotaur == before && hero / columns != row)
                        minotaur = step(minotaur, hero / columns > row ? DOWN : UP);
                }
                if (hero != minotaur)
                    visit(direction, State{hero, minotaur});
            }
        };
    }
};

/* STACK: 1 for a box in Sokoban; the sum of a cell's balls, of sizes 1, 2 and 4, in Snowman.  GOAL: also a target. */
constexpr Cell STACK = 7, SNOW = 8, GOAL = 16, WALL = 32, PLAYER = 64;

/* A state is the contents of each cell, then the player's cell: the first one that he can walk to. */
template <bool is_sokoban> struct Pushes : Level {
    Cell player;

    explicit Pushes(const Rows &text) : Level(text), player(find_only(is_sokoban ? "@+" : "#@"))
    {
        std::map<char, char32_t> meaning = {{'#', 0}, {'@', SNOW}, {'+', GOAL}, {'=', GOAL | SNOW}, {'*', SNOW}};
        if (is_sokoban)
            meaning = {{'#', WALL}, {'+', GOAL}, {'$', 1}, {'*', 1 | GOAL}, {'.', GOAL}};
        else
            meaning['\0'] = meaning[' '] = meaning['X'] = WALL;
        for (char c : cells)
            start += !is_sokoban && std::isdigit(c) ? (char32_t)(c - '0') : meaning[c];
        if (!wrong.empty())
            return;
        const std::vector<bool> floor = reach(player, [&](Cell cell) { return start[cell] != WALL; });
        if (floor[0])
            wrong = "the wall is open";
        for (Cell cell = 0; cell < cells.size() && is_sokoban; cell++) {
            hopeless |= !floor[cell] && (start[cell] & (STACK | GOAL)) == 1; /* an unreachable box on no goal */
            start[cell] = floor[cell] ? start[cell] : WALL;
        }
        start += player;
        /* Boxes must be on goals.  Stacks must be complete and, if the level has targets, on them. */
        bool goals = is_sokoban || std::any_of(start.begin(), start.end() - 1, [](Cell c) { return c & GOAL; });
        won = [goals](const State &state) {
            return std::all_of(state.begin(), state.end() - 1, [&](Cell c) {
                return (c & STACK) == 0 || ((is_sokoban || (c & STACK) == 7) && (!goals || c & GOAL));
            });
        };
        const std::vector<bool> around = walk(start);
        std::string look;
        for (Cell cell = 0; cell < cells.size(); cell++)
            look += start[cell] == WALL ? '\0' : (char)(start[cell] + 1 + (around[cell] ? PLAYER : 0));
        piece_is_cell = true;
        find_symmetries(look);
        moves = [this](const State &state, const Visit &visit) {
            State after = state;
            const std::vector<bool> reached = walk(after);
            for (Cell cell = 0; cell < cells.size(); cell++) {
                for (Label direction = UP; direction <= LEFT && state[cell] & STACK; direction++) {
                    after = state;
                    if (reached[beside(cell, (direction + 2) % 4)] && push(after, cell, direction)) {
                        walk(after);
                        visit(8 * cell + direction, after);
                    }
                }
            }
        };
        /* A lower-case letter walks, an upper-case one pushes. */
        read = [this](const std::string &keys) -> Path {
            Path path;
            State state = start;
            state.back() = player;
            for (char key : keys) {
                const Label direction = (Label)arrows.find((char)std::toupper(key));
                const Cell to = direction > LEFT ? 0 : beside(state.back(), direction);
                const bool pushes = state[to] & STACK;
                if (state[to] & WALL || pushes != (std::isupper(key) != 0) || (pushes && !push(state, to, direction)))
                    return {};
                if (pushes)
                    path.push_back(8 * to + direction);
                else
                    state.back() = to;
            }
            return path;
        };
    }

    /* Finds the cells that the player can walk to, and moves him to the first of them. */
    std::vector<bool> walk(State &state) const
    {
        auto is_free = [&](Cell cell) { return (state[cell] & (STACK | WALL)) == 0; };
        const std::vector<bool> reached = reach(state.back(), is_free);
        state.back() = (Cell)(std::find(reached.begin(), reached.end(), true) - reached.begin());
        return reached;
    }

    /* Pushes the contents of a cell from the cell behind it.  Returns whether that is possible. */
    bool push(State &state, Cell cell, Label direction) const
    {
        const Cell to = beside(cell, direction), from = beside(cell, (direction + 2) % 4);
        const unsigned stack = state[cell] & STACK, there = state[to] & STACK, ball = stack & -stack;
        const bool onto = !is_sokoban && ball == stack && ball < (there & -there);
        if (state[to] & WALL || stack == 7 || (there != 0 && !onto))
            return false;
        const bool grows = state[to] & SNOW && ball < 4;
        state[cell] &= ~ball;
        state[to] = (state[to] & ~SNOW) | (grows ? 2 * ball : ball);
        state.back() = ball == stack ? cell : from;
        return true;
    }
};

/* A state is how paths cross the frontier between the finished and the other cells, then the next open cell, or the
 * number of cells.  Side 0 of the frontier is to the left of the next cell; side n is above or below a cell of column
 * n - 1.  A side's value is the side where its path crosses the frontier again or, if no path crosses it, its own
 * number.  A move chooses where a cell's path goes on: right, down, both or neither.  The piece of its label is the
 * cell, so no two moves can swap places. */
struct Arena : Level {
    explicit Arena(const Rows &text) : Level(text)
    {
        std::replace(cells.begin(), cells.end(), '#', '\0');
        wrong = cells.find(' ') == std::string::npos ? "there is no open cell" : "";
        if (!wrong.empty())
            return;
        won = [this](const State &state) { return state.back() == cells.size(); };
        find_symmetries(cells);
        for (Cell side = 0; side <= columns; side++)
            start += side;
        start += (Cell)cells.find(' ');
        moves = [this](const State &state, const Visit &visit) {
            const Cell cell = state.back(), above = cell % columns + 1, from_left = state[0], from_above = state[above];
            const Cell next = (Cell)std::min(cells.find(' ', cell + 1), cells.size());
            for (Label choice = 0; choice <= (RIGHT | DOWN); choice++) {
                const bool right = choice & RIGHT, down = choice & DOWN;
                if ((from_left != 0) + (from_above != above) + right + down != 2 ||
                    (right && cells[beside(cell, RIGHT)] != ' ') || (down && cells[beside(cell, DOWN)] != ' ') ||
                    (from_left == above && next < cells.size())) /* the tour would leave cells out */
                    continue;
                State after = state;
                auto connect = [&](Cell one, Cell other) { after[one] = other, after[other] = one; };
                connect(0, 0);
                connect(above, above);
                if (right && down)
                    connect(0, above);
                else if (right || down)
                    connect(right ? 0 : above, from_left != 0 ? from_left : from_above);
                else if (from_left != above)
                    connect(from_left, from_above);
                after.back() = next;
                visit(8 * cell + choice, std::move(after));
            }
        };
        image = [this](Path path, unsigned symmetry) {
            std::map<Cell, Label> choices;
            for (Label label : path) {
                const Cell cell = turn_cell(symmetry, label / 8);
                choices[cell] |= 0; /* neither direction so far */
                for (Label direction : {RIGHT, DOWN}) {
                    const auto [first, second] = std::minmax({cell, turn_cell(symmetry, beside(label / 8, direction))});
                    if (label & direction)
                        choices[first] |= second == first + 1 ? RIGHT : DOWN;
                }
            }
            path.clear();
            for (const auto &[cell, choice] : choices)
                path.push_back(8 * cell + choice);
            return path;
        };
        /* The keys are the directions from the first open cell.  Any tour is accepted. */
        is_first = [this](const std::string &keys, const Path &) {
            std::string left = cells;
            Cell cell = start.back();
            for (Label direction : read(keys)) {
                cell = direction > LEFT ? 0 : beside(cell, direction);
                if (left[cell] != ' ')
                    return false;
                left[cell] = '\0';
            }
            return cell == start.back() && left.find(' ') == std::string::npos;
        };
    }
};

const Game longcat = {" #C", "#C", std::make_unique<LongCat, const Rows &>};
const Game theseus = {" #TME", "#TME", std::make_unique<Theseus, const Rows &>};
const Game sokoban = {" -_#@+$*.", "-_#@+$*.", std::make_unique<Pushes<true>, const Rows &>};
const Game snowman = {" X#@1234567+=*-", "X#@1234567+=*-", std::make_unique<Pushes<false>, const Rows &>};
const Game snake = {" #", "#", std::make_unique<Arena, const Rows &>};
