#!/usr/bin/env bash
# Runs a command with a temporary PostgreSQL server, whose address is in UACC_POSTGRES. Needs Debian's package postgresql, and openssl, which that needs.
#
# The server encrypts too: UACC_POSTGRES_TLS is its port on localhost, and UACC_POSTGRES_CERTIFICATES a folder with root certificates.
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

# A certificate of an authority for localhost, one that signed itself for localhost, and an authority that signed neither.
certificates="$folder/certificates"
mkdir "$certificates"
(
  cd "$certificates"
  new() { openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -keyout "$1.key" -out "$1.crt" "${@:2}"; }
  new ca -subj /CN=authority
  new other -subj /CN=other
  new self -subj /CN=localhost -addext subjectAltName=DNS:localhost
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout server.key -out server.csr -subj /CN=localhost
  echo subjectAltName=DNS:localhost >extensions
  openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -extfile extensions -out server.crt
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout client.key -out client.csr -subj /CN=books
  openssl x509 -req -in client.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -extfile extensions -out client.crt
) >"$folder/openssl.log" 2>&1 || { cat "$folder/openssl.log"; exit 1; }
cp "$certificates"/{server,self,ca}.* "$folder/data/"
[ "$(id -u)" != 0 ] || chown -R postgres "$folder/data"
chmod 600 "$folder"/data/*.key
chmod 755 "$folder" "$certificates"

# The databases refuse connections that are not encrypted, those that are, and those without the certificate of a client.
cat >"$folder/data/pg_hba.conf" <<HBA
local all all trust
hostnossl encrypted all all reject
hostssl plain all all reject
hostssl known all all cert
host all all all trust
HBA

# Listens on a socket in a private folder and on a port of this machine.
start() {
  server pg_ctl -w -l "$folder/log" start -o "-c listen_addresses=localhost -p $1 -k $folder -c ssl=on -c ssl_ca_file=ca.crt -c ssl_cert_file=$2.crt -c ssl_key_file=$2.key" >/dev/null
}
for attempt in 1 2 3 4 5; do
  port=$((20000 + (RANDOM + attempt) % 10000))
  ! start "$port" server || break
  [ "$attempt" != 5 ] || { cat "$folder/log"; exit 1; }
done
for database in encrypted plain known; do "$bin/createdb" -h "$folder" -p "$port" -U books "$database"; done

export UACC_POSTGRES="postgresql:///postgres?host=$folder&port=$port&user=books"
export UACC_POSTGRES_TLS="$port" UACC_POSTGRES_CERTIFICATES="$certificates"
"$@"
