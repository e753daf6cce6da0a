#!/usr/bin/env bash
# Runs the first block of commands of the README that starts with TEXT: `readme.sh TEXT [OPTION]`, as written but for an option that its last command gets. The
# sessions of the README are run by a test of the program.
set -euo pipefail
cd "$(dirname "$0")/../.."
block="$(awk -v begin="$1" '/^```sh$/ { inside = 1; block = ""; next } /^```$/ { if (inside && index(block, begin) == 1) { printf "%s", block; exit } inside = 0 } inside { block = block $0 "\n" }' README.md)"
[ -n "$block" ] || { echo "the README has no block that starts with $1"; exit 1; }
exec bash -euo pipefail -c "${block%$'\n'} ${2:-}"
