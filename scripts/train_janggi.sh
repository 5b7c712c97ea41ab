#!/usr/bin/env bash
# From nothing to nets/janggi.nnue: about an hour and a half on two cores. See train_network.sh; the argument is the folder for the
# games (default: data).
exec "$(dirname "$0")/train_network.sh" janggi "${1:-data}" 400 128 256 600:2000000 400:3000000 400:6500000
