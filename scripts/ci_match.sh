#!/usr/bin/env bash
# A short match of each game against Fairy-Stockfish under the referee: three games a side at 50 ms a move. Looks
# for illegal moves, late moves, crashes and wrong verdicts, not for strength. Under three minutes on two cores.
#
#   scripts/ci_match.sh [ENGINE] [OUTPUT FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
engine=${1:-target/release/ryuma}
out=${2:-runs/ci}

scripts/setup_peers.sh
.venv/bin/python scripts/check_referee.py

status=0
for game in shogi xiangqi janggi; do
    # On a busy machine any engine is late now and then (its first search touches a fresh table): hence the wide
    # margin. Whether time is kept exactly is for latency.py to say, on an idle machine.
    .venv/bin/python scripts/match.py --game "$game" --a "$engine" --a-option Threads=1 --b-option Threads=1 \
        --games 6 --movetime 50 --margin 500 --concurrency 2 --max-plies 300 --out "$out/$game" || status=1
done
[ $status = 0 ] || echo "ci_match: engine a was at fault, see above and $out/*/games.jsonl" >&2
exit $status
