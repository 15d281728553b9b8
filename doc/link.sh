#!/bin/sh
# Changes the links of installed documents to the installed places of their targets.
#
#     link.sh DESTDIR DOCDIR LEVELSDIR
set -e
destination=$1 documents=$2 levels=$3

relative() # FROM TO: prints the relative path from one folder to another
{
    from=$1/ to=$2/ up=
    while :; do
        case $to in "$from"*) break ;; esac
        from=${from%/} from=${from%/*}/ up=../$up
    done
    to=$up${to#"$from"}
    printf '%s\n' "${to%/}"
}

there=$(relative "$documents" "$levels")
back=$(relative "$levels" "$documents")
for file in "$destination$documents"/*.md; do
    sed -e "s,](\(\.\./\)*levels/,]($there/,g" -e 's,](lib/npm/README\.md),](npm.md),g' -e 's,](doc/,](,g' \
        -e 's,src="doc/,src=",g' "$file" >"$file.new"
    cat "$file.new" >"$file"
    rm "$file.new"
done
file=$destination$levels/README.md
sed "s,](\.\./doc/,]($back/,g" "$file" >"$file.new"
cat "$file.new" >"$file"
rm "$file.new"
