# levels
EXTRA_DIST += levels/snakebird
