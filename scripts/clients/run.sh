#!/usr/bin/env bash
# Drives the built engine by real clients, one after the other, and tells which of them were content. Each script of
# this folder says at its top what it installs (PyPI packages into .venv, Debian packages, npm packages into
# runs/clients). As root or with sudo, about ten minutes.
#
#   cargo build --release && scripts/clients/run.sh [NAME…]      (cshogi shogiarena fairyfishnet lishoginet xboard referees)
set -uo pipefail
cd "$(dirname "$0")/../.."

scripts/setup_peers.sh || exit 1
names=("$@")
[ $# -gt 0 ] || names=(cshogi shogiarena fairyfishnet lishoginet xboard referees)
mkdir -p runs/clients
failed=()
for name in "${names[@]}"; do
    script=scripts/clients/${name}_client.py
    [ "$name" = referees ] && script=scripts/clients/referees.py
    if timeout 1500 .venv/bin/python "$script" > "runs/clients/$name.out" 2>&1; then
        echo "$name: ok"
    else
        echo "$name: FAILED, see runs/clients/$name.out"
        failed+=("$name")
    fi
done
[ ${#failed[@]} = 0 ]
