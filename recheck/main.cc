/* The command: judges the levels of reports again and compares. */
#include "config.h"

#include "recheck/recheck.h"

#include <cerrno>
#include <cstdint>
#include <csv.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <getopt.h>
#include <map>
#include <new>
#include <set>
#include <sys/stat.h>

static const std::map<std::string, const Game *> games = {{"longcat", &longcat},     {"theseus", &theseus},
                                                          {"sokoban", &sokoban},     {"snowman", &snowman},
                                                          {"snakebird", &snakebird}, {"snake", &snake}};
static const size_t MOST_STATES = UINT32_MAX / 2;
static size_t most_states = 1000000;
static unsigned long agreeing, differing, open_levels, unreadable;
static const char *called = "recheck"; // argv[0] without folders

static void complain(const std::string &where, const std::string &wrong)
{
    std::fprintf(stderr, "%s: %s: %s\n", called, where.c_str(), wrong.c_str());
    unreadable++;
}

/* Calls `action` for each file with one of the endings, in a folder and below, in order, but follows no links. */
static void for_files(const std::string &folder, const std::set<std::string> &endings,
                      const std::function<void(const std::string &path)> &action)
{
    dirent **entries = nullptr;
    const int count = scandir(folder.c_str(), &entries, nullptr, alphasort);
    for (int i = 0; i < count; i++) {
        const std::string name = entries[i]->d_name, path = folder + name;
        struct stat status;
        std::free(entries[i]);
        if (name[0] != '.' && lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode))
            for_files(path + "/", endings, action);
        else if (name[0] != '.' && endings.count(name.substr(std::min(name.rfind('.'), name.size()))) > 0)
            action(path);
    }
    std::free(entries);
}

/* The lines of a file, without their line ends. */
static Rows read_lines(const std::string &path)
{
    Rows lines;
    char *line = nullptr;
    size_t size = 0;
    std::FILE *file = std::fopen(path.c_str(), "rb");
    while (file != nullptr && getline(&line, &size, file) >= 0)
        lines.emplace_back(line, std::strcspn(line, "\r\n"));
    if (!lines.empty() && lines[0].rfind("\xef\xbb\xbf", 0) == 0) // UTF-8's byte order mark
        lines[0].erase(0, 3);
    if (file != nullptr)
        std::fclose(file);
    std::free(line);
    return lines;
}

/* A level beside a report, with its possible names: the file's name, a title, or lines of text next to the level. */
struct Drawn {
    Rows rows, names;
};

static std::vector<Drawn> find_levels(const Game &game, const std::string &folder)
{
    std::vector<Drawn> all;
    for_files(folder, {".txt", ".xsb", ".sok", ".lvl", ".level"}, [&](const std::string &path) {
        const std::string name = path.substr(folder.size());
        std::vector<Drawn> levels;
        Rows above;
        bool inside = false, titles_below = false;
        for (const std::string &line : read_lines(path)) {
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
    });
    return all;
}

using Row = std::map<std::string, std::string>; // a report's row: fields by column name

/* Checks a row.  Removes the level that it names, so that levels of the same name are matched in order.  Returns the
 * reason if the row cannot be decided, otherwise null. */
static const char *check_row(const char *where, Row &row, const Game &game, std::vector<Drawn> &levels)
{
    auto has_name = [&](const Drawn &one) { return std::count(one.names.begin(), one.names.end(), row["level"]) > 0; };
    const auto drawn = std::find_if(levels.begin(), levels.end(), has_name);
    if (drawn == levels.end())
        return complain(where, "there is no such level"), nullptr;
    const std::unique_ptr<Level> level = game.make(drawn->rows);
    levels.erase(drawn);
    if (!level->wrong.empty())
        return complain(where, level->wrong), nullptr;
    if (row["verdict"] == "undecided")
        return "nor does the report";
    const Finding found = judge(*level, row["solution"], most_states);
    if (found.open != nullptr)
        return found.open;
    bool same = true;
    auto compare = [&](const char *column, const std::string &value) {
        if (row[column] != value)
            std::printf("%s: %s is %s, the report says %s\n", where, column, value.c_str(), row[column].c_str());
        same = same && row[column] == value;
    };
    compare("verdict", found.essential == 0 ? "unsolvable" : found.essential == 1 ? "unique" : "multiple");
    compare("depth", found.essential > 0 ? std::to_string(found.depth) : "");
    compare("solutions", found.solutions);
    compare("essential", found.essential > 256 ? ">256" : std::to_string(found.essential));
    compare("symmetry", std::to_string(level->symmetries.size()));
    const bool is_first = found.essential > 0 ? found.is_first : row["solution"].empty();
    if (!is_first)
        std::printf("%s: the solution is not the first of the shortest ones\n", where);
    ++(same && is_first ? agreeing : differing);
    return nullptr;
}

static void check_report(const std::string &path)
{
    const std::string before = path.substr(0, path.rfind('/') + 1), folder = before.empty() ? "./" : before;
    std::vector<Rows> lines(1);
    csv_parser parser;
    csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI);
    auto field = [](void *data, size_t size, void *to) {
        static_cast<std::vector<Rows> *>(to)->back().emplace_back(static_cast<char *>(data), size);
    };
    auto end = [](int, void *to) { static_cast<std::vector<Rows> *>(to)->emplace_back(); };
    bool good = true;
    for (const std::string &line : read_lines(path))
        good = good && csv_parse(&parser, (line + '\n').data(), line.size() + 1, field, end, &lines) == line.size() + 1;
    good = good && csv_fini(&parser, field, end, &lines) == 0;
    csv_free(&parser);
    for (const char *needed : {"level", "game", "verdict", "depth", "solutions", "essential", "symmetry", "solution"})
        good = good && std::count(lines[0].begin(), lines[0].end(), needed) > 0;
    if (!good)
        return complain(path, "this is no report of levels; solve --csv writes one");
    std::map<std::string, std::vector<Drawn>> levels; // the levels of each game
    for (size_t n = 1; n + 1 < lines.size(); n++) {
        Row row;
        lines[n].resize(lines[0].size());
        for (size_t i = 0; i < lines[0].size(); i++)
            row[lines[0][i]] = lines[n][i];
        const std::string where = path + ": " + row["level"];
        const auto game = games.find(row["game"]);
        if (game != games.end() && levels.count(game->first) == 0)
            levels[game->first] = find_levels(*game->second, folder);
        const char *open = game == games.end() ? "recheck does not know this game"
                                               : check_row(where.c_str(), row, *game->second, levels[game->first]);
        if (open != nullptr)
            std::printf("%s: not decided: %s\n", where.c_str(), open);
        open_levels += open != nullptr;
    }
}

static void print_help()
{
    std::printf("Usage: %s [OPTION]... REPORT|FOLDER...\n"
                "Judge the levels of reports again, slowly and by rules of its own, and compare.\n\n"
                "A REPORT is a CSV file of gen, pack or solve --csv, beside its levels; a FOLDER\n"
                "stands for all reports in it and below.  recheck compares verdict, depth,\n"
                "solutions, essential, symmetry and solution by the default rules and metric.\n"
                "It knows all games except those in a language such as PuzzleScript.\n\n"
                "Options:\n"
                "  --max-states=N  leave levels with more states undecided (default 1000000)\n"
                "  --help          print this help and exit\n"
                "  --version       print the version and exit\n\n"
                "Exit status: 0 if all that could be decided is as the reports say, 1 if\n"
                "something differs, 2 if something could not be read.\n\n"
                "Example:\n"
                "  %s longcat-5x5/\n",
                called, called);
}

/* Reports what is wrong with the command line, and ends. */
[[noreturn]] static void refuse(const std::string &wrong)
{
    std::fprintf(stderr, "%s: %s\nTry '%s --help'.\n", called, wrong.c_str(), called);
    std::exit(2);
}

enum { OPTION_STATES = 256, OPTION_HELP, OPTION_VERSION }; // no letters

/* Takes the options.  Returns the index of the first operand; all operands follow it. */
static int take_options(int argc, char **argv)
{
    static const option options[] = {{"max-states", required_argument, nullptr, OPTION_STATES},
                                     {"help", no_argument, nullptr, OPTION_HELP},
                                     {"version", no_argument, nullptr, OPTION_VERSION},
                                     {nullptr, 0, nullptr, 0}};
    opterr = 0;
    for (int answer; (answer = getopt_long(argc, argv, ":", options, nullptr)) != -1;) {
        const std::string last = argv[std::min(optind, argc) - 1], name = last.substr(0, last.find('='));
        if (answer == OPTION_HELP) {
            print_help();
            std::exit(0);
        } else if (answer == OPTION_VERSION) {
            std::printf("%s (Onlyway) " PACKAGE_VERSION "\nCopyright (c) 2026 The Onlyway authors.  MIT License.\n",
                        called);
            std::exit(0);
        } else if (answer == OPTION_STATES) {
            char *end;
            most_states = std::strtoul(optarg, &end, 10);
            if (*end != '\0' || most_states == 0 || most_states > MOST_STATES)
                refuse(std::string("--max-states: '") + optarg + "' is not a whole number from 1 to " +
                       std::to_string(MOST_STATES));
        } else if (answer == ':') {
            refuse("option '" + name + "' needs a value");
        } else if (optopt >= OPTION_STATES) {
            refuse("option '" + name + "' takes no value");
        } else {
            const std::string letter = {'-', static_cast<char>(optopt)};
            /* After the first of several letters, optind has not passed them yet. */
            const std::string letters = optind < argc && last != letter ? argv[optind] : "";
            const std::string typed = letters.substr(0, letters.find('='));
            for (const option *each = options; optopt != 0 && each->name != nullptr; each++) {
                if (typed == std::string("-") + each->name && typed[1] == optopt)
                    refuse("unknown option '" + typed + "'; did you mean '-" + typed + "'?");
            }
            refuse("unknown option '" + (optopt == 0 ? name : letter) + "'");
        }
    }
    if (optind == argc)
        refuse("name a report, or a folder of reports");
    return optind;
}

int main(int argc, char **argv)
{
    if (argc > 0 && *argv[0] != '\0')
        called = std::strrchr(argv[0], '/') == nullptr ? argv[0] : std::strrchr(argv[0], '/') + 1;
    std::set_new_handler([] {
        std::fprintf(stderr, "%s: out of memory\n", called);
        std::exit(2);
    });
    for (int i = take_options(argc, argv); i < argc; i++) {
        const std::string operand = argv[i];
        struct stat status;
        bool any = false;
        if (stat(argv[i], &status) != 0) {
            complain(operand, std::strerror(errno));
        } else if (!S_ISDIR(status.st_mode)) {
            check_report(operand);
        } else {
            for_files(operand + (operand.back() == '/' ? "" : "/"), {".csv"}, [&](const std::string &path) {
                any = true;
                check_report(path);
            });
            if (!any)
                complain(operand, "there are no reports in this folder");
        }
    }
    std::printf("%lu levels agree, %lu differ, %lu not decided, %lu not read\n", agreeing, differing, open_levels,
                unreadable);
    return std::fflush(stdout) != 0 || unreadable > 0 ? 2 : differing > 0 ? 1 : 0;
}
