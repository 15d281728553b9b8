#!/usr/bin/env bash
# The pages of cluster.md that can be pasted: the scripts are run with less work, once for each task and with the variables
# that the system would set, and what they made is merged and compared with one run; what cannot be run is parsed.
set -u
. "${srcdir:-$(dirname "$0")/..}/tests/check.sh"
source=$(dirname "$levels")
page=$source/doc/cluster.md
PATH=$top/gen:$top/solve:$PATH

# The first block of a language after the line that begins with these words.
block() # LANGUAGE WORDS
{
    awk -v fence="\`\`\`$1" -v words="$2" 'index($0, words) == 1 { found = 1 } found && inside && /^```$/ { exit }
        inside { print } found && $0 == fence { inside = 1 }' "$page"
}

# Three tasks instead of 64, and small levels.
shorten()
{
    sed 's/--size=8 --count=10000/--size=4 --count=6/; s/64/3/g' | sed "s|/data/|$PWD/|"
}

cd "$work" || exit 1
gen longcat --size=4 --count=6 --seed=7 --jobs=1 --quiet --output=whole 2>said

tasks_make_the_whole() # WORDS-OF-THE-PAGE COMMAND...: the command starts task $task, 1 to 3
{
    local words=$1 task
    shift
    rm -rf shards merged
    for _ in 1 2; do
        for task in 1 2 3; do
            task=$task "$@" >said 2>&1 || { cat said; return 1; }
        done
        gen --merge shards --output=merged >said 2>&1
        [[ $? == 1 ]] || break
    done
    diff -r whole merged || { cat said; false; }
}

script_with() # SCRIPT NAME=VALUE...: as the system starts it, with no other variables
{
    local script=$1
    shift
    eval "env -i PATH=\"\$PATH\" $* sh ./$script"
}

# shellcheck disable=SC2016 # $task is for later
while IFS='|' read -r words variables; do
    block sh "$words" | shorten >job.sh
    check "$words a script" test "$(head -n 1 job.sh)" = '#!/bin/sh'
    check "$words" tasks_make_the_whole "$words" script_with job.sh "$variables"
done <<'END'
Slurm, by|SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_STEP=1
PBS, by|PBS_ARRAY_INDEX=$task PBS_O_WORKDIR=.
SGE, by|SGE_TASK_ID=$task SGE_TASK_FIRST=1 SGE_TASK_LAST=3 SGE_TASK_STEPSIZE=1
LSF, by|LSB_JOBINDEX=$task LSB_JOBINDEX_END=3 LSB_JOBINDEX_STEP=1
END
block sh 'MPI, on' | shorten | sed 's/^mpirun.*machines //' >job.sh
# shellcheck disable=SC2016
check 'MPI' tasks_make_the_whole MPI script_with job.sh 'PMI_RANK=$((task - 1)) PMI_SIZE=3'
block sh 'GNU parallel, on' | shorten >job.sh
check 'GNU parallel: a command' bash -n job.sh
if command -v parallel >/dev/null; then
    sed -i 's/--sshlogin :,one,two --workdir ./--will-cite -j1/' job.sh
    check 'GNU parallel' tasks_make_the_whole parallel sh -c '[ $task != 1 ] || sh ./job.sh'
fi

# Containers: the commands of these are arguments of the image, which is `onlyway'.
words_of() # PROGRAM-OF-PYTHON FILE: prints the words of the command, a line each
{
    python3 -c "import sys; $1" <"$2"
}
run_words()
{
    local words
    mapfile -t words < <(sed 's/^--size=8$/--size=4/; s/^--count=10000$/--count=6/; s/64/3/' words |
        sed "s|/data/|$PWD/|")
    # shellcheck disable=SC2086 # several variables
    env -i PATH="$PATH" $(eval echo "$1") "${words[@]}"
}
if command -v python3 >/dev/null; then
    block json 'AWS Batch, by' >job.json
    check 'AWS Batch: parsed' words_of "import json; job = json.load(sys.stdin); assert job['arrayProperties']['size'] == 64
print(*job['containerOverrides']['command'], sep='\n')" job.json >words
    # shellcheck disable=SC2016
    check 'AWS Batch' tasks_make_the_whole AWS run_words \
        'AWS_BATCH_JOB_ARRAY_INDEX=$((task - 1)) AWS_BATCH_JOB_ARRAY_SIZE=3'
fi
if command -v python3 >/dev/null && python3 -c 'import yaml' 2>/dev/null; then
    block yaml 'Kubernetes, by' >job.yaml
    check 'Kubernetes: parsed' words_of "import yaml; job = yaml.safe_load(sys.stdin)
assert (job['apiVersion'], job['kind']) == ('batch/v1', 'Job')
spec, pod = job['spec'], job['spec']['template']['spec']
assert spec['completionMode'] == 'Indexed' and spec['completions'] == spec['parallelism'] == 64
assert pod['restartPolicy'] == 'Never'
mounts = {mount['name'] for mount in pod['containers'][0]['volumeMounts']}
assert mounts == {volume['name'] for volume in pod['volumes']}
print(*pod['containers'][0]['args'], sep='\n')" job.yaml >words
    # shellcheck disable=SC2016
    check 'Kubernetes' tasks_make_the_whole Kubernetes run_words 'JOB_COMPLETION_INDEX=$((task - 1))'
else
    echo 'the Kubernetes job is not parsed: no yaml for python3'
fi

# The image: known instructions, shell that parses, and all that ./dev finds necessary.
block dockerfile 'A container image' | sed -e ':join' -e '/\\$/{N;s/\\\n//;bjoin' -e '}' >Dockerfile
check 'Dockerfile: instructions' [ -z "$(grep -vE '^(FROM [a-z:-]+( AS build)?|RUN .*|COPY (--from=build )?[./a-z]+ /[a-z/]*|ENTRYPOINT \["onlyway"\])$' Dockerfile)" ]
check 'Dockerfile: there are some' [ "$(grep -c ^FROM Dockerfile)" = 2 ]
sed -n 's/^RUN //p' Dockerfile >run.sh
check 'Dockerfile: commands' sh -n run.sh
for package in $(sed -n "s/^needed='\(.*\)'/\1/p" "$source/dev"); do
    check "Dockerfile: $package" grep -qw -- "$package" Dockerfile
done

echo "$passed passed, $failed failed"
((failed == 0))
