/* What the levels of all games share. */
#include "recheck/recheck.h"

Level::Level(const Rows &text, size_t sides, size_t more)
{
    size_t longest = 0;
    for (const std::string &row : text)
        longest = std::max(longest, row.size());
    if (longest > 256 || text.size() > 256)
        wrong = "the level has too many cells";
    const size_t frame = sides * std::max(longest, text.size()) + more;
    columns = longest + 2 * frame;
    cells.assign(columns * (text.size() + 2 * frame), '\0');
    for (size_t row = 0; row < text.size(); row++)
        cells.replace((row + frame) * columns + frame, text[row].size(), text[row]);
}

Path Level::read(const std::string &keys) const
{
    Path path;
    for (char key : keys)
        path.push_back((Label)std::string("URDLW").find(key));
    return path;
}

Path Level::image(const Path &path, unsigned symmetry) const
{
    Path turned;
    for (Label label : path) {
        size_t piece = piece_is_cell ? turn_cell(symmetry, label / 8) : label / 8;
        Label direction = label % 8;
        if (symmetry & 4 && (direction == RIGHT || direction == LEFT))
            direction ^= RIGHT ^ LEFT;
        turned.push_back((Label)(8 * piece) + (direction == WAIT ? direction : (direction + symmetry) % 4));
    }
    return turned;
}

size_t Level::beside(size_t cell, int direction) const
{
    const size_t all[] = {cell - columns, cell + 1, cell + columns, cell - 1, cell};
    return all[direction];
}

size_t Level::find_only(const std::string &characters)
{
    size_t first = cells.find_first_of(characters);
    if (first == std::string::npos || first != cells.find_last_of(characters))
        wrong = "there is not exactly one of: " + characters;
    return first;
}

void Level::find_symmetries(const std::string &look, const std::vector<unsigned> &possible)
{
    size_t right = 0, bottom = 0;
    left = top = cells.size();
    for (size_t cell = 0; cell < look.size(); cell++) {
        if (look[cell] == '\0')
            continue;
        left = std::min(left, cell % columns), right = std::max(right, cell % columns);
        top = std::min(top, cell / columns), bottom = std::max(bottom, cell / columns);
    }
    width = right - left + 1, height = bottom - top + 1;
    for (unsigned symmetry : possible) {
        bool same = width == height || symmetry % 2 == 0;
        for (size_t cell = 0; cell < look.size() && same; cell++)
            same = look[cell] == '\0' || look[cell] == look[turn_cell(symmetry, cell)];
        if (same)
            symmetries.push_back(symmetry);
    }
}

size_t Level::turn_cell(unsigned symmetry, size_t cell) const
{
    size_t x = cell % columns - left, y = cell / columns - top, across = width, down = height;
    if (symmetry & 4)
        x = across - 1 - x;
    for (unsigned turns = symmetry % 4; turns > 0; turns--) {
        x = down - 1 - std::exchange(y, x);
        std::swap(across, down);
    }
    return (y + top) * columns + x + left;
}
