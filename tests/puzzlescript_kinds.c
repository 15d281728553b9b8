/* Small PuzzleScript games of many kinds of rules; see puzzlescript_kinds.h. */
#include "tests/puzzlescript_kinds.h"

#include "base/text.h"
#include "games/puzzlescript/source.h"
#include "tests/unit.h"

#include <string.h>

/* The objects and the legend of all games here; the games differ only in their rules. */
static const char *const head =
    "OBJECTS\nBackground\nblack\n\nWall\ngray\n\nBoy\nred\n\nGirl\nred\n\nBox\nbrown\n\nMark\n"
    "green\n\nIce\nblue\n\nLEGEND\n. = Background\n# = Wall\nP = Boy\nG = Girl\n* = Box\no = Mark\n"
    "i = Ice\n@ = Box and Mark\nq = Boy and Mark\nPlayer = %s\nThing = Box or Wall\nPiece = Box or "
    "Girl\nSOUNDS\nCOLLISIONLAYERS\n"
    "Background\nMark, Ice\nBoy, Girl, Wall, Box\nRULES\n%s\nWINCONDITIONS\n%s\nLEVELS\n\nP*o\n";

const struct puzzlescript_kind puzzlescript_kinds[] = {
    {"push", "", "", "[ > Player | Box ] -> [ > Player | > Box ]", "All Mark on Box"},
    {"push without the action", "noaction", "", "[ > Player | Box ] -> [ > Player | > Box ]", "All Box on Mark"},
    {"pull and push", "", "",
     "[ < Player | Box ] -> [ < Player | < Box ]\n"
     "[ > Player | Box ] -> [ > Player | > Box ]",
     "All Mark on Box"},
    {"go to the mark", "", "", "[ > Player | Box ] -> [ > Player | > Box ]", "All Player on Mark"},
    {"slide", "", "",
     "[ > Player | no Wall no Box ] -> [ | > Player ] again\n"
     "[ > Player | Box ] -> [ > Player | > Box ]",
     "Some Player on Mark"},
    {"slide in one go", "", "",
     "[ > Player | no Wall no Box ] -> [ | > Player ]\n[ > Player | Box ] -> [ > Player | > Box ]", "All Mark on Box"},
    {"ice that is not entered from the right", "", "",
     "[ left Player | Ice ] -> cancel\n"
     "[ > Player | Box ] -> [ > Player | > Box ]",
     "All Mark on Box"},
    {"falling boxes", "run_rules_on_level_start", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\n"
     "late down [ Box | no Wall no Box no Player no Girl ] -> [ | Box ] again",
     "All Mark on Box"},
    {"turning round", "", "Boy or Girl",
     "[ action Boy ] -> [ Girl ]\n[ action Girl ] -> [ Boy ]\n"
     "[ > Boy | Box ] -> [ > Boy | > Box ]\n[ < Girl | Box ] -> [ < Girl | < Box ]",
     "All Mark on Box"},
    {"turning round, and going to the mark", "", "Boy or Girl",
     "[ action Boy ] -> [ Girl ]\n[ action Girl ] -> [ Boy ]\n[ > Boy | Box ] -> [ > Boy | > Box ]",
     "Some Player on Mark"},
    {"a win by command", "", "", "[ > Player | Box ] -> [ > Player | > Box ]\nlate [ Box Mark ] -> win", "No Mark"},
    {"restart and checkpoint", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\nlate [ Player Ice ] -> [ Player ] checkpoint\n"
     "[ action Player ] -> restart",
     "All Mark on Box"},
    {"restart", "", "", "[ > Player | Box ] -> [ > Player | > Box ]\nlate [ Player Ice ] -> restart",
     "All Mark on Box"},
    {"for ever", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\n"
     "late [ Mark Box ] -> [ Box Ice ] again\nlate [ Ice Box ] -> [ Box Mark ] again",
     "Some Player on Ice"},
    {"cancel", "", "", "[ > Player | Box ] -> [ > Player | > Box ]\nlate [ Box | Box ] -> cancel", "All Mark on Box"},
    {"boxes that stick", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\n"
     "[ moving Box | Box ] -> [ moving Box | moving Box ]",
     "All Mark on Box"},
    {"boxes far away", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\n"
     "[ > Player | ... | Ice ] -> [ > Player | ... | > Ice ]",
     "All Mark on Box"},
    {"boxes anywhere", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\nlate right [ | ... | Ice Box ] -> [ | ... | Mark Box ]",
     "All Mark on Box"},
    {"everywhere", "", "", "[ > Player | Box ] [ Ice ] -> [ > Player | > Box ] [ > Ice ]", "All Mark on Box"},
    {"players vanish", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\n"
     "late [ Player Ice ] -> [ Ice ]",
     "All Mark on Box"},
    {"must move", "require_player_movement", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\n[ stationary Girl ] -> [ right Girl ]", "All Mark on Box"},
    {"players who swap", "", "Boy or Girl",
     "[ > Boy | Girl ] -> [ > Girl | Boy ]\n[ > Player | Box ] -> [ > Player | > Box ]", "All Girl on Mark"},
    {NULL, NULL, NULL, NULL, NULL},
};

void puzzlescript_kind_source(const struct puzzlescript_kind *kind, struct text *source)
{
    text_addf(source, "title %s\n%s\n\n", kind->name, kind->prelude);
    text_addf(source, head, *kind->player == '\0' ? "Boy" : kind->player, kind->rules, kind->wins);
}

void puzzlescript_insert(struct text *source, const char *line, const char *inserted)
{
    struct text whole = {0};
    const char *at = strstr(text_string(source), line);
    assert_non_null(at);
    at += strlen(line);
    text_add(&whole, text_string(source), (size_t)(at - text_string(source)));
    text_add_string(&whole, inserted);
    text_add_string(&whole, at);
    text_free(source);
    *source = whole;
}

static void ignore_issue(void *context, int line, bool error, const char *message)
{
    (void)context;
    (void)line;
    (void)error;
    (void)message;
}

struct game_source *puzzlescript_read(const struct text *source)
{
    bool no_memory;
    return puzzlescript_language.read(source->data, source->size, ignore_issue, NULL, NULL, &no_memory);
}

struct game_source *puzzlescript_kind_read(const struct puzzlescript_kind *kind)
{
    struct text source = {0};
    puzzlescript_kind_source(kind, &source);
    struct game_source *game_source = puzzlescript_read(&source);
    text_free(&source);
    assert_non_null(game_source);
    return game_source;
}

void puzzlescript_kind_level(struct rng *rng, struct grid *grid)
{
    static const char others[] = "...........##*oi@";
    int columns = 3 + (int)rng_below(rng, 5), rows = 2 + (int)rng_below(rng, 3);
    unsigned symmetry = rng_below(rng, 2) == 0 ? rng_below(rng, GRID_SYMMETRIES) : 0;
    if (symmetry >= 4)
        columns = rows = 3 + (int)rng_below(rng, 3);
    assert_true(grid_make(grid, columns, rows, '.'));
    for (int cell = 0; cell < grid_size(grid); cell++)
        grid->cells[cell] = (unsigned char)others[rng_below(rng, sizeof others - 1)];
    for (int n = 0; n < 4; n++) {
        /* Makes the level equal to its image under a symmetry. */
        for (int cell = 0; cell < grid_size(grid); cell++)
            grid->cells[symmetry_cell(symmetry, grid->columns, grid->rows, cell)] = grid->cells[cell];
    }
    for (unsigned players = rng_below(rng, 8) == 0 ? 2 : 1; players > 0; players--) {
        int cell = (int)rng_below(rng, (uint32_t)grid_size(grid));
        for (int n = 0; symmetry > 0 && n < grid_size(grid); n++) /* a fixed cell of the symmetry, if any */
            if (symmetry_cell(symmetry, columns, rows, (cell + n) % grid_size(grid)) == (cell + n) % grid_size(grid)) {
                cell = (cell + n) % grid_size(grid);
                break;
            }
        grid->cells[cell] = rng_below(rng, 6) == 0 ? 'g' : 'p';
    }
}

/* --- random rules --- */

static const char *pick(struct rng *rng, const char *const *words, size_t count)
{
    return words[rng_below(rng, (uint32_t)count)];
}

#define PICK(words) pick(rng, words, sizeof words / sizeof *words)

static void add_cell(struct rng *rng, struct text *text, struct text *after, bool late)
{
    static const char *const things[] = {"Player", "Box", "Girl", "Mark", "Ice", "Thing", "Box"};
    static const char *const before[] = {"",           "",        "",
                                         "> ",         "> ",      "< ",
                                         "no ",        "moving ", "stationary ",
                                         "^ ",         "left ",   "horizontal ",
                                         "no ",        "action ", "perpendicular ",
                                         "orthogonal "};
    static const char *const later[] = {"", "> ", "> ", "", "< ", "v ", "up ", "right ", "stationary "};
    static const char *const made[] = {"Box", "Girl", "Mark", "Ice"};
    const char *thing = PICK(things), *how = late ? rng_below(rng, 4) == 0 ? "no " : "" : PICK(before);
    text_addf(text, " %s%s ", how, thing);
    bool none = strcmp(how, "no ") == 0;
    if (none || rng_below(rng, 6) == 0) {
        if (rng_below(rng, 3) == 0)
            text_addf(after, " %s ", PICK(made));
    } else {
        text_addf(after, " %s%s ",
                  late                                                    ? ""
                  : strcmp(how, "moving ") == 0 || rng_below(rng, 2) == 0 ? how
                                                                          : PICK(later),
                  thing);
    }
    if (!none && rng_below(rng, 5) == 0)
        text_addf(rng_below(rng, 2) == 0 ? text : after, " %s ", PICK(made));
}

void puzzlescript_random_rule(struct rng *rng, struct text *rules)
{
    static const char *const prefixes[] = {"", "", "", "", "", "down ", "horizontal ", "+ ", "left ", "vertical "};
    static const char *const ends[] = {"",
                                       "",
                                       "",
                                       "",
                                       "",
                                       "",
                                       "",
                                       "",
                                       "",
                                       " again",
                                       " win",
                                       " restart",
                                       " checkpoint",
                                       " again win",
                                       " again checkpoint",
                                       " sfx1",
                                       " cancel",
                                       " message hi",
                                       " again restart",
                                       " again cancel"};
    struct text left = {0}, right = {0};
    bool late = rng_below(rng, 3) == 0;
    unsigned rows = rng_below(rng, 4) == 0 ? 2 + rng_below(rng, 4) / 3 : 1;
    for (unsigned row = 0; row < rows; row++) {
        unsigned cells = 1 + rng_below(rng, 3);
        for (unsigned n = 0; n < cells; n++) {
            text_add_string(&left, n == 0 ? "[" : "|");
            text_add_string(&right, n == 0 ? "[" : "|");
            if (n == 1 && cells == 3 && rng_below(rng, 3) == 0) {
                text_add_string(&left, " ... ");
                text_add_string(&right, " ... ");
            } else {
                add_cell(rng, &left, &right, late);
            }
        }
        text_add_string(&left, "]");
        text_add_string(&right, "]");
    }
    text_addf(rules, "%s%s%s -> %s%s\n", late ? "late " : "", PICK(prefixes), text_string(&left), text_string(&right),
              PICK(ends));
    text_free(&left);
    text_free(&right);
}

/* Adds objects in front of the others, so that sets of objects, and movements, take several words. */
static void add_many_objects(struct rng *rng, struct text *source)
{
    struct text objects = {0}, layers = {0};
    unsigned count = 50 + rng_below(rng, 30), in_layer = 1 + rng_below(rng, 8);
    for (unsigned n = 0; n < count; n++) {
        text_addf(&objects, "Thing%u\nred\n\n", n);
        text_addf(&layers, "Thing%u%s", n, n % in_layer == in_layer - 1 || n == count - 1 ? "\n" : ", ");
    }
    puzzlescript_insert(source, "OBJECTS\n", text_string(&objects));
    puzzlescript_insert(source, "COLLISIONLAYERS\n", text_string(&layers));
    text_free(&objects);
    text_free(&layers);
}

void puzzlescript_random_source(struct rng *rng, struct text *source)
{
    static const char *const wins[] = {"All Mark on Box", "Some Player on Mark", "No Box", "All Player on Ice"};
    static const char *const players[] = {"", "", "", "Boy or Girl", "Boy or Girl", "Boy or Mark", "Boy and Mark"};
    static const char *const preludes[] = {"", "", "require_player_movement", "run_rules_on_level_start",
                                           "run_rules_on_level_start\nrequire_player_movement\nnoaction"};
    static const char *const pushes[] = {
        "",
        "[ > Player | Box ] -> [ > Player | > Box ]\n",
        "[ > Player | Box ] -> [ > Player | > Box ]\n",
        ("rigid [ > Player | Box ] -> [ > Player | > Box ]\n"
         "+ rigid [ moving Box | Box ] -> [ moving Box | moving Box ]\n"),
    };
    struct text rules = {0};
    text_add_string(&rules, PICK(pushes));
    for (unsigned count = rng_below(rng, 5); count > 0; count--)
        puzzlescript_random_rule(rng, &rules);
    const struct puzzlescript_kind kind = {"random", PICK(preludes), PICK(players), text_string(&rules), PICK(wins)};
    puzzlescript_kind_source(&kind, source);
    if (rng_below(rng, 8) == 0)
        add_many_objects(rng, source);
    text_free(&rules);
}
