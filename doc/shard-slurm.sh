#!/bin/sh
# Generates levels by the N tasks of a Slurm array job, and merges what they found.
#
#     shard-slurm.sh N FOLDER GAME [OPTION]...
#
# The options are those of gen; --seed is needed.  SBATCH_PARTITION, SBATCH_ACCOUNT, SBATCH_TIMELIMIT and the like, in
# the environment, say where and how long; the machines have to share the folder.
#
# Shards that died are run again; after three rounds with some that died it is given up, and can be gone on with by the
# same command.

shards=$1
folder=$2
shift 2
failed=0
gen=gen # or as packages install it
case $(gen --version 2>/dev/null </dev/null) in *'(Onlyway)'*) ;; *) gen='onlyway gen' ;; esac
job=$(mktemp) || exit 1
trap 'rm -f "$job"' EXIT
cat >"$job" <<END
#!/bin/sh
exec $gen "\$@" --shard=auto
END
# shellcheck disable=SC2086 # $gen may be two words
while
    sbatch --wait --quiet --array=1-"$shards" --cpus-per-task=1 --output=/dev/null "$job" "$@" \
        --output="$folder-shards" --jobs=1 --quiet ||
        failed=$((failed + 1))
    $gen --merge "$folder-shards" --output="$folder"
    status=$?
    [ $status -eq 1 ]
do
    [ $failed -lt 3 ] || exit 1
done
exit $status
