/* Sokoban and Snowman: a player who walks freely and pushes. */
#include "recheck/recheck.h"

#include <cctype>
#include <map>

/* STACK: in Sokoban, 1 is a box; in Snowman, the sum of the balls there, of sizes 1, 2 and 4.  GOAL: or a target. */
enum { STACK = 7, SNOW = 8, GOAL = 16, WALL = 32, PLAYER = 64 };

/* A state has for each cell what is there, then the player's cell: the first of those that he can walk to. */
template <bool is_sokoban> struct Pushes : Level {
    explicit Pushes(const Rows &text) : Level(text), player((char32_t)find_only(is_sokoban ? "@+" : "#@"))
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
        std::vector<bool> floor = reach(player, [&](size_t cell) { return start[cell] != WALL; });
        if (floor[0])
            wrong = "the wall is open";
        for (size_t cell = 0; cell < cells.size() && is_sokoban; cell++) {
            if (floor[cell])
                continue;
            hopeless |= (start[cell] & (STACK | GOAL)) == 1; /* a box out of reach, on no goal */
            start[cell] = WALL;
        }
        start += player;
        std::vector<bool> reached = walk(start);
        std::string look;
        for (size_t cell = 0; cell < cells.size(); cell++)
            look += start[cell] == WALL ? '\0' : (char)(start[cell] + 1 + (reached[cell] ? PLAYER : 0));
        piece_is_cell = true;
        find_symmetries(look);
        place_player(start);
    }

    Moves moves(const State &state) const override
    {
        Moves moves;
        std::vector<bool> reached = walk(state);
        for (size_t cell = 0; cell < cells.size(); cell++) {
            for (int direction = UP; direction <= LEFT && state[cell] & STACK; direction++) {
                State after = state;
                if (!reached[beside(cell, (direction + 2) % 4)] || !push(after, cell, direction))
                    continue;
                place_player(after);
                moves.emplace_back((Label)(8 * cell) + (Label)direction, after);
            }
        }
        return moves;
    }

    /* Boxes are on goals; stacks are complete and, where there are targets, on these. */
    bool won(const State &state) const override
    {
        auto end = state.end() - 1;
        bool goals = is_sokoban || std::any_of(state.begin(), end, [](char32_t c) { return c & GOAL; });
        return std::all_of(state.begin(), end, [&](char32_t c) {
            return (c & STACK) == 0 || ((is_sokoban || (c & STACK) == 7) && (!goals || c & GOAL));
        });
    }

    /* A lower-case letter walks, an upper-case one pushes. */
    Path read(const std::string &keys) const override
    {
        Path path;
        State state = start;
        state.back() = player;
        for (char key : keys) {
            size_t direction = std::string("URDL").find((char)std::toupper(key));
            size_t to = direction > LEFT ? 0 : beside(state.back(), (int)direction);
            bool pushes = state[to] & STACK;
            if (state[to] & WALL || pushes != (std::isupper(key) != 0) || (pushes && !push(state, to, (int)direction)))
                return {};
            if (pushes)
                path.push_back((Label)(8 * to + direction));
            else
                state.back() = (char32_t)to;
        }
        return path;
    }

  private:
    char32_t player;

    std::vector<bool> walk(const State &state) const
    {
        return reach(state.back(), [&](size_t cell) { return (state[cell] & (STACK | WALL)) == 0; });
    }

    void place_player(State &state) const
    {
        std::vector<bool> reached = walk(state);
        state.back() = (char32_t)(std::find(reached.begin(), reached.end(), true) - reached.begin());
    }

    /* Pushes what is in a cell, by a player beside it, who may follow.  Returns whether that can be done. */
    bool push(State &state, size_t cell, int direction) const
    {
        size_t to = beside(cell, direction), from = beside(cell, (direction + 2) % 4);
        int stack = (int)state[cell] & STACK, there = (int)state[to] & STACK, ball = stack & -stack;
        bool onto = !is_sokoban && ball == stack && ball < (there & -there);
        if (state[to] & WALL || stack == 7 || (there != 0 && !onto))
            return false;
        bool grows = state[to] & SNOW && ball < 4;
        state[cell] &= ~(char32_t)ball;
        state[to] = (state[to] & ~(char32_t)SNOW) | (char32_t)(grows ? 2 * ball : ball);
        state.back() = (char32_t)(ball == stack ? cell : from);
        return true;
    }
};

const Game sokoban = {"sokoban", " -_#@+$*.", "-_#@+$*.", make_level<Pushes<true>>};
const Game snowman = {"snowman", " X#@1234567+=*-", "X#@1234567+=*-", make_level<Pushes<false>>};
