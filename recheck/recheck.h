/* recheck: a second opinion on verdicts.
 *
 * It shares no code with Onlyway's games and solver, and not even the language.  The rules are written anew from the
 * documents, every state is stored, nothing is pruned, and counts are plain sums.  So it is slow, and short enough to
 * be read whole.  It throws no exceptions: in WebAssembly there are none. */
#ifndef ONLYWAY_RECHECK_H
#define ONLYWAY_RECHECK_H

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/* Directions in move order; a fifth key waits. */
enum { UP, RIGHT, DOWN, LEFT, WAIT };

using Label = unsigned; /* what moves and how: 8 * piece + direction; labels compare in move order */
using Path = std::vector<Label>;
using State = std::u32string; /* what can change, as numbers */
using Moves = std::vector<std::pair<Label, State>>;
using Rows = std::vector<std::string>;

/* A level of some game.  A cell is an index into `cells`, which have a frame of NULs around the text and NULs where a
 * row is short.  A symmetry is a number: 4 * reflected + quarter turns. */
struct Level {
    std::string wrong; /* why the level cannot be read: then nothing else here means anything */
    State start;
    bool hopeless = false;            /* whether there certainly is no solution */
    bool all_lengths = false;         /* whether every solution counts, not only the shortest */
    bool any_order = false;           /* whether the keys of a solution are in another order than its moves */
    bool piece_is_cell = false;       /* whether a symmetry maps the piece of a label, too */
    std::vector<unsigned> symmetries; /* those that map the level onto itself */

    /* The frame is so many times as wide as the text is long, and this much wider. */
    explicit Level(const Rows &text, size_t sides = 0, size_t more = 1);
    virtual ~Level() = default;

    virtual Moves moves(const State &state) const = 0; /* all that are legal, in move order */
    virtual bool won(const State &state) const = 0;
    /* Reads the keys of a solution; what cannot be read becomes a label that no move has. */
    virtual Path read(const std::string &keys) const;
    virtual Path image(const Path &path, unsigned symmetry) const;

  protected:
    size_t columns;
    std::string cells;

    size_t beside(size_t cell, int direction) const;
    size_t find_only(const std::string &characters); /* the only cell with one of them, or something is wrong */
    /* The cells that can be reached from one through free ones. */
    template <class Free> std::vector<bool> reach(size_t from, Free is_free) const
    {
        std::vector<bool> reached(cells.size());
        for (std::vector<size_t> open = {from}; !open.empty();) {
            size_t cell = open.back();
            open.pop_back();
            if (cell >= cells.size() || reached[cell] || !is_free(cell))
                continue;
            reached[cell] = true;
            for (int direction = UP; direction <= LEFT; direction++)
                open.push_back(beside(cell, direction));
        }
        return reached;
    }

    /* Finds which symmetries map a drawing of the level onto itself; NULs surround it. */
    void find_symmetries(const std::string &look, const std::vector<unsigned> &possible = {0, 1, 2, 3, 4, 5, 6, 7});
    size_t turn_cell(unsigned symmetry, size_t cell) const;

  private:
    size_t left, top, width, height; /* the box around what is drawn */
};

/* The rows of a game's levels have only its characters; a line that has none of the marks is a title. */
struct Game {
    const char *name, *characters, *marks;
    std::unique_ptr<Level> (*make)(const Rows &text);
};
extern const Game longcat, theseus, sokoban, snowman, snakebird, snake;

template <class Kind> std::unique_ptr<Level> make_level(const Rows &text)
{
    return std::make_unique<Kind>(text);
}

/* What the search of a whole level finds. */
struct Finding {
    bool decided = false, solvable = false;
    bool is_first = false; /* whether the keys are those of the first of the shortest solutions */
    unsigned depth = 0;
    std::string solutions = "0"; /* decimal digits */
    size_t essential = 0;        /* 0 although it is solvable: too many to tell apart */
};
Finding judge(const Level &level, const std::string &keys, size_t most_states);

#endif
