/* Snakebird, by the rules of the published game. */
#include "recheck/recheck.h"

#include <array>
#include <cctype>
#include <map>
#include <numeric>

using Places = std::u32string;     /* some cells */
using Scene = std::vector<Places>; /* the cells of each bird, head first, of each block, and of the remaining fruit */
using Ends = std::array<int, 2>;   /* the piece in each end of the portal, or -1 */

enum { EARTH = 1, SPIKES = 2, WATER = 4 };
constexpr int FOR_EVER = 20000;

static Places moved(Places places, Cell by)
{
    for (Cell &place : places)
        place += by;
    return places;
}

/* The piece in a place, or -1. */
static int piece_at(const Scene &scene, Cell place)
{
    auto has = [&](const Places &places) { return places.find(place) != Places::npos; };
    const auto piece = std::find_if(scene.begin(), scene.end(), has);
    return piece == scene.end() ? -1 : (int)(piece - scene.begin());
}

/* A state is a scene, with a 0 after each of its parts. */
struct Flock : Level {
    Scene drawn;
    size_t fruit; /* the index of the fruit in a scene: after the pieces that move */
    Cell exit;
    Places portal;

    /* The text's contents hold up every resting piece, so none gets further out than the total size of all pieces. */
    explicit Flock(const Rows &text) : Level(text, 9, 4 * 65 + 2)
    {
        std::map<char, Places> places;
        for (Cell cell = 0; cell < cells.size(); cell++) {
            if (cells[cell] != '\0')
                places[cells[cell]] += cell;
        }
        const bool is_long = places.count('M') > 0;
        for (const char *ends : {is_long ? "AZ" : "AM", "az", "09", is_long ? "  " : "NZ", "%%", "&&", "$$", "!!", ";;",
                                 "::", ",,", "==", "//", "++"}) {
            Places piece;
            for (char c = ends[0]; c <= ends[1]; c++)
                piece += places[c];
            if (piece.empty() && *ends != '+')
                continue;
            drawn.push_back(piece);
            if (std::isalnum(*ends))
                heads += *ends;
        }
        fruit = drawn.size() - 1;
        arrows = "^>v<";
        exit = find_only("*"), portal = places['@'];
        if (heads.empty() || portal.size() == 1 || portal.size() > 2)
            wrong = "there is no bird, or not two ends of a portal";
        if (!wrong.empty())
            return;
        portal.resize(2); /* without a portal, no piece is ever in its ends */
        const size_t size = cells.size(), water = (cells.find_last_not_of('\0') / columns + 1) * columns;
        /* In a mirrored level, each bird must be its own image, and each block the image of a block. */
        std::replace(cells.begin(), cells.end(), '-', '\0');
        const auto blocks = drawn.begin() + (long)heads.size(), blocks_end = drawn.end() - 1;
        for (Cell cell : std::accumulate(blocks, blocks_end, Places()))
            cells[cell] = '%';
        find_symmetries(cells, {0, 4});
        auto has_image = [&](const Places &block) {
            Places there;
            for (Cell cell : block)
                there += turn_cell(4, cell);
            std::sort(there.begin(), there.end());
            return std::count(blocks, blocks_end, there) > 0;
        };
        if (!std::all_of(blocks, blocks_end, has_image))
            symmetries = {0};
        cells.assign(water, '\0');
        cells.resize(size, WATER);
        for (Cell cell : places['#'])
            cells[cell] = EARTH;
        for (Cell cell : places['^'])
            cells[cell] = SPIKES;
        /* The level is won when all birds have left, which they can do when all fruit is eaten. */
        won = [this](const State &state) { return state.find_first_not_of(U'\0') >= heads.size(); };
        Scene first = drawn;
        hopeless = !settle(first, drawn);
        start = state_of(first);
        moves = [this](const State &state, const Visit &visit) {
            Scene before;
            for (size_t begin = 0, end; begin < state.size(); begin = end + 1) {
                end = state.find(U'\0', begin);
                before.push_back(state.substr(begin, end - begin));
            }
            for (size_t bird = 0; bird < heads.size(); bird++) {
                for (Label direction = UP; direction <= LEFT && !before[bird].empty(); direction++) {
                    const Cell by = beside(0, direction), to = before[bird][0] + by;
                    const int other = piece_at(before, to);
                    if (cells[to] != 0 || other == (int)bird)
                        continue;
                    Scene scene = before;
                    if (other == (int)fruit)
                        scene[fruit].erase(scene[fruit].find(to), 1);
                    else
                        scene[bird].pop_back();
                    if (other >= 0 && other != (int)fruit) {
                        const std::vector<size_t> pushed = group_of(scene, (size_t)other, by, (int)bird);
                        if (pushed.empty())
                            continue;
                        shift(scene, pushed, by);
                    }
                    scene[bird].insert(0, 1, to);
                    if (settle(scene, before))
                        visit((Label)(8 * bird) + direction, state_of(scene));
                }
            }
        };
    }

    /* Sorts blocks of the same shape, because they are interchangeable. */
    State state_of(Scene &scene) const
    {
        for (size_t i = heads.size(); i < fruit; i++) {
            for (size_t k = i + 1; k < fruit; k++) {
                if (scene[k] < scene[i] && moved(drawn[i], drawn[k][0] - drawn[i][0]) == drawn[k])
                    std::swap(scene[i], scene[k]);
            }
        }
        State state;
        for (const Places &places : scene)
            (state += places) += U'\0';
        return state;
    }

    /* The pieces that move with `piece`, pushed by a bird or, if that is -1, falling; none if something holds them. */
    std::vector<size_t> group_of(const Scene &scene, size_t piece, Cell by, int pusher) const
    {
        const int holds_birds = pusher < 0 ? EARTH : EARTH | SPIKES | WATER;
        std::vector<size_t> group = {piece};
        for (size_t i = 0; i < group.size(); i++) {
            if (group[i] == fruit || (int)group[i] == pusher)
                return {};
            for (Cell place : scene[group[i]]) {
                if (cells[place + by] & (group[i] < heads.size() ? holds_birds : EARTH | SPIKES))
                    return {};
                const int other = piece_at(scene, place + by);
                if (other >= 0 && std::count(group.begin(), group.end(), other) == 0)
                    group.push_back((size_t)other);
            }
        }
        return group;
    }

    /* Moves pieces; water takes blocks.  Returns false if a bird is lost. */
    bool shift(Scene &scene, const std::vector<size_t> &pieces, Cell by) const
    {
        for (size_t piece : pieces) {
            int met = 0;
            for (Cell &place : scene[piece])
                met |= cells[place += by];
            if (piece < heads.size() && met & (SPIKES | WATER))
                return false;
            if (met & WATER)
                scene[piece].clear();
        }
        return true;
    }

    /* Applies exits, portals and falls until nothing changes.  Returns false if a bird is lost or falls for ever. */
    bool settle(Scene &scene, const Scene &old) const
    {
        auto in_portal = [&](const Scene &some) { return Ends{piece_at(some, portal[0]), piece_at(some, portal[1])}; };
        Ends before = in_portal(old);
        for (int changes = 0; changes < FOR_EVER; changes++) {
            for (size_t bird = 0; bird < heads.size() && scene[fruit].empty(); bird++) {
                if (scene[bird][0] == exit)
                    scene[bird].clear();
            }
            /* A piece that is newly in one end goes to the other, if nothing, not even itself, is there. */
            const Ends now = in_portal(scene);
            bool carried = false;
            for (size_t end = 0; end < 2 && !carried; end++) {
                if (now[end] < 0 || now[end] == before[end])
                    continue;
                Places &piece = scene[(size_t)now[end]], there = moved(piece, portal[1 - end] - portal[end]);
                auto is_free = [&](Cell place) { return cells[place] == 0 && piece_at(scene, place) < 0; };
                carried = std::all_of(there.begin(), there.end(), is_free);
                piece = carried ? there : piece;
            }
            before = in_portal(scene);
            std::vector<size_t> falling;
            for (size_t i = 0; i < fruit && !carried; i++) {
                if (!scene[i].empty() && !group_of(scene, i, columns, -1).empty())
                    falling.push_back(i);
            }
            if (!carried && (falling.empty() || !shift(scene, falling, columns)))
                return falling.empty();
        }
        return false;
    }
};

const Game snakebird = {"-#^+*@%&$!;:,=/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
                        "-#^+*@%&$!;:,=/0123456789", std::make_unique<Flock, const Rows &>};
