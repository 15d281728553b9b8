# doc
EXTRA_DIST += doc/snakebird.md
