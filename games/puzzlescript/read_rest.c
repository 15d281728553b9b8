/* The prelude and the sections RULES, WINCONDITIONS and LEVELS: lines are kept, words looked at. */
#include "games/puzzlescript/read.h"

static const char *const rule_words[] = {
    "cancel", "checkpoint", "restart", "win",  "message", "again",  "sfx0",
    "sfx1",   "sfx2",       "sfx3",    "sfx4", "sfx5",    "sfx6",   "sfx7",
    "sfx8",   "sfx9",       "sfx10",   "...",  "rigid",   "random", NULL};

static bool take_arrow(struct reader *r)
{
    if (unit_at(r, r->at) != '-' || unit_at(r, r->at + 1) != '>')
        return false;
    r->at += 2;
    skip_spaces(r);
    return true;
}

static void read_rule_word(struct reader *r)
{
    static const char *const before[] = {"up",         "down",      "left",       "right",
                                         "horizontal", "vertical",  "orthogonal", "late",
                                         "rigid",      "startloop", "endloop",    NULL};
    static const char *const inside[] = {"action",
                                         "up",
                                         "down",
                                         "left",
                                         "right",
                                         "^",
                                         "v",
                                         "<",
                                         ">",
                                         "moving",
                                         "stationary",
                                         "parallel",
                                         "perpendicular",
                                         "horizontal",
                                         "orthogonal",
                                         "vertical",
                                         "no",
                                         "randomdir",
                                         "random",
                                         NULL};
    int to = r->at;
    while (to < r->text.count && !is_space(r->text.units[to]) && r->text.units[to] != '[' &&
           r->text.units[to] != '|' && r->text.units[to] != ']')
        to++;
    int name = intern(r->c, part(r->text, r->at, to));
    const char *word = text_of(r->c, name);
    r->at = to;
    if (stopped(r->c) || (r->tokens == 0 && one_of(word, before)) ||
        (r->tokens == 1 && one_of(word, inside)))
        return;
    if (r->c->names.items[name].listed) {
        if (r->start)
            error_at(r->c, r->line, "objects must be in square brackets");
    } else if (!one_of(word, rule_words)) {
        error_at(r->c, r->line, "%s, which the rule uses, is not defined", word);
    } else if (strcmp(word, "message") == 0) {
        r->tokens = IN_MESSAGE;
    }
}

void read_rule_token(struct reader *r)
{
    if (r->start) {
        *(struct rule_line *)PUSH(r->c->arena, &r->c->rule_lines) =
            (struct rule_line){before_comment(r->text), r->written, r->line};
        r->tokens = 0;
    }
    if (r->tokens == IN_MESSAGE) {
        r->at = r->text.count;
    } else if (take_arrow(r)) {
        return;
    } else if (r->first == '[' || r->first == '|' || r->first == ']' || r->first == '+') {
        if (r->first != '+')
            r->tokens = 1;
        r->at++;
        skip_spaces(r);
    } else {
        read_rule_word(r);
    }
}

static void keep_condition(struct reader *r)
{
    struct compiler *c = r->c;
    struct condition_line *line = PUSH(c->arena, &c->conditions);
    struct slice text = before_comment(r->text);
    line->line = r->line;
    for (int from = 0, to; from < text.count; from = to) {
        for (; from < text.count && is_space(text.units[from]); from++)
            continue;
        for (to = from; to < text.count && !is_space(text.units[to]); to++)
            continue;
        if (to > from) {
            int word = intern(c, part(text, from, to));
            *(int *)PUSH(c->arena, &line->words) = word;
        }
    }
}

void read_condition_token(struct reader *r)
{
    static const char *const quantifiers[] = {"all", "any", "no", "some", NULL};
    struct slice text;
    if (r->start) {
        keep_condition(r);
        r->tokens = -1;
    }
    r->tokens++;
    if (!take_name(r, &text)) {
        error_at(r->c, r->line, "this is no condition to win");
        take_to_comment(r, &text);
        return;
    }
    int name = intern(r->c, text);
    const char *word = text_of(r->c, name);
    if (stopped(r->c))
        return;
    if (r->tokens == 0 && !one_of(word, quantifiers))
        error_at(r->c, r->line, "a condition to win begins with all, some or no, not with %s",
                 word);
    else if (r->tokens == 2 && strcmp(word, "on") != 0)
        error_at(r->c, r->line, "the word `on` was expected, not %s", word);
    else if ((r->tokens == 1 || r->tokens == 3) && !r->c->names.items[name].listed)
        error_at(r->c, r->line, "%s, in a condition to win, is not defined", word);
    else if (r->tokens > 3)
        error_at(r->c, r->line, "there is more than a condition to win has: %s", word);
}

static struct level_text *last_level(struct compiler *c)
{
    if (c->levels.count == 0)
        PUSH(c->arena, &c->levels);
    return c->levels.count == 0 ? NULL : &c->levels.items[c->levels.count - 1];
}

/* A message goes before a level that has not begun. */
static void keep_message(struct reader *r, int at)
{
    struct compiler *c = r->c;
    struct level_text *last = last_level(c);
    struct level_text message = {.is_message = true, .line = r->line};
    message.message = trim(part(r->written, at, r->written.count));
    if (stopped(c))
        return;
    bool empty = !last->is_message && last->rows.count == 0;
    if (empty)
        *last = message;
    else
        *(struct level_text *)PUSH(c->arena, &c->levels) = message;
    if (empty)
        PUSH(c->arena, &c->levels);
}

static bool take_message(struct reader *r)
{
    static const char word[] = "message";
    for (int i = 0; word[i] != '\0'; i++)
        if (unit_at(r, r->at + i) != (unsigned char)word[i])
            return false;
    r->at += (int)strlen(word);
    uint16_t next = unit_at(r, r->at);
    if (next < 0x80 && is_word(next))
        warn_at(r->c, r->line, "a space is missing behind `message`");
    skip_spaces(r);
    return true;
}

static void keep_row(struct reader *r)
{
    struct compiler *c = r->c;
    struct level_text *last = last_level(c);
    struct slice text;
    peek_to_comment(r, &text);
    text = trim(text);
    if (!stopped(c) && last->is_message) {
        PUSH(c->arena, &c->levels);
        last = last_level(c);
    }
    if (stopped(c))
        return;
    if (last->rows.count == 0)
        last->line = r->line;
    *(struct slice *)PUSH(c->arena, &last->rows) = text;
    if (!stopped(c) && text.count != last->rows.items[0].count)
        warn_at(c, r->line, "the rows of a level must have the same length");
    r->tokens = 2;
}

void read_level_token(struct reader *r)
{
    if (r->start) {
        if (take_message(r)) {
            r->tokens = IN_MESSAGE;
            keep_message(r, r->at);
            return;
        }
        keep_row(r);
    } else if (r->tokens == IN_MESSAGE) {
        r->at = r->text.count;
        return;
    }
    if (r->tokens == 2 && !at_end(r)) {
        struct slice key = part(r->text, r->at, r->at + 1);
        int name = intern(r->c, key);
        r->at++;
        if (!stopped(r->c) && !r->c->names.items[name].key)
            error_at(r->c, r->line, "no object has the key %s; is it missing in the legend?",
                     text_of(r->c, name));
        return;
    }
    r->at++;
}

static void keep_metadata(struct reader *r, int key, struct slice value)
{
    struct compiler *c = r->c;
    for (int i = 0; i < c->metadata.count; i++)
        if (c->metadata.items[i].key == key && c->metadata.items[i].line > 0) {
            warn_at(c, r->line, "%s is there twice", text_of(c, key));
            break;
        }
    *(struct metadata *)PUSH(c->arena, &c->metadata) = (struct metadata){key, r->line, trim(value)};
}

static void read_key(struct reader *r, int key)
{
    static const char *const with_value[] = {"title",
                                             "author",
                                             "homepage",
                                             "background_color",
                                             "text_color",
                                             "key_repeat_interval",
                                             "realtime_interval",
                                             "again_interval",
                                             "flickscreen",
                                             "zoomscreen",
                                             "color_palette",
                                             "youtube",
                                             NULL};
    static const char *const without[] = {"run_rules_on_level_start",
                                          "norepeat_action",
                                          "require_player_movement",
                                          "debug",
                                          "verbose_logging",
                                          "throttle_movement",
                                          "noundo",
                                          "noaction",
                                          "norestart",
                                          "scanline",
                                          NULL};
    const char *word = text_of(r->c, key);
    struct slice value;
    if (one_of(word, with_value)) {
        if (strcmp(word, "author") == 0 || strcmp(word, "homepage") == 0 ||
            strcmp(word, "title") == 0)
            r->text = r->written;
        if (strcmp(word, "youtube") == 0)
            warn_at(r->c, r->line, "youtube is not supported");
        if (peek_to_comment(r, &value))
            keep_metadata(r, key, value);
        else
            error_at(r->c, r->line, "%s needs a value", word);
        r->tokens = 1;
    } else if (one_of(word, without)) {
        *(struct metadata *)PUSH(r->c->arena, &r->c->metadata) = (struct metadata){.key = key};
        r->tokens = -1;
        if (peek_to_comment(r, &value))
            warn_at(r->c, r->line, "%s has no value", word);
    } else {
        error_at(r->c, r->line, "the prelude has no %s", word);
    }
}

void read_prelude_token(struct reader *r)
{
    struct slice text;
    if (r->start)
        r->tokens = 0;
    if (r->tokens != 0) {
        take_to_comment(r, &text);
        if (++r->tokens > 2)
            warn_at(r->c, r->line, "a value of the prelude ends where a comment begins");
    } else if (!take_name(r, &text)) {
        error_at(r->c, r->line, "the prelude has no %s", utf8_of(r->c, r->text));
        r->at++;
    } else if (r->start) {
        int key = intern(r->c, text);
        if (!stopped(r->c))
            read_key(r, key);
    }
}
