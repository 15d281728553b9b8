/* The ranks that share a search; see team.h. */
#include "solve/cluster/team.h"

#include "base/program.h"
#include "base/threads.h"
#include "solve/cluster/task.h"
#include "solve/search/both_ends.h"

#include <inttypes.h>
#include <string.h>

/* For state limits up to this one, a search over the limit has the same result with one rank and with many; see
 * search_together. */
enum { ALIKE_MOST = 1 << 24 };

/* --- communication during a search --- */

/* Sends the level that rank 0 judges to the other ranks as a task.  Returns false if any of them cannot do the task. */
static bool send_task(struct team *team, enum task_kind kind)
{
    struct text bytes = {0};
    task_write(kind, team->job, team->limits, team->folder, &bytes);
    bool good = wire_tell(&team->wire, &bytes) && wire_agree(true);
    text_free(&bytes);
    return good;
}

/* Returns whether all ranks take part.  Rank 0 first summons the others if they are waiting. */
static bool all_take_part(struct team *team)
{
    if (team->state == TEAM_WAITS)
        team->state = team->job != NULL && send_task(team, TASK_SEARCH) ? TEAM_WORKS : TEAM_REFUSES;
    return team->state == TEAM_WORKS;
}

static bool reduce(void *context, enum disk_reduction how, uint64_t *values, size_t count)
{
    struct team *team = context;
    if (!all_take_part(team))
        return false;
    wire_reduce(how, values, count);
    team->traffic.reductions++;
    return true;
}

static bool exchange(void *context, const unsigned char *records, const uint64_t *counts, size_t record_bytes,
                     uint64_t *flags, disk_take *take, void *taker)
{
    struct team *team = context;
    struct rank_traffic *traffic = &team->traffic;
    traffic->exchanges++;
    for (unsigned owner = 0; owner < team->ranks.size; owner++) {
        uint64_t sent = owner == team->ranks.rank ? 0 : counts[owner];
        traffic->records += sent;
        traffic->bytes += sent * record_bytes;
    }
    return all_take_part(team) && wire_exchange(&team->wire, records, counts, record_bytes, flags, take, taker);
}

static bool gather(void *context, const unsigned char *records, uint64_t count, size_t record_bytes, disk_take *take,
                   void *taker)
{
    struct team *team = context;
    return all_take_part(team) && wire_gather(&team->wire, records, count, record_bytes, take, taker);
}

/* --- all ranks --- */

bool team_make(struct team *team, const struct program *program)
{
    *team = (struct team){.program = program};
    bool good = wire_make(&team->wire, 0);
    unsigned share = processor_count() / (unsigned)wire_neighbours();
    team->jobs = share < 1 ? 1 : share;
    team->ranks = (struct disk_ranks){.context = team,
                                      .rank = (unsigned)team->wire.rank,
                                      .size = (unsigned)team->wire.size,
                                      .reduce = reduce,
                                      .exchange = exchange,
                                      .gather = gather};
    return good;
}

/* --- rank 0 --- */

/* Searches together with the other ranks.  The ranks learn only late how many different states they have met.  So if a
 * search exceeds the limit of states, its result differs from that of a single process.  If the limit is at most
 * ALIKE_MOST, rank 0 then repeats the search alone, so that reports of levels over the limit are the same, too. */
static enum search_end search_together(struct search *search, const struct disk_search *disk)
{
    uint64_t lower_bound = search->lower_bound;
    enum search_end end = disk_search(search, disk);
    if (search_is_done(end) || search_failed(search))
        return end;
    uint64_t most = search->limits.max_states;
    if (most == 0 || most > ALIKE_MOST || limits_are_over(&search->limits, search->watch.deadline))
        return end;
    const struct puzzle *puzzle = search->puzzle;
    struct limits limits = search->limits;
    double deadline = search->watch.deadline;
    char reason[LIMIT_REASON];
    strcpy(reason, search->watch.reason);
    search_free(search);
    if (!search_check_memory(search, search_make(search, puzzle, &limits)))
        return SEARCH_NO_MEMORY;
    search->watch.deadline = deadline;
    search->lower_bound = lower_bound;
    search_merge_equals(search);
    end = search_shortest(search);
    if (!search_is_done(end) && store_count(&search->store) + search->elsewhere <= most) /* another limit was hit */
        strcpy(search->watch.reason, reason);
    return end;
}

/* Makes all ranks remove their files of the level.  The others report their own failures. */
static bool forget(void *context, const struct disk_search *disk, const struct puzzle *puzzle, struct text *error)
{
    bool good = disk_forget(disk, puzzle, error);
    return (disk->folder == NULL || send_task(context, TASK_FORGET)) && good;
}

static void open_level(void *context, const struct job *job, const struct limits *limits, struct disk_search *disk,
                       struct beyond *beyond)
{
    struct team *team = context;
    team->job = job;
    team->limits = limits;
    team->folder = disk->folder;
    team->state = TEAM_WAITS;
    team->traffic = (struct rank_traffic){0};
    disk->ranks = &team->ranks;
    beyond->waits = disk_waits_here; /* if the others have no files, all start over later */
    beyond->inside = disk_search_inside;
    beyond->search = search_together;
    beyond->all = NULL; /* the others do not judge */
    beyond->inner_most = disk_inner_most(limits->max_memory);
}

static void close_level(void *context, bool tells)
{
    struct team *team = context;
    const struct rank_traffic *traffic = &team->traffic;
    team->job = NULL;
    if (tells && team->state == TEAM_WORKS)
        program_error(team->program,
                      "process 0 of %d: %" PRIu64 " reductions, %" PRIu64 " exchanges, sent %" PRIu64
                      " states in %" PRIu64 " bytes",
                      team->wire.size, traffic->reductions, traffic->exchanges, traffic->records, traffic->bytes);
}

struct solving_team team_for_solving(struct team *team)
{
    return (struct solving_team){
        .context = team, .jobs = team->jobs, .open = open_level, .close = close_level, .forget = forget};
}

/* --- the other ranks --- */

static void do_task(struct team *team, const struct text *bytes)
{
    struct task task;
    struct text error = {0};
    if (task_read(bytes, &task, &error)) {
        struct disk_search disk = {.folder = task.folder.size > 0 ? text_string(&task.folder) : NULL,
                                   .ranks = &team->ranks,
                                   .variant = job_variant(&task.job),
                                   .remarks = &error,
                                   .interval = -1};
        task.limits.interrupted = &program_interrupted;
        if (task.kind == TASK_SEARCH) {
            struct search search = {0};
            bool good = search_make(&search, task.job.puzzle, &task.limits);
            if (!good)
                text_fail(&error);
            if (wire_agree(good)) {
                team->state = TEAM_WORKS;
                search_merge_equals(&search);
                disk_search(&search, &disk);
            }
            search_free(&search);
        } else {
            wire_agree(disk_forget(&disk, task.job.puzzle, &error));
        }
    } else {
        wire_agree(false);
    }
    struct text line = {0};
    if (text_says(&error)) {
        text_addf(&line, "process %d: %s", team->wire.rank, error.failed ? "out of memory" : text_string(&error));
        program_error(team->program, "%s", text_string(&line));
        text_free(&line);
    }
    task_free(&task);
    text_free(&error);
}

void team_serve(struct team *team)
{
    for (;;) {
        struct text bytes = {0};
        bool good = wire_tell(&team->wire, &bytes), done = good && bytes.size == 0;
        if (good && !done)
            do_task(team, &bytes);
        text_free(&bytes);
        if (done)
            return;
    }
}
