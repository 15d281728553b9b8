/* recheck: a second opinion on verdicts.  It shares neither code nor language with Onlyway's games and solver.  It
 * implements the rules independently, from the documents, stores every state, prunes nothing, and counts by plain sums.
 * So it is slow, but short enough to read as a whole.  It throws no exceptions, because WebAssembly has none. */
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/* Directions in move order; a fifth key waits. */
enum : unsigned { UP, RIGHT, DOWN, LEFT, WAIT };

using Cell = char32_t;        /* an index into a level's cells */
using Label = unsigned;       /* a move: 8 * piece + direction; the order of labels is the move order */
using State = std::u32string; /* the changeable parts, as numbers */
using Path = std::vector<Label>;
using Visit = std::function<void(Label, State)>;
using Rows = std::vector<std::string>;

/* A level of some game.  Its cells have a frame of NULs around the text and NULs where a row is short.  A symmetry is a
 * number: 4 * reflected + quarter turns. */
struct Level {
    std::string cells;
    Cell columns, middle_x, middle_y;    /* middle of the drawing, in half cells */
    std::string heads, arrows = "URDLW"; /* keys that choose a piece, and keys of directions */
    std::string wrong;                   /* why the level is unreadable; the other members are then invalid */
    State start;
    std::function<void(const State &, const Visit &)> moves; /* visits all legal moves in move order */
    std::function<bool(const State &)> won;
    bool hopeless = false;            /* whether the level certainly has no solution */
    bool all_lengths = false;         /* whether every solution counts, not only the shortest */
    bool piece_is_cell = false;       /* whether a symmetry maps the piece of a label, too */
    std::vector<unsigned> symmetries; /* the symmetries that map the level onto itself */

    virtual ~Level() = default;
    /* The frame's width is `sides` times the longer side of the text, plus `more`. */
    explicit Level(const Rows &text, size_t sides = 0, size_t more = 1)
    {
        size_t longest = 0;
        for (const std::string &row : text)
            longest = std::max(longest, row.size());
        const size_t frame = sides * std::max(longest, text.size()) + more;
        columns = (Cell)(longest + 2 * frame);
        cells.assign(columns * (text.size() + 2 * frame), '\0');
        for (size_t row = 0; row < text.size(); row++)
            cells.replace((row + frame) * columns + frame, text[row].size(), text[row]);
    }

    /* Reads the keys of a solution.  An unreadable key becomes a label that no move has. */
    std::function<Path(const std::string &)> read = [this](const std::string &keys) {
        Path path;
        size_t piece = 0;
        for (char key : keys) {
            if (heads.find(key) != std::string::npos)
                piece = heads.find(key);
            else
                path.push_back((Label)(8 * piece + arrows.find(key)));
        }
        return path;
    };

    /* Whether `keys` are those of the first shortest solution, `first`. */
    std::function<bool(const std::string &, const Path &)> is_first =
        [this](const std::string &keys, const Path &first) { return read(keys) == first; };

    std::function<Path(Path, unsigned)> image = [this](Path path, unsigned symmetry) {
        for (Label &label : path) {
            const Label piece = piece_is_cell ? turn_cell(symmetry, label / 8) : label / 8, direction = label % 8;
            const Label turned = (symmetry & 4 ? 4 - direction : direction) + symmetry;
            label = 8 * piece + (direction == WAIT ? WAIT : turned % 4);
        }
        return path;
    };

    Cell beside(Cell cell, Label direction) const
    {
        const Cell all[] = {cell - columns, cell + 1, cell + columns, cell - 1, cell};
        return all[direction];
    }

    /* The only cell with one of the characters; otherwise sets `wrong`. */
    Cell find_only(const std::string &characters)
    {
        const size_t first = cells.find_first_of(characters);
        if (first == std::string::npos || first != cells.find_last_of(characters))
            wrong = "there is not exactly one of: " + characters;
        return (Cell)first;
    }

    /* The cells that can be reached from a cell through free cells. */
    template <class Free> std::vector<bool> reach(Cell from, Free is_free) const
    {
        std::vector<bool> reached(cells.size());
        for (std::vector<Cell> open = {from}; !open.empty();) {
            const Cell cell = open.back();
            open.pop_back();
            if (cell >= cells.size() || reached[cell] || !is_free(cell))
                continue;
            reached[cell] = true;
            for (Label direction = UP; direction <= LEFT; direction++)
                open.push_back(beside(cell, direction));
        }
        return reached;
    }

    /* Finds the symmetries that map a drawing of the level onto itself.  The drawing is surrounded by NULs. */
    void find_symmetries(const std::string &look, const std::vector<unsigned> &possible = {0, 1, 2, 3, 4, 5, 6, 7})
    {
        std::vector<Cell> drawn;
        for (Cell cell = 0; cell < look.size(); cell++) {
            if (look[cell] != '\0')
                drawn.push_back(cell);
        }
        const Cell top = drawn.front() / columns, bottom = drawn.back() / columns;
        auto is_left = [&](Cell one, Cell other) { return one % columns < other % columns; };
        const auto [left, right] = std::minmax_element(drawn.begin(), drawn.end(), is_left);
        middle_x = *left % columns + *right % columns, middle_y = top + bottom;
        const bool is_square = *right % columns - *left % columns == bottom - top;
        for (unsigned symmetry : possible) {
            auto is_same = [&](Cell cell) { return look[cell] == look[turn_cell(symmetry, cell)]; };
            if ((is_square || symmetry % 2 == 0) && std::all_of(drawn.begin(), drawn.end(), is_same))
                symmetries.push_back(symmetry);
        }
    }

    Cell turn_cell(unsigned symmetry, Cell cell) const
    {
        Cell x = 2 * (cell % columns) - middle_x, y = 2 * (cell / columns) - middle_y;
        if (symmetry & 4)
            x = -x;
        for (unsigned turns = symmetry % 4; turns > 0; turns--)
            y = std::exchange(x, -y);
        return (y + middle_y) / 2 * columns + (x + middle_x) / 2;
    }
};

/* A row of a game's level has only the game's characters.  A line without any of the marks is a title. */
struct Game {
    const char *characters, *marks;
    std::function<std::unique_ptr<Level>(const Rows &text)> make;
};
extern const Game longcat, theseus, sokoban, snowman, snakebird, snake;

/* The result of the search of a whole level. */
struct Finding {
    const char *open = nullptr; /* why the result is unknown, or null */
    bool is_first = false;      /* whether the keys are those of the first shortest solution */
    unsigned depth = 0;
    std::string solutions = "0"; /* decimal digits */
    size_t essential = 0;        /* 0 if the level has no solution */
};
Finding judge(const Level &level, const std::string &keys, size_t most_states);
