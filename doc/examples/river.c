/* Judges the river crossing with libonlyway: a farmer takes a wolf, a goat and a cabbage over a river in a boat that
 * carries one of them.  Left alone, the wolf eats the goat, and the goat the cabbage.
 *
 *     cc river.c $(pkg-config --cflags --libs onlyway) -o river
 *     ./river */
#include <onlyway.h>

#include <stdio.h>

/* A state is one byte; a bit is 1 if its passenger is on the far bank. */
enum { FARMER = 1, WOLF = 2, GOAT = 4, CABBAGE = 8, ALL = 15 };

/* A move is the passenger that the farmer takes along. */
static const unsigned char taken[] = {0, WOLF, GOAT, CABBAGE};
static const char *const names[] = {"nothing", "the wolf", "the goat", "the cabbage"};

static int start(void *context, unsigned char *state)
{
    (void)context;
    *state = 0;
    return 0;
}

/* Returns whether the passengers on the bank without the farmer are safe. */
static int is_safe(unsigned state)
{
    unsigned alone = (state & FARMER) != 0 ? ~state : state;
    return (alone & (WOLF | GOAT)) != (WOLF | GOAT) && (alone & (GOAT | CABBAGE)) != (GOAT | CABBAGE);
}

static int moves(void *context, const unsigned char *state, uint32_t *labels, unsigned char *states)
{
    int count = 0;
    (void)context;
    for (uint32_t i = 0; i < 4; i++) {
        int here = taken[i] == 0 || ((*state & taken[i]) != 0) == ((*state & FARMER) != 0);
        unsigned char after = (unsigned char)(*state ^ FARMER ^ taken[i]);
        if (here && is_safe(after)) {
            labels[count] = i;
            states[count++] = after;
        }
    }
    return count;
}

static int goal(void *context, const unsigned char *state)
{
    (void)context;
    return *state == ALL;
}

int main(void)
{
    ow_puzzle puzzle = {.size = sizeof puzzle,
                        .name = "river",
                        .state_bytes = 1,
                        .max_moves = 4,
                        .start = start,
                        .moves = moves,
                        .goal = goal};
    ow_judgement *judgement;
    char *message;
    ow_status status = ow_puzzle_judge(&puzzle, "all", NULL, &judgement, &message);
    if (status != OW_OK) {
        fprintf(stderr, "%s\n", message != NULL ? message : ow_status_text(status));
        ow_free(message);
        return 1;
    }
    fputs(ow_judgement_text(judgement), stdout);
    puts("the farmer takes over and back");
    for (const char *move = ow_judgement_field(judgement, "solution"); *move != '\0'; move++) {
        if (*move != ' ')
            printf("  %s\n", names[*move - '0']);
    }
    ow_judgement_free(judgement);
    return 0;
}
