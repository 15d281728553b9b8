/* Snakebird, by the rules of the published game.
 *
 * A place is a number in a plane as good as without bounds, 4096 places a row; 0 is nowhere.  A state is the places of
 * each bird, head first, of each block, and of the fruit that is left. */
#include "recheck/recheck.h"

#include <algorithm>

namespace recheck
{
namespace
{

constexpr int ROW = 4096, BEFORE = 1024, FOR_EVER = 20000;
constexpr int step_of[] = {-ROW, 1, ROW, -1};

class Flock : public Level
{
  public:
    explicit Flock(const std::vector<std::string> &text) : Level(text, '-')
    {
        bool long_first = cells.find('M') != std::string::npos;
        for (const char *ends : {long_first ? "AZ" : "AM", "az", "09", long_first ? "" : "NZ"}) {
            State bird;
            for (char c = ends[0]; c != '\0' && c <= ends[1]; c++)
                bird += places_of(c);
            if (!bird.empty())
                heads += ends[0];
            if (!bird.empty())
                pieces.push_back({bird, 0});
        }
        State fruit = places_of('+'), exits = places_of('*');
        birds = pieces.size();
        for (Piece &bird : pieces)
            bird.places.resize(bird.places.size() + fruit.size());
        for (char c : std::string("%&$!;:,=/")) {
            if (!places_of(c).empty())
                pieces.push_back({places_of(c), 0});
        }
        portal = places_of('@');
        if (birds == 0 || exits.size() != 1 || portal.size() == 1 || portal.size() > 2)
            wrong = "there is no bird, not one exit, or not two ends of a portal";
        if (!wrong.empty())
            return;
        exit = exits[0];
        for (Piece &piece : pieces) {
            piece.first = start.size();
            start += piece.places;
        }
        fruit_first = start.size();
        start += fruit;
        std::string look = cells;
        for (char &c : look)
            c = std::string("#^+*@-").find(c) == std::string::npos ? 'x' : c;
        find_symmetries(look, '-', {0, 4});
        if (symmetries.size() > 1 && !is_mirrored())
            symmetries.resize(1);
        hopeless = !settle(start, in_portal(start));
        sort_blocks(start);
    }

    Moves expand(const State &state) const override
    {
        Moves moves;
        for (size_t bird = 0; bird < birds; bird++) {
            for (int direction = UP; direction <= LEFT; direction++) {
                State after = state;
                if (move(after, bird, step_of[direction])) {
                    sort_blocks(after);
                    moves.emplace_back((Label)(8 * bird) + (Label)direction, after);
                }
            }
        }
        return moves;
    }

    bool solved(const State &state) const override
    {
        size_t blocks_first = birds < pieces.size() ? pieces[birds].first : fruit_first;
        return state.find_first_not_of(U'\0') >= blocks_first && !has_fruit(state);
    }

    /* A bird's head at each change of bird, then its directions. */
    std::vector<Label> read(const std::string &keys) const override
    {
        std::vector<Label> labels;
        size_t bird = 0;
        for (char key : keys) {
            if (heads.find(key) != std::string::npos)
                bird = heads.find(key);
            else
                labels.push_back((Label)(8 * bird + std::string("^>v<").find(key)));
        }
        return labels;
    }

  private:
    struct Piece {
        State places; /* where it is drawn; a bird has zeros for what it may grow */
        size_t first; /* where its places begin in a state */
    };
    using Ends = std::pair<int, int>; /* the piece in each end of the portal, or -1 */

    std::vector<Piece> pieces; /* birds, then blocks */
    std::string heads;
    size_t birds = 0, fruit_first = 0;
    State portal;
    char32_t exit = 0;

    State places_of(char c) const
    {
        State places;
        for (size_t cell = cells.find(c); cell != std::string::npos; cell = cells.find(c, cell + 1))
            places += (char32_t)(((int)cell / columns + BEFORE) * ROW + (int)cell % columns + BEFORE);
        return places;
    }

    bool is_bird(size_t piece) const
    {
        return piece < birds;
    }
    bool has_fruit(const State &state) const
    {
        return state.find_first_not_of(U'\0', fruit_first) != State::npos;
    }

    /* '#', '^', '+', '~' for water, or '-'. */
    char ground(const State &state, char32_t place) const
    {
        int row = (int)place / ROW - BEFORE, column = (int)place % ROW - BEFORE;
        if (state.find(place, fruit_first) != State::npos)
            return '+';
        if (row >= rows || row < 0 || column < 0 || column >= columns)
            return row >= rows ? '~' : '-';
        char c = cells[(size_t)(row * columns + column)];
        return c == '#' || c == '^' ? c : '-';
    }

    /* The piece in a place, or -1. */
    int piece_at(const State &state, char32_t place) const
    {
        size_t at = place == 0 ? State::npos : state.find(place);
        int piece = (int)pieces.size() - 1;
        while (at < fruit_first && pieces[(size_t)piece].first > at)
            piece--;
        return at < fruit_first ? piece : -1;
    }

    /* The places of a piece, moved. */
    State moved(const State &state, size_t piece, int by) const
    {
        State places = state.substr(pieces[piece].first, pieces[piece].places.size());
        for (char32_t &place : places)
            place = place == 0 ? 0 : (char32_t)((int)place + by);
        return places;
    }

    void put(State &state, size_t piece, const State &places) const
    {
        state.replace(pieces[piece].first, places.size(), places);
    }

    bool meets(const State &state, const State &places, const std::string &grounds) const
    {
        return std::any_of(places.begin(), places.end(), [&](char32_t place) {
            return place != 0 && grounds.find(ground(state, place)) != std::string::npos;
        });
    }

    /* Adds what moves if a piece does.  Returns false if something is in the way. */
    bool find_pushed(const State &state, size_t pusher, size_t piece, int by, std::vector<bool> &pushed) const
    {
        State places = moved(state, piece, by);
        pushed[piece] = true;
        if (piece == pusher || meets(state, places, is_bird(piece) ? "#^+~" : "#^+"))
            return false;
        return std::all_of(places.begin(), places.end(), [&](char32_t place) {
            int next = piece_at(state, place);
            return next < 0 || pushed[(size_t)next] || find_pushed(state, pusher, (size_t)next, by, pushed);
        });
    }

    Ends in_portal(const State &state) const
    {
        return portal.empty() ? Ends(-1, -1) : Ends(piece_at(state, portal[0]), piece_at(state, portal[1]));
    }

    /* Carries a piece that is newly in one end to the other, if all places there are free, its own of before not
     * being so.  Returns whether one was carried. */
    bool use_portal(State &state, Ends &before) const
    {
        Ends now = in_portal(state);
        for (int end = 0; end < 2 && !portal.empty(); end++) {
            int piece = end == 0 ? now.first : now.second, old = end == 0 ? before.first : before.second;
            if (piece < 0 || piece == old)
                continue;
            State places = moved(state, (size_t)piece, (int)portal[end == 0] - (int)portal[end == 1]);
            bool taken = std::any_of(places.begin(), places.end(), [&](char32_t p) { return piece_at(state, p) >= 0; });
            if (taken || meets(state, places, "#^+~"))
                continue;
            put(state, (size_t)piece, places);
            before = in_portal(state);
            return true;
        }
        before = now;
        return false;
    }

    bool use_exit(State &state) const
    {
        for (size_t bird = 0; bird < birds && !has_fruit(state); bird++) {
            if (state[pieces[bird].first] == exit)
                put(state, bird, State(pieces[bird].places.size(), 0));
        }
        return true;
    }

    /* Exits, portals and falls, until nothing happens any more.  Returns false if a bird is lost or falls for ever. */
    bool settle(State &state, Ends before) const
    {
        for (int falls = 0; falls < FOR_EVER; falls++) {
            while (use_exit(state) && use_portal(state, before))
                continue;
            std::vector<bool> held(pieces.size());
            for (size_t pass = 0; pass < pieces.size(); pass++) {
                for (size_t i = 0; i < pieces.size(); i++) {
                    State below = moved(state, i, ROW);
                    held[i] = held[i] || meets(state, below, is_bird(i) ? "#+" : "#+^") ||
                              std::any_of(below.begin(), below.end(), [&](char32_t place) {
                                  int other = piece_at(state, place);
                                  return other >= 0 && (size_t)other != i && held[(size_t)other];
                              });
                }
            }
            bool rests = true;
            State after = state;
            for (size_t i = 0; i < pieces.size(); i++) {
                State below = moved(state, i, ROW);
                if (held[i] || below[0] == 0)
                    continue;
                rests = false;
                if (is_bird(i) && meets(state, below, "^~"))
                    return false;
                put(after, i, meets(state, below, "~") ? State(below.size(), 0) : below);
            }
            state = after;
            if (rests)
                return true;
        }
        return false;
    }

    /* Moves a bird's head.  Returns false if that cannot be done or loses a bird. */
    bool move(State &state, size_t bird, int by) const
    {
        Ends before = in_portal(state);
        State body = moved(state, bird, 0);
        char32_t to = (char32_t)((int)body[0] + by);
        char there = ground(state, to);
        int other = piece_at(state, to);
        if (body[0] == 0 || there == '#' || there == '^' || there == '~' || other == (int)bird)
            return false;
        size_t length = std::min(body.find(U'\0'), body.size());
        if (there != '+')
            body[length - 1] = 0;
        put(state, bird, body);
        std::vector<bool> pushed(pieces.size());
        if (other >= 0 && !find_pushed(state, bird, (size_t)other, by, pushed))
            return false;
        State old = state;
        for (size_t i = 0; i < pieces.size(); i++) {
            State places = moved(old, i, by);
            if (pushed[i])
                put(state, i, !is_bird(i) && meets(state, places, "~") ? State(places.size(), 0) : places);
        }
        body.insert(body.begin(), to);
        body.pop_back();
        put(state, bird, body);
        std::replace(state.begin() + (long)fruit_first, state.end(), to, U'\0');
        return settle(state, before);
    }

    /* Blocks of one shape are not distinct, so they are sorted. */
    void sort_blocks(State &state) const
    {
        for (size_t i = birds; i < pieces.size(); i++) {
            for (size_t k = i + 1; k < pieces.size(); k++) {
                const State &a = pieces[i].places, &b = pieces[k].places;
                bool alike = a.size() == b.size();
                for (size_t n = 0; n < a.size() && alike; n++)
                    alike = a[n] - a[0] == b[n] - b[0];
                State first = moved(state, i, 0), second = moved(state, k, 0);
                if (!alike || first <= second)
                    continue;
                put(state, i, second);
                put(state, k, first);
            }
        }
    }

    /* Whether the left-right mirror maps each bird onto itself, and each block onto one. */
    bool is_mirrored() const
    {
        for (size_t i = 0; i < pieces.size(); i++) {
            State image = moved(start, i, 0);
            for (char32_t &place : image) {
                int column = (int)place % ROW - BEFORE;
                place = place == 0 ? 0 : (char32_t)((int)place + left + left + width - 1 - 2 * column);
            }
            if (is_bird(i) && image != moved(start, i, 0))
                return false;
            int other = piece_at(start, image[0]);
            State there = other < 0 ? State() : moved(start, (size_t)other, 0);
            std::sort(image.begin(), image.end());
            std::sort(there.begin(), there.end());
            if (image != there)
                return false;
        }
        return true;
    }
};

std::unique_ptr<Level> make_flock(const std::vector<std::string> &rows)
{
    return std::make_unique<Flock>(rows);
}

} // namespace

const Game snakebird = {"snakebird", nullptr, make_flock};

} // namespace recheck
