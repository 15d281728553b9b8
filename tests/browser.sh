# Sourced by tests of the page, in the build folder: finds the installed browsers, and fetches Puppeteer, which drives
# them.  Puppeteer comes from the npm registry, once per build folder, in the version and with the checksums of
# browser/package-lock.json.  ONLYWAY_TEST_BROWSERS may name fewer browsers: "chromium", or "" for none.
# shellcheck shell=sh
top=$(pwd)
here=$(cd "${srcdir:-$(dirname "$0")/..}" && pwd) || exit 1

skip() {
    echo "skipped: $1"
    exit 77
}

browsers=
for browser in ${ONLYWAY_TEST_BROWSERS-chromium firefox}; do
    case $browser in
        chromium) commands='chromium-headless-shell chromium' ;; # the first needs half the time
        firefox) commands='firefox-esr firefox' ;;
        *) echo "no such browser: $browser"; exit 1 ;;
    esac
    found=
    for command in $commands; do
        found=${found:-$(command -v "$command")}
    done
    if [ -n "$found" ]; then
        browsers="$browsers $browser=$found"
    else
        echo "without $browser (Debian: ${commands%% *})"
    fi
done
[ -n "$browsers" ] || skip 'no browser'
"$top/out/pack" --help | grep -A1 '^  html ' | grep 'not part of this build' && skip 'no html format'
command -v node >/dev/null || skip 'node is missing (Debian: nodejs)'
command -v npm >/dev/null || skip 'npm is missing (Debian: npm)'

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# Fetches the packages of a folder with a lock file.  If several tests run at the same time, the first one fetches and
# the others wait for it.
fetch() { # FOLDER MODULES OPTION...
    fetched=$1 into=$2
    shift 2
    mkdir -p "$into"
    (
        flock 9
        cmp -s "$fetched/package-lock.json" "$into/done" && exit
        cp "$fetched"/package*.json "$into" && chmod u+w "$into"/package*.json || exit 1
        cd "$into" || exit 1
        npm ci --ignore-scripts --prefer-offline --fetch-timeout=20000 --fetch-retries=1 "$@" \
            >npm.log 2>&1 </dev/null && cp package-lock.json done
    ) 9>"$into/lock" || {
        cat "$into/npm.log"
        ! grep -q EINTEGRITY "$into/npm.log" || exit 1
        false
    }
}

modules=$top/tests/browser/modules
fetch "$here/tests/browser" "$modules" --omit=optional || skip 'Puppeteer could not be had from the npm registry'

# Runs a script with the programs of this build on PATH.
drive() { # SCRIPT...
    PATH=$top/out:$top/solve:$top/gen:$PATH ONLYWAY_LEVELS=$here/levels ONLYWAY_WORK=$work \
        ONLYWAY_PUPPETEER=$modules ONLYWAY_BROWSERS=$browsers node "$@"
}
