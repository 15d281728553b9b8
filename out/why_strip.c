/* The explanation of a verdict as pictures; see pack.h. */
#include "out/strip.h"
#include "out/pack.h"

#include "solve/explain/why.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Moves to show after a divergence. */
enum { MOVES_SHOWN = 4 };

/* Moves the panels of one strip to another and frees the former. */
static bool append(struct strip *strip, struct strip *more, const char *title)
{
    size_t count = strip->count + more->count;
    struct panel *panels = realloc(strip->panels, (count + 1) * sizeof *panels);
    if (panels != NULL) {
        strip->panels = panels;
        strip->capacity = count + 1;
        strip->view = strip->count == 0 ? more->view : box_union(strip->view, more->view);
        for (size_t i = 0; i < more->count; i++) {
            strip->panels[strip->count] = more->panels[i];
            /* Words before the moves in the panel's caption. */
            struct panel *panel = &strip->panels[strip->count++];
            char moves[sizeof panel->moves];
            memcpy(moves, panel->moves, sizeof moves);
            snprintf(panel->moves, sizeof panel->moves, "%s%s%.24s", title, moves[0] == '\0' ? "" : " ", moves);
        }
        more->count = 0;
    }
    strip_free(more);
    return panels != NULL;
}

/* Adds the moves from index `skip` on. */
static bool add_moves(struct strip *strip, const struct puzzle *puzzle, const game_move *moves, size_t skip,
                      size_t count, const char *title)
{
    struct strip more;
    return strip_make_from(&more, puzzle, moves, skip, count) && append(strip, &more, title);
}

static bool add_pair(struct strip *strip, const struct puzzle *puzzle, const struct divergence *divergence)
{
    static const char *const titles[] = {"way 1", "way 2"};
    bool good = true;
    for (int i = 0; good && i < 2 && divergence->moves[i] != NULL; i++) {
        size_t left = divergence->count[i] - divergence->common;
        bool whole = puzzle->game->trail != NULL || left < MOVES_SHOWN;
        good = add_moves(strip, puzzle, divergence->moves[i], divergence->common,
                         whole ? divergence->count[i] : divergence->common + MOVES_SHOWN, titles[i]);
    }
    return good;
}

static bool same_divergence(const struct divergence *a, const struct divergence *b)
{
    bool same = a->moves[0] != NULL && b->moves[0] != NULL;
    for (int i = 0; same && i < 2; i++)
        same = a->count[i] == b->count[i] && memcmp(a->moves[i], b->moves[i], a->count[i] * sizeof *a->moves[i]) == 0;
    return same;
}

/* Adds the move of a trap, made at its position in the solution. */
static bool add_trap(struct strip *strip, const struct puzzle *puzzle, const struct judgement *judgement,
                     const struct trap *trap)
{
    size_t position = trap->position;
    game_move *moves = calloc(position + 1, sizeof *moves);
    if (moves == NULL)
        return false;
    if (position > 0)
        memcpy(moves, judgement->reported.moves, position * sizeof *moves);
    moves[position] = trap->move;
    bool good = add_moves(strip, puzzle, moves, position, position + 1, "trap");
    free(moves);
    return good;
}

/* Adds all moves to the state nearest to a solution, and that state. */
static bool add_nearest(struct strip *strip, const struct puzzle *puzzle, const struct nearest *nearest)
{
    size_t count = nearest->count;
    return nearest->moves == NULL ||
           (add_moves(strip, puzzle, nearest->moves, 0, count, "") &&
            (puzzle->game->trail != NULL || count == 0 || add_moves(strip, puzzle, nearest->moves, count, count, "")));
}

static bool make(struct strip *strip, const struct puzzle *puzzle, const struct judgement *judgement,
                 const struct why *why)
{
    *strip = (struct strip){0};
    bool good = add_pair(strip, puzzle, &why->latest.divergence) &&
                (same_divergence(&why->latest.divergence, &why->earliest.divergence) ||
                 add_pair(strip, puzzle, &why->earliest.divergence)) &&
                add_nearest(strip, puzzle, &why->nearest);
    for (size_t i = 0; good && i < why->trap_count; i++)
        good = add_trap(strip, puzzle, judgement, &why->traps[i].trap);
    for (size_t i = 0; i < strip->count; i++)
        strip->panels[i].scene.view = strip->view;
    if (!good)
        strip_free(strip);
    return good;
}

bool why_strip_of_level(struct strip *strip, const struct pack_level *level, const struct pack_options *options)
{
    struct limits limits = {.max_states = options->max_states,
                            .max_memory = options->max_memory,
                            .timeout = options->timeout,
                            .jobs = (unsigned)options->jobs};
    struct subject subject;
    struct why why;
    if (!subject_make(&subject, level->puzzle, level->variant))
        return false;
    bool good = why_find(&subject, &level->judgement, &limits, &why);
    if (good) {
        good = make(strip, level->puzzle, &level->judgement, &why);
        why_free(&why);
    }
    subject_free(&subject);
    return good;
}
