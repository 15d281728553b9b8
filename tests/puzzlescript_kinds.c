/* Small PuzzleScript games of many kinds of rules; see puzzlescript_kinds.h. */
#include "tests/puzzlescript_kinds.h"

#include "base/text.h"
#include "games/puzzlescript/book.h"
#include "tests/unit.h"

/* Objects and legend of all games here; what differs is their rules. */
static const char *const head =
    "OBJECTS\nBackground\nblack\n\nWall\ngray\n\nBoy\nred\n\nGirl\nred\n\nBox\nbrown\n\nMark\n"
    "green\n\nIce\nblue\n\nLEGEND\n. = Background\n# = Wall\nP = Boy\nG = Girl\n* = Box\no = Mark\n"
    "i = Ice\n@ = Box and Mark\nq = Boy and Mark\nPlayer = %s\nSOUNDS\nCOLLISIONLAYERS\n"
    "Background\nMark, Ice\nBoy, Girl, Wall, Box\nRULES\n%s\nWINCONDITIONS\n%s\nLEVELS\n\nP*o\n";

const struct puzzlescript_kind puzzlescript_kinds[] = {
    {"push", "", "", "[ > Player | Box ] -> [ > Player | > Box ]", "All Mark on Box"},
    {"push without the action", "noaction", "", "[ > Player | Box ] -> [ > Player | > Box ]",
     "All Box on Mark"},
    {"pull and push", "", "",
     "[ < Player | Box ] -> [ < Player | < Box ]\n"
     "[ > Player | Box ] -> [ > Player | > Box ]",
     "All Mark on Box"},
    {"go to the mark", "", "", "[ > Player | Box ] -> [ > Player | > Box ]", "All Player on Mark"},
    {"slide", "", "",
     "[ > Player | no Wall no Box ] -> [ | > Player ] again\n"
     "[ > Player | Box ] -> [ > Player | > Box ]",
     "Some Player on Mark"},
    {"slide in one go", "", "", "[ > Player | no Wall no Box ] -> [ | > Player ]\n[ > Player | Box ] -> [ > Player | > Box ]",
     "All Mark on Box"},
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
    {"a win by command", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\nlate [ Box Mark ] -> win", "No Mark"},
    {"restart and checkpoint", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\nlate [ Player Ice ] -> [ Player ] checkpoint\n"
     "[ action Player ] -> restart",
     "All Mark on Box"},
    {"restart", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\nlate [ Player Ice ] -> restart",
     "All Mark on Box"},
    {"for ever", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\n"
     "late [ Mark Box ] -> [ Box Ice ] again\nlate [ Ice Box ] -> [ Box Mark ] again",
     "Some Player on Ice"},
    {"cancel", "", "", "[ > Player | Box ] -> [ > Player | > Box ]\nlate [ Box | Box ] -> cancel",
     "All Mark on Box"},
    {"boxes that stick", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\n"
     "[ moving Box | Box ] -> [ moving Box | moving Box ]",
     "All Mark on Box"},
    {"boxes far away", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\n"
     "[ > Player | ... | Ice ] -> [ > Player | ... | > Ice ]",
     "All Mark on Box"},
    {"everywhere", "", "", "[ > Player | Box ] [ Ice ] -> [ > Player | > Box ] [ > Ice ]",
     "All Mark on Box"},
    {"players vanish", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\n"
     "late [ Player Ice ] -> [ Ice ]",
     "All Mark on Box"},
    {"must move", "require_player_movement", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\n[ stationary Girl ] -> [ right Girl ]",
     "All Mark on Box"},
    {"players who swap", "", "Boy or Girl",
     "[ > Boy | Girl ] -> [ > Girl | Boy ]\n[ > Player | Box ] -> [ > Player | > Box ]",
     "All Girl on Mark"},
    {NULL, NULL, NULL, NULL, NULL},
};

static void fail_on_issue(void *context, int line, bool error, const char *message)
{
    (void)context;
    if (error)
        fail_msg("line %d: %s", line, message);
}

struct book *puzzlescript_kind_read(const struct puzzlescript_kind *kind)
{
    struct text source = {0};
    bool no_memory;
    text_addf(&source, "title %s\n%s\n\n", kind->name, kind->prelude);
    text_addf(&source, head, *kind->player == '\0' ? "Boy" : kind->player, kind->rules, kind->wins);
    struct book *book = puzzlescript_language.read(text_string(&source), source.size, fail_on_issue,
                                                   NULL, &no_memory);
    text_free(&source);
    assert_non_null(book);
    return book;
}

/* Makes a level equal to its image under a symmetry. */
static void make_image_of_itself(struct grid *grid, unsigned symmetry)
{
    for (int cell = 0; cell < grid_size(grid); cell++)
        grid->cells[symmetry_cell(symmetry, grid->columns, grid->rows, cell)] = grid->cells[cell];
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
    for (int n = 0; n < 4; n++)
        make_image_of_itself(grid, symmetry);
    for (unsigned players = rng_below(rng, 8) == 0 ? 2 : 1; players > 0; players--) {
        int cell = (int)rng_below(rng, (uint32_t)grid_size(grid));
        for (int n = 0; symmetry > 0 && n < grid_size(grid); n++) /* one that stays, if there is such */
            if (symmetry_cell(symmetry, columns, rows, (cell + n) % grid_size(grid)) ==
                (cell + n) % grid_size(grid)) {
                cell = (cell + n) % grid_size(grid);
                break;
            }
        grid->cells[cell] = rng_below(rng, 6) == 0 ? 'g' : 'p';
    }
}
