#!/bin/sh
# Tries the page of `ryuma analyze --html` in a real browser without a window, for every game.
#
# It needs Node.js 20 or later with npm. As root (or with sudo) it installs what is missing: from Debian the packages
# chromium and fonts-noto-cjk, from npm playwright-core (into target/page-test). Pictures of the pages stay in
# target/page-test, to be looked at.
#
#   cargo build --release && scripts/page_test.sh
set -eu
cd "$(dirname "$0")/.."
ryuma=${RYUMA:-target/release/ryuma}
work=target/page-test
mkdir -p "$work"

if ! command -v chromium > /dev/null || ! fc-list 2> /dev/null | grep -q CJK; then
    if [ "$(id -u)" = 0 ]; then sudo=; else sudo=sudo; fi
    $sudo apt-get update
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium fonts-noto-cjk fontconfig
fi
if [ ! -d "$work/node_modules/playwright-core" ]; then
    npm install --no-save --no-package-lock --prefix "$work" playwright-core@1
fi

for game in shogi xiangqi janggi; do
    "$ryuma" analyze --nodes 2000 --html "$work/$game.html" "tests/data/analysis/$game.txt" --game "$game" > /dev/null
done
cp scripts/page_test.mjs "$work/"
node "$work/page_test.mjs" "$work" shogi xiangqi janggi
