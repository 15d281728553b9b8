/* Snake: closed tours through all open cells of an arena, built row by row. */
#include "recheck/recheck.h"

#include <map>

/* A state is the next open cell, or the number of cells, and how paths cross the frontier between the cells done and
 * those to come.  Its side 0 is to the left of the next cell; the others are below or above a cell of each column.  A
 * side has the side where its path crosses the frontier again or, if no path crosses it, its own number.  A move
 * chooses where a cell's path goes on: to the right, down, both or neither.  Its label has the cell as its piece, so
 * no two moves can change places. */
struct Arena : Level {
    explicit Arena(const Rows &text) : Level(text)
    {
        std::replace(cells.begin(), cells.end(), '#', '\0');
        any_order = true;
        find_symmetries(cells);
        start = State(1, (char32_t)cells.find(' '));
        for (size_t side = 0; side <= columns; side++)
            start += (char32_t)side;
    }

    Moves moves(const State &state) const override
    {
        Moves moves;
        for (Label choice = 0; choice <= (RIGHT | DOWN); choice++) {
            State after = state;
            if (go_on(after, choice & RIGHT, choice & DOWN))
                moves.emplace_back(8 * state[0] + choice, after);
        }
        return moves;
    }

    bool won(const State &state) const override
    {
        return state[0] == cells.size();
    }

    Path image(const Path &path, unsigned symmetry) const override
    {
        std::map<size_t, Label> choices;
        for (Label label : path) {
            for (int direction : {RIGHT, DOWN}) {
                if (label & (Label)direction)
                    join(choices, turn_cell(symmetry, label / 8), turn_cell(symmetry, beside(label / 8, direction)));
            }
        }
        return path_of(choices);
    }

    /* The directions from the first open cell. */
    Path read(const std::string &keys) const override
    {
        std::map<size_t, Label> choices;
        size_t cell = start[0];
        for (Label direction : Level::read(keys)) {
            size_t next = direction > LEFT ? 0 : beside(cell, (int)direction);
            if (cells[next] != ' ')
                return {};
            join(choices, cell, next);
            cell = next;
        }
        Path path = path_of(choices);
        return path.size() == keys.size() ? path : Path(); /* else it goes somewhere twice */
    }

  private:
    /* Lets a path cross the side between two cells. */
    static void join(std::map<size_t, Label> &choices, size_t one, size_t other)
    {
        size_t earlier = std::min(one, other);
        choices[earlier] |= std::max(one, other) == earlier + 1 ? RIGHT : DOWN;
    }

    Path path_of(std::map<size_t, Label> &choices) const
    {
        Path path;
        for (size_t cell = start[0]; cell < cells.size(); cell = cells.find(' ', cell + 1))
            path.push_back((Label)(8 * cell) + choices[cell]);
        return path;
    }

    bool go_on(State &state, bool right, bool down) const
    {
        size_t cell = state[0], next = std::min(cells.find(' ', cell + 1), cells.size());
        State paths = state.substr(1);
        char32_t above = (char32_t)(cell % columns + 1), from_left = paths[0], from_above = paths[above];
        if ((from_left != 0) + (from_above != above) + right + down != 2 ||
            (right && cells[beside(cell, RIGHT)] != ' ') || (down && cells[beside(cell, DOWN)] != ' '))
            return false;
        if (from_left == above && next < cells.size())
            return false; /* a tour that leaves cells out */
        paths[0] = 0;
        paths[above] = above;
        auto connect = [&](char32_t one, char32_t other) { paths[one] = other, paths[other] = one; };
        if (right && down)
            connect(0, above);
        else if (right || down)
            connect(right ? 0 : above, from_left != 0 ? from_left : from_above);
        else if (from_left != above)
            connect(from_left, from_above);
        state = State(1, (char32_t)next) + paths;
        return true;
    }
};

const Game snake = {"snake", " #", "#", make_level<Arena>};
