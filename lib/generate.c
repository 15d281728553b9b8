/* Generating levels; see onlyway.h. */
#include "lib/inside.h"

#include "base/clock.h"
#include "gen/run/batch.h"
#include "gen/run/command.h"
#include "solve/level/report.h"

#include <inttypes.h>
#include <string.h>

struct ow_made {
    struct text name, grid, row;
    struct text cut; /* the fields of the row, each with its NUL */
    const char *fields[COLUMN_COUNT];
};

/* A run that passes its levels to a maker. */
struct making {
    struct run run;
    ow_maker maker;
    struct ow_made made;
    double told; /* when progress was last reported */
    stop_flag stop;
};

static bool take_level(struct run *run, const struct survivor *survivor, struct text *error)
{
    struct making *making = (struct making *)run;
    struct ow_made *made = &making->made;
    const struct game_source *source = run->proposal.variant.game_source;
    if (making->stop != 0)
        return true;
    text_clear(&made->name);
    text_clear(&made->grid);
    text_clear(&made->row);
    text_addf(&made->name, "%0*" PRIu64 ".txt", (int)run->digits, run->tally.kept + 1);
    if (source != NULL) {
        source->language->language->write_head(source, NULL, NULL, &made->grid);
        source->language->language->write_level(source, &survivor->grid, &made->grid);
    } else {
        game_add_rows(run->proposal.proposer->game, &survivor->grid, &made->grid);
    }
    text_add_text(&made->row, &made->name);
    text_add_text(&made->row, &survivor->row);
    /* Splits the row into its fields and removes their quotes. */
    text_clear(&made->cut);
    text_add_text(&made->cut, &made->row);
    if (!made->cut.failed) {
        char *from = made->cut.data, *to = from;
        for (int column = 0; column < COLUMN_COUNT; column++) {
            bool quoted = *from == '"';
            made->fields[column] = to;
            from += quoted;
            while (*from != '\0' && (quoted || (*from != ',' && *from != '\n'))) {
                if (quoted && *from == '"' && *++from != '"')
                    break;
                *to++ = *from++;
            }
            from += *from != '\0'; /* skips a comma or the end of the line */
            *to++ = '\0';
        }
    }
    if (made->name.failed || made->grid.failed || made->cut.failed)
        return text_fail(error);
    if (making->maker.level != NULL && making->maker.level(making->maker.context, made) != 0)
        making->stop = 1;
    return true;
}

static void tell_progress(struct run *run)
{
    struct making *making = (struct making *)run;
    const ow_maker *maker = &making->maker;
    if (maker->progress == NULL || making->stop != 0 || clock_now() - making->told < 0.1)
        return;
    making->told = clock_now();
    if (maker->progress(maker->context, run->tally.tries, run->tally.kept) != 0)
        making->stop = 1;
}

static const struct run_sink maker_sink = {take_level, NULL, tell_progress};

ow_status ow_generate(const char *game, const char *options, const ow_maker *maker, char **message)
{
    /* The options that only make sense for the command: they concern folders, files or a terminal. */
    static const char *const names[] = {"output", "resume", "force",   "quiet",  "shard",
                                        "merge",  "help",   "version", "unlike", "arena"};
    struct call call = call_begin(message);
    struct command command = {0};
    struct board_size size;
    struct making making = {.run = {.sink = &maker_sink, .tally = tally_start()}};
    making.run.interrupted = &making.stop;
    text_add_string(&call.options, options == NULL ? "" : options);
    text_add_char(&call.options, ' ');
    if (call_good(&call, &call.options) && call_needs(&call, game, "the game's name") &&
        call_struct(&call, maker, "the maker", &making.maker, sizeof making.maker)) {
        struct run *run = &making.run;
        bool good = command_read(&command, game, call.options.data, &call.error);
        const char *name = good ? command_find_given(&command, names, sizeof names / sizeof *names, true) : NULL;
        if (name != NULL)
            text_addf(&call.error, "only the command has the option '%s'", name);
        else if (good && proposer_asks_otherwise(command.proposer, command.pieces))
            text_add_string(&call.error, "only the command makes something else than levels");
        if (good && !text_says(&call.error) && command_can_run(&command, &size, &call.error)) {
            enum run_result end = RUN_COMPLETE;
            if (!kept_make(&run->kept)) {
                call_fail(&call, OW_NO_MEMORY);
            } else if (!run_prepare(&command, run, &call.error)) {
                call_fail(&call, OW_BAD_OPTION);
            } else {
                end = run_levels(run, &call.error);
                run_stop(run);
            }
            if (end == RUN_GAVE_UP) {
                text_addf(&call.error, "gave up after %" PRIu64 " candidates, with %" PRIu64, run->tally.tries,
                          run->tally.kept);
                if (run->wanted != UINT64_MAX)
                    text_addf(&call.error, " of %" PRIu64, run->wanted);
                text_add_string(&call.error, " levels");
            }
            if (end != RUN_COMPLETE)
                call_fail(&call, end == RUN_INTERRUPTED ? OW_CANCELLED : end == RUN_GAVE_UP ? OW_LIMIT : OW_NO_MEMORY);
            kept_free(&run->kept);
        } else {
            call_fail(&call, command.from.limited ? OW_LIMIT : command.from_bad ? OW_BAD_INPUT : OW_BAD_OPTION);
        }
    }
    if (making.stop != 0)
        call_fail(&call, OW_CANCELLED);
    command_free(&command);
    text_free(&making.made.name);
    text_free(&making.made.grid);
    text_free(&making.made.row);
    text_free(&making.made.cut);
    return call_end(&call);
}

const char *ow_made_name(const ow_made *made)
{
    return made == NULL ? NULL : text_string(&made->name);
}

const char *ow_made_text(const ow_made *made)
{
    return made == NULL ? NULL : text_string(&made->grid);
}

const char *ow_made_row(const ow_made *made)
{
    return made == NULL ? NULL : text_string(&made->row);
}

const char *ow_made_field(const ow_made *made, const char *column)
{
    int n = made == NULL || column == NULL ? -1 : report_column_find(column);
    return n < 0 ? NULL : made->fields[n];
}

int ow_made_number(const ow_made *made, const char *column, double *number)
{
    return field_number(column, ow_made_field(made, column), number);
}
