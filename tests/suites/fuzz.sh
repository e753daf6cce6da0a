#!/usr/bin/env bash
# Runs each fuzz target for SECONDS, in parallel on all processors: `fuzz.sh SECONDS`. Needs a nightly toolchain and cargo-fuzz.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds="$1"
found="$(mktemp -d)"
trap 'rm -rf "$found"' EXIT

# One build for all targets. The project has no unsafe code, so a sanitizer would only be slower. With little optimization, the build takes a third of the time, and
# a run twice as long. Debug information, which cargo-fuzz asks for, is a tenth of the build.
CARGO_PROFILE_RELEASE_OPT_LEVEL=1 RUSTFLAGS="-C debuginfo=0" cargo +nightly fuzz build --sanitizer none --codegen-units 16 2>"$found/log" || { cat "$found/log"; exit 1; }
host="$(rustc +nightly -vV | sed -n 's/^host: //p')"
built="${CARGO_TARGET_DIR:-fuzz/target}/$host/release"

fuzz() {
  local target="$1" dictionary=json
  case "$target" in
    convert | field_splitter | workbook) dictionary=csv ;;
    ofx | profile | qif | values) dictionary="$target" ;;
  esac
  mkdir -p "$found/$target/corpus"
  if ! "$built/$target" "$found/$target/corpus" "fuzz/seeds/$target" -max_total_time="$seconds" \
    -dict="fuzz/dictionaries/$dictionary.dict" -rss_limit_mb=4096 -timeout=60 -artifact_prefix="$found/$target/" 2>"$found/$target.log"; then
    grep -a -A 4 -E 'panicked|ERROR' "$found/$target.log" || tail -n 20 "$found/$target.log"
    find "$found/$target" -maxdepth 1 -type f -exec base64 {} +
    echo "$target found a failure; the input is above, in base64"
    return 1
  fi
  echo "$target: $(grep -a '^Done' "$found/$target.log")"
}
export -f fuzz
export built found seconds
targets="$(cargo +nightly fuzz list)"
[ "$targets" = "$(ls fuzz/seeds)" ] || { echo "the fuzz targets differ from the folders in fuzz/seeds"; exit 1; }
printf '%s\n' "$targets" | xargs -P "$(nproc)" -I '{}' bash -euo pipefail -c 'fuzz {}'
