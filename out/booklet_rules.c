/* The rules of the games, in few words; see booklet_rules.h. */
#include "out/booklet_rules.h"

#include <string.h>

static const struct rules_text texts[] = {
    {.game = "longcat",
     .moves = {"slide", "slides"},
     .paragraphs =
         {"The cat slides up, right, down or left, and stops only when a wall or its own body is "
          "in the way. Its body grows and stays wherever it has been.",
          "Fill all open cells with cat.",
          "With a pencil: draw the cat's way as one line that goes through every cell."},
     .open = ' ',
     .legend = {{"C", "the cat"}, {"#", "wall"}}},
    {.game = "sokoban",
     .moves = {"push", "pushes"},
     .paragraphs =
         {"The keeper walks up, right, down and left. He pushes a crate by walking against it, if "
          "the cell behind it is free: one crate at a time, and never pulls.",
          "Push every crate onto a goal."},
     .open = ' ',
     .legend = {{"@", "the keeper"}, {"$", "crate"}, {".", "goal"}, {"*", "crate on a goal"},
                {"+", "keeper on a goal"}, {"#", "wall"}}},
    {.game = "snowman",
     .moves = {"push", "pushes"},
     .paragraphs =
         {"Push the balls of snow, one at a time. A small or medium ball that rolls onto snow "
          "takes it up and is a size larger from then on; a large ball takes the snow, too, and "
          "stays large.",
          "A ball can be pushed onto a larger one. Of two balls that lie on each other, the upper "
          "one can be pushed off to a free cell. Stacks cannot be pushed.",
          "Build snowmen of all balls: a small one on a medium one on a large one. Where there are "
          "rings, every snowman has to stand on one."},
     .open = '-',
     .legend = {{"#", "you"}, {"@", "you, in snow"}, {"1", "small ball"}, {"2", "medium ball"},
                {"4", "large ball"}, {"3", "two balls"}, {"5", "two balls"}, {"6", "two balls"},
                {"7", "snowman"}, {"*", "snow"}, {"+", "place for a snowman"},
                {"=", "such a place in snow"}, {"X", "hedge"}}},
    {.game = "snakebird",
     .moves = {"move", "moves"},
     .paragraphs =
         {"Choose a bird and move its head up, right, down or left; its body follows. What neither "
          "ground nor fruit nor another bird holds up falls. Falling onto spikes or into the water "
          "is not allowed.",
          "A bird that eats a fruit grows by one segment. Birds and blocks in the way are pushed "
          "along, as long as nothing behind them stops them. Portals carry a bird or block from "
          "one end to the other.",
          "When all fruit is eaten, every bird leaves through the exit, the head first."},
     .open = '-',
     .legend = {{"BA", "a bird"}, {"ba", "a second one"}, {"10", "a third one"},
                {"ON", "a fourth one"}, {"+", "fruit"}, {"*", "the exit"}, {"^", "spikes"},
                {"@", "an end of the portal"}, {"%", "block"}, {"#", "ground"}}},
    {.game = "snake",
     .moves = {"step", "steps"},
     .paragraphs =
         {"Draw one closed line through the middle of every open cell: each cell once, from cell "
          "to neighbouring cell, and back to where it began."},
     .open = ' ',
     .legend = {{"#", "wall"}, {" ", "open cell"}}},
    {.moves = {"move", "moves"}, .open = ' '},
};

const struct rules_text *rules_text_of(const struct game *game)
{
    const struct rules_text *text = texts;
    while (text->game != NULL && strcmp(text->game, game->name) != 0)
        text++;
    return text;
}
