#!/bin/sh
# Generates levels by the N tasks of a Slurm array job, and merges their results.
#
#     shard-slurm.sh N FOLDER GAME [OPTION]...
#
# The options are those of gen; --seed is required.  SBATCH_PARTITION, SBATCH_ACCOUNT, SBATCH_TIMELIMIT and similar
# environment variables select the machines and the time; the machines must share the folder.
#
# Failed shards run again.  After three rounds with failures the script gives up; the same command continues the work.

shards=$1
folder=$2
shift 2
failed=0
gen=gen # or the name that packages install
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
