/* Where LongCat's solutions part, however many there are.
 *
 * All solutions count, and only images under a symmetry of the level are the same.  A symmetry leaves the cat's
 * start in its place, and a solution changes its direction by a quarter turn with each slide; so a solution and
 * its image have no more than their first slide in common.  Pairs that part later are never images.
 *
 * The search walks the positions from which the level can be solved and notes how many slides further on, at most,
 * two ways still part.  That deep the latest pair is found by following the note; the earliest parts where for the
 * first time two ways are open.  A level whose solutions all part within two slides has twelve of them at most, and
 * these are few enough to be listed (list_partings.c). */
#include "solve/longcat/partings.h"

#include "solve/longcat/memo.h"
#include "solve/longcat/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Solutions listed of one way where images have to be told: more than there can be images of a few. */
enum { SOME = 64 };

/* Of a position in the memo: `solutions` is 1 where it can be solved, `seen_by` the number of slides after which it
 * still can, `shortest` one more than the slides to the furthest parting, 0: there is none. */
struct parter {
    struct position position;
    struct memo memo;
    struct watch watch;
    uint64_t *key;
    bool failed;
};

/* Whether the position at hand can be solved, as far as it is known; its entry, or NULL. */
static const struct memo_entry *look_up(struct parter *parter)
{
    position_key(&parter->position, parter->key);
    uint32_t number = memo_find(&parter->memo, parter->key);
    return number == MEMO_NONE || parter->memo.entries[number].solutions == 0
               ? NULL
               : &parter->memo.entries[number];
}

/* Slides to where the level can be solved.  NULL: that is not so, and nothing slid. */
static const struct memo_entry *slide_to_win(struct parter *parter, unsigned way)
{
    if (!position_slide(&parter->position, (enum direction)way))
        return NULL;
    const struct memo_entry *entry = look_up(parter);
    if (entry == NULL)
        position_undo(&parter->position);
    return entry;
}

/* Notes all positions from the one at hand on.  False: a limit was hit, or memory ran out. */
static bool explore(struct parter *parter)
{
    struct position *position = &parter->position;
    position_key(position, parter->key);
    if (memo_find(&parter->memo, parter->key) != MEMO_NONE)
        return true;
    bool solved = position_solved(position);
    if (!solved && position_hopeless(position, position->rules))
        return true;
    if (!watch_allows(&parter->watch, parter->memo.used + UINT64_C(1), memo_bytes(&parter->memo)))
        return false;
    uint32_t number = memo_add(&parter->memo, parter->key), ways = 0, furthest = 0;
    parter->failed |= number == MEMO_NONE;
    bool good = !parter->failed;
    for (unsigned way = 0; good && way < DIRECTIONS; way++) {
        if (!position_slide(position, (enum direction)way))
            continue;
        good = explore(parter);
        const struct memo_entry *after = good ? look_up(parter) : NULL;
        if (after != NULL) {
            ways++;
            if (after->shortest > 0 && after->shortest + 1 > furthest)
                furthest = after->shortest + 1;
        }
        position_undo(position);
    }
    if (good)
        parter->memo.entries[number] = (struct memo_entry){
            .solutions = solved || ways > 0,
            .shortest = furthest == 0 && ways > 1 ? 1 : furthest,
            .seen_by = ways,
        };
    return good;
}

/* Lists the first solutions from the position at hand, `made` slides from the start, up to SOME in all. */
static bool list_on(struct parter *parter, game_move *moves, size_t made, struct move_list *list,
                    size_t *listed)
{
    if (position_solved(&parter->position)) {
        game_move *copy = malloc((made + 1) * sizeof *copy);
        if (copy == NULL)
            return false;
        memcpy(copy, moves, made * sizeof *copy);
        list[(*listed)++] = (struct move_list){copy, made};
        return true;
    }
    bool good = true;
    for (unsigned way = 0; good && way < DIRECTIONS && *listed < SOME; way++) {
        if (slide_to_win(parter, way) == NULL)
            continue;
        moves[made] = move_make(0, way);
        good = list_on(parter, moves, made + 1, list, listed);
        position_undo(&parter->position);
    }
    return good;
}

static bool are_images(const struct puzzle *puzzle, const struct move_list *a,
                       const struct move_list *b)
{
    bool images = false;
    for (unsigned s = 1; s < puzzle->symmetry_count && !images && a->count == b->count; s++) {
        size_t n = 0;
        while (n < a->count && move_turned(puzzle->symmetries[s], a->moves[n]) == b->moves[n])
            n++;
        images = n == a->count;
    }
    return images;
}

/* The first pair of solutions, of two ways on, that are no images of each other. */
static bool take_pair(const struct puzzle *puzzle, const struct move_list *first, size_t firsts,
                      const struct move_list *second, size_t seconds, struct parting *parting)
{
    for (size_t i = 0; i < firsts; i++) {
        for (size_t j = 0; j < seconds; j++) {
            if (!are_images(puzzle, &first[i], &second[j]))
                return parting_make(parting, first[i].moves, first[i].count, second[j].moves,
                                    second[j].count);
        }
    }
    return true;
}

/* The pair that parts in the position at hand: one by the first way on, one by the others. */
static bool part_here(struct parter *parter, const struct puzzle *puzzle, game_move *moves,
                      size_t made, struct parting *parting)
{
    struct move_list first[SOME], second[SOME];
    size_t firsts = 0, seconds = 0;
    bool good = true, found = false;
    for (unsigned way = 0; good && way < DIRECTIONS && seconds < SOME; way++) {
        if (slide_to_win(parter, way) == NULL)
            continue;
        moves[made] = move_make(0, way);
        good = list_on(parter, moves, made + 1, found ? second : first, found ? &seconds : &firsts);
        found = true;
        position_undo(&parter->position);
    }
    good = good && take_pair(puzzle, first, firsts, second, seconds, parting);
    while (firsts > 0)
        free(first[--firsts].moves);
    while (seconds > 0)
        free(second[--seconds].moves);
    return good;
}

/* Goes to where a pair parts, the latest or the earliest, and writes it. */
static bool find_pair(struct parter *parter, const struct puzzle *puzzle, bool latest,
                      game_move *moves, struct parting *parting)
{
    const struct memo_entry *here = look_up(parter);
    size_t made = 0;
    while (latest ? here->shortest > 1 : here->seen_by == 1) {
        uint32_t wanted = here->shortest - 1;
        unsigned way = 0;
        for (;; way++) {
            here = slide_to_win(parter, way);
            if (here != NULL && (!latest || here->shortest == wanted))
                break;
            if (here != NULL)
                position_undo(&parter->position);
        }
        moves[made++] = move_make(0, way);
    }
    bool good = part_here(parter, puzzle, moves, made, parting);
    while (made-- > 0)
        position_undo(&parter->position);
    return good;
}

enum partings_result longcat_all_partings(const struct puzzle *puzzle, const struct limits *limits,
                                          struct partings *partings, char reason[80])
{
    const struct longcat *board = longcat_board(puzzle);
    struct parter parter = {0};
    *partings = (struct partings){.exact = true};
    watch_start(&parter.watch, limits);
    game_move *moves = calloc(board->cells + 1, sizeof *moves);
    bool made = position_make(&parter.position, board, false, longcat_pruning(puzzle));
    parter.key = made ? calloc(parter.position.words, sizeof *parter.key) : NULL;
    bool good = moves != NULL && parter.key != NULL && memo_make(&parter.memo, parter.position.words);
    bool explored = good && explore(&parter);
    if (explored && look_up(&parter) != NULL)
        good = find_pair(&parter, puzzle, true, moves, &partings->latest) &&
               find_pair(&parter, puzzle, false, moves, &partings->earliest);
    snprintf(reason, 80, "%s", parter.watch.reason);
    good = good && !parter.failed;
    position_free(&parter.position);
    memo_free(&parter.memo);
    free(parter.key);
    free(moves);
    if (!good || !explored)
        partings_free(partings);
    return !good ? PARTINGS_FAILED : explored ? PARTINGS_FOUND : PARTINGS_LIMIT;
}
