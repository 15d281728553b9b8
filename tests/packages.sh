#!/bin/sh
# Builds the Debian packages in a bare root, checks them with lintian, and uses and removes them in another root.  No
# `make' target runs this.  Run it as root before a release, in a checkout whose changes are committed:
#
#   tests/packages.sh [RELEASE...]          default: bookworm and trixie
set -u
source=$(cd "$(dirname "$0")/.." && pwd) || exit 1
. "$source/tests/bare_root.sh"
[ $# -gt 0 ] || set -- bookworm trixie
failed=0
checkout=/home/builder/onlyway

run() { # NAME USER WORDS...: runs a command in the source folder
    name=$1
    shift
    user=$1
    shift
    if inside "$user" "$checkout" "$*" >"$work/log" 2>&1; then
        printf '%-9s %-52s ok\n' "$release" "$name"
    else
        printf '%-9s %-52s FAILED\n' "$release" "$name"
        tail -n 30 "$work/log"
        failed=1
    fi
}

new_root() { # creates a root with the sources
    make_root "$release"
    mkdir -p "$work/root$checkout"
    git -C "$source" archive HEAD | tar -x -C "$work/root$checkout"
    chroot "$work/root" chown -R builder:builder /home/builder
    chroot "$work/root" apt-get -q update >"$work/log" 2>&1 || { tail "$work/log"; exit 1; }
}

# Lists all files, except the package data of apt and dpkg, and caches.
list_files() {
    find "$work/root" -xdev \( -path "$work/root/var/cache" -o -path "$work/root/var/lib/apt" -o -path "$work/root/var/lib/dpkg" \
        -o -path "$work/root/var/log" -o -path "$work/root/tmp" -o -path "$work/root/home" -o -path "$work/root/proc" \
        -o -path "$work/root/dev" \) -prune -o -print | sed "s|^$work/root||" | sort
}

for release; do
    new_root
    run 'what the build needs' root "apt-get -q -y install --no-install-recommends build-essential lintian &&
        apt-get -q -y build-dep --no-install-recommends ./"
    run 'dpkg-buildpackage' builder "dpkg-buildpackage -us -uc"
    run 'lintian' builder "lintian --fail-on error,warning ../*.changes"
    rm -rf "$work/packages"
    mkdir "$work/packages"
    cp "$work/root/home/builder/"*.deb "$work/packages"

    new_root
    mkdir "$work/root/packages"
    cp "$work/packages/"*.deb "$work/root/packages"
    list_files >"$work/before"
    install='apt-get -q -y install --no-install-recommends'
    run 'installed' root "$install \$(ls /packages/*.deb | grep -v dbgsym)"
    list_files | comm -13 "$work/before" - | grep '^/usr/bin/' >"$work/commands"
    [ "$(cat "$work/commands")" = /usr/bin/onlyway ] || { echo "commands: $(cat "$work/commands")"; failed=1; }
    run 'the commands are used' builder 'sh debian/tests/commands'
    run 'what the example programs need' root "$install gcc libc6-dev pkgconf"
    run 'the library is used' builder 'sh debian/tests/library'
    run 'removed' root "apt-get -q -y purge onlyway onlyway-doc libonlyway0 libonlyway-dev gcc libc6-dev pkgconf &&
        apt-get -q -y autoremove --purge"
    list_files | comm -13 "$work/before" - | grep -i onlyway >"$work/left"
    [ ! -s "$work/left" ] || { echo "left behind: $(cat "$work/left")"; failed=1; }
done
exit $failed
