#!/usr/bin/env bash
# Runs a command with a temporary PostgreSQL server, whose address is in UACC_POSTGRES. Needs Debian's package postgresql.
set -euo pipefail

bin="$(find /usr/lib/postgresql -path '*/bin/initdb' -printf '%h\n' | sort -V | tail -n 1)"

folder="$(mktemp -d)"
# PostgreSQL does not run as root. Its package creates the user postgres.
as=()
if [ "$(id -u)" = 0 ]; then
  chown postgres "$folder"
  as=(runuser -u postgres --)
fi
server() { (cd "$folder" && "${as[@]}" "$bin/$1" -D "$folder/data" "${@:2}"); }
trap 'server pg_ctl -w -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT

server initdb --username books --auth trust --encoding UTF8 --locale C >/dev/null
# Listens only on a socket in a private folder, not on a port.
server pg_ctl -w -l "$folder/log" -o "-c listen_addresses= -k $folder" start >/dev/null || { cat "$folder/log"; exit 1; }
UACC_POSTGRES="postgresql:///postgres?host=$folder&user=books" "$@"
