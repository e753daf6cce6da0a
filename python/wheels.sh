#!/usr/bin/env bash
# Builds the wheels of a release for this processor into python/dist: for Linux with glibc from 2.17 on (manylinux2014) and with musl 1.2 (musllinux). Each is for every
# Python from 3.10 on. On macOS and Windows, `maturin build --release` builds the wheel of that machine.
#
#     python/wheels.sh [FOLDER]
#
# Needs Python with venv, and Node. zig links against old versions of the C library, and is installed with maturin. rustup installs the compiler's target for musl.
set -euo pipefail
cd "$(dirname "$0")"
out="${1:-dist}"
tools="$(mktemp -d)"
trap 'rm -rf "$tools" universal_accounting/NOTICES' EXIT
python3 -m venv "$tools"
"$tools/bin/pip" install --quiet 'maturin>=1.9,<2' ziglang
export PATH="$tools/bin:$PATH"
architecture="$(uname -m)"
# One unit and fat link-time optimization, as for packages of the program.
export CARGO_PROFILE_RELEASE_LTO=fat CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1

# The licences of what the wheels contain.
node ../.ci/notices.mjs "$architecture-unknown-linux-gnu" universal-accounting-python >universal_accounting/NOTICES

maturin build --locked --release --zig --target "$architecture-unknown-linux-gnu" --compatibility manylinux2014 --out "$out"
if rustup target add "$architecture-unknown-linux-musl" || [ -d "$(rustc --print sysroot)/lib/rustlib/$architecture-unknown-linux-musl/lib" ]; then
  # An extension is loaded by Python, so it can't be static.
  RUSTFLAGS="-C target-feature=-crt-static" maturin build --locked --release --zig --target "$architecture-unknown-linux-musl" --compatibility musllinux_1_2 --out "$out"
else
  echo "NOT DONE: the target for musl can't be installed"
fi
ls -l "$out"
