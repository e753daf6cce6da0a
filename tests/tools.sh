# The packages that are tested, and functions that install what a step needs. The other scripts source this file.

# Every step selects all packages with tests: cargo compiles dependencies once for each selection, since it decides on their features.
packages="--package universal-accounting --package universal-accounting-tests --package uacc"

# Installs Debian packages, after those that another process is installing.
install_packages() {
  (flock 9 && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@") 9>"${TMPDIR:-/tmp}/install_packages.lock"
}

# Installs a command if it is missing, from the package of the same name or of the second argument.
need() { command -v "$1" >/dev/null || install_packages "${2:-$1}"; }

# Installs a compiler for WebAssembly if it is missing: rustup's target or, if rustup can't download it, Debian's compiler with the sources of the standard library.
need_wasm() {
  [ -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown/lib" ] || rustup target add wasm32-unknown-unknown ||
    [ -f /usr/lib/rustlib/src/rust/library/Cargo.lock ] || install_packages rustc-web cargo-web rust-web-src lld-22
}

# Installs compilers for static programs if they are missing: musl's for C, which encryption needs, and rustup's target for musl or, if rustup can't download it,
# Debian's compiler with the sources of the standard library.
need_musl() {
  need musl-gcc musl-tools || return
  [ -d "$(rustc --print sysroot)/lib/rustlib/x86_64-unknown-linux-musl/lib" ] || rustup target add x86_64-unknown-linux-musl ||
    install_packages rustc-web cargo-web rust-web-src libunwind-22-dev
}

# Installs a cargo tool if it is missing, with its lock file or, if that fails, without it. Not optimized, as it runs for seconds only.
need_cargo() {
  cargo "$1" --version >/dev/null 2>&1 || cargo install --quiet --debug --locked "cargo-$1" || cargo install --quiet --debug "cargo-$1"
}

# Whether there is a nightly toolchain, which fuzzing needs. It is not installed, as the project is built with stable Rust.
has_nightly() {
  local toolchains
  toolchains="$(rustup toolchain list 2>/dev/null || true)"
  [[ $'\n'"$toolchains" == *$'\nnightly'* ]]
}
