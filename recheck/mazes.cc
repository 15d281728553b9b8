/* LongCat, and Theseus and the Minotaur. */
#include "recheck/recheck.h"

/* A state is the head's cell, how many slides there were, and for each cell whether it is open. */
struct LongCat : Level {
    explicit LongCat(const Rows &text) : Level(text)
    {
        size_t head = find_only("C");
        if (!wrong.empty())
            return;
        /* Spaces around a drawn wall are no cells.  Without one, all are. */
        std::vector<bool> outside = reach(0, [&](size_t cell) { return cells[cell] != '#'; });
        for (size_t cell = 0; cell < cells.size(); cell++) {
            if (cells[cell] == '#' || (outside[cell] && !outside[head]))
                cells[cell] = '\0';
        }
        find_symmetries(cells);
        all_lengths = true;
        start = {(char32_t)head, 0};
        for (char c : cells)
            start += c == ' ';
    }

    Moves moves(const State &state) const override
    {
        Moves moves;
        for (int direction = UP; direction <= LEFT; direction++) {
            State after = state;
            for (size_t cell = beside(state[0], direction); after[2 + cell]; cell = beside(cell, direction)) {
                after[0] = (char32_t)cell;
                after[2 + cell] = false;
            }
            after[1]++;
            if (after[0] != state[0])
                moves.emplace_back(direction, after);
        }
        return moves;
    }

    bool won(const State &state) const override
    {
        return state.find(true, 2) == State::npos;
    }
};

/* A state is Theseus' cell and the Minotaur's. */
struct Theseus : Level {
    explicit Theseus(const Rows &text) : Level(text)
    {
        find_only("E");
        start = {(char32_t)find_only("T"), (char32_t)find_only("M")};
        if (wrong.empty() && reach(0, [&](size_t cell) { return cells[cell] != '#'; })[start[0]])
            wrong = "the wall around the maze is open";
        find_symmetries(cells, {0, 2, 4, 6}); /* he prefers to go across: no quarter turns */
    }

    Moves moves(const State &state) const override
    {
        Moves moves;
        for (int direction = UP; direction <= WAIT; direction++) {
            size_t hero = step(state[0], direction), minotaur = state[1];
            if (hero == state[0] && direction != WAIT)
                continue;
            for (int steps = 0; steps < 2 && hero != minotaur && cells[hero] != 'E'; steps++) {
                size_t column = minotaur % columns, row = minotaur / columns, next = minotaur;
                if (hero % columns != column)
                    next = step(minotaur, hero % columns > column ? RIGHT : LEFT);
                if (next == minotaur && hero / columns != row)
                    next = step(minotaur, hero / columns > row ? DOWN : UP);
                minotaur = next;
            }
            if (hero != minotaur)
                moves.emplace_back(direction, State{(char32_t)hero, (char32_t)minotaur});
        }
        return moves;
    }

    bool won(const State &state) const override
    {
        return cells[state[0]] == 'E';
    }

    /* The cell two characters on, or the same one if a wall is in between. */
    size_t step(size_t cell, int direction) const
    {
        size_t between = beside(cell, direction);
        return cells[between] == '#' || cells[between] == '\0' ? cell : beside(between, direction);
    }
};

const Game longcat = {"longcat", " #C", "#C", make_level<LongCat>};
const Game theseus = {"theseus", " #TME", "#TME", make_level<Theseus>};
