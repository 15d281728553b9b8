# levels: shipped packs, each with its report.
EXTRA_DIST += levels/snowman
