/* The search: breadth first through all states, then sums and classes over the states on solutions. */
#include "recheck/recheck.h"

#include <numeric>
#include <optional>
#include <unordered_map>

constexpr size_t MOST_WALKS = 1 << 24, NOWHERE = 0, START = 1;
constexpr unsigned NEVER = -1U;

struct Edge {
    unsigned from, to;
    Label label;
    unsigned walks = 0; /* the first of the walks that end with this edge, one for each class of paths to `from` */
};

struct Node {
    unsigned layer;                            /* moves from the start */
    bool is_goal = false, is_useful = false;   /* useful: on a solution */
    std::vector<size_t> in = {}, classes = {}; /* the edges to it; the first path of each class of paths to it */
};

/* A path to a node: the first path of a class to an earlier node, and one more move. */
struct Walk {
    size_t before, edge, root; /* `root`: the lowest-numbered path known to be in the same class */
    size_t place = 0;          /* for the first path of a class: the index of the class at its node */
};

/* Adds decimal numbers written with the lowest digit first. */
static std::string add(const std::string &a, const std::string &b)
{
    std::string sum;
    int carry = 0;
    for (size_t i = 0; i < std::max(a.size(), b.size()) || carry > 0; i++) {
        carry += (i < a.size() ? a[i] - '0' : 0) + (i < b.size() ? b[i] - '0' : 0);
        sum += (char)('0' + carry % 10);
        carry /= 10;
    }
    return sum;
}

/* Finds all states or, if only the shortest solutions count, those up to the first goal's layer.  Nodes are in order of
 * their layers.  Edges lead from each layer to the next, in order of their origins, then of their labels.  Returns that
 * layer, NEVER without a goal, or nothing if the level has more than `most` states. */
static std::optional<unsigned> explore(const Level &level, size_t most, std::vector<Node> &nodes,
                                       std::vector<Edge> &edges)
{
    unsigned depth = NEVER;
    std::unordered_map<State, unsigned> numbers = {{level.start, 0}};
    std::vector<const State *> states = {&numbers.begin()->first};
    for (unsigned n = 0; n < nodes.size() && (level.all_lengths || nodes[n].layer <= depth); n++) {
        const unsigned layer = nodes[n].layer;
        nodes[n].is_goal = nodes[n].is_useful = level.won(*states[n]);
        depth = nodes[n].is_goal ? std::min(depth, layer) : depth;
        if (nodes[n].is_goal || (layer == depth && !level.all_lengths))
            continue;
        level.moves(*states[n], [&](Label label, State state) {
            const auto [at, is_new] = numbers.try_emplace(std::move(state), (unsigned)nodes.size());
            if (is_new) {
                nodes.push_back({layer + 1});
                states.push_back(&at->first);
            }
            if (nodes[at->second].layer == layer + 1)
                edges.push_back({n, at->second, label});
        });
        if (nodes.size() > most)
            return {};
    }
    return depth;
}

Finding judge(const Level &level, const std::string &keys, size_t most_states)
{
    std::vector<Node> nodes = {{0}};
    std::vector<Edge> edges;
    const std::optional<unsigned> depth = level.hopeless ? NEVER : explore(level, most_states, nodes, edges);
    if (!depth || *depth == NEVER)
        return {depth ? nullptr : "too many states"};

    /* Keep only the edges on solutions.  Append the last edges of the walks NOWHERE and START. */
    for (auto edge = edges.rbegin(); edge != edges.rend(); ++edge)
        nodes[edge->from].is_useful |= nodes[edge->to].is_useful;
    auto is_useless = [&](const Edge &edge) { return !nodes[edge.to].is_useful; };
    edges.erase(std::remove_if(edges.begin(), edges.end(), is_useless), edges.end());
    for (size_t e = 0; e < edges.size(); e++)
        nodes[edges[e].to].in.push_back(e);
    std::vector<Walk> walks = {{NOWHERE, edges.size(), NOWHERE}, {NOWHERE, edges.size() + 1, START}};
    edges.push_back({NEVER, (unsigned)nodes.size(), 0});
    edges.push_back({NEVER, 0, 0});
    nodes.push_back({NEVER});

    auto end_of = [&](size_t walk) { return edges[walks[walk].edge].to; };
    auto root = [&](size_t walk) {
        while (walks[walk].root != walk)
            walk = walks[walk].root = walks[walks[walk].root].root;
        return walk;
    };
    auto less = [](const Edge &a, const Edge &b) { return std::pair(a.from, a.label) < std::pair(b.from, b.label); };
    /* The first path of the class that a path extended by a move belongs to; NOWHERE if that is on no solution. */
    auto go_on = [&](size_t walk, Label label) {
        const Edge wanted = {end_of(walk), 0, label};
        const auto edge = std::lower_bound(edges.begin(), edges.end(), wanted, less);
        const bool is_there = edge->from == wanted.from && edge->label == label;
        return is_there ? root(edge->walks + walks[walk].place) : NOWHERE;
    };

    /* Count the paths to each node, and find their classes.  Paths that end ...ab and ...ba at one node are in one
     * class. */
    std::vector<std::string> paths(nodes.size());
    std::string total;
    paths[0] = "1";
    nodes[0].classes = {START};
    for (size_t n = 0; n < nodes.size(); n++) {
        Node &node = nodes[n];
        const size_t first = walks.size();
        for (size_t e : node.in) {
            paths[n] = add(paths[n], paths[edges[e].from]);
            edges[e].walks = (unsigned)walks.size();
            for (size_t before : nodes[edges[e].from].classes)
                walks.push_back({before, e, walks.size()});
        }
        if (walks.size() > MOST_WALKS)
            return {"too many solutions to tell apart"};
        total = node.is_goal ? add(total, paths[n]) : total;
        for (size_t b : node.in) {
            for (size_t a : nodes[edges[b].from].in) {
                for (size_t before : nodes[edges[a].from].classes) {
                    const size_t other = go_on(go_on(before, edges[b].label), edges[a].label);
                    if (end_of(other) != edges[b].to)
                        continue;
                    const size_t one = go_on(go_on(before, edges[a].label), edges[b].label);
                    walks[std::max(one, other)].root = std::min(one, other);
                }
            }
        }
        for (size_t walk = first; walk < walks.size(); walk++) {
            walks[walk].place = node.classes.size();
            if (root(walk) == walk)
                node.classes.push_back(walk);
        }
    }

    /* Count the classes of solutions; classes that symmetries map onto each other count once.  The first path of the
     * first class is the first of the shortest solutions. */
    Finding finding = {nullptr, false, *depth, {total.rbegin(), total.rend()}};
    for (size_t solution = START; solution < walks.size(); solution++) {
        if (!nodes[end_of(solution)].is_goal || root(solution) != solution)
            continue;
        Path path;
        for (size_t walk = solution; walk != START; walk = walks[walk].before)
            path.insert(path.begin(), edges[walks[walk].edge].label);
        finding.is_first |= finding.essential == 0 && level.is_first(keys, path);
        auto is_later = [&](unsigned symmetry) {
            const Path image = level.image(path, symmetry);
            return std::accumulate(image.begin(), image.end(), START, go_on) >= solution;
        };
        finding.essential += std::all_of(level.symmetries.begin(), level.symmetries.end(), is_later);
    }
    return finding;
}
