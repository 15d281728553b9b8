/* Snake: closed tours through all open cells of an arena, built row by row.
 *
 * A state tells how the paths so far cross the frontier between the cells done and those to come: a side that no path
 * crosses is '-'; the two ends of a path have brackets.  The frontier has a side below each column that is done in this
 * row, one to the left of the next cell, and one above each column to come.  A move chooses the sides of a cell by
 * which its path goes on: 1 right, 2 down, 3 both.  A label has the cell as its piece, so no two moves can change
 * places. */
#include "recheck/recheck.h"

#include <algorithm>

namespace recheck
{
namespace
{

/* A state is the next cell and the frontier from left to right. */
class Arena : public Level
{
  public:
    explicit Arena(const std::vector<std::string> &text) : Level(text, '#')
    {
        has_images = true;
        find_symmetries(cells, '#', every_symmetry);
        start = State(1, 0) + State((size_t)columns + 1, '-');
        hopeless = cells.find(' ') == std::string::npos;
    }

    Moves expand(const State &state) const override
    {
        Moves moves;
        for (int choice = 0; choice < 4; choice++) {
            State after = state;
            if (go_on(after, choice))
                moves.emplace_back(8 * state[0] + (Label)choice, after);
        }
        return moves;
    }

    bool solved(const State &state) const override
    {
        return state[0] == cells.size();
    }

    /* For each cell, which of its sides the image of a tour crosses. */
    std::string image(const std::vector<Label> &moves, unsigned symmetry) const override
    {
        std::string crossed(cells.size(), '\0');
        for (Label move : moves) {
            for (int direction = RIGHT; direction <= DOWN; direction++) {
                int cell = (int)(move / 8), turned = turn_direction(symmetry, direction);
                if (!(move & (Label)direction))
                    continue;
                crossed[(size_t)turn_cell(symmetry, cell)] |= (char)(1 << turned);
                crossed[(size_t)turn_cell(symmetry, beside(cell, direction))] |= (char)(1 << (turned + 2) % 4);
            }
        }
        return crossed;
    }

    int length(const std::vector<Label> &) const override
    {
        return (int)std::count(cells.begin(), cells.end(), ' ');
    }

    /* The directions from the first open cell; returns what each cell chooses. */
    std::vector<Label> read(const std::string &keys) const override
    {
        std::vector<Label> labels(cells.size());
        for (size_t cell = 0; cell < cells.size(); cell++)
            labels[cell] = (Label)(8 * cell);
        int cell = (int)cells.find(' ');
        for (char key : keys) {
            size_t direction = std::string("URDL").find(key);
            int next = direction > LEFT ? -1 : beside(cell, (int)direction);
            if (next < 0)
                return {};
            labels[(size_t)(direction == RIGHT || direction == DOWN ? cell : next)] += direction % 2 == 1 ? 1 : 2;
            cell = next;
        }
        return labels;
    }

  private:
    bool is_open(int cell) const
    {
        return cell >= 0 && cells[(size_t)cell] == ' ';
    }

    /* The other end of the path that has an end here. */
    static size_t other_end(const State &frontier, size_t at)
    {
        int depth = 0, way = frontier[at] == '(' ? 1 : -1;
        for (;; at += (size_t)way) {
            depth += frontier[at] == '(' ? 1 : frontier[at] == ')' ? -1 : 0;
            if (depth == 0)
                return at;
        }
    }

    bool go_on(State &state, int choice) const
    {
        int cell = (int)state[0], next = cell + 1;
        size_t column = (size_t)(cell % columns);
        State frontier = state.substr(1);
        char32_t &left_side = frontier[column], &above = frontier[column + 1];
        bool right = choice & 1, under = choice & 2, ends = left_side != '-' || above != '-';
        if ((left_side != '-') + (above != '-') + right + under != (is_open(cell) ? 2 : 0) ||
            (right && !is_open(beside(cell, RIGHT))) || (under && !is_open(beside(cell, DOWN))))
            return false;
        char32_t path = left_side != '-' ? left_side : above;
        if (choice == 0 && ends) {
            if (left_side == '(' && above == ')' && cells.find(' ', (size_t)next) != std::string::npos)
                return false; /* a tour that leaves cells out */
            /* Of two paths joined, one's other end takes over the bracket of an end that vanishes. */
            if (left_side == above)
                frontier[other_end(frontier, path == '(' ? column + 1 : column)] = path;
            left_side = above = '-';
        } else if (choice != 0) {
            left_side = choice == 3 ? '(' : under ? path : '-';
            above = choice == 3 ? ')' : right ? path : '-';
        }
        if (next % columns == 0) /* nothing comes from the left */
            frontier = U'-' + frontier.substr(0, (size_t)columns);
        state = State(1, (char32_t)next) + frontier;
        return true;
    }
};

std::unique_ptr<Level> make_arena(const std::vector<std::string> &rows)
{
    return std::make_unique<Arena>(rows);
}

} // namespace

const Game snake = {"snake", " #", make_arena};

} // namespace recheck
