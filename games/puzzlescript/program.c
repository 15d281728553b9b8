/* Compiles a source; see program.h for the result and compile.h for the stages. */
#include "games/puzzlescript/compile.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Bytes that a program and its compilation may take; small_budget is for the message that a program is too large. */
static const size_t budget = (size_t)1 << 29, small_budget = (size_t)1 << 20;

/* Compiles from names to masks.  After an error, continues as long as that makes sense. */
static void compile(struct compiler *c)
{
    const char *const needed[] = {"player", "background"};
    for (int i = 0; i < 2; i++) {
        int name = ps_intern_text(c, needed[i]);
        if (ps_stopped(c) || c->names.items[name].declared == 0)
            ps_error_at(c, 0,
                        "Error, didn't find any object called %s, either in the objects section, or the legends "
                        "section. There must be a %s!",
                        needed[i], needed[i]);
    }
    if (c->layers.count == 0) {
        ps_error_at(c, 0, "No collision layers defined. All objects need to be in collision layers.");
        return;
    }
    ps_read_prelude(c);
    ps_resolve_objects(c);
    if (ps_stopped(c))
        return;
    ps_resolve_legend(c);
    if (!ps_stopped(c))
        ps_find_background(c);
    if (ps_stopped(c))
        return;
    ps_make_masks(c);
    ps_make_levels(c);
    ps_parse_rules(c, &c->rules);
    ps_check_coincidences(c, &c->rules);
    ps_expand_rules(c, &c->rules);
    if (c->invalid || ps_stopped(c))
        return;
    ps_drop_duplicates(c);
    ps_mask_rules(c);
    ps_group_rules(c);
    /* Record properties of the rules that a search needs to know. */
    unsigned commands = 0;
    for (int r = 0; r < c->program->rule_count; r++) {
        const struct ps_rule *rule = &c->program->all_rules[r];
        commands |= rule->commands;
        if (rule->chance && (c->program->line_of_chance == 0 || rule->line < c->program->line_of_chance))
            c->program->line_of_chance = rule->line;
    }
    if (!ps_stopped(c))
        ps_find_busy_rules(c->program);
    c->program->checkpoints = (commands & PS_CHECKPOINT) != 0 && (commands & PS_RESTART) != 0;
    ps_make_conditions(c);
    for (int i = 0; i < c->program->objects.count; i++)
        if (c->program->objects.items[i].layer < 0)
            ps_error_at(c, c->program->objects.items[i].line,
                        "Object \"%s\" has been defined, but not assigned to a layer.",
                        ps_loud(c, c->program->objects.items[i].name));
    ps_check_prelude(c);
    ps_check_sounds(c);
    c->program->playable = !ps_stopped(c);
    if (c->program->levels.count == 0)
        ps_error_at(c, 0, "No levels found. Add some levels!");
}

struct ps_program *ps_compile(const char *source, size_t size, struct stop_check *check)
{
    struct ps_program *program = calloc(1, sizeof *program);
    if (program == NULL)
        return NULL;
    arena_begin(&program->arena, budget);
    program->arena.check = check;
    struct compiler c = {.program = program, .arena = &program->arena};
    struct slice units = {NULL, 0};
    if (size > PS_MAX_SOURCE)
        ps_error_at(&c, 0, "the source has more than %d bytes", PS_MAX_SOURCE);
    else
        ps_decode(&c, source, size, &units);
    if (program->errors == 0 && !ps_stopped(&c))
        ps_read_source(&c, units);
    if (!ps_stopped(&c))
        compile(&c);
    if (program->arena.over_budget) {
        /* Discards a game that is too large, so that there is memory for an error message. */
        struct arena arena = program->arena;
        arena_end(&arena);
        memset(program, 0, sizeof *program);
        arena_begin(&program->arena, small_budget);
        c = (struct compiler){.program = program, .arena = &program->arena};
        ps_error_at(&c, 0, "the game takes more than %zu MiB when its rules are expanded", budget >> 20);
    }
    program->arena.check = NULL; /* it need not outlive this call */
    if (program->arena.failed) {
        ps_free(program);
        return NULL;
    }
    return program;
}

void ps_free(struct ps_program *program)
{
    if (program == NULL)
        return;
    struct arena arena = program->arena;
    arena_end(&arena);
    free(program);
}

void ps_add_issue(struct compiler *c, int line, bool error, const char *format, ...)
{
    ps_issues *issues = &c->program->issues;
    char text[800];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (int i = 0; i < issues->count; i++)
        if (issues->items[i].line == line && issues->items[i].error == error &&
            strcmp(issues->items[i].text, text) == 0)
            return;
    /* Too many warnings do not make a game unusable, but too many errors end the work. */
    if (issues->count >= PS_MAX_ISSUES) {
        if (!error || c->stop)
            return;
        snprintf(text, sizeof text, "too many errors and warnings");
        c->stop = true;
    }
    size_t size = strlen(text) + 1;
    char *copy = arena_get(c->arena, size);
    memcpy(copy, text, size);
    ADD(c->arena, issues, (struct ps_issue){line, error, copy});
    c->program->errors += error;
}

bool ps_stopped(struct compiler *c)
{
    enum { LOOKS_BETWEEN = 256 };
    if (++c->looks % LOOKS_BETWEEN == 0 && stop_check_ask(c->arena->check, c->arena->bytes))
        c->arena->failed = true;
    return c->stop || c->arena->failed;
}
