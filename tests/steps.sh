# Steps with a table of their times, for `tests/run` and `tests/full`, which source this file from the top folder of the project.
#
# `step NAME` begins a step and ends the one before. `not_done REASON` says that the step can't be done here, and lists it so. The first command that fails,
# or a signal, ends the script, and the table says in which step. With UACC_TIMES, a file, several scripts share one table.

times="${UACC_TIMES:-$(mktemp)}"
current=""

end_step() {
  if [ -n "$current" ]; then
    printf '%s\t%s\t%s\n' "$1" "$((SECONDS - begun))" "$current" >>"$times"
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
  current="$current: $*"
  printf 'NOT DONE: %s\n' "$*"
  end_step "NOT DONE"
}

table() {
  local status=$?
  if [ "$status" = 0 ]; then
    end_step done
  else
    current="${current:-before the first step or between two}"
    begun="${begun:-$SECONDS}"
    end_step FAILED
  fi
  printf '\n%8s  %-8s  %s\n' seconds result step
  awk -F '\t' -v limit="$limit" '{ printf "%8s  %-8s  %s\n", $2, $1, $3; all += $2 }
    END { printf "%8d  %-8s  in all%s\n", all, "", (all > limit ? ", more than the " limit " that two cores may take" : "") }' "$times"
  [ -n "${UACC_TIMES:-}" ] || rm -f "$times"
  rm -rf "$scratch"
}

# A folder for what a script makes, which goes with it.
scratch="$(mktemp -d)"
trap table EXIT
# Without these an interrupted step would end with status 0.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# The folder beside the project with samples, vectors and suites of others, or nothing.
if [ -d ../shared ]; then
  UACC_SHARED="$(cd ../shared && pwd)"
  export UACC_SHARED
else
  unset UACC_SHARED
fi

# Where cargo builds.
target="$(cargo metadata --locked --format-version 1 --no-deps | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')"

# Installs packages of Debian.
install_packages() { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@"; }

# Makes sure that a command is there, of the package of its name or of another.
need() { command -v "$1" >/dev/null || install_packages "${2:-$1}"; }

# Makes sure that a compiler for WebAssembly is there: rustup's target or, where rustup can't fetch it, Debian's compiler with the standard library's sources.
need_wasm() {
  [ -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown/lib" ] || rustup target add wasm32-unknown-unknown ||
    [ -f /usr/lib/rustlib/src/rust/library/Cargo.lock ] || install_packages rustc-web cargo-web rust-web-src lld-22
}

# Runs ignored tests of a binary, those whose name has a word: `ignored BINARY WORD`. It fails where there is none.
ignored() {
  cargo test --locked --all-features --test "$1" -- --ignored "${@:2}" | tee "$scratch/ignored"
  grep -q '^test result: ok. [1-9]' "$scratch/ignored"
}

# Runs a block of commands of the README, the first that begins with a text: `readme_block TEXT`. The sessions of the README are run by a test of the program.
readme_block() {
  local block
  block="$(awk -v begin="$1" '/^```sh$/ { inside = 1; block = ""; next } /^```$/ { if (inside && index(block, begin) == 1) { printf "%s", block; exit } inside = 0 } inside { block = block $0 "\n" }' README.md)"
  [ -n "$block" ] || { echo "the README has no block that begins with $1"; return 1; }
  bash -euo pipefail -c "$block"
}
