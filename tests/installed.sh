#!/usr/bin/env bash
# Checks where `make install` puts files, that they work from there and from elsewhere, and that `make uninstall`
# removes them all.  Runs in a build folder, and installs from there into a temporary folder.
set -u

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
unset MAKEFLAGS MFLAGS MAKELEVEL DESTDIR ONLYWAY_PROGRAMS

expect() # WHAT COMMAND...: the command prints nothing and succeeds
{
    local what=$1 said
    shift
    if said=$("$@" 2>&1) && [[ -z $said ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s\n%s\n' "$what" "$said"
    fi
}

prints() # WORDS COMMAND...: a line of the command's output begins with these words
{
    local words=$1
    shift
    "$@" 2>&1 </dev/null | grep -q "^$words" || { "$@" 2>&1 </dev/null | head -n 3; return 1; }
}

# Prints the broken links of installed documents.
broken_links()
{
    local file link
    find "$work/new/share" -name '*.md' | while IFS= read -r file; do
        grep -oE '\]\([^)]*\)|src="[^"]*"' "$file" | sed -E 's/^\]\(|^src="|[)"]$|#.*//g' | while IFS= read -r link; do
            case $link in
                '' | http:* | https:* | mailto:*) ;;
                *) [[ -e ${file%/*}/$link ]] || echo "${file#"$work/new/"}: $link" ;;
            esac
        done
    done
}

no_libtool_files()
{
    find "$work" -name '*.la'
}

same_documents() # the documents in the folders are still those of the source
{
    local file
    for file in "$work"/new/share/doc/onlyway/*.md; do
        [[ -s $file ]] || echo "$file"
    done
}

pc_says() # OPTION WORDS
{
    [[ $(PKG_CONFIG_PATH=${pc%/*} "${PKG_CONFIG:-pkg-config}" "$1" onlyway | sed 's/ *$//') == "$2" ]] ||
        cat "$pc"
}

make -s install prefix="$work/new" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
installed=$work/new
for place in "$work/new" "$work/moved"; do
    if [[ $place == */moved ]]; then
        cp -R "$work/new" "$place" && mv "$work/new" "$work/away"
    fi
    bin=$place/bin
    expect "$place: version" prints 'onlyway solve (Onlyway)' "$bin/onlyway" solve --version
    expect "$place: help" prints '  pack ' "$bin/onlyway" --help
    expect "$place: by PATH" prints 'Usage: onlyway gen GAME' env PATH="$bin:$PATH" onlyway gen --help
    expect "$place: by a link" prints 'onlyway recheck (Onlyway)' sh -c "mkdir -p '$work/links' && cd '$work/links' &&
        ln -sf '$bin/onlyway' onlyway && ./onlyway recheck --version"
    mkdir "$work/run" && cd "$work/run" || exit 1
    expect "$place: gen" sh -c "'$bin/onlyway' gen longcat --size=5 --count=2 --seed=1 2>/dev/null"
    expect "$place: solve" sh -c "'$bin/onlyway' solve --unique longcat-5x5 >/dev/null"
    # Scripts find the installed commands, not an unrelated `gen` that comes first on PATH.
    printf '#!/bin/sh\ncase $1 in --version) echo "gen 1.0" ;; *) exit 9 ;; esac\n' >gen && chmod +x gen
    if command -v parallel >/dev/null; then
        expect "$place: scripts" env PATH="$PWD:$bin:$PATH" sh -c \
            "'$place/share/doc/onlyway/shard-parallel.sh' 2 both longcat --size=5 --count=2 --seed=1 >/dev/null 2>&1 &&
            diff -r longcat-5x5 both"
    fi
    cd "$OLDPWD" && rm -rf "$work/run" || exit 1
done
mv "$work/away" "$work/new" && rm -rf "$work/moved" "$work/links"

expect 'files of libtool' no_libtool_files
expect 'broken links' broken_links
expect 'empty documents' same_documents
expect 'completion' grep -q '^complete -F _onlyway onlyway$' "$installed/share/bash-completion/completions/onlyway"
if command -v "${PKG_CONFIG:-pkg-config}" >/dev/null; then
    pc=$(find "$installed" -name onlyway.pc)
    libraries=${pc%/pkgconfig/*}
    expect 'flags of the compiler' pc_says --cflags "-I$installed/include"
    expect 'flags of the linker' pc_says --libs "-L$libraries -lonlyway"
fi
make -s uninstall prefix="$work/new" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
expect 'left after make uninstall' find "$work/new" ! -type d

echo "$passed passed, $failed failed, 0 skipped"
((failed == 0))
