#!/usr/bin/env bash
# Builds the packages, installs them into empty roots, and compares their program with that of the usual build:
# `packages.sh UACC`.
set -euo pipefail
uacc="$(realpath "$1")"
cd "$(dirname "$0")/../.."
export LC_ALL=C
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
out="$folder/out"
.ci/package "$out"
fail() { echo "$*"; exit 1; }
# Runs a command as root, or as a user who seems to be root.
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else unshare --user --map-root-user "$@"; fi; }

(cd "$out" && sha256sum --check --strict SHA256SUMS)
[ "$(ls "$out")" = "$(cd "$out" && printf '%s\n' SHA256SUMS uacc-*-x86_64-linux.tar.gz uacc_*_amd64.deb)" ] || fail "other files than expected: $(ls "$out")"

# The archive has one folder.
archive="$(echo "$out"/*.tar.gz)"
name="$(basename "$archive" .tar.gz)"
mkdir "$folder/unpacked"
tar -xzf "$archive" -C "$folder/unpacked"
root="$folder/unpacked/$name"
[ "$(ls "$folder/unpacked")" = "$name" ] || fail "the archive has more than the folder $name"
[ "$(ls "$root" | tr '\n' ' ')" = "CHANGELOG.md LICENSE-APACHE LICENSE-MIT NOTICES README.md completions man uacc " ] || fail "the archive has $(ls "$root")"
[ "$(ls "$root/completions" | tr '\n' ' ')" = "_uacc _uacc.ps1 uacc.bash uacc.fish " ] || fail "the archive has the completions $(ls "$root/completions")"

# The package installs with nothing beside it, and is removed without a trace.
deb="$(echo "$out"/*.deb)"
installed="$folder/installed"
mkdir -p "$installed/var/lib/dpkg/updates" "$installed/var/lib/dpkg/info"
touch "$installed/var/lib/dpkg/status" "$installed/var/lib/dpkg/available"
dpkg_in_root() { as_root dpkg --root="$installed" --force-not-root --log=/dev/null "$@" >/dev/null; }
dpkg_in_root --install "$deb"
[ "$(dpkg-query --root="$installed" -W -f '${Package} ${Status}' uacc)" = "uacc install ok installed" ] || fail "dpkg does not list the package"
cmp "$root/uacc" "$installed/usr/bin/uacc"
# Each crate whose code is in the program has a line and a text.
for notices in "$root/NOTICES" "$installed/usr/share/doc/uacc/copyright"; do
  grep -q '^rust_decimal [0-9.]*: MIT' "$notices" && grep -q 'Permission is hereby granted' "$notices" || fail "$notices has no licence of rust_decimal"
done
for file in bash-completion/completions/uacc:uacc.bash zsh/vendor-completions/_uacc:_uacc fish/vendor_completions.d/uacc.fish:uacc.fish; do
  cmp "$root/completions/${file#*:}" "$installed/usr/share/${file%:*}"
done
[ "$(ls "$root/man" | wc -l)" -gt 10 ] || fail "man pages are missing"
for page in "$root"/man/*; do
  zcat "$installed/usr/share/man/man1/${page##*/}.gz" | cmp "$page"
done

version="$(cargo pkgid --locked)"
expected="uacc ${version##*[@#]}"
# Without a commit if the sources differ from it.
[ -n "$(git status --porcelain --untracked-files=no)" ] || expected+=" ($(git rev-parse HEAD | cut -c 1-12))"

# Tests a program in a root that has no library and no other program: `works_in ROOT PROGRAM`.
works_in() {
  local root="$1" program="$2" version
  in_root() { as_root chroot "$root" "$program" "$@"; }
  version="$(in_root --version)"
  [ "$version" = "$expected" ] || fail "--version prints $version in the place of $expected"
  cp tests/bank/ubs-account/2022-11-de.csv "$root/statement.csv"
  in_root convert --quiet statement.csv -o statement.json
  in_root convert --quiet statement.csv --to csv >"$root/statement.table"
  in_root import --quiet statement.json --store books.store
  (cd "$root" && "$uacc" convert --quiet statement.csv) | cmp - "$root/statement.json"
  (cd "$root" && "$uacc" convert --quiet statement.csv --to csv) | cmp - "$root/statement.table"
  # `ldd` fails for some static programs.
  libraries="$(ldd "$root$program" 2>&1 || true)"
  [[ "$libraries" == *"statically linked"* || "$libraries" == *"not a dynamic executable"* ]] || fail "the program is not static: $libraries"
  # Paths of the machine would make packages differ, and show who built them.
  ! grep -aqF "$HOME/" "$root$program" || fail "the program has paths below $HOME"
}
works_in "$root" /uacc
works_in "$installed" /usr/bin/uacc

dpkg_in_root --purge uacc
[ ! -e "$installed/usr" ] || fail "these files are left: $(find "$installed/usr" -type f)"

# Pages and completions change only if their content does.
! grep -rqF "$(git rev-parse --short=12 HEAD)" "$root/man" "$root/completions" || fail "man pages or completions have the commit"
