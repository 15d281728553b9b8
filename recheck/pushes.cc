/* Sokoban and Snowman: a player who walks freely and pushes.
 *
 * A state has for each cell what is there.  The player is in the first of the cells that he can walk to. */
#include "recheck/recheck.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace recheck
{
namespace
{

enum {
    STACK = 7, /* Sokoban: 1 is a box; Snowman: the sum of the balls there, of sizes 1, 2 and 4 */
    SNOW = 8,
    GOAL = 16, /* or a target */
    PLAYER = 32,
    WALL = 64,
};

class Pushes : public Level
{
  public:
    Pushes(const std::vector<std::string> &text, bool is_sokoban) : Level(text, ' '), boxes(is_sokoban)
    {
        static const std::map<char, int> in_sokoban = {{'#', WALL}, {'@', 0}, {'+', GOAL}, {'$', 1}, {'*', 1 | GOAL},
                                                       {'.', GOAL}, {' ', 0}, {'-', 0},    {'_', 0}};
        static const std::map<char, int> in_snowman = {
            {' ', WALL}, {'X', WALL}, {'#', 0}, {'@', SNOW}, {'1', 1},           {'2', 2},    {'3', 3}, {'4', 4},
            {'5', 5},    {'6', 6},    {'7', 7}, {'+', GOAL}, {'=', GOAL | SNOW}, {'*', SNOW}, {'-', 0}};
        player = find_only(boxes ? "@+" : "#@");
        if (!wrong.empty())
            return;
        State floor;
        for (char c : cells) {
            start += (char32_t)(boxes ? in_sokoban : in_snowman).at(c);
            floor += start.back() & WALL;
        }
        walk(floor, player);
        for (size_t cell = 0; cell < cells.size() && boxes; cell++) {
            if (floor[cell] & PLAYER && is_edge((int)cell))
                wrong = "the wall is open";
            if (floor[cell] & PLAYER)
                continue;
            hopeless |= (start[cell] & (STACK | GOAL)) == 1; /* a box out of reach, on no goal */
            start[cell] = WALL;
        }
        State reach = start;
        walk(reach, player);
        piece_is_cell = true;
        find_symmetries(std::string(reach.begin(), reach.end()), WALL, every_symmetry);
        place_player(start, player);
    }

    Moves expand(const State &state) const override
    {
        Moves moves;
        State empty = state;
        size_t where = player_of(state);
        empty[where] &= ~(char32_t)PLAYER;
        State reach = empty;
        walk(reach, (int)where);
        for (int cell = 0; cell < (int)state.size(); cell++) {
            for (int direction = UP; direction <= LEFT && state[(size_t)cell] & STACK; direction++) {
                int from = beside(cell, (direction + 2) % 4);
                State after = empty;
                int now = from >= 0 && reach[(size_t)from] & PLAYER ? push(after, from, cell, direction) : -1;
                if (now < 0)
                    continue;
                place_player(after, now);
                moves.emplace_back((Label)(8 * cell + direction), after);
            }
        }
        return moves;
    }

    /* Boxes are on goals; stacks are complete and, where there are targets, on these. */
    bool solved(const State &state) const override
    {
        bool goals = boxes || std::any_of(state.begin(), state.end(), [](char32_t c) { return c & GOAL; });
        return std::all_of(state.begin(), state.end(), [&](char32_t c) {
            return (c & STACK) == 0 || ((boxes || (c & STACK) == 7) && (!goals || c & GOAL));
        });
    }

    /* A lower-case letter walks, an upper-case one pushes. */
    std::vector<Label> read(const std::string &keys) const override
    {
        std::vector<Label> labels;
        State state = start;
        int at = player;
        for (char key : keys) {
            size_t direction = std::string("URDL").find((char)std::toupper(key));
            int to = direction > LEFT ? -1 : beside(at, (int)direction);
            bool pushes = to >= 0 && state[(size_t)to] & STACK;
            if (to < 0 || state[(size_t)to] & WALL || pushes != (std::isupper(key) != 0))
                return {};
            if (pushes)
                labels.push_back((Label)(8 * to) + (Label)direction);
            at = pushes ? push(state, at, to, (int)direction) : to;
            if (at < 0)
                return {};
        }
        return labels;
    }

  private:
    bool boxes;
    int player;

    void walk(State &state, int from) const /* marks where the player can walk to */
    {
        for (std::vector<int> open = {from}; !open.empty();) {
            int cell = open.back();
            open.pop_back();
            if (cell < 0 || state[(size_t)cell] & (STACK | PLAYER | WALL))
                continue;
            state[(size_t)cell] |= PLAYER;
            for (int direction = UP; direction <= LEFT; direction++)
                open.push_back(beside(cell, direction));
        }
    }

    static size_t player_of(const State &state)
    {
        return (size_t)(std::find_if(state.begin(), state.end(), [](char32_t c) { return c & PLAYER; }) -
                        state.begin());
    }

    void place_player(State &state, int at) const
    {
        walk(state, at);
        size_t first = player_of(state);
        for (size_t cell = first + 1; cell < state.size(); cell++)
            state[cell] &= ~(char32_t)PLAYER;
    }

    /* Pushes what is in a cell, by the player in `from`.  Returns the player's cell after that, or -1. */
    int push(State &state, int from, int cell, int direction) const
    {
        int to = beside(cell, direction);
        if (to < 0 || state[(size_t)to] & WALL)
            return -1;
        int stack = (int)state[(size_t)cell] & STACK, there = (int)state[(size_t)to] & STACK, ball = stack & -stack;
        bool onto = !boxes && ball == stack && ball < (there & -there);
        if (stack == 7 || (there != 0 && !onto))
            return -1;
        bool grows = state[(size_t)to] & SNOW && ball < 4;
        state[(size_t)cell] &= ~(char32_t)ball;
        state[(size_t)to] = (state[(size_t)to] & ~(char32_t)SNOW) | (char32_t)(grows ? 2 * ball : ball);
        return ball == stack ? cell : from;
    }
};

std::unique_ptr<Level> make_sokoban(const std::vector<std::string> &rows)
{
    return std::make_unique<Pushes>(rows, true);
}

std::unique_ptr<Level> make_snowman(const std::vector<std::string> &rows)
{
    return std::make_unique<Pushes>(rows, false);
}

} // namespace

const Game sokoban = {"sokoban", " -_#@+$*.", make_sokoban};
const Game snowman = {"snowman", " X#@1234567+=*-", make_snowman};

} // namespace recheck
