# Steps with a table of their times, for `tests/run` and `tests/full`, which source this file from the top folder of the project.
#
# `step NAME` begins a step and ends the one before; `not_done NAME REASON` lists one that can't be done here. The first command that fails ends the script,
# and the table says in which step. With UACC_TIMES, a file, several scripts share one table.

times="${UACC_TIMES:-$(mktemp)}"
current=""

note() { printf '%s\t%s\t%s\n' "$1" "$2" "$3" >>"$times"; }

end_step() {
  if [ -n "$current" ]; then
    note "$1" "$((SECONDS - begun))" "$current"
    current=""
  fi
}

step() {
  end_step done
  current="$*"
  begun=$SECONDS
  printf '\n== %s\n' "$current"
}

not_done() {
  end_step done
  printf '\n== %s: NOT DONE: %s\n' "$1" "$2"
  note "NOT DONE" - "$1: $2"
}

table() {
  local status=$?
  end_step "$([ "$status" = 0 ] && echo done || echo FAILED)"
  printf '\n%8s  %-8s  %s\n' seconds result step
  awk -F '\t' '{ printf "%8s  %-8s  %s\n", $2, $1, $3; if ($2 != "-") all += $2 } END { printf "%8d  %-8s  %s\n", all, "", "in all" }' "$times"
  [ -n "${UACC_TIMES:-}" ] || rm -f "$times"
  if [ -n "${scratch:-}" ]; then rm -rf "$scratch"; fi
  return "$status"
}
trap table EXIT

# A folder for what a script makes, which goes with it.
scratch="$(mktemp -d)"

# The folder beside the project with samples, vectors and suites of others, or nothing.
if [ -d ../shared ]; then
  UACC_SHARED="$(cd ../shared && pwd)"
  export UACC_SHARED
else
  unset UACC_SHARED
fi

# Installs packages of Debian, for the commands that are not there.
install_packages() { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@"; }
need() { command -v "$1" >/dev/null || install_packages "${2:-$1}"; }

# Makes sure that a compiler for WebAssembly is there: rustup's target or, where rustup can't fetch it, Debian's compiler with the standard library's sources.
need_wasm() {
  if [ ! -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown/lib" ] && ! rustup target add wasm32-unknown-unknown; then
    [ -f /usr/lib/rustlib/src/rust/library/Cargo.lock ] || install_packages rustc-web cargo-web rust-web-src lld-22
  fi
}

# Runs the blocks of the README that call the program, in a folder with a copy of the tests, where PROGRAM stands for the release build.
readme_commands() {
  local program="$1" folder="$scratch/readme" block count=0
  mkdir -p "$folder/target/release"
  ln -sf "$program" "$folder/target/release/uacc"
  cp -r tests "$folder"
  while IFS= read -r -d '' block; do
    printf '%s' "$block"
    if ! (cd "$folder" && bash -euo pipefail -c "${block//cargo run --release --features cli --/target/release/uacc}" >log 2>&1); then
      cat "$folder/log"
      return 1
    fi
    count=$((count + 1))
  done < <(awk '/^```sh$/ { inside = 1; block = ""; next }
    /^```$/ { if (inside && block ~ /target\/release\/uacc|cargo run/) printf "%s%c", block, 0; inside = 0 }
    inside { block = block $0 "\n" }' README.md)
  if [ "$count" -lt 5 ]; then
    echo "only $count blocks of the README were run"
    return 1
  fi
}
