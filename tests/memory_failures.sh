#!/bin/sh
# Every command when an allocation fails; see test_memory.c.
[ -x tests/test_memory ] || { echo 'skipped: cmocka is missing (Debian: libcmocka-dev)'; exit 77; }
exec tests/test_memory
