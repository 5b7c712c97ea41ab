#!/usr/bin/env bash
# From nothing to nets/shogi.nnue: about three hours on two cores. See train_network.sh; the argument is the folder for the
# games (default: data).
exec "$(dirname "$0")/train_network.sh" shogi "${1:-data}" 800 128 256 600:2000000 400:3000000 400:2000000 400:2000000 400:3500000 400:5000000
