# Steps of `tests/run` and `tests/full`, with a table of their times beside those in CONTRIBUTING.md. Both scripts source this file from the top folder of the project.
#
# `step NAME` ends the previous step and starts a new one. `not_done REASON` lists the current step as not done. A failing command or a signal ends the
# script, and the table shows the failed step. If UACC_TIMES names a file, several scripts share one table.

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
    current="${current:-before the first step or between steps}"
    begun="${begun:-$SECONDS}"
    end_step FAILED
  fi
  printf '\n%8s  %8s  %-8s  %s\n' seconds before result step
  # The second column is that of the step in CONTRIBUTING.md. A step has grown if it takes a quarter and ten seconds more.
  awk -F '\t' -v limit="$limit" '
    NR == FNR { if (split($0, cell, / *\| */) > 3 && cell[3] ~ /^[0-9]+$/) before[cell[2]] = cell[3]; next }
    { known = $3 in before ? before[$3] : ""; grew = known != "" && $2 > known * 1.25 + 10
      printf "%8s  %8s  %-8s  %s%s\n", $2, known, $1, $3, (grew ? ": GREW" : ""); all += $2 }
    END { printf "%8d  %8s  %-8s  total%s\n", all, "", "", (all > limit ? ", more than the " limit " seconds that two cores should take" : "") }
  ' CONTRIBUTING.md "$times"
  [ -n "${UACC_TIMES:-}" ] || rm -f "$times"
  rm -rf "$scratch"
}

# A temporary folder, which is deleted when the script ends.
scratch="$(mktemp -d)"
trap table EXIT
# Without these traps, an interrupted script would end with status 0.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# The folder next to the project with third-party samples, test vectors and test suites, if it exists.
if [ -d ../shared ]; then
  UACC_SHARED="$(cd ../shared && pwd)"
  export UACC_SHARED
else
  unset UACC_SHARED
fi

# The target folder of cargo.
target="$(cargo metadata --locked --format-version 1 --no-deps | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')"

# Installs Debian packages.
install_packages() { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@"; }

# Installs a command if it is missing, from the package of the same name or of the second argument.
need() { command -v "$1" >/dev/null || install_packages "${2:-$1}"; }

# Installs a compiler for WebAssembly if it is missing: rustup's target or, if rustup can't download it, Debian's compiler with the sources of the standard library.
need_wasm() {
  [ -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown/lib" ] || rustup target add wasm32-unknown-unknown ||
    [ -f /usr/lib/rustlib/src/rust/library/Cargo.lock ] || install_packages rustc-web cargo-web rust-web-src lld-22
}

# Installs a compiler for static programs if it is missing: rustup's target for musl or, in its place, Debian's compiler with the sources of the standard library.
need_musl() {
  [ -d "$(rustc --print sysroot)/lib/rustlib/x86_64-unknown-linux-musl/lib" ] || rustup target add x86_64-unknown-linux-musl ||
    install_packages rustc-web cargo-web rust-web-src musl-tools libunwind-22-dev
}

# Runs the ignored tests of a binary whose names contain WORD: `ignored BINARY WORD`. Fails if there are none.
ignored() {
  cargo test --locked --all-features --test "$1" -- --ignored "${@:2}" | tee "$scratch/ignored"
  grep -q '^test result: ok. [1-9]' "$scratch/ignored"
}
