#!/usr/bin/env bash
# Every row of tests/data/perft_*.tsv to its full depth; `cargo test` stops earlier. Among them are shogi's start
# position to depth 6 (547581517) and xiangqi's to depth 6. Takes minutes.
#
#   scripts/perft_deep.sh [ENGINE]
set -euo pipefail
cd "$(dirname "$0")/.."
engine=${1:-target/release/ryuma}

rows=0
wrong=0

# check GAME POSITION DEPTH NODES [further options]
check() {
    local game=$1 position=$2 depth=$3 expected=$4 output nodes
    shift 4
    output=$("$engine" perft --game "$game" --position "$position" "$@" "$depth" </dev/null) || output="failed"
    nodes=$(sed -n 's/^Nodes searched: *//p' <<<"$output" | tail -n 1)
    rows=$((rows + 1))
    if [ "$nodes" != "$expected" ]; then
        wrong=$((wrong + 1))
        echo "WRONG $game $* depth $depth of $position: expected $expected, found ${nodes:-nothing}"
    fi
}

# The rules of janggi that Fairy-Stockfish calls by these names.
janggi_rules() {
    case $1 in
        janggi) echo Fairy ;;
        janggitraditional) echo Traditional ;;
        janggimodern) echo Modern ;;
        janggicasual) echo Casual ;;
    esac
}

for file in tests/data/perft_*.tsv; do
    echo "$file"
    while IFS=$'\t' read -r first second third fourth; do
        case $file in
            */perft_janggi_variants.tsv) check janggi "$second" "$third" "$fourth" --rule "JanggiRules=$(janggi_rules "$first")" ;;
            */perft_janggi.tsv) check janggi "$first" "$second" "$third" --rule JanggiRules=Fairy ;;
            */perft_xiangqi*.tsv) check xiangqi "$first" "$second" "$third" ;;
            */perft_shogi*.tsv) check shogi "$first" "$second" "$third" ;;
            *) echo "no rule for $file" >&2 && exit 2 ;;
        esac
    done < <(tail -n +2 "$file" | tr -d '\r')
done

# Our own rules of janggi have the moves of `janggicasual`.
while IFS=$'\t' read -r variant fen depth nodes; do
    if [ "$variant" = janggicasual ]; then check janggi "$fen" "$depth" "$nodes"; fi
done < <(tail -n +2 tests/data/perft_janggi_variants.tsv | tr -d '\r')

echo "$((rows - wrong)) of $rows rows right"
[ $wrong = 0 ]
