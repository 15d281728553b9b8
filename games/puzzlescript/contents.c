/* Lists what an edit may put into a cell of a PuzzleScript level: any character in the cells of the game's levels.
 *
 * The most common character is the floor. If one character surrounds all levels, it is the wall and comes second. The
 * rules do not say which of the others stand on the floor, so all of them count as pieces: they can be put anywhere and
 * change places. A character that occurs exactly once in every level, usually the player, is left out; an edit may move
 * it but not add another. */
#include "games/puzzlescript/source.h"
#include "games/puzzlescript/program.h"

enum { BYTES = 256 };

struct census {
    unsigned count[BYTES]; /* in cells that are not at an edge */
    bool single[BYTES];    /* occurs exactly once in each level so far */
    int frame;             /* the character around all levels so far; -1: none */
};

/* The byte for a character of the source; 0: none. */
static unsigned char byte_of(const struct ps_source *game_source, uint16_t unit)
{
    const struct ps_program *program = game_source->program;
    for (int i = 0; i < program->keys.count; i++) {
        if (program->keys.items[i].unit == unit)
            return game_source->byte_of[i];
    }
    return 0;
}

static void count_cells(const struct ps_source *game_source, const struct ps_level *level, bool first,
                        struct census *census)
{
    unsigned here[BYTES] = {0};
    for (int cell = 0; cell < level->width * level->height; cell++) {
        int row = cell / level->width, column = cell % level->width;
        bool edge = row == 0 || column == 0 || row == level->height - 1 || column == level->width - 1;
        unsigned char byte = byte_of(game_source, level->text[cell]);
        if (first && cell == 0)
            census->frame = byte;
        if (edge && census->frame != byte)
            census->frame = -1;
        census->count[byte] += !edge;
        here[byte]++;
    }
    for (int byte = 0; byte < BYTES; byte++)
        census->single[byte] = here[byte] == 1 && (first || census->single[byte]);
}

static int most_common(const struct census *census, int besides)
{
    int most = -1;
    for (int byte = 1; byte < BYTES; byte++) {
        if (byte != besides && census->count[byte] > 0 && (most < 0 || census->count[byte] > census->count[most]))
            most = byte;
    }
    return most;
}

void ps_find_contents(struct ps_source *game_source)
{
    struct census census = {.frame = -1};
    for (size_t n = 0; n < game_source->count; n++)
        count_cells(game_source, &game_source->program->levels.items[game_source->levels[n]], n == 0, &census);
    int plain = most_common(&census, census.frame), frame = census.frame;
    struct game_content *content = game_source->contents;
    if (plain < 0)
        return;
    *content++ = (struct game_content){(char)plain, 0, (char)plain};
    if (frame > 0)
        *content++ = (struct game_content){(char)frame, 0, (char)frame};
    for (int byte = 1; byte < BYTES; byte++) {
        if (byte != plain && byte != frame && census.count[byte] > 0 && !census.single[byte])
            *content++ = (struct game_content){(char)byte, (char)byte, (char)plain};
    }
}
