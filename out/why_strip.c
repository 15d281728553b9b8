/* The explanation of a verdict as pictures; see pack.h. */
#include "out/strip.h"
#include "out/pack.h"

#include "solve/explain/why.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Moves to show after a divergence. */
enum { MOVES_SHOWN = 4 };

/* Adds the moves from index `skip` on, with words before them in the captions. */
static bool add_moves(struct strip *strip, const struct puzzle *puzzle, const game_move *moves, size_t skip,
                      size_t count, const char *title)
{
    struct strip more;
    if (!strip_make(&more, puzzle, moves, skip, count))
        return false;
    size_t capacity = strip->count + more.count + 1;
    struct panel *panels = realloc(strip->panels, capacity * sizeof *panels);
    if (panels != NULL) {
        strip->panels = panels;
        strip->capacity = capacity;
        strip->view = strip->count == 0 ? more.view : box_union(strip->view, more.view);
        for (size_t i = 0; i < more.count; i++) {
            struct panel *panel = &strip->panels[strip->count++];
            *panel = more.panels[i];
            snprintf(panel->moves, sizeof panel->moves, "%s%s%.24s", title, more.panels[i].moves[0] == '\0' ? "" : " ",
                     more.panels[i].moves);
        }
        more.count = 0;
    }
    strip_free(&more);
    return panels != NULL;
}

/* Whether moves can be drawn.  If not, positions before and after a move stand for it. */
static bool draws_moves(const struct puzzle *puzzle)
{
    return face_of(puzzle->game)->picture->strip != STRIP_NOTHING;
}

static bool add_position(struct strip *strip, const struct puzzle *puzzle, const game_move *moves, size_t after,
                         const char *title)
{
    return add_moves(strip, puzzle, moves, after, after, title);
}

static bool add_pair(struct strip *strip, const struct puzzle *puzzle, const struct divergence *divergence)
{
    static const char *const titles[] = {"way 1", "way 2"};
    size_t common = divergence->common;
    bool good = draws_moves(puzzle) || divergence->moves[0] == NULL ||
                add_position(strip, puzzle, divergence->moves[0], common, "here");
    for (int i = 0; good && i < 2 && divergence->moves[i] != NULL; i++) {
        size_t left = divergence->count[i] - common;
        bool whole = puzzle->game->trail != NULL || left < MOVES_SHOWN;
        good = draws_moves(puzzle) ? add_moves(strip, puzzle, divergence->moves[i], common,
                                               whole ? divergence->count[i] : common + MOVES_SHOWN, titles[i])
                                   : add_position(strip, puzzle, divergence->moves[i], common + 1, titles[i]);
    }
    return good;
}

bool why_strip_of_level(struct strip *strip, const struct pack_level *level, const struct pack_options *options)
{
    struct why why;
    const struct limits *limits = &options->limits;
    if (!why_find(level->puzzle, level->variant, &level->judgement, limits, &why))
        return false;
    *strip = (struct strip){0};
    const struct divergence *latest = &why.latest.divergence, *earliest = &why.earliest.divergence;
    bool one = latest->moves[0] != NULL && earliest->moves[0] != NULL && why_pairs_are_one(&why);
    bool good = limits->interrupted == NULL || *limits->interrupted == 0; /* else the explanation is cut short */
    good = good && add_pair(strip, level->puzzle, latest) && (one || add_pair(strip, level->puzzle, earliest));
    /* All moves to the state nearest to a solution, and that state. */
    const struct nearest *nearest = &why.nearest;
    size_t count = nearest->count;
    good = good && (nearest->moves == NULL || add_moves(strip, level->puzzle, nearest->moves, 0, count, ""));
    if (good && nearest->moves != NULL && level->puzzle->game->trail == NULL && count > 0)
        good = add_position(strip, level->puzzle, nearest->moves, count, "");
    for (size_t i = 0; good && i < why.trap_count; i++) {
        /* The move of a trap, made at its position in the solution. */
        size_t position = why.traps[i].trap.position;
        game_move *moves = calloc(position + 1, sizeof *moves);
        good = moves != NULL;
        if (good && position > 0)
            memcpy(moves, level->judgement.reported.moves, position * sizeof *moves);
        if (good)
            moves[position] = why.traps[i].trap.move;
        if (draws_moves(level->puzzle))
            good = good && add_moves(strip, level->puzzle, moves, position, position + 1, "trap");
        else
            good = good && add_position(strip, level->puzzle, moves, position, "here") &&
                   add_position(strip, level->puzzle, moves, position + 1, "trap");
        free(moves);
    }
    for (size_t i = 0; i < strip->count; i++)
        strip->panels[i].scene.view = strip->view;
    if (!good)
        strip_free(strip);
    why_free(&why);
    return good;
}
