/* Dead ends are said as soon as they are known: after each move it is looked for a way on, in the background;
 * see player.h. */
#include "play/player.h"

/* Seconds for each look: nobody waits for it. */
static const double patience = 20;

/* Says that no way leads on, unless the level is known to have none. */
static void say_dead_end(struct player *player, size_t undo)
{
    player_say(player, PAINT_BAD, "No way from here: undo %zu (Enter: do it)", undo);
    player->offer = OFFER_UNDO;
    player->undo = undo;
}

/* Takes what was found. */
static void take_look(struct player *player)
{
    const struct thought *look = &player->look;
    if (look->result == CONTINUATION_FOUND)
        session_tell(player->session, look->count, look->way.moves, look->way.count);
    else if (look->result == CONTINUATION_NONE)
        session_tell(player->session, look->count, NULL, 0);
    else
        player->in_vain = true;
    thought_stop(&player->look);
}

static void begin_look(struct player *player, size_t moves)
{
    struct limits limits = player->limits;
    if (limits.timeout <= 0 || limits.timeout > patience)
        limits.timeout = patience;
    if (!thought_of_way(&player->look, player_puzzle(player), player->session, moves, &limits))
        player->in_vain = true;
}

void player_look(struct player *player)
{
    struct thought *look = &player->look;
    if (look->state != NULL && !thought_matters(look, player->session))
        thought_stop(look);
    else if (look->state != NULL && thought_over(look))
        take_look(player);
    if (look->state != NULL || player->fewest < 0 || player->playing)
        return;
    struct outlook outlook = session_outlook(player->session);
    if (outlook.kind == OUTLOOK_DOUBT && !player->in_vain)
        begin_look(player, outlook.moves);
    else if (outlook.kind == OUTLOOK_DEAD_END && player->message[0] == '\0')
        say_dead_end(player, outlook.undo);
}
