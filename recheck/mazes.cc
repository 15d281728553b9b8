/* What levels share, then LongCat, and Theseus and the Minotaur. */
#include "recheck/recheck.h"

#include <algorithm>
#include <numeric>

namespace recheck
{

const std::vector<unsigned> every_symmetry = {0, 1, 2, 3, 4, 5, 6, 7};

Level::Level(const std::vector<std::string> &text, char outside) : columns(0), rows((int)text.size())
{
    for (const std::string &row : text)
        columns = std::max(columns, (int)row.size());
    if (columns > 256 || rows > 256 || columns == 0)
        wrong = "the level has no cells or too many";
    for (size_t row = 0; row < text.size() && wrong.empty(); row++)
        cells += text[row] + std::string((size_t)columns - text[row].size(), outside);
}

std::vector<Label> Level::read(const std::string &keys) const
{
    std::vector<Label> labels;
    for (char key : keys)
        labels.push_back((Label)std::string("URDLW").find(key));
    return labels;
}

int Level::beside(int cell, int direction) const
{
    int row = cell / columns + (direction == DOWN) - (direction == UP);
    int column = cell % columns + (direction == RIGHT) - (direction == LEFT);
    return row < 0 || row >= rows || column < 0 || column >= columns ? -1 : row * columns + column;
}

bool Level::is_edge(int cell) const
{
    return std::min({beside(cell, UP), beside(cell, RIGHT), beside(cell, DOWN), beside(cell, LEFT)}) < 0;
}

int Level::find_only(const std::string &characters)
{
    size_t first = cells.find_first_of(characters);
    if (wrong.empty() && (first == std::string::npos || first != cells.find_last_of(characters)))
        wrong = "there is not exactly one of: " + characters;
    return (int)first;
}

int Level::turn_cell(unsigned symmetry, int cell) const
{
    int x = cell % columns - left, y = cell / columns - top;
    if (symmetry & 4)
        x = width - 1 - x;
    for (unsigned turns = symmetry & 3; turns >= 2; turns -= 2)
        x = width - 1 - x, y = height - 1 - y;
    if (symmetry & 1) /* only of a square */
        x = width - 1 - std::exchange(y, x);
    return (y + top) * columns + x + left;
}

int Level::turn_direction(unsigned symmetry, int direction)
{
    int reflected = symmetry & 4 && direction % 2 == 1 ? 4 - direction : direction;
    return direction == WAIT ? WAIT : (reflected + (int)symmetry) % 4;
}

Label Level::turn(unsigned symmetry, Label label) const
{
    int piece = (int)(label / 8);
    piece = piece_is_cell ? turn_cell(symmetry, piece) : piece;
    return (Label)(8 * piece + turn_direction(symmetry, (int)(label % 8)));
}

void Level::find_symmetries(const std::string &look, char outside, const std::vector<unsigned> &allowed)
{
    int right = -1, bottom = -1;
    left = columns, top = rows;
    for (int cell = 0; cell < (int)look.size(); cell++) {
        if (look[(size_t)cell] == outside)
            continue;
        left = std::min(left, cell % columns), right = std::max(right, cell % columns);
        top = std::min(top, cell / columns), bottom = std::max(bottom, cell / columns);
    }
    width = right - left + 1, height = bottom - top + 1;
    for (unsigned symmetry : allowed) {
        bool same = width == height || symmetry % 2 == 0;
        for (int cell = 0; cell < (int)look.size() && same; cell++)
            same = look[(size_t)cell] == outside || look[(size_t)cell] == look[(size_t)turn_cell(symmetry, cell)];
        if (same)
            symmetries.push_back(symmetry);
    }
}

namespace
{

/* A state is the head's cell, how many slides there were, and for each cell whether it is open. */
class LongCat : public Level
{
  public:
    explicit LongCat(const std::vector<std::string> &text) : Level(text, ' ')
    {
        int head = find_only("C");
        if (!wrong.empty())
            return;
        /* Spaces around a drawn wall are no cells.  Without one, all are. */
        std::string outside = cells;
        for (int cell = 0; cell < (int)cells.size(); cell++) {
            if (is_edge(cell))
                flood(outside, cell);
        }
        std::replace(outside.begin(), outside.end(), 'x', '#');
        if (outside[(size_t)head] == 'C')
            cells = outside;
        find_symmetries(cells, '#', every_symmetry);
        all_lengths = true;
        start = {(char32_t)head, 0};
        for (char c : cells)
            start += c == ' ';
    }

    Moves expand(const State &state) const override
    {
        Moves moves;
        for (int direction = UP; direction <= LEFT; direction++) {
            State after = state;
            for (int next; (next = beside((int)after[0], direction)) >= 0 && after[2 + (size_t)next];) {
                after[0] = (char32_t)next;
                after[2 + (size_t)next] = false;
            }
            after[1]++;
            if (after[0] != state[0])
                moves.emplace_back((Label)direction, after);
        }
        return moves;
    }

    bool solved(const State &state) const override
    {
        return state.find(true, 2) == State::npos;
    }

  private:
    void flood(std::string &map, int first) const
    {
        for (std::vector<int> open = {first}; !open.empty();) {
            int cell = open.back();
            open.pop_back();
            if (cell < 0 || map[(size_t)cell] == '#' || map[(size_t)cell] == 'x')
                continue;
            map[(size_t)cell] = 'x';
            for (int direction = UP; direction <= LEFT; direction++)
                open.push_back(beside(cell, direction));
        }
    }
};

/* A state is Theseus' cell and the Minotaur's. */
class Theseus : public Level
{
  public:
    explicit Theseus(const std::vector<std::string> &text) : Level(text, ' ')
    {
        find_only("E");
        start = {(char32_t)find_only("T"), (char32_t)find_only("M")};
        for (int cell = 0; cell < (int)cells.size() && wrong.empty(); cell++) {
            if (is_edge(cell) && cells[(size_t)cell] != '#')
                wrong = "the wall around the maze is open";
        }
        find_symmetries(cells, '\0', {0, 2, 4, 6}); /* he prefers to go across: no quarter turns */
    }

    Moves expand(const State &state) const override
    {
        Moves moves;
        for (int direction = UP; direction <= WAIT; direction++) {
            int hero = step((int)state[0], direction), minotaur = (int)state[1];
            if (hero == (int)state[0] && direction != WAIT)
                continue;
            for (int steps = 0; steps < 2 && hero != minotaur && cells[(size_t)hero] != 'E'; steps++) {
                int across = hero % columns - minotaur % columns, down = hero / columns - minotaur / columns;
                int next = step(minotaur, across > 0 ? RIGHT : across < 0 ? LEFT : WAIT);
                if (next == minotaur)
                    next = step(minotaur, down > 0 ? DOWN : down < 0 ? UP : WAIT);
                minotaur = next;
            }
            if (hero != minotaur)
                moves.emplace_back((Label)direction, State{(char32_t)hero, (char32_t)minotaur});
        }
        return moves;
    }

    bool solved(const State &state) const override
    {
        return cells[state[0]] == 'E';
    }

  private:
    /* The cell two characters on, or the same one if a wall is in between. */
    int step(int cell, int direction) const
    {
        int between = direction == WAIT ? cell : beside(cell, direction);
        return direction == WAIT || cells[(size_t)between] == '#' ? cell : beside(between, direction);
    }
};

} // namespace

template <class Kind> static std::unique_ptr<Level> make_level(const std::vector<std::string> &rows)
{
    return std::make_unique<Kind>(rows);
}

const Game longcat = {"longcat", " #C", make_level<LongCat>};
const Game theseus = {"theseus", " #TME", make_level<Theseus>};

} // namespace recheck
