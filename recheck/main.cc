/* The command: judges the levels of reports again and compares. */
#include "config.h"

#include "recheck/recheck.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csv.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <map>
#include <new>
#include <sys/stat.h>

using namespace recheck;

namespace
{

constexpr uint64_t MOST_TOLD = 256; // the most essentially different solutions whose number a report tells
size_t most_states = 1000000;
unsigned long agreeing, differing, open_levels, unreadable;
const char *called = "recheck"; // argv[0] without folders

/* Adds a file to a text.  Returns false if it cannot be read. */
bool read_file(const std::string &path, std::string &text)
{
    FILE *file = std::fopen(path.c_str(), "rb");
    if (file == nullptr)
        return false;
    char part[65536];
    for (size_t size; (size = std::fread(part, 1, sizeof part, file)) > 0;)
        text.append(part, size);
    bool good = std::ferror(file) == 0;
    return std::fclose(file) == 0 && good;
}

using Row = std::map<std::string, std::string>; /* a report's row: fields by the names of their columns */

/* Whether a line is a row of some level of a game. */
bool is_row(const Game &game, const std::string &line)
{
    return std::all_of(line.begin(), line.end(),
                       [&](char c) {
                           return game.cells == nullptr
                                      ? std::isalnum((unsigned char)c) || std::strchr("-#^+*@%&$!;:,=/", c) != nullptr
                                      : std::strchr(game.cells, c) != nullptr;
                       }) &&
           std::any_of(line.begin(), line.end(), [&](char c) { return c != ' ' && (!std::isalpha(c) || c == 'X'); });
}

/* A level of a file, with the names that it may have: titles, or the lines of text beside it. */
struct Drawn {
    std::vector<std::string> rows, names;
};

std::vector<Drawn> read_levels(const Game &game, const std::string &text)
{
    std::vector<Drawn> levels;
    std::vector<std::string> above;
    bool inside = false, titles_below = false;
    for (size_t at = 0, end; at < text.size(); at = end + 1) {
        end = std::min(text.find('\n', at), text.size());
        std::string line = text.substr(at, end - at);
        if (!line.empty() && line.back() == '\r')
            line.pop_back();
        if (is_row(game, line)) {
            if (!inside) {
                levels.push_back({{}, above});
                above.clear();
            }
            levels.back().rows.push_back(line);
            inside = true;
            continue;
        }
        inside = false;
        bool title = line.rfind("Title:", 0) == 0;
        size_t first = line.find_first_not_of(' ', title ? 6 : line.rfind(';', 0) == 0 ? 1 : 0);
        titles_below = titles_below || (title && !levels.empty() && above.empty());
        if (first == std::string::npos)
            continue;
        if (titles_below && !levels.empty())
            levels.back().names.push_back(line.substr(first));
        else
            above.push_back(line.substr(first));
    }
    return levels;
}

/* Finds the level that the n-th row of a report names: FILE, FILE#N, or a title in the file that is called like the
 * report or, in a folder of levels, like the row.  No rows: there is none. */
Drawn find_level(const std::string &report, const Game &game, const std::string &name, size_t row)
{
    std::string folder = report.substr(0, report.rfind('/') + 1), text;
    size_t mark = name.rfind('#'), n = mark == std::string::npos ? 1 : std::strtoul(&name[mark + 1], nullptr, 10);
    bool titled = name.find("..") != std::string::npos || !read_file(folder + name.substr(0, mark), text);
    bool found = !titled;
    size_t dot = report.rfind('.');
    std::string stem = report.substr(0, dot < folder.size() ? std::string::npos : dot);
    for (const char *ending : {".xsb", ".sok", ".txt", ".lvl", ".level"})
        found = found || read_file(stem + ending, text);
    char numbered[32];
    std::snprintf(numbered, sizeof numbered, "%03zu.txt", row);
    found = found || read_file(folder + numbered, text);
    std::vector<Drawn> levels = read_levels(game, text);
    for (const Drawn &level : levels) {
        if (titled && std::find(level.names.begin(), level.names.end(), name) != level.names.end())
            return level;
    }
    return titled || n < 1 || n > levels.size() ? Drawn() : levels[n - 1];
}

/* Whether these moves lead to the goal. */
bool leads_to_goal(const Level &level, const std::vector<Label> &labels)
{
    State state = level.start;
    for (Label label : labels) {
        Moves moves = level.expand(state);
        auto move = std::find_if(moves.begin(), moves.end(), [&](const auto &m) { return m.first == label; });
        if (move == moves.end())
            return false;
        state = move->second;
    }
    return level.solved(state);
}

/* Compares what was found with a row of a report.  Prints what differs and returns whether nothing does. */
bool agrees(const std::string &where, const Row &row, const Level &level, const Finding &finding)
{
    bool same = true, solvable = finding.solvable;
    const std::string &keys = row.at("solution");
    for (const auto &[column, found] : std::vector<std::pair<std::string, std::string>>{
             {"verdict", !solvable                ? "unsolvable"
                         : finding.essential == 1 ? "unique"
                                                  : "multiple"},
             {"depth", solvable ? std::to_string(finding.depth) : ""},
             {"solutions", finding.solutions},
             {"essential", finding.essential > MOST_TOLD ? ">256" : std::to_string(finding.essential)},
             {"symmetry", std::to_string(level.symmetries.size())}}) {
        if (row.at(column) == found)
            continue;
        std::printf("%s: %s is %s, the report says %s\n", where.c_str(), column.c_str(), found.c_str(),
                    row.at(column).c_str());
        same = false;
    }
    std::vector<Label> labels = solvable ? level.read(keys) : std::vector<Label>();
    bool first = solvable ? level.has_images ? leads_to_goal(level, labels) : labels == finding.first : keys.empty();
    if (!first)
        std::printf("%s: the solution is not the first of the shortest ones\n", where.c_str());
    return same && first;
}

void complain(const std::string &where, const std::string &wrong)
{
    std::fprintf(stderr, "%s: %s: %s\n", called, where.c_str(), wrong.c_str());
    unreadable++;
}

void check_row(const std::string &report, const Row &row, size_t number)
{
    std::string where = report + ": " + row.at("level");
    for (const Game *game : {&longcat, &theseus, &sokoban, &snowman, &snakebird, &snake}) {
        if (row.at("game") != game->name)
            continue;
        Drawn drawn = find_level(report, *game, row.at("level"), number);
        if (drawn.rows.empty())
            return complain(where, "there is no such level");
        std::unique_ptr<Level> level = game->make(drawn.rows);
        if (!level->wrong.empty())
            return complain(where, level->wrong);
        Finding finding = judge(*level, most_states);
        if (!finding.decided || (finding.solvable && finding.essential == 0) || row.at("verdict") == "undecided") {
            std::printf("%s: not decided: %s\n", where.c_str(),
                        row.at("verdict") == "undecided" ? "nor does the report"
                        : finding.decided                ? "too many solutions to tell apart"
                                                         : "too many states");
            open_levels++;
        } else {
            ++(agrees(where, row, *level, finding) ? agreeing : differing);
        }
        return;
    }
    std::printf("%s: not decided: a game of other rules\n", where.c_str());
    open_levels++;
}

/* A report being read: the names of its columns, and the fields of the row at hand. */
struct Reading {
    std::vector<std::vector<std::string>> rows{{}};
};

void check_report(const std::string &path)
{
    Reading reading;
    csv_parser parser;
    std::string text;
    csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI);
    auto field = [](void *data, size_t size, void *to) {
        static_cast<Reading *>(to)->rows.back().emplace_back(static_cast<char *>(data), size);
    };
    auto end = [](int, void *to) { static_cast<Reading *>(to)->rows.emplace_back(); };
    bool good = read_file(path, text) &&
                csv_parse(&parser, text.data(), text.size(), field, end, &reading) == text.size() &&
                csv_fini(&parser, field, end, &reading) == 0;
    csv_free(&parser);
    const std::vector<std::string> &names = reading.rows[0];
    for (const char *needed : {"level", "game", "verdict", "depth", "solutions", "essential", "symmetry", "solution"})
        good = good && std::find(names.begin(), names.end(), needed) != names.end();
    if (!good)
        complain(path, "this is no report of levels");
    for (size_t n = 1; good && n + 1 < reading.rows.size(); n++) {
        Row row;
        for (size_t i = 0; i < names.size(); i++)
            row[names[i]] = i < reading.rows[n].size() ? reading.rows[n][i] : "";
        check_row(path, row, n);
    }
}

/* Checks a report, or the reports of a folder, then those of the folders in it; links to folders are not followed. */
void check_path(const std::string &path)
{
    struct stat status;
    if (stat(path.c_str(), &status) != 0)
        return complain(path, std::strerror(errno));
    if (!S_ISDIR(status.st_mode))
        return check_report(path);
    DIR *folder = opendir(path.c_str());
    if (folder == nullptr)
        return complain(path, std::strerror(errno));
    std::vector<std::string> reports, folders;
    while (const dirent *entry = readdir(folder)) {
        std::string name = entry->d_name, inside = path + (path.back() == '/' ? "" : "/") + name;
        if (name == "." || name == ".." || lstat(inside.c_str(), &status) != 0)
            continue;
        if (S_ISDIR(status.st_mode))
            folders.push_back(inside);
        else if (name.size() > 4 && name.compare(name.size() - 4, 4, ".csv") == 0)
            reports.push_back(inside);
    }
    closedir(folder);
    for (std::vector<std::string> *sorted : {&reports, &folders}) {
        std::sort(sorted->begin(), sorted->end());
        for (const std::string &one : *sorted)
            check_path(one);
    }
}

void usage(FILE *out)
{
    std::fprintf(out,
                 "Usage: %s [OPTION]... REPORT|FOLDER...\n"
                 "Judge the levels of reports again, slowly and by rules of its own, and compare.\n\n"
                 "A REPORT is a CSV file of gen, pack or solve --csv, beside its levels; a FOLDER\n"
                 "stands for all reports in it and below.  What is compared are verdict, depth,\n"
                 "solutions, essential, symmetry and solution.\n\n"
                 "Options:\n"
                 "  --max-states=N  leave levels of more states open (default 1000000)\n"
                 "  --help          print this help and exit\n"
                 "  --version       print the version and exit\n\n"
                 "Exit status: 0 if all that could be decided is as the reports say, 1 if\n"
                 "something differs, 2 if something could not be read.\n\n"
                 "Example:\n"
                 "  %s longcat-5x5/\n",
                 called, called);
}

} // namespace

int main(int argc, char **argv)
{
    int first = 1;
    if (argc > 0 && *argv[0] != '\0')
        called = std::strrchr(argv[0], '/') == nullptr ? argv[0] : std::strrchr(argv[0], '/') + 1;
    for (; first < argc && std::strncmp(argv[first], "--", 2) == 0; first++) {
        char *end = argv[first];
        if (std::strcmp(argv[first], "--help") == 0)
            return usage(stdout), 0;
        if (std::strcmp(argv[first], "--version") == 0)
            return std::printf("%s (Onlyway) " PACKAGE_VERSION
                               "\nCopyright (c) 2026 The Onlyway authors.  MIT License.\n",
                               called),
                   0;
        if (std::strncmp(argv[first], "--max-states=", 13) == 0)
            most_states = std::strtoul(argv[first] + 13, &end, 10);
        if (*end != '\0' || most_states == 0 || most_states > UINT32_MAX / 2) {
            std::fprintf(stderr, "%s: %s: no option, or its number is out of range\n", called, argv[first]);
            return 2;
        }
    }
    if (first == argc)
        return usage(stderr), 2;
    std::set_new_handler([] {
        std::fprintf(stderr, "%s: out of memory\n", called);
        std::exit(2);
    });
    for (int i = first; i < argc; i++)
        check_path(argv[i]);
    std::printf("%lu levels agree, %lu differ, %lu not decided, %lu not read\n", agreeing, differing, open_levels,
                unreadable);
    return std::fflush(stdout) != 0 || unreadable > 0 ? 2 : differing > 0 ? 1 : 0;
}
