/* The library when memory runs out: each allocation of a call is refused in turn.  The call reports it or gives the
 * usual result, and all memory is freed afterwards.
 *
 * This program replaces the allocator, for the library too.  That needs glibc, and works with no sanitizer. */
#include "tests/unit.h"

#include "lib/onlyway.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__ || !defined __GLIBC__
#define REPLACED 0
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define REPLACED 0
#endif
#endif
#ifndef REPLACED
#define REPLACED 1
#endif

static _Atomic long requests, refused = -1, live; /* `refused` is the number of the allocation to refuse; -1: none */

#if REPLACED

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

/* Returns whether to refuse this allocation. */
static bool refuses(void)
{
    if (atomic_fetch_add(&requests, 1) != refused)
        return false;
    errno = ENOMEM;
    return true;
}

static void *count(void *memory)
{
    if (memory != NULL)
        atomic_fetch_add(&live, 1);
    return memory;
}

OW_API void *malloc(size_t size)
{
    return refuses() ? NULL : count(__libc_malloc(size));
}

OW_API void *calloc(size_t number, size_t size)
{
    return refuses() ? NULL : count(__libc_calloc(number, size));
}

OW_API void *realloc(void *old, size_t size)
{
    if (refuses())
        return NULL;
    void *memory = __libc_realloc(old, size);
    return old == NULL ? count(memory) : memory;
}

OW_API void *aligned_alloc(size_t alignment, size_t size)
{
    return refuses() ? NULL : count(__libc_memalign(alignment, size));
}

OW_API void free(void *memory)
{
    if (memory != NULL)
        atomic_fetch_sub(&live, 1);
    __libc_free(memory);
}

#endif

static const char levels_text[] = "Two ways\n\n#######\n#     #\n# $ $ #\n#. @ .#\n#######\n\n#####\n#@@$.#\n#####\n";
static const char one_text[] = "#######\n#     #\n# $ $ #\n#. @ .#\n#######\n";

/* A game in a language, with messages, a level for each way of playing, and a lost level. */
#define GAME_HEAD                                                                                      \
    "title Push\nsmoothscreen\n\nOBJECTS\nBackground\nblack\n\nWall\ngrey\n\nPlayer\nwhite\n\nCrate\n" \
    "orange\n\nTarget\nblue\n\nLEGEND\n. = Background\n# = Wall\nP = Player\n* = Crate\n"              \
    "o = Target\n\nSOUNDS\n\nCOLLISIONLAYERS\nBackground\nTarget\nPlayer, Wall, Crate\n\nRULES\n"      \
    "[ > Player | Crate ] -> [ > Player | > Crate ]\n%s\nWINCONDITIONS\nAll Target on Crate\n\nLEVELS\n\n"
#define GAME_LEVEL "#####\n#P.o#\n#.*.#\n#...#\n#####\n"
static const char game_format[] = GAME_HEAD "message Push it.\n\n" GAME_LEVEL;
static const char lost_format[] = GAME_HEAD "#####\n#*Po#\n#####\n";
static const char faulty_format[] = GAME_HEAD "P.?\n";
static char game_text[1024], lost_text[1024], faulty_text[1024], chance_text[1024], game_options[2048];

/* The result of a call, in a buffer that needs no allocation. */
static char made[1 << 16];

static void note(const char *text)
{
    size_t size = strlen(made);
    snprintf(made + size, sizeof made - size, "%s\n", text == NULL ? "(none)" : text);
}

/* --- calls, which record their results --- */

static ow_status read_text(const char *text, const char *options)
{
    ow_levels *levels;
    char *message;
    ow_status status = ow_levels_read(text, strlen(text), options, &levels, &message);
    for (size_t i = 0; status == OW_OK && i < ow_levels_count(levels); i++) {
        const ow_level *level = ow_levels_at(levels, i);
        note(ow_level_error(level));
        note(ow_level_name(level));
        note(ow_level_text(level));
    }
    assert_true(status == OW_OK || levels == NULL);
    ow_free(message);
    ow_levels_free(levels);
    return status;
}

static ow_status read_levels(void)
{
    return read_text(levels_text, "game=sokoban");
}
static ow_status read_game(void)
{
    return read_text(game_text, NULL);
}
static ow_status read_faulty(void)
{
    return read_text(faulty_text, NULL);
}
static ow_status read_chance(void)
{
    return read_text(chance_text, NULL);
}

static ow_status with_level(const char *text, ow_status (*call)(const ow_level *level))
{
    ow_levels *levels;
    ow_status status = ow_levels_read(text, strlen(text), NULL, &levels, NULL);
    if (status == OW_OK)
        status = call(ow_levels_at(levels, 0));
    ow_levels_free(levels);
    return status;
}

static ow_status judge_level(const ow_level *level)
{
    ow_judgement *judgement;
    char *message;
    ow_status status = ow_judge(level, "all=4 why max-states=5000", NULL, &judgement, &message);
    if (status == OW_OK) {
        note(ow_judgement_row(judgement));
        note(ow_judgement_text(judgement));
        note(ow_judgement_listed_at(judgement, 0));
    }
    assert_true((status == OW_OK) == (judgement != NULL));
    ow_free(message);
    ow_judgement_free(judgement);
    return status;
}

static int note_mended(void *context, const ow_mended *mended)
{
    (void)context;
    (void)mended;
    return 0;
}

static ow_status mend_level(const ow_level *level)
{
    const ow_mender mender = {sizeof mender, NULL, note_mended, NULL};
    char *text, *message;
    ow_status status = ow_mend(level, "mend=1 max-states=200", &mender, &text, &message);
    note(text);
    assert_true((status == OW_OK) == (text != NULL));
    ow_free(text);
    ow_free(message);
    return status;
}

static ow_status replay_level(const ow_level *level)
{
    int solved;
    char *text, *message;
    const char *moves = strcmp(ow_level_game(level), "sokoban") == 0 ? "LUl" : "dRrdL";
    ow_status status = ow_replay(level, moves, "show", &solved, &text, &message);
    note(text);
    note(message);
    ow_free(text);
    ow_free(message);
    return status;
}

static ow_status draw_level(const ow_level *level)
{
    char *svg, *message;
    ow_status status = ow_draw_svg(level, NULL, "theme=auto", &svg, &message);
    note(svg);
    ow_free(svg);
    ow_free(message);
    return status;
}

/* Plays a level: legal moves, a hint, its move, undo, and a picture. */
static ow_status play_level(const ow_level *level)
{
    ow_session *session;
    ow_hint hint = {.size = sizeof hint};
    size_t count;
    char *text = NULL;
    ow_status status = ow_session_open(level, "max-states=5000", &session, NULL);
    if (status == OW_OK)
        status = ow_session_legal(session, &count, NULL);
    for (size_t i = 0; status == OW_OK && i < count; i++)
        note(ow_session_legal_at(session, i));
    if (status == OW_OK)
        status = ow_session_hint(session, NULL, &hint, NULL);
    if (status == OW_OK) {
        note(hint.move);
        status = ow_session_move(session, strcmp(ow_level_game(level), "sokoban") == 0 ? "LUl" : "dR", NULL);
    }
    if (status == OW_OK)
        status = ow_session_made(session, &text, NULL);
    note(text);
    ow_free(text);
    text = NULL;
    if (status == OW_OK)
        status = ow_session_svg(session, NULL, &text, NULL);
    note(text);
    ow_free(text);
    text = NULL;
    if (status == OW_OK && ow_session_undo(session, 1) == 1)
        status = ow_session_text(session, &text, NULL);
    note(text);
    ow_free(text);
    ow_session_close(session);
    return status;
}

/* A puzzle: count from 0 to 20 in steps of 2 and 3. */
static int start_at_zero(void *context, unsigned char *state)
{
    (void)context;
    *state = 0;
    return 0;
}

static int add_steps(void *context, const unsigned char *state, uint32_t *moves, unsigned char *states)
{
    (void)context;
    int count = 0;
    for (unsigned step = 2; step <= 3 && *state + step <= 20; step++) {
        moves[count] = step;
        states[count++] = (unsigned char)(*state + step);
    }
    return count;
}

static int is_twenty(void *context, const unsigned char *state)
{
    (void)context;
    return *state == 20;
}

static int32_t count_steps(void *context, const unsigned char *state)
{
    (void)context;
    return (20 - *state + 2) / 3;
}

static ow_status judge_puzzle(void)
{
    const ow_puzzle puzzle = {.size = sizeof puzzle,
                              .state_bytes = 1,
                              .max_moves = 2,
                              .start = start_at_zero,
                              .moves = add_steps,
                              .goal = is_twenty,
                              .estimate = count_steps};
    ow_judgement *judgement;
    ow_status status = ow_puzzle_judge(&puzzle, "all=4", NULL, &judgement, NULL);
    note(ow_judgement_text(judgement));
    note(ow_judgement_row(judgement));
    ow_judgement_free(judgement);
    return status;
}

static ow_status judge_one(void)
{
    return with_level(one_text, judge_level);
}
static ow_status judge_lost_cat(void)
{
    return with_level("   \n C#\n # \n", judge_level);
}
static ow_status mend_one(void)
{
    return with_level(one_text, mend_level);
}
static ow_status replay_one(void)
{
    return with_level(one_text, replay_level);
}
static ow_status draw_one(void)
{
    return with_level(one_text, draw_level);
}
static ow_status play_one(void)
{
    return with_level(one_text, play_level);
}
static ow_status play_game(void)
{
    return with_level(game_text, play_level);
}
static ow_status judge_game(void)
{
    return with_level(game_text, judge_level);
}
static ow_status judge_lost(void)
{
    return with_level(lost_text, judge_level);
}
static ow_status mend_game(void)
{
    return with_level(lost_text, mend_level);
}
static ow_status replay_game(void)
{
    return with_level(game_text, replay_level);
}
static ow_status draw_game(void)
{
    return with_level(game_text, draw_level);
}

static int note_made(void *context, const ow_made *level)
{
    (void)context;
    note(ow_made_row(level));
    note(ow_made_text(level));
    return 0;
}

static ow_status generate(const char *game, const char *options)
{
    const ow_maker maker = {sizeof maker, NULL, note_made, NULL};
    char *message;
    ow_status status = ow_generate(game, options, &maker, &message);
    ow_free(message);
    return status;
}

static ow_status make_one(void)
{
    return generate("longcat", "size=4 count=1 seed=1 allow-trivial allow-greedy max-tries=50");
}

static ow_status fill_one(void)
{
    return generate("longcat", "from='#####\n#?C?#\n#???#\n#? ?#\n#####' count=1 allow-trivial allow-greedy");
}

static ow_status make_game(void)
{
    return generate("puzzlescript", game_options);
}

static ow_status refuse_option(void)
{
    return generate("longcat", "sizes=4");
}

/* --- */

static ow_status run(ow_status (*call)(void), long n)
{
    made[0] = '\0';
    requests = 0;
    refused = n;
    ow_status status = call();
    refused = -1;
    return status;
}

/* Refuses each allocation of a call in turn; for calls with very many allocations, the first ones and then fewer and
 * fewer. */
static void disturb(const char *name, ow_status (*call)(void))
{
    static char whole[sizeof made];
    ow_status usual = run(call, -1);
    usual = run(call, -1); /* one-time allocations are done by now */
    memcpy(whole, made, sizeof whole);
    long count = requests, before = live, runs = 0;
    assert_true(count > 0);
    for (long n = 0; n < count; n += 1 + n / 100, runs++) {
        ow_status status = run(call, n);
        if (status != OW_NO_MEMORY && (status != usual || strcmp(made, whole) != 0))
            fail_msg("%s, request %ld: neither said so nor did the same (status %d)", name, n, (int)status);
        if (live != before)
            fail_msg("%s, request %ld: %ld blocks were not given back", name, n, (long)live - before);
    }
    printf("%s: %ld requests, %ld runs\n", name, count, runs);
}

/* The same for a game in a language, whose source each call compiles. */
static void test_memory_runs_out_in_language(void **state)
{
    (void)state;
    if (!REPLACED)
        skip();
    snprintf(game_text, sizeof game_text, game_format, "");
    snprintf(lost_text, sizeof lost_text, lost_format, "");
    snprintf(faulty_text, sizeof faulty_text, faulty_format, "[ > Playr ] -> [ ]\n");
    snprintf(chance_text, sizeof chance_text, game_format, "[ action Player | . ] -> [ Player | random Crate ]\n");
    snprintf(game_options, sizeof game_options,
             "from='%s' size=3 count=1 seed=1 allow-trivial allow-greedy max-tries=20", game_text);
    disturb("read a game", read_game);
    disturb("read a faulty game", read_faulty);
    disturb("read a game of chance", read_chance);
    disturb("judge a game", judge_game);
    disturb("judge a lost game", judge_lost);
    disturb("mend a game", mend_game);
    disturb("replay a game", replay_game);
    disturb("draw a game", draw_game);
    disturb("play a game", play_game);
    disturb("generate for a game", make_game);
}

static void test_memory_runs_out(void **state)
{
    (void)state;
    if (!REPLACED)
        skip();
    disturb("read", read_levels);
    disturb("judge", judge_one);
    disturb("judge a lost cat", judge_lost_cat);
    disturb("mend", mend_one);
    disturb("replay", replay_one);
    disturb("draw", draw_one);
    disturb("play", play_one);
    disturb("judge a puzzle", judge_puzzle);
    disturb("refuse", refuse_option);
    disturb("generate", make_one);
    disturb("fill", fill_one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_memory_runs_out),
                                       cmocka_unit_test(test_memory_runs_out_in_language)};
    return cmocka_run_group_tests_name("library memory", tests, NULL, NULL);
}
