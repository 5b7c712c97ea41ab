#!/usr/bin/env bash
# Installs what the matches and measurements need, where it is missing: the engines fairy-stockfish and gpsshogi
# (apt; as root or through sudo) and the Python packages cshogi and pyffish (into .venv). Safe to run again.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { echo "setup_peers: $*"; }

# Package servers have bad moments: three tries, with a pause between them.
retry() {
    local try
    for try in 1 2 3; do
        "$@" && return
        say "failed (try $try of 3): $*" >&2
        sleep $((try * 5))
    done
    say "giving up: $*" >&2
    return 1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then env DEBIAN_FRONTEND=noninteractive "$@"; else sudo DEBIAN_FRONTEND=noninteractive "$@"; fi
}

apt_missing=()
[ -x /usr/games/fairy-stockfish ] || apt_missing+=(fairy-stockfish)
[ -x /usr/games/gpsusi ] || apt_missing+=(gpsshogi)
python3 -c 'import venv, ensurepip' 2>/dev/null || apt_missing+=(python3-venv)
if [ ${#apt_missing[@]} -gt 0 ]; then
    say "installing ${apt_missing[*]}"
    retry as_root apt-get update -qq
    retry as_root apt-get install -y -qq --no-install-recommends "${apt_missing[@]}" </dev/null
fi

# Packages that the system's Python has already are used from there.
[ -x .venv/bin/python ] || python3 -m venv --system-site-packages .venv
if ! .venv/bin/python -c 'import cshogi, pyffish' 2>/dev/null; then
    say "installing cshogi and pyffish into .venv"
    retry .venv/bin/python -m pip install --quiet --disable-pip-version-check cshogi pyffish
fi
.venv/bin/python -c 'import cshogi, pyffish'

say "ready: /usr/games/fairy-stockfish, /usr/games/gpsusi, .venv/bin/python with cshogi and pyffish"
