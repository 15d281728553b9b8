/* Parses the lines of rules into patterns and replacements: rows of cells of words. */
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

static enum ps_direction direction_of(const char *word)
{
    static const char words[] = "up down left right action moving stationary no random randomdir horizontal vertical "
                                "orthogonal perpendicular parallel ^ v < >";
    return (enum ps_direction)(UP + ps_find_word(word, strlen(word), words));
}

static void add_direction(struct parser *p, enum ps_direction direction)
{
    int count;
    enum ps_direction first = ps_ways(direction, &count);
    for (int i = 0; i < count; i++)
        ADD(p->c->arena, &p->rule.directions, (int)first + i);
}

/* Parses a word before the first bracket.  Returns true at that bracket. */
static bool parse_prefix(struct parser *p, int at)
{
    const char *word = ps_text_of(p->c, p->tokens.items[at]);
    enum ps_direction direction = direction_of(word);
    if (strcmp(word, "+") == 0) {
        p->joined = true;
        if (p->rule.group != p->rule.line) {
            ps_error_at(p->c, p->rule.line,
                        "Two \"+\"s (the \"append to previous rule group\" symbol) applied to the same rule.");
            return false;
        }
        if (p->before->count == 0)
            ps_error_at(p->c, p->rule.line,
                        "The \"+\" symbol, for joining a rule with the group of the previous rule, needs a previous "
                        "rule to be applied to.");
        if (at != 0)
            ps_error_at(p->c, p->rule.line,
                        "The \"+\" symbol, for joining a rule with the group of the previous rule, must be the first "
                        "symbol on the line");
        p->joined = p->before->count > 0;
        if (p->joined)
            p->rule.group = p->before->items[p->before->count - 1].group;
    } else if (ps_is_relative(direction)) {
        ps_error_at(p->c, p->rule.line,
                    "You cannot use relative directions (\"^v<>\") to indicate in which direction(s) a rule applies. "
                    "Use absolute directions indicators (Up, Down, Left, Right, Horizontal, or Vertical, for "
                    "instance), or, if you want the rule to apply in all four directions, do not specify directions");
    } else if (ps_is_ambiguous(direction) || (direction >= UP && direction <= RIGHT)) {
        add_direction(p, direction);
    } else if (strcmp(word, "late") == 0) {
        p->rule.late = true;
    } else if (strcmp(word, "rigid") == 0) {
        p->rule.rigid = true;
    } else if (direction == RANDOM) {
        p->rule.random = true;
        if (p->joined)
            ps_error_at(p->c, p->rule.line,
                        "A rule-group can only be marked random by the opening rule in the group (aka, a '+' and "
                        "'random' can't appear as rule modifiers on the same line). Why? Well, you see \"random\" "
                        "isn't a property of individual rules, but of whole rule groups. It indicates that a single "
                        "possible application of some rule from the whole group should be applied at random.");
    } else if (strcmp(word, "[") == 0) {
        if (p->rule.directions.count == 0)
            add_direction(p, ORTHOGONAL);
        return true;
    } else {
        ps_error_at(p->c, p->rule.line,
                    "The start of a rule must consist of some number of directions (possibly 0), before the first "
                    "bracket, specifying in what directions to look (with no direction specified, it applies in all "
                    "four directions). It seems you've just entered \"%s\".",
                    ps_loud(p->c, word));
    }
    return false;
}

static void add_item(struct parser *p, enum ps_direction direction, int name)
{
    ADD(p->c->arena, &p->cell, (struct item){direction, name});
}

static void end_cell(struct parser *p)
{
    if (p->half) {
        ps_error_at(p->c, p->rule.line, "In a rule, if you specify a movement, it has to act on an object.");
        return;
    }
    ADD(p->c->arena, &p->row, p->cell);
    p->cell = (cell_words){0};
}

static void parse_object(struct parser *p, int name)
{
    int line = p->rule.line, complete = p->cell.count - p->half;
    const char *word = ps_text_of(p->c, name);
    if (!p->inside) {
        ps_warn_at(p->c, line, "Invalid token %s. Object names should only be used within cells (square brackets).",
                   ps_loud(p->c, word));
        return;
    }
    enum ps_direction direction = p->half ? p->cell.items[p->cell.count - 1].direction : NOTHING;
    for (int i = 0; i < complete; i++) {
        if (p->cell.items[i].name != name)
            continue;
        if (p->cell.items[i].direction == NO && direction == NO) {
            ps_warn_at(p->c, line,
                       "I notice that you have NO %s more than once in a single cell. That's redundant innit.",
                       ps_loud(p->c, word));
            continue;
        }
        ps_error_at(p->c, line,
                    "You cannot specify the same object more than once in a single cell (in this case %s occurs "
                    "multiple times).",
                    ps_loud(p->c, word));
        if (p->c->names.items[name].kind == PROPERTY)
            ps_warn_at(p->c, 0,
                       "( However, noticing that you're committing this crime with properties, and not being able to "
                       "help but acknowledge that you may be trying to do something esoteric and clever with the "
                       "property inference system, I might be brought to suggest that you consider this: you can have "
                       "multiple equivalent properties with different names. )");
    }
    if (p->half)
        p->cell.items[p->cell.count - 1].name = name;
    else
        add_item(p, NOTHING, name);
    p->half = false;
}

static void parse_command(struct parser *p, int at)
{
    const char *word = ps_text_of(p->c, p->tokens.items[at]);
    int line = p->rule.line, number = ps_find_word(word, strlen(word), PS_COMMAND_WORDS);
    bool bracket_follows = p->inside;
    for (int i = at; i < p->tokens.count; i++)
        bracket_follows = bracket_follows || ps_name_is(p->c, p->tokens.items[i], "]");
    if (!p->right)
        ps_error_at(p->c, line,
                    "Commands should only appear at the end of rules, not in or before the "
                    "pattern-detection/-replacement sections.");
    else if (bracket_follows)
        ps_warn_at(p->c, line,
                   "Commands should only appear at the end of rules, not in or before the "
                   "pattern-detection/-replacement sections.");
    p->rule.commands |= 1u << number;
    if (1u << number == PS_MESSAGE) {
        static const char message[] = "message";
        struct slice whole = p->whole; /* the text after that word, as written */
        p->rule.message = "";
        for (int from = 0, same = 0; same < 7 && from + 7 <= whole.count; from++) {
            same = 0;
            while (same < 7 && ps_small_letter(whole.units[from + same]) == (unsigned char)message[same])
                same++;
            if (same == 7)
                p->rule.message = ps_utf8_of(p->c, ps_trim(ps_part(whole, from + 7, whole.count)));
        }
        p->tokens.count = at + 1;
    } else if (1u << number >= PS_SOUND0) {
        bool found = false;
        for (int i = 0; i < p->c->sounds.count; i++)
            found = found || ps_name_is(p->c, p->c->sounds.items[i].words.items[0].name, word);
        if (!found)
            ps_warn_at(p->c, line, "Sound effect \"%s\" not defined.", word);
    }
}

static void parse_token(struct parser *p, int at)
{
    int name = p->tokens.items[at];
    const char *word = ps_text_of(p->c, name);
    enum ps_direction direction = direction_of(word);
    if (strcmp(word, "[") == 0) {
        if (++p->brackets > 1)
            ps_warn_at(p->c, p->rule.line,
                       "Multiple opening brackets without closing brackets. Something fishy here. Every '[' has to be "
                       "closed by a ']', and you can't nest them.");
        if (p->cell.count > 0)
            ps_error_at(p->c, p->rule.line,
                        "Error, malformed cell rule - encountered a \"[\"\" before previous bracket was closed");
        p->inside = true;
        p->cell = (cell_words){0};
        p->half = false;
    } else if (direction != NOTHING) {
        if (p->half) {
            ps_error_at(p->c, p->rule.line,
                        "Error, an item can only have one direction/action at a time, but you're looking for several "
                        "at once!");
        } else if (!p->inside) {
            ps_warn_at(p->c, p->rule.line, "Invalid syntax. Directions should be placed at the start of a rule.");
        } else if (p->rule.late && direction != NO && direction != RANDOM && direction != RANDOMDIR) {
            ps_error_at(p->c, p->rule.line, "Movements cannot appear in late rules.");
        } else { /* the next object completes the item */
            add_item(p, direction, -1);
            p->half = true;
        }
    } else if (strcmp(word, "|") == 0) {
        if (!p->inside)
            ps_warn_at(p->c, p->rule.line,
                       "Janky syntax. \"|\" should only be used inside cell rows (the square brackety bits).");
        else
            end_cell(p);
    } else if (strcmp(word, "]") == 0) {
        if (--p->brackets < 0) {
            ps_warn_at(p->c, p->rule.line,
                       "Multiple closing brackets without corresponding opening brackets. Something fishy here. Every "
                       "'[' has to be closed by a ']', and you can't nest them.");
            p->failed = true;
            return;
        }
        end_cell(p);
        ADD(p->c->arena, p->right ? &p->rule.right : &p->rule.left, p->row);
        p->row = (cell_row){0};
        p->inside = false;
    } else if (strcmp(word, "->") == 0) {
        if (p->rule.group != p->rule.line && p->before->count > 0 &&
            p->before->items[p->before->count - 1].late != p->rule.late)
            ps_warn_at(p->c, p->rule.line,
                       "Oh gosh you can mix late and non-late rules in a rule-group if you really want to, but gosh "
                       "why would you want to do that? What do you expect to accomplish?");
        if (p->inside) {
            ps_warn_at(p->c, p->rule.line,
                       "Encountered an unexpected \"->\" inside square brackets. It's used to separate states, it has "
                       "no place inside them >:| .");
        } else if (p->right) {
            ps_error_at(
                p->c, p->rule.line,
                "Error, you can only use \"->\" once in a rule; it's used to separate before and after states.");
            p->failed = true;
        } else {
            p->right = true;
        }
    } else if (p->c->names.items[name].listed) {
        parse_object(p, name);
    } else if (strcmp(word, "...") == 0) {
        if (!p->inside) {
            ps_warn_at(p->c, p->rule.line,
                       "Invalid syntax, ellipses should only be used within cells (square brackets).");
        } else if (p->half) { /* the direction belongs to the ellipsis, the next object to the item added here */
            p->cell.items[p->cell.count - 1].name = name;
            add_item(p, ELLIPSIS, -1);
        } else {
            add_item(p, ELLIPSIS, name);
        }
    } else if (ps_one_of(word, PS_COMMAND_WORDS)) {
        parse_command(p, at);
    } else {
        ps_error_at(p->c, p->rule.line,
                    "Error, malformed cell rule - was looking for cell contents, but found \"%s\". What am I supposed "
                    "to do with this, eh, please tell me that.",
                    word);
    }
}

/* Parses one line.  Returns false if it is not a rule or is unusable. */
static bool parse_rule(struct parser *p, const struct rule_line *line)
{
    /* Splits a line into words, square brackets, bars and arrows.  A + counts only at the start of the line. */
    struct slice text = ps_trim(line->text);
    int from = 0;
    for (int i = 0; i <= text.count; i++) {
        uint16_t unit = i < text.count ? text.units[i] : ' ';
        int length = unit == '[' || unit == ']' || unit == '|' || (unit == '+' && i == 0) ? 1 : 0;
        if (unit == '-' && i + 1 < text.count && text.units[i + 1] == '>')
            length = 2;
        if (length == 0 && !ps_is_space(unit))
            continue;
        if (i > from)
            ADD(p->c->arena, &p->tokens, ps_intern(p->c, ps_part(text, from, i)));
        if (length > 0)
            ADD(p->c->arena, &p->tokens, ps_intern(p->c, ps_part(text, i, i + length)));
        i += length > 0 ? length - 1 : 0;
        from = i + 1;
    }
    bool bracket = false, arrow = false;
    for (int i = 0; i < line->whole.count; i++)
        bracket = bracket || line->whole.units[i] == '(';
    for (int i = 0; i < p->tokens.count; i++)
        arrow = arrow || ps_name_is(p->c, p->tokens.items[i], "->");
    if (bracket && !arrow) {
        ps_error_at(p->c, line->line,
                    "You can't have comments inside rules, sorry. In PuzzleScript, '(' starts a comment, so everything "
                    "after the first '(' on this line was ignored before your rule was parsed.");
        return false;
    }
    if (ps_stopped(p->c))
        return false;
    bool alone = p->tokens.count == 1, start = alone && ps_name_is(p->c, p->tokens.items[0], "startloop");
    if (start || (alone && ps_name_is(p->c, p->tokens.items[0], "endloop"))) {
        ADD(p->c->arena, &p->c->loops, (struct ps_loop){p->rule.line, start});
        return false;
    }
    if (!arrow)
        ps_error_at(p->c, line->line,
                    "A rule has to have an arrow in it. There's no arrow here! Consider reading up about rules - "
                    "you're clearly doing something weird");
    int at = 0;
    while (at < p->tokens.count && !parse_prefix(p, at))
        at++;
    for (; at < p->tokens.count && !p->failed && !ps_stopped(p->c); at++)
        parse_token(p, at);
    if (p->failed || ps_stopped(p->c))
        return false;
    if (p->rule.late && p->rule.rigid)
        ps_error_at(p->c, line->line,
                    "Late rules cannot be marked as rigid (rigid rules are all about dealing with the consequences of "
                    "unresolvable movements, and late rules can't even have movements).");
    const rows *left = &p->rule.left, *right = &p->rule.right;
    if (left->count != right->count && (p->rule.commands == 0 || right->count > 0)) {
        ps_warn_at(p->c, line->line,
                   "Error, when specifying a rule, the number of matches (square bracketed bits) on the left hand side "
                   "of the arrow must equal the number on the right");
        return false;
    }
    for (int i = 0; i < left->count && i < right->count; i++) {
        if (left->items[i].count != right->items[i].count) {
            ps_error_at(p->c, line->line,
                        "In a rule, each pattern to match on the left must have a corresponding pattern on the right "
                        "of equal length (number of cells).");
            p->c->invalid = true;
        }
        if (left->items[i].count == 0)
            ps_error_at(p->c, 0,
                        "You have an totally empty pattern on the left-hand side. This will match *everything*. You "
                        "certainly don't want this.");
    }
    if (left->count == 0)
        ps_error_at(p->c, line->line, "This rule refers to nothing. What the heck? :O");
    return true;
}

void ps_parse_rules(struct compiler *c, rule_list *rules)
{
    for (int i = 0; i < c->rule_lines.count && !ps_stopped(c); i++) {
        const struct rule_line *line = &c->rule_lines.items[i];
        struct parser p = {.c = c, .before = rules, .whole = line->whole};
        p.rule.line = p.rule.group = line->line;
        p.rule.overlap[0] = p.rule.overlap[1] = -1;
        if (parse_rule(&p, line))
            ADD(c->arena, rules, p.rule);
    }
}
