#!/usr/bin/env bash
# Builds the programs to give away, into target/dist: portable (x86-64-v2), AVX2 (x86-64-v3), and both for Windows where
# the cross tools are there:
#
#   rustup target add x86_64-pc-windows-gnu
#   sudo apt install gcc-mingw-w64-x86-64        # the linker
#
# The networks' hot loops choose AVX2 while running in all of them; the builds differ in the rest.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p target/dist

build() { # name, level, target
    RUSTFLAGS="-C target-cpu=$2" cargo build --release --locked --target "$3" --target-dir "target/$1"
    local program="target/$1/$3/release/ryuma" ending=""
    [ -e "$program" ] || ending=.exe
    cp "$program$ending" "target/dist/ryuma-$1$ending"
}

linux=x86_64-unknown-linux-gnu
windows=x86_64-pc-windows-gnu
build linux-portable x86-64-v2 $linux
build linux-avx2 x86-64-v3 $linux
if command -v x86_64-w64-mingw32-gcc > /dev/null && [ -d "$(rustc --print sysroot)/lib/rustlib/$windows" ]; then
    build windows-portable x86-64-v2 $windows
    build windows-avx2 x86-64-v3 $windows
else
    echo "release: left out Windows: no $windows or no linker for it, see the top of this script" >&2
fi
ls -l target/dist
