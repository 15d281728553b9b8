/* The command: judges the levels of reports again and compares. */
#include "config.h"

#include "recheck/recheck.h"

#include <cerrno>
#include <csv.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <map>
#include <new>
#include <set>
#include <sys/stat.h>

namespace
{

const Game *const games[] = {&longcat, &theseus, &sokoban, &snowman, &snakebird, &snake};

size_t most_states = 1000000;
unsigned long agreeing, differing, open_levels, unreadable;
const char *called = "recheck"; // argv[0] without folders

void complain(const std::string &where, const std::string &wrong)
{
    std::fprintf(stderr, "%s: %s: %s\n", called, where.c_str(), wrong.c_str());
    unreadable++;
}

void leave_open(const std::string &where, const char *why)
{
    std::printf("%s: not decided: %s\n", where.c_str(), why);
    open_levels++;
}

/* The files in a folder and below, in order, or a file itself; links to folders are not followed. */
Rows list_files(const std::string &path)
{
    struct stat status;
    if (lstat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
        return {path};
    Rows files;
    std::set<std::string> names;
    DIR *folder = opendir(path.c_str());
    while (const dirent *entry = folder == nullptr ? nullptr : readdir(folder))
        names.insert(entry->d_name);
    if (folder != nullptr)
        closedir(folder);
    for (const std::string &name : names) {
        if (name[0] != '.') {
            Rows inside = list_files(path + (path.back() == '/' ? "" : "/") + name);
            files.insert(files.end(), inside.begin(), inside.end());
        }
    }
    return files;
}

std::string ending_of(const std::string &path)
{
    return path.substr(std::min(path.rfind('.'), path.size()));
}

std::string read_file(const std::string &path)
{
    std::string text;
    std::FILE *file = std::fopen(path.c_str(), "rb");
    for (int byte; file != nullptr && (byte = std::getc(file)) != EOF;)
        text += static_cast<char>(byte);
    if (file != nullptr)
        std::fclose(file);
    return text;
}

/* A level beside a report, with the names that it may have: the file's, a title, or lines of text beside it. */
struct Drawn {
    Rows rows, names;
};

void read_levels(const Game &game, const std::string &path, const std::string &name, std::vector<Drawn> &all)
{
    const std::string text = read_file(path);
    std::vector<Drawn> levels;
    Rows above;
    bool inside = false, titles_below = false;
    for (size_t begin = 0, end; begin < text.size(); begin = end + 1) {
        end = std::min(text.find('\n', begin), text.size());
        std::string line = text.substr(begin, end - begin);
        if (!line.empty() && line.back() == '\r')
            line.pop_back();
        const bool was_inside = inside, title = line.rfind("Title:", 0) == 0;
        inside = line.find_first_of(game.marks) != std::string::npos &&
                 line.find_first_not_of(game.characters) == std::string::npos;
        const size_t words = line.find_first_not_of(' ', title ? 6 : line[0] == ';' ? 1 : 0);
        if (inside && !was_inside) {
            levels.push_back({{}, std::exchange(above, {})});
            levels.back().names.push_back(name + "#" + std::to_string(levels.size()));
        }
        if (inside) {
            levels.back().rows.push_back(line);
        } else if (words != std::string::npos) {
            titles_below = titles_below || (title && !levels.empty() && above.empty());
            (titles_below ? levels.back().names : above).push_back(line.substr(words));
        }
    }
    if (levels.size() == 1)
        levels[0].names.push_back(name);
    all.insert(all.end(), levels.begin(), levels.end());
}

/* The levels of the files in a folder and below, whose names are relative to it. */
std::vector<Drawn> find_levels(const Game &game, const std::string &folder)
{
    static const std::set<std::string> endings = {".txt", ".xsb", ".sok", ".lvl", ".level"};
    std::vector<Drawn> levels;
    for (const std::string &path : list_files(folder)) {
        if (endings.count(ending_of(path)) > 0)
            read_levels(game, path, path.substr(folder.size()), levels);
    }
    return levels;
}

using Row = std::map<std::string, std::string>; // a report's row: fields by the names of their columns

/* Prints what differs between a row and what was found, and returns whether nothing does. */
bool agrees(const std::string &where, const Row &row, const Finding &finding, size_t symmetries)
{
    bool same = true;
    auto compare = [&](const char *column, const std::string &found) {
        if (row.at(column) == found)
            return;
        std::printf("%s: %s is %s, the report says %s\n", where.c_str(), column, found.c_str(), row.at(column).c_str());
        same = false;
    };
    compare("verdict", !finding.solvable ? "unsolvable" : finding.essential == 1 ? "unique" : "multiple");
    compare("depth", finding.solvable ? std::to_string(finding.depth) : "");
    compare("solutions", finding.solutions);
    compare("essential", finding.essential > 256 ? ">256" : std::to_string(finding.essential));
    compare("symmetry", std::to_string(symmetries));
    if (finding.solvable ? finding.is_first : row.at("solution").empty())
        return same;
    std::printf("%s: the solution is not the first of the shortest ones\n", where.c_str());
    return false;
}

/* Checks a row; the level that it names is taken out, so that levels of one name are told apart by their order. */
void check_row(const std::string &where, const Row &row, const Game &game, std::vector<Drawn> &levels)
{
    auto drawn = std::find_if(levels.begin(), levels.end(), [&](const Drawn &level) {
        return std::count(level.names.begin(), level.names.end(), row.at("level")) > 0;
    });
    if (drawn == levels.end())
        return complain(where, "there is no such level");
    const std::unique_ptr<Level> level = game.make(drawn->rows);
    levels.erase(drawn);
    if (!level->wrong.empty())
        return complain(where, level->wrong);
    const Finding finding = judge(*level, row.at("solution"), most_states);
    const char *why_open = row.at("verdict") == "undecided"             ? "nor does the report"
                           : !finding.decided                           ? "too many states"
                           : finding.solvable && finding.essential == 0 ? "too many solutions to tell apart"
                                                                        : nullptr;
    if (why_open != nullptr)
        return leave_open(where, why_open);
    ++(agrees(where, row, finding, level->symmetries.size()) ? agreeing : differing);
}

/* Reads a report's rows.  There are none if it is no report. */
std::vector<Row> read_report(const std::string &path)
{
    const std::string text = read_file(path);
    std::vector<Rows> lines(1);
    csv_parser parser;
    csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI);
    auto field = [](void *data, size_t size, void *to) {
        static_cast<std::vector<Rows> *>(to)->back().emplace_back(static_cast<char *>(data), size);
    };
    auto end = [](int, void *to) { static_cast<std::vector<Rows> *>(to)->emplace_back(); };
    bool good = csv_parse(&parser, text.data(), text.size(), field, end, &lines) == text.size() &&
                csv_fini(&parser, field, end, &lines) == 0;
    csv_free(&parser);
    std::vector<Row> rows(good ? lines.size() - 1 : 0);
    for (size_t n = 0; n < rows.size(); n++) {
        lines[n].resize(lines[0].size());
        for (size_t i = 0; i < lines[0].size(); i++)
            rows[n][lines[0][i]] = lines[n][i];
    }
    return rows;
}

void check_report(const std::string &path)
{
    const std::vector<Row> rows = read_report(path);
    bool good = !rows.empty();
    for (const char *needed : {"level", "game", "verdict", "depth", "solutions", "essential", "symmetry", "solution"})
        good = good && rows[0].count(needed) > 0;
    if (!good)
        return complain(path, "this is no report of levels");
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    std::map<std::string, std::vector<Drawn>> levels; // of each game
    for (size_t n = 1; n < rows.size(); n++) {
        const std::string where = path + ": " + rows[n].at("level");
        const auto *game = std::find_if(std::begin(games), std::end(games),
                                        [&](const Game *one) { return one->name == rows[n].at("game"); });
        if (game == std::end(games)) {
            leave_open(where, "a game of other rules");
            continue;
        }
        if (levels.count((*game)->name) == 0)
            levels[(*game)->name] = find_levels(**game, folder.empty() ? "./" : folder);
        check_row(where, rows[n], **game, levels[(*game)->name]);
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
        const std::string option = argv[first];
        char *end = argv[first];
        if (option == "--help")
            return usage(stdout), 0;
        if (option == "--version") {
            std::printf("%s (Onlyway) " PACKAGE_VERSION "\nCopyright (c) 2026 The Onlyway authors.  MIT License.\n",
                        called);
            return 0;
        }
        if (option.rfind("--max-states=", 0) == 0)
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
    for (int i = first; i < argc; i++) {
        const std::string operand = argv[i];
        struct stat status;
        if (stat(argv[i], &status) != 0) {
            complain(operand, std::strerror(errno));
            continue;
        }
        for (const std::string &path :
             list_files(operand + (S_ISDIR(status.st_mode) && operand.back() != '/' ? "/" : ""))) {
            if (path == operand || ending_of(path) == ".csv")
                check_report(path);
        }
    }
    std::printf("%lu levels agree, %lu differ, %lu not decided, %lu not read\n", agreeing, differing, open_levels,
                unreadable);
    return std::fflush(stdout) != 0 || unreadable > 0 ? 2 : differing > 0 ? 1 : 0;
}
