/* recheck: a second opinion on verdicts.
 *
 * It shares no code with Onlyway's games and solver, and not even the language.  The rules are written anew from the
 * documents, every state is stored, nothing is pruned, and counts are plain sums.  So it is slow, and short enough to
 * be read whole.
 *
 * It throws no exceptions: in WebAssembly there are none. */
#ifndef ONLYWAY_RECHECK_H
#define ONLYWAY_RECHECK_H

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace recheck
{

/* Directions in move order; a fifth key waits. */
enum { UP, RIGHT, DOWN, LEFT, WAIT };

/* What moves and how: 8 * piece + direction.  Labels compare in move order. */
using Label = unsigned;
using State = std::u32string; /* what can change, as numbers */
using Moves = std::vector<std::pair<Label, State>>;

/* One level of some game.  A symmetry is a number: 4 * reflected + quarter turns. */
class Level
{
  public:
    Level(const std::vector<std::string> &rows, char outside);
    virtual ~Level() = default;
    virtual Moves expand(const State &state) const = 0; /* all legal moves, in move order */
    virtual bool solved(const State &state) const = 0;
    /* Reads the keys of a solution; an impossible key becomes a label that no move has. */
    virtual std::vector<Label> read(const std::string &keys) const;
    /* For solutions that are no sequences of moves: the image of one, for comparing. */
    virtual std::string image(const std::vector<Label> &, unsigned) const
    {
        return "";
    }
    virtual int length(const std::vector<Label> &solution) const
    {
        return (int)solution.size();
    }
    Label turn(unsigned symmetry, Label label) const;

    std::string wrong; /* why the level cannot be read: then nothing else here means anything */
    State start;
    bool hopeless = false;      /* whether there certainly is no solution */
    bool all_lengths = false;   /* whether every solution counts, not only the shortest */
    bool piece_is_cell = false; /* whether a symmetry maps the piece of a label, too */
    bool has_images = false;
    std::vector<unsigned> symmetries; /* those that map the level onto itself */

  protected:
    int beside(int cell, int direction) const; /* the neighbour, or -1 beyond the text */
    bool is_edge(int cell) const;
    int find_only(const std::string &characters); /* the only cell with one of them, or something is wrong */
    int turn_cell(unsigned symmetry, int cell) const;
    static int turn_direction(unsigned symmetry, int direction);
    /* Finds the symmetries of a drawing of the level; `outside` surrounds it. */
    void find_symmetries(const std::string &look, char outside, const std::vector<unsigned> &allowed);

    int columns, rows;
    std::string cells;
    int left = 0, top = 0, width = 0, height = 0; /* the box around what is not outside */
};

extern const std::vector<unsigned> every_symmetry;

/* Whether a game has this name, the characters of its levels, and a level of it. */
struct Game {
    const char *name, *cells;
    std::unique_ptr<Level> (*make)(const std::vector<std::string> &rows);
};
extern const Game longcat, theseus, sokoban, snowman, snakebird, snake;

/* What the search of a whole level finds. */
struct Finding {
    bool decided = false, solvable = false;
    int depth = 0;
    std::string solutions = "0"; /* decimal digits */
    uint64_t essential = 0;      /* 0 although it is solvable: too many to tell apart */
    std::vector<Label> first;    /* the first of the shortest solutions */
};
Finding judge(const Level &level, size_t most_states);

} // namespace recheck

#endif
