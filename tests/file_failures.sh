#!/bin/sh
# Commands when a file operation or the power fails; see test_faults.c.
[ -x tests/test_faults ] || { echo 'skipped: cmocka is missing (Debian: libcmocka-dev)'; exit 77; }
exec tests/test_faults
