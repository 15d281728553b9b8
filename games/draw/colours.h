/* The colours of pictures: one table of roles.
 *
 * Shapes name what a colour is for, never the colour itself, so that every picture comes in
 * light and in dark, and a page can bring colours of its own: X(NAME, CSS name, light, dark,
 * opacity in %). Things that a player has to tell apart differ in brightness or in a mark, too,
 * not in hue alone. */
#ifndef ONLYWAY_GAMES_DRAW_COLOURS_H
#define ONLYWAY_GAMES_DRAW_COLOURS_H

#include <stdbool.h>
#include <stdint.h>

#define COLOURS(X)                                           \
    X(PAPER, "paper", 0xffffff, 0x1b1e26, 100)               \
    X(INK, "ink", 0x22252b, 0xe6e8ee, 100)                   \
    X(FAINT, "faint", 0x8a8f99, 0x8a90a0, 100)               \
    X(SHADOW, "shadow", 0x101828, 0x000000, 22)              \
    X(SHINE, "shine", 0xffffff, 0xffffff, 45)                \
    X(EYE, "eye", 0xffffff, 0xffffff, 100)                   \
    X(PUPIL, "pupil", 0x1f1a24, 0x1f1a24, 100)               \
    X(MARK, "mark", 0xc2185b, 0xff6fa8, 100)                 \
    X(MARK_EDGE, "mark-edge", 0xffffff, 0x1b1e26, 100)       \
    /* LongCat */                                            \
    X(ROOM, "room", 0xfbf3e2, 0x3a3944, 100)                 \
    X(ROOM_ODD, "room-odd", 0xf4e8d0, 0x403f4b, 100)         \
    X(WALL, "wall", 0x7383a8, 0x59647f, 100)                 \
    X(WALL_SIDE, "wall-side", 0x4d5a7c, 0x262b3a, 100)       \
    X(WALL_JOINT, "wall-joint", 0x8f9dbe, 0x6d7893, 100)     \
    X(FUR, "fur", 0xf5a342, 0xeb9a3c, 100)                   \
    X(FUR_EDGE, "fur-edge", 0x9c5410, 0x4e2a0a, 100)         \
    X(FUR_STRIPE, "fur-stripe", 0xd9791c, 0xc76a14, 100)     \
    X(FUR_PALE, "fur-pale", 0xfff1da, 0xffedd2, 100)         \
    X(EAR, "ear", 0xf7b7b2, 0xf0a9a5, 100)                   \
    X(NOSE, "nose", 0xc7495a, 0xc7495a, 100)                 \
    /* Sokoban */                                            \
    X(DEPOT, "depot", 0xece6d8, 0x3b3c42, 100)               \
    X(DEPOT_ODD, "depot-odd", 0xe3dcca, 0x414248, 100)       \
    X(BRICK, "brick", 0x9aa0a8, 0x6f767f, 100)               \
    X(BRICK_SIDE, "brick-side", 0x5f656e, 0x2c3036, 100)     \
    X(BRICK_JOINT, "brick-joint", 0xb4bac1, 0x828992, 100)   \
    X(CRATE, "crate", 0xdca45c, 0xcf9850, 100)               \
    X(CRATE_EDGE, "crate-edge", 0x6f4418, 0x3d2408, 100)     \
    X(CRATE_PALE, "crate-pale", 0xf0c88a, 0xe2b878, 100)     \
    X(STORED, "stored", 0x2f8f83, 0x2f9a8c, 100)             \
    X(STORED_EDGE, "stored-edge", 0x0d4039, 0x06231f, 100)   \
    X(STORED_PALE, "stored-pale", 0x5fc0b0, 0x62c9b8, 100)   \
    X(GOAL, "goal", 0x2a6fb0, 0x6fb3f0, 100)                 \
    X(SKIN, "skin", 0xf3cfa8, 0xeec59b, 100)                 \
    X(OVERALL, "overall", 0x2f5fb3, 0x4b7ed6, 100)           \
    X(OVERALL_EDGE, "overall-edge", 0x16294f, 0x0d1830, 100) \
    X(HELMET, "helmet", 0xffcb2e, 0xffc928, 100)             \
    /* Snowman */                                            \
    X(LAWN, "lawn", 0xa9d07f, 0x3f5b38, 100)                 \
    X(LAWN_ODD, "lawn-odd", 0xa0c976, 0x43613b, 100)         \
    X(SNOW, "snow", 0xfafdff, 0xb9c9da, 100)                 \
    X(SNOW_EDGE, "snow-edge", 0xc3d9ec, 0x8094a8, 100)       \
    X(HEDGE, "hedge", 0x4f8f45, 0x2f6a33, 100)               \
    X(HEDGE_SIDE, "hedge-side", 0x2a5a2c, 0x142d18, 100)     \
    X(HEDGE_LEAF, "hedge-leaf", 0x6cab57, 0x43833f, 100)     \
    X(BALL, "ball", 0xffffff, 0xf1f6fb, 100)                 \
    X(BALL_EDGE, "ball-edge", 0x5b7896, 0x3c5068, 100)       \
    X(BALL_SHADE, "ball-shade", 0xcfe0f0, 0xb9cde0, 100)     \
    X(COAL, "coal", 0x2b2b33, 0x2b2b33, 100)                 \
    X(CARROT, "carrot", 0xf07c1f, 0xf07c1f, 100)             \
    X(SCARF, "scarf", 0xc62f3f, 0xd3404f, 100)               \
    X(COAT, "coat", 0x7a3fa0, 0x9a5fc2, 100)                 \
    X(COAT_EDGE, "coat-edge", 0x391a50, 0x1d0b2b, 100)       \
    X(TARGET, "target", 0x8a5a2b, 0xd9ae7a, 100)             \
    /* Snakebird */                                          \
    X(SKY, "sky", 0xd6eefb, 0x22304a, 100)                   \
    X(CLOUD, "cloud", 0xf3fafe, 0x2e3f5d, 100)               \
    X(SOIL, "soil", 0xa9764a, 0x6d4a30, 100)                 \
    X(SOIL_EDGE, "soil-edge", 0x5e3c20, 0x2b1a0e, 100)       \
    X(SOIL_STONE, "soil-stone", 0x8e5f39, 0x583a25, 100)     \
    X(TURF, "turf", 0x6fb543, 0x4f8f36, 100)                 \
    X(TURF_EDGE, "turf-edge", 0x3d7a24, 0x24491a, 100)       \
    X(BIRD_1, "bird-1", 0xe2463d, 0xe5534a, 100)             \
    X(BIRD_1_EDGE, "bird-1-edge", 0x6d120e, 0x3c0907, 100)   \
    X(BIRD_1_PALE, "bird-1-pale", 0xffb3a8, 0xffb3a8, 100)   \
    X(BIRD_2, "bird-2", 0x2f7fd6, 0x3d8be0, 100)             \
    X(BIRD_2_EDGE, "bird-2-edge", 0x0c3263, 0x071d3a, 100)   \
    X(BIRD_2_PALE, "bird-2-pale", 0xb5dcff, 0xb5dcff, 100)   \
    X(BIRD_3, "bird-3", 0xf3c623, 0xf3c623, 100)             \
    X(BIRD_3_EDGE, "bird-3-edge", 0x7a5a00, 0x3f2f00, 100)   \
    X(BIRD_3_PALE, "bird-3-pale", 0xfff3bd, 0xfff3bd, 100)   \
    X(BIRD_4, "bird-4", 0x8b4fc4, 0x9b63d1, 100)             \
    X(BIRD_4_EDGE, "bird-4-edge", 0x391560, 0x210a3a, 100)   \
    X(BIRD_4_PALE, "bird-4-pale", 0xe3c9ff, 0xe3c9ff, 100)   \
    X(BEAK, "beak", 0xffb020, 0xffb020, 100)                 \
    X(BEAK_EDGE, "beak-edge", 0x8a4f00, 0x5a3300, 100)       \
    X(FRUIT, "fruit", 0xd81b60, 0xe83a78, 100)               \
    X(FRUIT_EDGE, "fruit-edge", 0x6b0a2e, 0x3d0519, 100)     \
    X(LEAF, "leaf", 0x4c9a2a, 0x63b53f, 100)                 \
    X(SPIKE, "spike", 0xc9d1da, 0xb4bdc8, 100)               \
    X(SPIKE_EDGE, "spike-edge", 0x4a5561, 0x20262e, 100)     \
    X(EXIT, "exit", 0x7b2ff7, 0x9a5cff, 100)                 \
    X(EXIT_GLOW, "exit-glow", 0xe7c6ff, 0x4a2a80, 100)       \
    X(EXIT_CORE, "exit-core", 0xffe27a, 0xffe27a, 100)       \
    X(PORTAL, "portal", 0x00796b, 0x2bb5a2, 100)             \
    X(PORTAL_GLOW, "portal-glow", 0xa7e6dd, 0x114f48, 100)   \
    X(BLOCK, "block", 0xf0b9a0, 0xb98872, 100)               \
    X(BLOCK_EDGE, "block-edge", 0x7c4a34, 0x33180c, 100)     \
    X(BLOCK_MARK, "block-mark", 0xa8664a, 0x6b3f2b, 100)     \
    X(WATER, "water", 0x4fa3d8, 0x2a618f, 100)               \
    X(WATER_CREST, "water-crest", 0x9fd3f2, 0x5b9ac9, 100)   \
    /* Snake */                                              \
    X(FIELD, "field", 0xe9f1d8, 0x2f3a33, 100)               \
    X(FIELD_ODD, "field-odd", 0xe0ebca, 0x344038, 100)       \
    X(STONE, "stone", 0x8c9482, 0x5f675a, 100)               \
    X(STONE_SIDE, "stone-side", 0x535b4a, 0x222720, 100)     \
    X(STONE_JOINT, "stone-joint", 0xa4ac9a, 0x727a6c, 100)   \
    X(SNAKE, "snake", 0x3d8f4f, 0x4aa55e, 100)               \
    X(SNAKE_EDGE, "snake-edge", 0x143f20, 0x0a2412, 100)     \
    X(SNAKE_PALE, "snake-pale", 0xb7e08a, 0xc4ea97, 100)     \
    X(TONGUE, "tongue", 0xd8324a, 0xe85a6f, 100)             \
    /* Theseus and the Minotaur */                           \
    X(MAZE, "maze", 0xf6ead2, 0x3b3733, 100)                 \
    X(MAZE_ODD, "maze-odd", 0xf0e1c3, 0x423e39, 100)         \
    X(MARBLE, "marble", 0x3f5a80, 0x93a7c7, 100)             \
    X(MARBLE_SIDE, "marble-side", 0x23344f, 0x4b5a75, 100)   \
    X(STAIR, "stair", 0xd9e8c4, 0x4d6a3f, 100)               \
    X(STAIR_EDGE, "stair-edge", 0x9dba7c, 0x36502a, 100)     \
    X(STAIR_SIGN, "stair-sign", 0x3d7a24, 0xbfe39b, 100)     \
    X(TUNIC, "tunic", 0x2f7fd6, 0x4b95e6, 100)               \
    X(TUNIC_EDGE, "tunic-edge", 0x12294a, 0x0a1830, 100)     \
    X(HAIR, "hair", 0x6b4320, 0x7d5430, 100)                 \
    X(HIDE, "hide", 0xa4472f, 0xb5553a, 100)                 \
    X(HIDE_EDGE, "hide-edge", 0x43150a, 0x260b05, 100)       \
    X(HORN, "horn", 0xfbf3dc, 0xf3e8ca, 100)                 \
    X(MUZZLE, "muzzle", 0xe3a98c, 0xdc9f82, 100)             \
    X(RING, "ring", 0xe0a81c, 0xf0bb32, 100)

enum colour {
    COLOUR_NONE,
#define COLOUR_NAME(name, css, light, dark, opacity) COLOUR_##name,
    COLOURS(COLOUR_NAME)
#undef COLOUR_NAME
        COLOUR_COUNT,
    COLOUR_OWN = 1 << 24, /* the first of those that are no role, but the same in light and dark */
    COLOUR_LAST = (1 << 25) - 1,
};

/* The colour 0xRRGGBB; whether a colour is one of these, and which. */
static inline enum colour colour_of_rgb(uint32_t rgb)
{
    return (enum colour)(COLOUR_OWN | rgb);
}

static inline bool colour_is_own(enum colour colour)
{
    return colour >= COLOUR_OWN;
}

static inline uint32_t colour_rgb(enum colour colour)
{
    return (uint32_t)colour & 0xffffff;
}

enum theme {
    THEME_LIGHT,
    THEME_DARK,
    THEME_PRINT, /* black on white, without colours (out/inks.h) */
};

/* What stands behind a role. */
struct colour_value {
    const char *css;  /* its name in style sheets */
    uint32_t rgb[2];  /* 0xRRGGBB, light and dark */
    unsigned opacity; /* in per cent */
};

/* The row of a role; COLOUR_NONE has none, nor has a colour that is no role. */
const struct colour_value *colour_value(enum colour colour);

#endif
