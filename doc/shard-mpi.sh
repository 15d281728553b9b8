#!/bin/sh
# Generates levels by N processes that mpirun starts, and merges what they found.
#
#     shard-mpi.sh N FOLDER GAME [OPTION]...
#
# The options are those of gen; --seed is needed.  MPIRUN is the command that starts processes, with its options
# (default: mpirun); the machines have to share the folder.
#
# Shards that died are run again; after three rounds with some that died it is given up, and can be gone on with by the
# same command.

shards=$1
folder=$2
shift 2
failed=0
gen=gen # or as packages install it
case $(gen --version 2>/dev/null </dev/null) in *'(Onlyway)'*) ;; *) gen='onlyway gen' ;; esac
# shellcheck disable=SC2086 # $gen may be two words
while
    ${MPIRUN:-mpirun} -n "$shards" $gen "$@" --shard=auto --output="$folder-shards" --jobs=1 --quiet ||
        failed=$((failed + 1))
    $gen --merge "$folder-shards" --output="$folder"
    status=$?
    [ $status -eq 1 ]
do
    [ $failed -lt 3 ] || exit 1
done
exit $status
