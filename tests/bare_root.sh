# Sourced by scripts that test on fresh machines: bare roots made by debootstrap, in $work/root.  DEBIAN_MIRROR and
# UBUNTU_MIRROR name the mirrors.  Needs root.
# shellcheck shell=sh
debian=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
ubuntu=${UBUNTU_MIRROR:-http://archive.ubuntu.com/ubuntu}
[ "$(id -u)" = 0 ] || { echo "$0: only root can make roots" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "$0: needs debootstrap (Debian: debootstrap)" >&2; exit 1; }

work=$(mktemp -d) || exit 1
unmount() {
    for place in dev/pts proc; do
        ! mountpoint -q "$work/root/$place" || umount "$work/root/$place"
    done
}
trap 'unmount; rm -rf --one-file-system "$work"' EXIT
trap 'exit 130' INT TERM

# Fetches the packages of a release.  Debian has neither Ubuntu's keys nor scripts for its new releases.
fetch_root() { # RELEASE[-i386]
    case $1 in
        *-i386) debootstrap --arch=i386 --variant=minbase "${1%-i386}" "$work/root" "$debian" ;;
        noble) debootstrap --variant=minbase --components=main,universe --no-check-gpg "$1" "$work/root" "$ubuntu" gutsy ;;
        *) debootstrap --variant=minbase "$1" "$work/root" "$debian" ;;
    esac >"$work/log" 2>&1
}

make_root() { # RELEASE[-i386]: recreates the root; from the second time on, uses the packages fetched before
    unmount
    rm -rf --one-file-system "$work/root"
    if [ ! -e "$work/$1.tar" ]; then
        fetch_root "$1" || { tail "$work/log"; exit 1; }
        tar -C "$work/root" -cf "$work/$1.tar" .
    else
        mkdir "$work/root"
        tar -C "$work/root" -xf "$work/$1.tar"
    fi
    for file in /etc/resolv.conf /etc/hosts; do
        [ ! -e $file ] || cp $file "$work/root/etc/"
    done
    mount -t proc proc "$work/root/proc"
    mount -t devpts -o newinstance,ptmxmode=666 devpts "$work/root/dev/pts" &&
        ln -sf pts/ptmx "$work/root/dev/ptmx"
    chroot "$work/root" useradd -m builder
}

inside() { # USER FOLDER WORDS...: runs a command in a folder of the user's home, as in a fresh login shell
    user=$1 folder=$2
    shift 2
    chroot "$work/root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME="/home/$user" LANG=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive \
        setpriv --reuid="$user" --regid="$user" --init-groups sh -c "cd '$folder' && $*" </dev/null
}
