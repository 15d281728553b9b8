/* The search: breadth first through all states, then sums and classes over what lies on solutions. */
#include "recheck/recheck.h"

#include <algorithm>
#include <climits>
#include <numeric>
#include <set>
#include <unordered_map>

namespace recheck
{
namespace
{

constexpr size_t MOST_CLASSES = 1 << 24, MOST_LISTED = 1 << 17;

/* Disjoint sets of numbers; the root of a set is its least member. */
struct Sets {
    std::vector<unsigned> parent;

    explicit Sets(size_t size) : parent(size)
    {
        std::iota(parent.begin(), parent.end(), 0);
    }

    unsigned root(unsigned n)
    {
        while (parent[n] != n)
            n = parent[n] = parent[parent[n]];
        return n;
    }

    void unite(unsigned a, unsigned b)
    {
        a = root(a), b = root(b);
        parent[std::max(a, b)] = std::min(a, b);
    }
};

struct Edge {
    unsigned from, to;
    Label move;
    std::vector<unsigned> classes; /* for each class of the paths to `from`: that of the path on to `to` */
};

struct Node {
    unsigned layer = 0;
    size_t first_edge = 0, end_edge = 0;
    bool goal = false, useful = false, shortest = false; /* useful: on a solution; shortest: on a shortest one */
    unsigned classes = 0;                                /* of the paths to it */
    std::vector<unsigned> in;                            /* useful edges that end here */
};

/* Nodes are in the order of their layers, so edges are in the order of their origins, then of their moves. */
struct Graph {
    const Level &level;
    std::vector<Node> nodes;
    std::vector<Edge> edges; /* from each layer to the next */
    unsigned depth = UINT_MAX;

    explicit Graph(const Level &l) : level(l) {}

    /* Finds all states, or those up to the first goal's layer where only the shortest solutions count.  Returns false
     * if there are more than `most`. */
    bool explore(size_t most)
    {
        std::unordered_map<State, unsigned> number;
        std::vector<const State *> states;
        auto find = [&](const State &state, unsigned layer) {
            auto [at, added] = number.emplace(state, nodes.size());
            if (added) {
                nodes.emplace_back().layer = layer;
                states.push_back(&at->first);
            }
            return at->second;
        };
        find(level.start, 0);
        for (unsigned n = 0; n < nodes.size(); n++) {
            unsigned layer = nodes[n].layer;
            nodes[n].first_edge = nodes[n].end_edge = edges.size();
            if (layer > depth && !level.all_lengths)
                continue;
            nodes[n].goal = level.solved(*states[n]);
            depth = nodes[n].goal ? std::min(depth, layer) : depth;
            if (nodes[n].goal || (layer == depth && !level.all_lengths))
                continue;
            for (const auto &[move, state] : level.expand(*states[n])) {
                unsigned to = find(state, layer + 1);
                if (nodes[to].layer == layer + 1)
                    edges.push_back({n, to, move, {}});
            }
            nodes[n].end_edge = edges.size();
            if (nodes.size() > most)
                return false;
        }
        return true;
    }

    void mark()
    {
        for (Node &node : nodes) {
            node.useful = node.goal;
            node.shortest = node.goal && node.layer == depth;
        }
        for (auto edge = edges.rbegin(); edge != edges.rend(); ++edge) {
            nodes[edge->from].useful |= nodes[edge->to].useful;
            nodes[edge->from].shortest |= nodes[edge->to].shortest;
        }
        for (unsigned e = 0; e < edges.size(); e++) {
            if (nodes[edges[e].to].useful)
                nodes[edges[e].to].in.push_back(e);
        }
    }

    std::vector<Label> first_solution() const
    {
        std::vector<Label> moves;
        for (unsigned at = 0; moves.size() < depth;) {
            size_t e = nodes[at].first_edge;
            while (!nodes[edges[e].to].shortest)
                e++;
            moves.push_back(edges[e].move);
            at = edges[e].to;
        }
        return moves;
    }

    /* Sums up paths, in numbers to the base 10^18 with the lowest digit first. */
    std::string count_solutions() const
    {
        using Number = std::vector<uint64_t>;
        constexpr uint64_t base = UINT64_C(1000000000000000000);
        auto add = [](Number &sum, const Number &number) {
            sum.resize(std::max(sum.size(), number.size()) + 1);
            for (size_t i = 0; i + 1 < sum.size(); i++) {
                sum[i] += i < number.size() ? number[i] : 0;
                sum[i + 1] += sum[i] / base;
                sum[i] %= base;
            }
            while (!sum.empty() && sum.back() == 0)
                sum.pop_back();
        };
        std::vector<Number> paths(nodes.size());
        Number total;
        paths[0] = {1};
        for (unsigned n = 0; n < nodes.size(); n++) {
            for (unsigned e : nodes[n].in)
                add(paths[n], paths[edges[e].from]);
            if (nodes[n].goal)
                add(total, paths[n]);
        }
        std::string text;
        for (uint64_t digit : total) {
            std::string part = std::to_string(digit);
            text.insert(0, std::string(18 - part.size(), '0') + part);
        }
        return text.substr(text.find_first_not_of('0'));
    }

    /* --- which are essentially different --- */

    /* Returns the edge from a node with that move, or the number of edges. */
    size_t edge_with(unsigned from, Label move) const
    {
        for (size_t e = nodes[from].first_edge; e < nodes[from].end_edge; e++) {
            if (edges[e].move == move)
                return e;
        }
        return edges.size();
    }

    /* Finds the classes of the paths to a node.  Paths that end ...ab and ...ba from one node are in one class. */
    void find_classes(Node &node)
    {
        std::unordered_map<size_t, unsigned> base; /* of each edge into the node: the number of its first class */
        unsigned total = 0;
        for (unsigned e : node.in) {
            base[e] = total;
            total += nodes[edges[e].from].classes;
        }
        Sets sets(total);
        for (unsigned last : node.in) {
            for (unsigned before : nodes[edges[last].from].in) {
                const Edge &a = edges[before], &b = edges[last];
                size_t b_first = a.move == b.move ? edges.size() : edge_with(a.from, b.move);
                size_t a_last = b_first == edges.size() ? b_first : edge_with(edges[b_first].to, a.move);
                for (unsigned c = 0; base.count(a_last) > 0 && c < nodes[a.from].classes; c++)
                    sets.unite(base[last] + a.classes[c], base[a_last] + edges[b_first].classes[c]);
            }
        }
        std::vector<unsigned> number(total);
        for (unsigned i = 0; i < total; i++)
            number[i] = sets.root(i) == i ? node.classes++ : number[sets.root(i)];
        for (unsigned e : node.in)
            edges[e].classes.assign(&number[base[e]], &number[base[e]] + nodes[edges[e].from].classes);
    }

    /* The moves of some path of a class to a node. */
    std::vector<Label> find_path(unsigned n, unsigned wanted) const
    {
        std::vector<Label> path(nodes[n].layer);
        for (auto move = path.rbegin(); move != path.rend(); ++move) {
            for (unsigned e : nodes[n].in) {
                auto found = std::find(edges[e].classes.begin(), edges[e].classes.end(), wanted);
                if (found != edges[e].classes.end()) {
                    *move = edges[e].move;
                    wanted = (unsigned)(found - edges[e].classes.begin());
                    n = edges[e].from;
                    break;
                }
            }
        }
        return path;
    }

    /* Counts the classes of solutions; those that symmetries map onto each other are one.  0: too many. */
    uint64_t count_essential()
    {
        size_t used = 0;
        unsigned total = 0;
        nodes[0].classes = 1;
        std::vector<unsigned> offset(nodes.size());
        for (unsigned n = 0; n < nodes.size(); n++) {
            for (unsigned e : nodes[n].in)
                used += nodes[edges[e].from].classes;
            if (used > MOST_CLASSES)
                return 0;
            if (nodes[n].useful && n > 0)
                find_classes(nodes[n]);
            offset[n] = total;
            total += nodes[n].goal ? nodes[n].classes : 0;
        }
        Sets sets(total);
        for (unsigned n = 0; n < nodes.size() && level.symmetries.size() > 1; n++) {
            for (unsigned c = 0; nodes[n].goal && c < nodes[n].classes; c++) {
                std::vector<Label> path = find_path(n, c);
                for (unsigned symmetry : level.symmetries) {
                    unsigned at = 0, image = 0;
                    for (Label move : path) {
                        const Edge &edge = edges[edge_with(at, level.turn(symmetry, move))];
                        image = edge.classes[image];
                        at = edge.to;
                    }
                    sets.unite(offset[n] + c, offset[at] + image);
                }
            }
        }
        uint64_t different = 0;
        for (unsigned i = 0; i < total; i++)
            different += sets.root(i) == i;
        return different;
    }

    /* Lists all solutions and counts those of which none is the image of another.  0: too many. */
    uint64_t count_different() const
    {
        std::set<std::string> found;
        std::vector<Label> path;
        std::vector<size_t> next = {nodes[0].first_edge}; /* of each node on the path: the edge to go on by */
        std::vector<unsigned> on = {0};
        size_t listed = 0;
        while (!on.empty() && listed <= MOST_LISTED) {
            unsigned n = on.back();
            if (nodes[n].goal && ++listed <= MOST_LISTED) { /* no edge leads on from here */
                std::set<std::string> images;
                for (unsigned symmetry : level.symmetries)
                    images.insert(level.image(path, symmetry));
                found.insert(*images.begin());
            }
            while (next.back() < nodes[n].end_edge && !nodes[edges[next.back()].to].useful)
                next.back()++;
            if (next.back() < nodes[n].end_edge) {
                const Edge &edge = edges[next.back()++];
                path.push_back(edge.move);
                on.push_back(edge.to);
                next.push_back(nodes[edge.to].first_edge);
            } else {
                on.pop_back();
                next.pop_back();
                path.resize(on.empty() ? 0 : on.size() - 1);
            }
        }
        return listed > MOST_LISTED ? 0 : found.size();
    }
};

} // namespace

Finding judge(const Level &level, size_t most_states)
{
    Graph graph(level);
    Finding finding;
    finding.decided = level.hopeless || graph.explore(most_states);
    finding.solvable = finding.decided && graph.depth != UINT_MAX;
    if (finding.solvable) {
        graph.mark();
        finding.first = graph.first_solution();
        finding.depth = level.length(finding.first);
        finding.solutions = graph.count_solutions();
        finding.essential = level.has_images ? graph.count_different() : graph.count_essential();
    }
    return finding;
}

} // namespace recheck
