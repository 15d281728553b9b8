#!/bin/sh
# Makes the packs of all games: ./make-all.sh [--first=N[/K]] [FOLDER]; see make-pack.sh.
set -eu

here=$(dirname "$0")
first=
case ${1-} in
--first=*)
    first=$1
    shift
    : "${1?--first: which folder?}"
    ;;
esac
for script in "$here"/*/make.sh; do
    game=$(basename "$(dirname "$script")")
    "$script" ${first:+"$first"} "${1:-$here}/$game"
done
