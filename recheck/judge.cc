/* The search: breadth first through all states, then sums and classes over what lies on solutions. */
#include "recheck/recheck.h"

#include <unordered_map>

namespace
{

constexpr size_t MOST_CLASSES = 1 << 24; /* of the paths to all states together */
constexpr unsigned NEVER = -1U;
constexpr size_t NONE = -(size_t)1;

struct Edge {
    unsigned from, to;
    Label label;
    size_t paths = 0; /* the first of those that end with it: one for each class of paths to `from` */
};

struct Node {
    unsigned layer, rest;                      /* moves from the start, and to the nearest goal */
    size_t out = 0;                            /* its first edge; the others follow */
    std::vector<size_t> in = {}, classes = {}; /* edges to it; of each class of paths to it, the first one */
};

/* A way to a node: one of a class of paths, and a move on. */
struct Walk {
    size_t before, edge, root; /* the path with the least number that is known to be in the same class */
    size_t place = 0;          /* of a class's first path: which of its node's it is */
};

/* Adds decimal numbers, whose lowest digits are first. */
std::string add(const std::string &a, const std::string &b)
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

/* Nodes are in the order of their layers.  Edges lead from each layer to the next, in the order of their origins, then
 * of their labels. */
struct Graph {
    const Level &level;
    std::vector<Node> nodes = {};
    std::vector<Edge> edges = {};
    std::vector<Walk> walks = {};
    unsigned depth = NEVER;

    /* Finds all states, or those up to the first goal's layer where only the shortest solutions count.  Returns false
     * if there are more than `most`. */
    bool explore(size_t most)
    {
        std::unordered_map<State, unsigned> numbers;
        std::vector<const State *> states;
        auto find = [&](const State &state, unsigned layer) {
            auto [at, added] = numbers.emplace(state, nodes.size());
            if (added) {
                nodes.push_back({layer, NEVER});
                states.push_back(&at->first);
            }
            return at->second;
        };
        find(level.start, 0);
        for (unsigned n = 0; n < nodes.size() && (level.all_lengths || nodes[n].layer <= depth); n++) {
            const unsigned layer = nodes[n].layer;
            if (level.won(*states[n])) {
                nodes[n].rest = 0;
                depth = std::min(depth, layer);
            }
            if (nodes[n].rest == 0 || (layer == depth && !level.all_lengths))
                continue;
            for (const auto &[label, state] : level.moves(*states[n])) {
                unsigned to = find(state, layer + 1);
                if (nodes[to].layer == layer + 1)
                    edges.push_back({n, to, label});
            }
            if (nodes.size() > most)
                return false;
        }
        return true;
    }

    /* Leaves only the edges that lie on solutions. */
    void reduce()
    {
        for (auto edge = edges.rbegin(); edge != edges.rend(); ++edge) {
            if (nodes[edge->to].rest != NEVER)
                nodes[edge->from].rest = std::min(nodes[edge->from].rest, nodes[edge->to].rest + 1);
        }
        auto is_lost = [&](const Edge &edge) { return nodes[edge.to].rest == NEVER; };
        edges.erase(std::remove_if(edges.begin(), edges.end(), is_lost), edges.end());
        for (size_t e = edges.size(); e-- > 0;)
            nodes[edges[e].from].out = e;
        for (size_t e = 0; e < edges.size(); e++)
            nodes[edges[e].to].in.push_back(e);
    }

    Path first_solution() const
    {
        Path path;
        for (unsigned at = 0; nodes[at].rest > 0;) {
            size_t e = nodes[at].out;
            while (nodes[edges[e].to].rest != nodes[at].rest - 1)
                e++;
            path.push_back(edges[e].label);
            at = edges[e].to;
        }
        return path;
    }

    std::string count_solutions() const
    {
        std::vector<std::string> paths(nodes.size());
        std::string total;
        paths[0] = "1";
        for (size_t n = 0; n < nodes.size(); n++) {
            for (size_t e : nodes[n].in)
                paths[n] = add(paths[n], paths[edges[e].from]);
            if (nodes[n].rest == 0)
                total = add(total, paths[n]);
        }
        return {total.rbegin(), total.rend()};
    }

    /* --- which are essentially different --- */

    unsigned end_of(size_t walk) const
    {
        return walk == 0 ? 0 : edges[walks[walk].edge].to;
    }

    size_t root(size_t walk)
    {
        while (walks[walk].root != walk)
            walk = walks[walk].root = walks[walks[walk].root].root;
        return walk;
    }

    void unite(size_t a, size_t b)
    {
        a = root(a), b = root(b);
        walks[std::max(a, b)].root = std::min(a, b);
    }

    /* A path, and a move on.  NONE: the move is on no solution. */
    size_t go_on(size_t walk, Label label)
    {
        if (walk == NONE)
            return NONE;
        const unsigned from = end_of(walk);
        for (size_t e = nodes[from].out; e < edges.size() && edges[e].from == from; e++) {
            if (edges[e].label == label)
                return edges[e].paths + walks[root(walk)].place;
        }
        return NONE;
    }

    bool is_solution(size_t walk) const
    {
        return walk != NONE && nodes[end_of(walk)].rest == 0;
    }

    size_t follow(const Path &path)
    {
        size_t walk = 0;
        for (Label label : path)
            walk = go_on(walk, label);
        return walk;
    }

    /* Finds the classes of the paths to a node.  Paths that end ...ab and ...ba from one node are in one class. */
    void find_classes(Node &node)
    {
        const size_t first = walks.size();
        for (size_t e : node.in) {
            edges[e].paths = walks.size();
            for (size_t before : nodes[edges[e].from].classes)
                walks.push_back({before, e, walks.size()});
        }
        for (size_t b : node.in) {
            for (size_t a : nodes[edges[b].from].in) {
                for (size_t before : nodes[edges[a].from].classes) {
                    size_t other = go_on(go_on(before, edges[b].label), edges[a].label);
                    if (other != NONE && end_of(other) == edges[b].to)
                        unite(other, go_on(go_on(before, edges[a].label), edges[b].label));
                }
            }
        }
        for (size_t walk = first; walk < walks.size(); walk++) {
            walks[walk].place = node.classes.size();
            if (root(walk) == walk)
                node.classes.push_back(walk);
        }
    }

    /* Counts the classes of solutions; those that symmetries map onto each other are one.  0: too many. */
    size_t count_essential()
    {
        walks.push_back({0, 0, 0});
        nodes[0].classes = {0};
        for (size_t n = 1; n < nodes.size(); n++) {
            find_classes(nodes[n]);
            if (walks.size() > MOST_CLASSES)
                return 0;
        }
        for (size_t solution = 0; solution < walks.size(); solution++) {
            if (!is_solution(solution) || root(solution) != solution)
                continue;
            Path path;
            for (size_t walk = solution; walk > 0; walk = walks[walk].before)
                path.push_back(edges[walks[walk].edge].label);
            std::reverse(path.begin(), path.end());
            for (unsigned symmetry : level.symmetries)
                unite(solution, follow(level.image(path, symmetry)));
        }
        size_t count = 0;
        for (size_t walk = 0; walk < walks.size(); walk++)
            count += is_solution(walk) && root(walk) == walk;
        return count;
    }
};

} // namespace

Finding judge(const Level &level, const std::string &keys, size_t most_states)
{
    Graph graph{level};
    Finding finding;
    finding.decided = level.hopeless || graph.explore(most_states);
    if (!finding.decided || graph.depth == NEVER)
        return finding;
    graph.reduce();
    finding.solvable = true;
    finding.depth = graph.depth;
    finding.solutions = graph.count_solutions();
    finding.essential = graph.count_essential();
    const Path path = level.read(keys);
    finding.is_first = level.any_order ? graph.is_solution(graph.follow(path)) : path == graph.first_solution();
    return finding;
}
