#!/usr/bin/env bash
# A newcomer's path: clones the repository afresh, and does what docs/quick-start.md says, every command pasted as
# written. What is typed into a program comes from the page too (the block `typed`); a game in the terminal is left with
# `quit`. At the end there must be an engine that a board program can start, and a game analysed.
#
#   scripts/newcomer.sh                 builds anew: some minutes
#   scripts/newcomer.sh --built         takes target/ as it is here
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone --quiet . "$folder/ryuma"
cd "$folder/ryuma"
if [ "${1:-}" = --built ]; then
    mkdir -p target/release
    cp "$here/target/release/ryuma" target/release/
fi

blocks() { awk -v kind="$1" '$0 == "```" kind { on = 1; next } /^```/ { on = 0 } on' docs/quick-start.md; }

done_commands=0
while IFS= read -r command; do
    case "$command" in
        *"cargo build"*) [ "${1:-}" = --built ] && continue ;;
    esac
    echo "\$ $command"
    case "$command" in
        *" play "*) echo quit | bash -ec "$command" > said ;;
        target/release/ryuma) (blocks typed; sleep 3; echo quit) | bash -ec "$command" > said ;;
        *) bash -ec "$command" < /dev/null > said ;;
    esac
    tail -n 3 said
    [ -s said ] || [[ "$command" == *"cargo build"* ]] || { echo "it said nothing" >&2; exit 1; }
    done_commands=$((done_commands + 1))
done < <(blocks sh)

(blocks typed; sleep 3; echo quit) | target/release/ryuma | grep '^bestmove '
grep -q '<html' game.html
echo "newcomer: $done_commands commands, an engine that answers, a page of $(wc -c < game.html) bytes"
