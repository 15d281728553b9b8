#!/bin/sh
# Makes the man page of a program from its --help, under its installed name.
#
#     man.sh HELP2MAN INCLUDE OUTPUT RENAME PROGRAM [WORD]
#
# RENAME is the sed script that gives that name, and the names of the pages to which this one refers.  With a WORD, the
# page is that of "PROGRAM WORD".
set -e
help2man=$1 include=$2 output=$3 rename=$4 program=$5 word=$6
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

called=${program##*/}
[ -n "$word" ] || called=$(echo "$called" | sed "$rename")
ln -s "$(pwd)/$program" "$work/$called"
sed '/^#/d' "$include" >"$work/include"
for name in gen pack play recheck solve solve-mpi; do
    new=$(echo "$name" | sed "$rename")
    sed -e "s/^$name \\\\-/$new \\\\-/" -e "s/^\\.BR $name (1)/.BR $new (1)/" "$work/include" >"$work/new"
    mv "$work/new" "$work/include"
done
PATH=$work:$PATH
# help2man takes the first word as the name, so both words are joined until it has run.
if [ -n "$word" ]; then
    printf '#!/bin/sh\n"%s" %s "$@" | sed "s/%s %s/%s-%s/g"\n' "$work/$called" "$word" "$called" "$word" \
        "$called" "$word" >"$work/$called-$word"
    chmod +x "$work/$called-$word"
    "$help2man" --no-info --include="$work/include" --output="$work/page" "$called-$word"
    sed "/^\\.TH/b; /^\\.BR/b; /^$called-$word \\\\-/b; s/$called\\\\*-$word/$called $word/g" "$work/page" >"$output"
else
    "$help2man" --no-info --include="$work/include" --output="$output" "$called"
fi
