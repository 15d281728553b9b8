#!/bin/sh
# Runs the two commands of the README on fresh machines: bare roots made by debootstrap.  No `make` target runs this.
# Run it as root before a release, in a checkout whose changes are committed:
#
#   tests/fresh.sh [MACHINE...]
#
# The machines are `bookworm', `trixie', `sid' (the newest compilers), `noble' (Ubuntu) and `i386' (a bookworm for
# 32-bit PCs), where root runs the commands; `sudo', a bookworm with a user who may use sudo; and `nodesource', a
# bookworm with a nodejs package that contains npm and conflicts with Debian's npm package.
# Each command is timed by the clock, which means most on an idle machine, and in processor time.
set -u
source=$(cd "$(dirname "$0")/.." && pwd) || exit 1
. "$source/tests/bare_root.sh"
[ $# -gt 0 ] || set -- bookworm trixie sid noble i386 sudo nodesource
failed=0

run() { # NAME WORDS...: times a command and prints its last lines
    name=$1
    shift
    started=$(date +%s)
    times >"$work/times"
    inside "$user" "/home/$user/onlyway" "$*" >"$work/log" 2>&1
    status=$?
    seconds=$(($(date +%s) - started))
    times >>"$work/times"
    printf '%-11s %-44s status %d, %4d s, %4d s of processors  %s\n' "$machine" "$name" $status $seconds \
        "$(awk -F '[ms ]+' 'NR % 2 == 0 { used = $1 * 60 + $2 + $3 * 60 + $4 - used } END { printf "%d", used }' "$work/times")" \
        "$(tail -n 1 "$work/log" | cut -c 1-90)"
    grep '^dev: going on without' "$work/log" | sed 's/^/            /'
    [ $status = 0 ] || { failed=1; tail -n 10 "$work/log"; }
}

# Builds a package like nodesource's: node and npm in one, and a conflict with Debian's npm.  It uses Debian's node; its
# npm does nothing.
install_nodesource() {
    chroot "$work/root" sh -e <<'ROOT'
export DEBIAN_FRONTEND=noninteractive
apt-get -q -y install --no-install-recommends nodejs
cd /tmp
apt-get -q download nodejs
dpkg-deb -R nodejs_*.deb package
dpkg -P --force-depends nodejs
sed -i -e 's/^Version:.*/Version: 20.99.0-1nodesource1/' -e '/^\(Breaks\|Replaces\|Provides\|Conflicts\|Recommends\|Suggests\):/d' \
    package/DEBIAN/control
printf 'Conflicts: npm\nProvides: npm\n' >>package/DEBIAN/control
printf '#!/bin/sh\ncase $1 in --version) echo 10.0.0 ;; *) exit 1 ;; esac\n' >package/usr/bin/npm
chmod 755 package/usr/bin/npm
dpkg-deb -b package nodesource.deb
dpkg -i nodesource.deb
ROOT
}

for machine; do
    case $machine in
        bookworm | trixie | sid | noble) release=$machine user=root ;;
        i386) release=bookworm-i386 user=root ;;
        nodesource) release=bookworm user=root ;;
        sudo) release=bookworm user=builder ;;
        *) echo "fresh.sh: no such machine: $machine" >&2; exit 1 ;;
    esac
    make_root "$release"
    if [ "$machine" = sudo ]; then
        chroot "$work/root" sh -c 'apt-get -q update && apt-get -q -y install --no-install-recommends sudo' \
            >"$work/log" 2>&1
        echo 'builder ALL=(ALL) NOPASSWD: ALL' >"$work/root/etc/sudoers.d/builder"
    fi
    if [ "$machine" = nodesource ]; then
        chroot "$work/root" apt-get -q update >"$work/log" 2>&1
        install_nodesource >"$work/log" 2>&1 || { tail "$work/log"; exit 1; }
    fi
    mkdir -p "$work/root/home/$user/onlyway"
    git -C "$source" archive HEAD | tar -x -C "$work/root/home/$user/onlyway"
    chroot "$work/root" chown -R "$user:$user" "/home/$user"

    gen='./dev gen longcat --size 5 --count 100'
    run "$gen" "$gen"
    levels=$(find "$work/root/home/$user/onlyway/longcat-5x5" -name '*.txt' | wc -l)
    [ "$levels" = 100 ] || { echo "$machine: $levels levels"; failed=1; }
    run 'the same, built anew' "rm -rf longcat-5x5 build && $gen"
    run 'the same, built' "rm -rf longcat-5x5 && $gen"
    run 'packages of make check' './dev make check TESTS='
    run './dev make check' './dev make check'
    (
        cd "$work/root/home/$user/onlyway/build" || exit
        find . -name '*.trs' -exec grep -h '^:test-result' {} + | sort | uniq -c | tr '\n' ' '
        echo
        find . -name '*.log' -exec grep -h '^skipped' {} + | sort | uniq -c
        find . -name '*.trs' -exec grep -l '^:test-result: FAIL' {} + | while read -r trs; do
            echo "--- ${trs%.trs}"
            tail -n 15 "${trs%.trs}.log"
        done
    )

    # Runs the README from top to bottom, as a reader would paste it; the player quits.  A pasted command may answer no,
    # with status 1.
    # shellcheck disable=SC2016
    echo "trap 'no=\$?; [ \$no = 1 ] || exit \$no' ERR" >"$work/root/home/$user/onlyway/pasted"
    # shellcheck disable=SC2016
    awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' "$source/README.md" | sed -e '/^.\/dev make check/d' \
        -e 's|^\./dev play .*|printf q \| script -qec "&" /dev/null|' -e 's|^make -C build install|$as_root &|' \
        -e 's|^ldconfig|$as_root &|' >>"$work/root/home/$user/onlyway/pasted"
    run 'README, pasted' "rm -rf longcat-5x5 && as_root=$([ "$user" = root ] || echo sudo) TERM=xterm bash -x pasted"
done
exit $failed
