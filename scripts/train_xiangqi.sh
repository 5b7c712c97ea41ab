#!/usr/bin/env bash
# From nothing to nets/xiangqi.nnue: about an hour and a half on two cores. See train_network.sh; the argument is the folder for the
# games (default: data).
exec "$(dirname "$0")/train_network.sh" xiangqi "${1:-data}" 800 128 256 600:2000000 400:3000000 400:7000000 400:4000000
