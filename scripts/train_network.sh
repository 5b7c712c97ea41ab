#!/usr/bin/env bash
# The whole way from nothing to a network of one game: games by the hand-made evaluation, a first network, games by that
# network, and so on, a last network from all of them. Called by train_shogi.sh, train_xiangqi.sh and train_janggi.sh,
# which say how. Every step goes on where it was cut off: run the same script again.
#
#   train_network.sh GAME FOLDER SCALE FIRST_WIDTH WIDTH GENERATION...
#
# GENERATION is NODES:POSITIONS, the first one by the hand-made evaluation, each other one by the network trained on
# all before it. FOLDER (default: data) takes games and networks; about 4.5 bytes a position.
set -euo pipefail
cd "$(dirname "$0")/.."

game=$1 folder=$2 scale=$3 first_width=$4 width=$5
shift 5
threads=$(nproc)
mkdir -p "$folder"
cargo build --release
ryuma=target/release/ryuma

data=()
net=none
number=0
for generation in "$@"; do
    number=$((number + 1))
    nodes=${generation%%:*} positions=${generation##*:}
    file=$folder/$game-$number.data
    echo "== $game: generation $number, $positions positions at $nodes nodes, evaluated by $net"
    "$ryuma" datagen --game "$game" --nodes "$nodes" --positions "$positions" --threads "$threads" \
        --seed "$number" --net "$net" --out "$file"
    data+=("$file")
    last=$([ "$number" = $# ] && echo yes || echo no)
    out=$folder/$game-$number.nnue
    echo "== $game: network $number, from ${data[*]}"
    # Settings: 0.9 of score and 0.1 of result, because results are learned by heart before they teach; a decay of 1
    # for the same reason; the scale is where one more centipawn changes the chance to win the most.
    "$ryuma" train --game "$game" --data "${data[@]}" --lambda 0.9 --decay 1 --scale "$scale" \
        --width "$([ "$last" = yes ] && echo "$width" || echo "$first_width")" \
        --epochs 5 --threads "$threads" --out "$out"
    net=$out
done
"$ryuma" data stats "${data[-1]}" # its win model goes into src/games/$game/mod.rs
echo "== $game: done. Try it: setoption name EvalFile value $net; keep it: cp $net nets/$game.nnue"
