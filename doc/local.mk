# doc
EXTRA_DIST += doc/snowman.md
