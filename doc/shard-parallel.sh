#!/bin/sh
# Generates levels by N processes at once, with GNU parallel, and merges their results.
#
#     shard-parallel.sh N FOLDER GAME [OPTION]...
#
# The options are those of gen; --seed is required.  To use several machines that share the folder, set
# PARALLEL='--sshlogin one,two --workdir .' in the environment.
#
# Failed shards run again.  After three rounds with failures the script gives up; the same command continues the work.

shards=$1
folder=$2
shift 2
failed=0
gen=gen # or the name that packages install
case $(gen --version 2>/dev/null </dev/null) in *'(Onlyway)'*) ;; *) gen='onlyway gen' ;; esac
# shellcheck disable=SC2086 # $gen may be two words
while
    seq "$shards" |
        parallel --will-cite -q $gen "$@" --shard={}/"$shards" --output="$folder-shards" --jobs=1 --quiet ||
        failed=$((failed + 1))
    $gen --merge "$folder-shards" --output="$folder"
    status=$?
    [ $status -eq 1 ]
do
    [ $failed -lt 3 ] || exit 1
done
exit $status
