/* Snake's classic game, watched with an autopilot or played.
 *
 * The clock decides when the snake moves.  The player's last direction holds until the next one.  An autopilot is
 * asked before each move. */
#include "base/clock.h"
#include "base/program.h"
#include "play/player.h"

#include <stdlib.h>
#include <string.h>

/* Moves without food, per cell of the arena, after which the autopilot counts as going round in circles. */
enum { WENT_HUNGRY = 64 };

static const int delays[] = {1000, 600, 400, 250, 160, 100, 60, 35, 15, 4}; /* milliseconds */
enum { SPEEDS = sizeof delays / sizeof *delays, FIRST_SPEED = 4 };

struct arcade {
    struct player *player;
    struct snake_game game;
    uint64_t number;               /* of the game */
    const struct autopilot *pilot; /* NULL: the player plays */
    void *knowledge, *memory;      /* data of the autopilot */
    int heading;                   /* the player's direction; -1: the player has not begun */
    int speed;
    bool paused, over, left;
    double due;           /* time of the next move */
    uint32_t points, fed; /* food eaten, and the number of the move that ate last */
    char message[MESSAGE_CAPACITY];
    enum paint paint;
};

static void say(struct arcade *arcade, enum paint paint, const char *message)
{
    snprintf(arcade->message, sizeof arcade->message, "%s", message);
    arcade->paint = paint;
}

/* --- autopilots --- */

static void dismiss_pilot(struct arcade *arcade)
{
    if (arcade->memory != NULL)
        arcade->pilot->end(arcade->memory);
    if (arcade->knowledge != NULL)
        arcade->pilot->forget(arcade->knowledge);
    arcade->pilot = NULL;
    arcade->memory = arcade->knowledge = NULL;
    arcade->heading = -1;
}

/* Gives the game to an autopilot (NULL: the player).  If the autopilot cannot play, says so and gives the game to
 * the player. */
static void hire_pilot(struct arcade *arcade, const struct autopilot *pilot)
{
    char reason[AUTOPILOT_REASON] = "";
    dismiss_pilot(arcade);
    if (pilot == NULL)
        return;
    arcade->knowledge = pilot->study(arcade->game.arena, reason);
    if (arcade->knowledge != NULL)
        arcade->memory = pilot->begin(arcade->knowledge, &arcade->game);
    arcade->pilot = pilot;
    if (arcade->memory == NULL) {
        char message[MESSAGE_CAPACITY];
        dismiss_pilot(arcade);
        snprintf(message, sizeof message, "%s cannot play here: %s.", pilot->name,
                 reason[0] == '\0' ? "out of memory" : reason);
        say(arcade, PAINT_BAD, message);
    }
}

/* --- the game --- */

static bool start_game(struct arcade *arcade)
{
    const struct snake *arena = player_face(arcade->player)->arena(player_puzzle(arcade->player));
    const struct autopilot *pilot = arcade->pilot;
    dismiss_pilot(arcade);
    snake_game_free(&arcade->game);
    arcade->game = (struct snake_game){0};
    if (!snake_game_start(&arcade->game, arena, (struct snake_rules){0}, arcade->player->seed, arcade->number++))
        return false;
    arcade->over = arcade->paused = false;
    arcade->points = arcade->fed = 0;
    say(arcade, PAINT_DIM, pilot == NULL ? "Press a direction to begin." : "");
    hire_pilot(arcade, pilot);
    return true;
}

static void end_game(struct arcade *arcade, enum paint paint, const char *what)
{
    char message[MESSAGE_CAPACITY];
    snprintf(message, sizeof message, "%s  %u points.  Press r for a new game.", what, (unsigned)arcade->game.points);
    say(arcade, paint, message);
    arcade->over = true;
}

static void make_move(struct arcade *arcade)
{
    struct snake_game *game = &arcade->game;
    int direction = arcade->pilot == NULL ? arcade->heading : arcade->pilot->choose(arcade->memory, game);
    if (direction < 0 && arcade->pilot == NULL)
        return;
    if (direction < 0)
        end_game(arcade, PAINT_BAD, "The autopilot sees no move.");
    else if (!snake_move(game, (enum direction)direction))
        end_game(arcade, PAINT_BAD, "Crashed!");
    else if (snake_won(game))
        end_game(arcade, PAINT_GOOD, "Won: the arena is full!");
    if (game->points != arcade->points) {
        arcade->points = game->points;
        arcade->fed = game->moves;
    } else if (!arcade->over && arcade->pilot != NULL &&
               game->moves - arcade->fed > (uint32_t)WENT_HUNGRY * game->arena->cells) {
        end_game(arcade, PAINT_BAD, "The autopilot is going in circles.");
    }
}

/* --- painting --- */

static bool paint_game(const struct arcade *arcade)
{
    struct frame frame;
    bool good = true;
    if (paint_frame(arcade->message, arcade->paint,
                    "? help  o autopilot  p pause  . step  + - speed  r new  c back  q quit", &frame)) {
        const struct snake_game *game = &arcade->game;
        char text[64];
        flow_piece(&frame.head, PAINT_TITLE, 0, "Snake, the classic game");
        flow_piece(&frame.head, PAINT_DIM, 3, arcade->pilot == NULL ? "you play" : arcade->pilot->name);
        flow_next_row(&frame.head);
        snprintf(text, sizeof text, "points %u", (unsigned)game->points);
        flow_piece(&frame.head, PAINT_PLAIN, 0, text);
        snprintf(text, sizeof text, "length %u of %u", game->length, game->arena->cells);
        flow_piece(&frame.head, PAINT_PLAIN, 3, text);
        snprintf(text, sizeof text, "moves %u", (unsigned)game->moves);
        flow_piece(&frame.head, PAINT_PLAIN, 3, text);
        snprintf(text, sizeof text, "speed %d", arcade->speed + 1);
        flow_piece(&frame.head, PAINT_PLAIN, 3, text);
        if (arcade->over || arcade->paused)
            flow_piece(&frame.head, PAINT_PLAIN, 3, arcade->over ? "over" : "paused");
        /* The snake is the body on a copy of the arena. */
        struct grid grid;
        struct board board;
        int *body = calloc(game->length, sizeof *body);
        good = body != NULL && grid_copy(&grid, &game->arena->grid);
        for (unsigned i = 0; good && i < game->length; i++) {
            body[i] = game->arena->place[snake_segment(game, i)];
            grid.cells[body[i]] = i + 1 == game->length ? '@' : 'o';
        }
        if (good && !snake_won(game))
            grid.cells[game->arena->place[game->food]] = '*';
        good = good && board_take(&board, player_puzzle(arcade->player), &grid, body, game->length);
        if (good) {
            frame_paint_board(&frame, &board);
            board_free(&board);
        }
        free(body);
    }
    return screen_show() && good;
}

/* --- the loop --- */

static bool obey(struct arcade *arcade, enum input_command command)
{
    size_t next = 0;
    switch (command) {
    case COMMAND_PAUSE:
        arcade->paused = !arcade->paused;
        break;
    case COMMAND_STEP:
        arcade->paused = true;
        if (!arcade->over)
            make_move(arcade);
        break;
    case COMMAND_FASTER:
        arcade->speed += arcade->speed + 1 < SPEEDS;
        break;
    case COMMAND_SLOWER:
        arcade->speed -= arcade->speed > 0;
        break;
    case COMMAND_PILOT:
        say(arcade, PAINT_DIM, "");
        /* The autopilot after this one; after the last one comes the player (NULL). */
        while (arcade->pilot != NULL && (next == 0 || autopilots[next - 1] != arcade->pilot))
            next++;
        hire_pilot(arcade, autopilots[next]);
        break;
    case COMMAND_NEW_GAME:
        return start_game(arcade);
    case COMMAND_HELP:
        page_help(MODE_ARCADE, player_face(arcade->player)->words);
        break;
    case COMMAND_QUIT:
        arcade->player->quit = true;
        break;
    case COMMAND_BACK:
        arcade->left = true;
        break;
    default:
        if (command > COMMAND_LEFT || arcade->over)
            break;
        /* Takes the game over from an autopilot, and sets the player's direction unless it points backwards. */
        if (arcade->pilot != NULL)
            hire_pilot(arcade, NULL);
        const struct snake_game *game = &arcade->game;
        int ahead = game->arena->next[snake_head(game) * DIRECTIONS + command];
        if (game->length > 1 && ahead >= 0 && (unsigned)ahead == snake_segment(game, game->length - 2))
            break;
        if (arcade->heading < 0)
            arcade->due = 0;
        arcade->heading = (int)command;
        arcade->paused = false;
        say(arcade, PAINT_DIM, "");
    }
    return true;
}

bool arcade_run(struct player *player)
{
    struct arcade arcade = {.player = player, .pilot = NULL, .heading = -1, .speed = FIRST_SPEED};
    bool good = start_game(&arcade);
    if (good && player->pilot != NULL)
        hire_pilot(&arcade, player->pilot);
    if (arcade.pilot != NULL)
        say(&arcade, PAINT_DIM, "");
    while (good && !arcade.left && !player->quit && program_interrupted == 0) {
        good = paint_game(&arcade);
        if (!good)
            break;
        /* Waits for a key until the next move is due, then makes the move. */
        bool runs = !arcade.paused && !arcade.over && (arcade.pilot != NULL || arcade.heading >= 0);
        double left = arcade.due - clock_now();
        int wait = !runs ? -1 : left > 0 ? (int)(left * 1e3) + 1 : 0;
        enum input_command command = input_read(MODE_ARCADE, wait);
        if (runs && clock_now() >= arcade.due) {
            make_move(&arcade);
            arcade.due = clock_now() + delays[arcade.speed] * 1e-3;
        }
        good = command == COMMAND_NONE || obey(&arcade, command);
    }
    player->pilot = arcade.pilot;
    dismiss_pilot(&arcade);
    snake_game_free(&arcade.game);
    return good;
}
