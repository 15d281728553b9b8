/* Parses a rule's line into patterns and replacements: rows of cells of words. */
#include "games/puzzlescript/compile.h"

struct parser {
    struct compiler *c;
    const rule_list *before; /* the rules parsed so far */
    struct rule rule;
    struct slice whole; /* the line as written */
    ints tokens, ends;  /* the names of the line's words */
    cell_words cell;
    cell_row row;
    bool inside;      /* in square brackets */
    bool joined;      /* + */
    bool right, half; /* half: a direction is waiting for its object */
    int brackets;
    bool failed; /* drop the rule */
};

static const struct {
    const char *word;
    enum ps_direction direction;
} directions[] = {{"up", UP},
                  {"down", DOWN},
                  {"left", LEFT},
                  {"right", RIGHT},
                  {"action", ACTION},
                  {"moving", MOVING},
                  {"stationary", STATIONARY},
                  {"no", NO},
                  {"random", RANDOM},
                  {"randomdir", RANDOMDIR},
                  {"horizontal", HORIZONTAL},
                  {"vertical", VERTICAL},
                  {"orthogonal", ORTHOGONAL},
                  {"perpendicular", PERPENDICULAR},
                  {"parallel", PARALLEL},
                  {"^", TURN_UP},
                  {"v", TURN_DOWN},
                  {"<", BACKWARD},
                  {">", FORWARD}};

static enum ps_direction direction_of(const char *word)
{
    for (size_t i = 0; i < sizeof directions / sizeof *directions; i++)
        if (strcmp(word, directions[i].word) == 0)
            return directions[i].direction;
    return NOTHING;
}

static bool is_relative(enum ps_direction direction)
{
    return direction >= PERPENDICULAR && direction <= FORWARD;
}

static void push_token(struct parser *p, struct slice line, int from, int to)
{
    if (to > from) {
        int name = intern(p->c, part(line, from, to));
        *(int *)PUSH(p->c->arena, &p->tokens) = name;
    }
}

/* Splits a line into words, square brackets, bars and arrows. A + counts only at the start of the line. */
static void tokenize(struct parser *p, struct slice line)
{
    line = trim(line);
    int from = 0;
    for (int i = 0; i <= line.count; i++) {
        uint16_t unit = i < line.count ? line.units[i] : ' ';
        int length = unit == '[' || unit == ']' || unit == '|' || (unit == '+' && i == 0) ? 1 : 0;
        if (unit == '-' && i + 1 < line.count && line.units[i + 1] == '>')
            length = 2;
        if (length == 0 && !is_space(unit))
            continue;
        push_token(p, line, from, i);
        push_token(p, line, i, i + length);
        i += length > 0 ? length - 1 : 0;
        from = i + 1;
    }
}

static void add_direction(struct parser *p, enum ps_direction direction)
{
    int count;
    const enum ps_direction *all = ways(direction, &count);
    for (int i = 0; i < count; i++)
        *(int *)PUSH(p->c->arena, &p->rule.directions) = (int)all[i];
}

static void join_group(struct parser *p, int at)
{
    int line = p->rule.line;
    p->joined = true;
    if (p->rule.group != line) {
        error_at(p->c, line, "two + in one rule");
        return;
    }
    if (p->before->count == 0) {
        error_at(p->c, line, "+ joins a rule to the one before, but there is none");
        p->joined = false;
    }
    if (at != 0)
        error_at(p->c, line, "+ must be the first word of its line");
    if (p->joined)
        p->rule.group = p->before->items[p->before->count - 1].group;
}

/* Parses a word before the first bracket. Returns true at that bracket. */
static bool parse_prefix(struct parser *p, int at)
{
    const char *word = text_of(p->c, p->tokens.items[at]);
    enum ps_direction direction = direction_of(word);
    if (strcmp(word, "+") == 0) {
        join_group(p, at);
    } else if (is_relative(direction)) {
        error_at(p->c, p->rule.line,
                 "%s cannot say in which directions a rule is tried; up, down, left, "
                 "right, horizontal and vertical can",
                 word);
    } else if (is_ambiguous(direction) || (direction >= UP && direction <= RIGHT)) {
        add_direction(p, direction);
    } else if (strcmp(word, "late") == 0) {
        p->rule.late = true;
    } else if (strcmp(word, "rigid") == 0) {
        p->rule.rigid = true;
    } else if (direction == RANDOM) {
        p->rule.random = true;
        if (p->joined)
            error_at(p->c, p->rule.line, "only the first rule of a group can say that it is random");
    } else if (strcmp(word, "[") == 0) {
        if (p->rule.directions.count == 0)
            add_direction(p, ORTHOGONAL);
        return true;
    } else {
        error_at(p->c, p->rule.line, "a rule begins with directions and a bracket, not with %s", word);
    }
    return false;
}

static void add_item(struct parser *p, enum ps_direction direction, int name)
{
    *(struct item *)PUSH(p->c->arena, &p->cell) = (struct item){direction, name};
}

/* Adds an item with a direction. The next object completes it. */
static void parse_direction(struct parser *p, const char *word)
{
    enum ps_direction direction = direction_of(word);
    int line = p->rule.line;
    if (p->half)
        error_at(p->c, line, "an object can have one direction or action only");
    else if (!p->inside)
        warn_at(p->c, line, "directions belong to the beginning of a rule or into its brackets");
    else if (p->rule.late && direction != NO && direction != RANDOM && direction != RANDOMDIR)
        error_at(p->c, line, "late rules cannot have movements");
    else {
        add_item(p, direction, -1);
        p->half = true;
    }
}

static void open_bracket(struct parser *p)
{
    if (++p->brackets > 1)
        warn_at(p->c, p->rule.line, "a bracket in a bracket");
    if (p->cell.count > 0)
        error_at(p->c, p->rule.line, "a bracket opens before the one before it is closed");
    p->inside = true;
    p->cell = (cell_words){0};
    p->half = false;
}

/* Ends a cell. Returns false if its last direction has no object. */
static bool end_cell(struct parser *p)
{
    if (p->half) {
        error_at(p->c, p->rule.line, "a direction must have an object");
        return false;
    }
    *(cell_words *)PUSH(p->c->arena, &p->row) = p->cell;
    p->cell = (cell_words){0};
    return true;
}

static void close_bracket(struct parser *p)
{
    if (--p->brackets < 0) {
        warn_at(p->c, p->rule.line, "a bracket is closed, but none is open");
        p->failed = true;
        return;
    }
    end_cell(p);
    *(cell_row *)PUSH(p->c->arena, p->right ? &p->rule.right : &p->rule.left) = p->row;
    p->row = (cell_row){0};
    p->inside = false;
}

static void parse_arrow(struct parser *p)
{
    int line = p->rule.line;
    if (p->rule.group != line && p->before->count > 0 && p->before->items[p->before->count - 1].late != p->rule.late)
        warn_at(p->c, line, "late rules are in one group with others");
    if (p->inside) {
        warn_at(p->c, line, "an arrow in brackets");
    } else if (p->right) {
        error_at(p->c, line, "a second arrow");
        p->failed = true;
    } else {
        p->right = true;
    }
}

static void parse_object(struct parser *p, int name)
{
    int line = p->rule.line, complete = p->cell.count - p->half;
    const char *word = text_of(p->c, name);
    if (!p->inside) {
        warn_at(p->c, line, "%s is not in brackets", word);
        return;
    }
    enum ps_direction direction = p->half ? p->cell.items[p->cell.count - 1].direction : NOTHING;
    for (int i = 0; i < complete; i++) {
        if (p->cell.items[i].name != name)
            continue;
        if (p->cell.items[i].direction == NO && direction == NO) {
            warn_at(p->c, line, "no %s, twice in one cell", word);
            continue;
        }
        error_at(p->c, line, "%s is twice in one cell", word);
        if (p->c->names.items[name].kind == PROPERTY)
            warn_at(p->c, 0, "a property can be in a cell twice under two names");
    }
    if (p->half)
        p->cell.items[p->cell.count - 1].name = name;
    else
        add_item(p, NOTHING, name);
    p->half = false;
}

static void parse_ellipsis(struct parser *p, int name)
{
    if (!p->inside) {
        warn_at(p->c, p->rule.line, "... is not in brackets");
        return;
    }
    if (p->half) { /* the direction belongs to this ..., and the next object to the item added here */
        p->cell.items[p->cell.count - 1].name = name;
        add_item(p, ELLIPSIS, -1);
        return;
    }
    add_item(p, ELLIPSIS, name);
}

static const char *const commands[] = {"cancel", "checkpoint", "restart", "win",  "message", "again",
                                       "sfx0",   "sfx1",       "sfx2",    "sfx3", "sfx4",    "sfx5",
                                       "sfx6",   "sfx7",       "sfx8",    "sfx9", "sfx10",   NULL};

/* The text after `message`, as written. */
static const char *message_text(struct parser *p)
{
    static const char word[] = "message";
    struct slice line = p->whole;
    for (int at = 0; at + 7 <= line.count; at++) {
        int same = 0;
        while (same < 7 && small_letter(line.units[at + same]) == (unsigned char)word[same])
            same++;
        if (same == 7)
            return utf8_of(p->c, trim(part(line, at + 7, line.count)));
    }
    return "";
}

static void parse_command(struct parser *p, int at)
{
    const char *word = text_of(p->c, p->tokens.items[at]);
    int line = p->rule.line, number = 0;
    bool bracket_follows = p->inside;
    for (int i = at; i < p->tokens.count; i++)
        bracket_follows = bracket_follows || name_is(p->c, p->tokens.items[i], "]");
    if (!p->right)
        error_at(p->c, line, "the command %s must be at the end of the rule", word);
    else if (bracket_follows)
        warn_at(p->c, line, "the command %s must be at the end of the rule", word);
    while (strcmp(word, commands[number]) != 0)
        number++;
    p->rule.commands |= 1u << number;
    if (1u << number == PS_MESSAGE) {
        p->rule.message = message_text(p);
        p->tokens.count = at + 1;
    } else if (1u << number >= PS_SOUND0) {
        bool found = false;
        for (int i = 0; i < p->c->sounds.count; i++)
            found = found || name_is(p->c, p->c->sounds.items[i].words.items[0].name, word);
        if (!found)
            warn_at(p->c, line, "%s has no sound", word);
    }
}

static void parse_token(struct parser *p, int at)
{
    int name = p->tokens.items[at];
    const char *word = text_of(p->c, name);
    if (strcmp(word, "[") == 0) {
        open_bracket(p);
    } else if (direction_of(word) != NOTHING) {
        parse_direction(p, word);
    } else if (strcmp(word, "|") == 0) {
        if (!p->inside)
            warn_at(p->c, p->rule.line, "a bar | is not in brackets");
        else
            end_cell(p);
    } else if (strcmp(word, "]") == 0) {
        close_bracket(p);
    } else if (strcmp(word, "->") == 0) {
        parse_arrow(p);
    } else if (p->c->names.items[name].listed) {
        parse_object(p, name);
    } else if (strcmp(word, "...") == 0) {
        parse_ellipsis(p, name);
    } else if (one_of(word, commands)) {
        parse_command(p, at);
    } else {
        error_at(p->c, p->rule.line, "what a cell holds was expected, not %s", word);
    }
}

/* Checks that the two sides agree. Returns false if the rule must be dropped. */
static bool check_sides(struct parser *p)
{
    const rows *left = &p->rule.left, *right = &p->rule.right;
    int line = p->rule.line;
    if (left->count != right->count) {
        if (p->rule.commands != 0 && right->count == 0)
            return true;
        warn_at(p->c, line, "both sides of a rule must have as many brackets");
        return false;
    }
    for (int i = 0; i < left->count; i++) {
        if (left->items[i].count != right->items[i].count) {
            error_at(p->c, line, "brackets on both sides of a rule must have as many cells");
            p->c->invalid = true;
        }
        if (left->items[i].count == 0)
            error_at(p->c, 0, "a rule has an empty bracket");
    }
    return true;
}

static bool parse_loop(struct parser *p)
{
    bool start = p->tokens.count == 1 && name_is(p->c, p->tokens.items[0], "startloop");
    if (!start && !(p->tokens.count == 1 && name_is(p->c, p->tokens.items[0], "endloop")))
        return false;
    *(struct ps_loop *)PUSH(p->c->arena, &p->c->loops) = (struct ps_loop){p->rule.line, start};
    return true;
}

static bool has_arrow(const struct parser *p)
{
    for (int i = 0; i < p->tokens.count; i++)
        if (name_is(p->c, p->tokens.items[i], "->"))
            return true;
    return false;
}

static bool has_comment(const struct rule_line *line, const struct parser *p)
{
    bool bracket = false;
    for (int i = 0; i < line->whole.count; i++)
        bracket = bracket || line->whole.units[i] == '(';
    return bracket && !has_arrow(p);
}

/* Parses one line. Returns false if it is not a rule or is unusable. */
static bool parse_rule(struct parser *p, const struct rule_line *line)
{
    tokenize(p, line->text);
    if (has_comment(line, p)) {
        error_at(p->c, line->line, "a rule cannot have comments in it");
        return false;
    }
    if (stopped(p->c) || parse_loop(p))
        return false;
    if (!has_arrow(p))
        error_at(p->c, line->line, "a rule must have an arrow ->");
    int at = 0;
    while (at < p->tokens.count && !parse_prefix(p, at))
        at++;
    for (; at < p->tokens.count && !p->failed && !stopped(p->c); at++)
        parse_token(p, at);
    if (p->failed || stopped(p->c))
        return false;
    if (p->rule.late && p->rule.rigid)
        error_at(p->c, line->line, "late rules cannot be rigid");
    if (!check_sides(p))
        return false;
    if (p->rule.left.count == 0)
        error_at(p->c, line->line, "the rule has no pattern");
    return true;
}

void parse_rules(struct compiler *c, rule_list *rules)
{
    for (int i = 0; i < c->rule_lines.count && !stopped(c); i++) {
        const struct rule_line *line = &c->rule_lines.items[i];
        struct parser p = {.c = c, .before = rules, .whole = line->whole};
        p.rule.line = p.rule.group = line->line;
        p.rule.overlap[0] = p.rule.overlap[1] = -1;
        if (parse_rule(&p, line))
            *(struct rule *)PUSH(c->arena, rules) = p.rule;
    }
}
