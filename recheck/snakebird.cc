/* Snakebird, by the rules of the published game. */
#include "recheck/recheck.h"

#include <array>
#include <set>

namespace
{

using Places = std::u32string;
using Scene = std::vector<Places>; /* of the birds, head first, of the blocks, and of the fruit that is left */
using Ends = std::array<int, 2>;   /* the piece in each end of the portal, or -1 */

const std::string symbols = "%&$!;:,=/";
constexpr int FOR_EVER = 20000;

Places moved(Places places, size_t by)
{
    for (char32_t &place : places)
        place += (char32_t)by;
    return places;
}

/* The piece in a place, or -1. */
int piece_at(const Scene &scene, char32_t place)
{
    auto has = [&](const Places &places) { return places.find(place) != Places::npos; };
    auto piece = std::find_if(scene.begin(), scene.end(), has);
    return piece == scene.end() ? -1 : (int)(piece - scene.begin());
}

/* A place is a cell.  A state is a scene, with a 0 between its parts. */
struct Flock : Level {
    /* All that stands is held up by what is in the text, so no piece gets further out than all their sizes together. */
    explicit Flock(const Rows &text) : Level(text, symbols.size(), 4 * 65 + 2)
    {
        const bool long_first = cells.find('M') != std::string::npos;
        for (const char *ends : {long_first ? "AZ" : "AM", "az", "09", long_first ? "  " : "NZ"}) {
            Places bird;
            for (char c = ends[0]; c <= ends[1]; c++)
                bird += places_of(c);
            if (bird.empty())
                continue;
            drawn.push_back(bird);
            heads += ends[0];
        }
        for (char symbol : symbols) {
            if (!places_of(symbol).empty())
                drawn.push_back(places_of(symbol));
        }
        fruit = drawn.size();
        drawn.push_back(places_of('+'));
        exit = places_of('*');
        portal = places_of('@');
        if (heads.empty() || exit.size() != 1 || portal.size() == 1 || portal.size() > 2)
            wrong = "there is no bird, not one exit, or not two ends of a portal";
        if (!wrong.empty())
            return;
        find_mirror();
        size_t water = cells.find_last_not_of('\0') / columns + 1;
        for (char &c : cells)
            c = c == '#' || c == '^' ? c : '-';
        std::fill(cells.begin() + (long)(water * columns), cells.end(), '~');
        Scene scene = drawn;
        hopeless = !settle(scene, in_portal(scene));
        start = state_of(scene);
    }

    Moves moves(const State &state) const override
    {
        Moves moves;
        for (size_t bird = 0; bird < heads.size(); bird++) {
            for (int direction = UP; direction <= LEFT; direction++) {
                Scene scene = scene_of(state);
                if (move(scene, bird, beside(0, direction)))
                    moves.emplace_back((Label)(8 * bird) + (Label)direction, state_of(scene));
            }
        }
        return moves;
    }

    bool won(const State &state) const override
    {
        const Scene scene = scene_of(state);
        auto is_empty = [](const Places &places) { return places.empty(); };
        return is_empty(scene[fruit]) && std::all_of(scene.begin(), scene.begin() + (long)heads.size(), is_empty);
    }

    /* A bird's head at each change of bird, then its directions. */
    Path read(const std::string &keys) const override
    {
        Path path;
        size_t bird = 0;
        for (char key : keys) {
            if (heads.find(key) != std::string::npos)
                bird = heads.find(key);
            else
                path.push_back((Label)(8 * bird + std::string("^>v<").find(key)));
        }
        return path;
    }

  private:
    Scene drawn;
    std::string heads; /* a letter for each bird */
    size_t fruit;      /* where they are in a scene: behind the pieces that move */
    Places exit, portal;

    bool is_bird(size_t piece) const
    {
        return piece < heads.size();
    }

    Places places_of(char c) const
    {
        Places places;
        for (size_t cell = cells.find(c); cell != std::string::npos; cell = cells.find(c, cell + 1))
            places += (char32_t)cell;
        return places;
    }

    /* Each bird is its own mirror image, and each block is that of one. */
    void find_mirror()
    {
        std::string look = cells;
        for (char &c : look)
            c = symbols.find(c) < symbols.size() ? '%' : c == '-' ? '\0' : c;
        find_symmetries(look, {0, 4});
        std::set<std::pair<char, char>> images;
        for (size_t cell = 0; cell < cells.size() && symmetries.size() > 1; cell++) {
            if (look[cell] == '%')
                images.emplace(cells[cell], cells[turn_cell(4, cell)]);
        }
        if (images.size() > fruit - heads.size())
            symmetries = {0};
    }

    static Scene scene_of(const State &state)
    {
        Scene scene(1);
        for (char32_t place : state) {
            if (place == 0)
                scene.emplace_back();
            else
                scene.back() += place;
        }
        return scene;
    }

    /* Blocks of one shape are not distinct, so they are sorted. */
    State state_of(Scene scene) const
    {
        State state;
        for (size_t i = 0; i < scene.size(); i++) {
            for (size_t k = i + 1; k < fruit && !is_bird(i); k++) {
                if (scene[k] < scene[i] && moved(drawn[i], drawn[k][0] - drawn[i][0]) == drawn[k])
                    std::swap(scene[i], scene[k]);
            }
            state += (i > 0 ? State(1, 0) : State()) + scene[i];
        }
        return state;
    }

    bool meets(const Places &places, const std::string &grounds) const
    {
        auto is_met = [&](char32_t place) { return grounds.find(cells[place]) != std::string::npos; };
        return std::any_of(places.begin(), places.end(), is_met);
    }

    Ends in_portal(const Scene &scene) const
    {
        return portal.empty() ? Ends{-1, -1} : Ends{piece_at(scene, portal[0]), piece_at(scene, portal[1])};
    }

    /* Carries a piece that is newly in one end to the other, if all places there are free, its own of before not
     * being so.  Returns whether one was carried. */
    bool use_portal(Scene &scene, Ends &before) const
    {
        const Ends now = in_portal(scene), old = std::exchange(before, now);
        for (size_t end = 0; end < 2; end++) {
            if (now[end] < 0 || now[end] == old[end])
                continue;
            Places &piece = scene[(size_t)now[end]], there = moved(piece, portal[1 - end] - portal[end]);
            auto is_taken = [&](char32_t place) { return piece_at(scene, place) >= 0; };
            if (meets(there, "#^~") || std::any_of(there.begin(), there.end(), is_taken))
                continue;
            piece = there;
            before = in_portal(scene);
            return true;
        }
        return false;
    }

    /* Which pieces something holds; the fruit and what has left need nothing. */
    std::vector<bool> find_held(const Scene &scene) const
    {
        std::vector<bool> held(scene.size()), old;
        do {
            old = held;
            for (size_t i = 0; i < scene.size(); i++) {
                Places below = moved(scene[i], columns);
                held[i] = held[i] || i == fruit || below.empty() || meets(below, is_bird(i) ? "#" : "#^") ||
                          std::any_of(below.begin(), below.end(), [&](char32_t place) {
                              int other = piece_at(scene, place);
                              return other >= 0 && held[(size_t)other];
                          });
            }
        } while (held != old);
        return held;
    }

    /* Exits, portals and falls, until nothing happens any more.  Returns false if a bird is lost or falls for ever. */
    bool settle(Scene &scene, Ends before) const
    {
        for (int falls = 0; falls < FOR_EVER; falls++) {
            do {
                for (size_t bird = 0; bird < heads.size() && scene[fruit].empty(); bird++) {
                    if (scene[bird].substr(0, 1) == exit)
                        scene[bird].clear();
                }
            } while (use_portal(scene, before));
            const std::vector<bool> held = find_held(scene);
            if (std::find(held.begin(), held.end(), false) == held.end())
                return true;
            for (size_t i = 0; i < fruit; i++) {
                Places below = moved(scene[i], columns);
                if (!held[i] && is_bird(i) && meets(below, "^~"))
                    return false;
                if (!held[i])
                    scene[i] = meets(below, "~") ? Places() : below;
            }
        }
        return false;
    }

    /* Moves a bird's head.  Returns false if that cannot be done or loses a bird. */
    bool move(Scene &scene, size_t bird, size_t by) const
    {
        const Ends before = in_portal(scene);
        if (scene[bird].empty())
            return false;
        const Places to = moved(scene[bird].substr(0, 1), by);
        const int other = piece_at(scene, to[0]);
        if (other == (int)fruit)
            scene[fruit].erase(scene[fruit].find(to), 1);
        else
            scene[bird].pop_back();
        if (meets(to, "#^~") || other == (int)bird)
            return false;
        std::vector<size_t> pushed;
        auto push = [&](int piece) {
            if (piece >= 0 && std::count(pushed.begin(), pushed.end(), piece) == 0)
                pushed.push_back((size_t)piece);
        };
        push(other == (int)fruit ? -1 : other);
        for (size_t i = 0; i < pushed.size(); i++) {
            const Places places = moved(scene[pushed[i]], by);
            if (pushed[i] == bird || pushed[i] == fruit || meets(places, is_bird(pushed[i]) ? "#^~" : "#^"))
                return false;
            for (char32_t place : places)
                push(piece_at(scene, place));
        }
        for (size_t piece : pushed) {
            scene[piece] = moved(scene[piece], by);
            if (meets(scene[piece], "~"))
                scene[piece].clear();
        }
        scene[bird].insert(0, to);
        return settle(scene, before);
    }
};

} // namespace

const Game snakebird = {"snakebird", "-#^+*@%&$!;:,=/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
                        "-#^+*@%&$!;:,=/0123456789", make_level<Flock>};
