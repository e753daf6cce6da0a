"""Attacks `uacc serve` in ways that would stop or mislead a careless server, and reports what each did.

Usage: attacks.py UACC [ATTACK...], such as `attacks.py target/debug/uacc kills malformed`

Needs Linux. Each attack prints its name, what was seen, and the seconds that it took; the exit status is 1 if one succeeded. No attack compares a time with a
constant, because a busy machine is no fault of the server: a server that holds something up does so until the attack ends, so that the attack times out. The attacks on the
database run if UACC_POSTGRES has the address of one that may be stopped and killed, and need `psql`. Attacks that can't run here say so.
"""

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from attacked_server import API, FOREVER, MAX_WAIT, TOKEN, UACC, Server, head, readable, transactions, wait_until

BASE_DATA = {
    "organization": {"companyName": "Muster AG", "leadCurrency": "CHF"},
    "accounts": [{"externalId": "a-1", "number": "1020", "description": "Bank", "currency": "CHF"}],
    "currencies": [{"externalId": "c-1", "code": "CHF"}],
    "taxes": [{"externalId": "t-1", "code": "UN81", "description": "Umsatzsteuer", "value": 8.1, "country": "CH"}],
    "taxPeriods": [{
        "externalId": "p-1", "isSubjectToTax": True, "balanceTaxation": False, "accountingMethod": "ACCRUAL",
        "startsAt": "2026-01-01", "endsAt": "2026-12-31",
    }],
}


def flipped_bits(number=200):
    """Flips bits in every kind of file of a store: what is read is right, or an error."""
    picks = random.Random(29)
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder, "books")
        with Server(store=store) as server:
            assert server.fetch("PATCH", f"{API}/base-data", json.dumps(BASE_DATA))[0] == 200
            _, uploaded = server.fetch("POST", "/sandbox/files", b"%PDF-1.4 receipt" * 20, {"Content-Type": "application/pdf"})
            name = json.loads(uploaded)["signedFileName"]
            document = json.dumps({"signedFileName": name, "fileName": "Rechnung.pdf"})
            _, created = server.fetch("POST", f"{API}/documents/document", document)
            file = next(iter(json.loads(created).values()))
            assert server.fetch("POST", f"/sandbox/files/{file}/export")[0] == 204
            assert server.fetch("POST", f"{API}/transactions", transactions(0, 1000))[0] == 201
            reads = {"base-data": f"{API}/base-data", "uploads": f"{API}/documents/files/{file}/download"}
            reads["documents"] = reads["exports"] = reads["uploads"]
            right = {kind: server.fetch("GET", path) for kind, path in reads.items()}
            found = {}
            for kind, path in reads.items():
                [target] = [path for path in store.rglob("*") if path.is_file() and kind in str(path.relative_to(store))]
                whole = target.read_bytes()
                found[kind] = 0
                for _ in range(number):
                    damaged = bytearray(whole)
                    damaged[picks.randrange(len(whole))] ^= 1 << picks.randrange(8)
                    target.write_bytes(damaged)
                    answer = server.fetch("GET", path)
                    assert answer == right[kind] or answer[0] == 503, (kind, answer)
                    found[kind] += answer[0] == 503
                target.write_bytes(whole)
                assert server.fetch("GET", path) == right[kind], kind
            server.stop()
        [target] = store.rglob("transactions.store")
        payload = Path(folder, "again.json")
        payload.write_text(transactions(0, 1000))
        whole = target.read_bytes()
        found["transactions"] = 0
        for _ in range(number):
            damaged = bytearray(whole)
            damaged[picks.randrange(len(whole))] ^= 1 << picks.randrange(8)
            target.write_bytes(damaged)
            command = [UACC, "import", payload, "--store", target, "--dry-run", "--format", "json"]
            run = subprocess.run(command, capture_output=True, text=True)
            if run.returncode == 2:
                found["transactions"] += 1
            else:
                counts = json.loads(run.stdout)
                assert (counts["existingTransactions"], counts["newTransactions"]) == (1000, 0), run
        return f"{number} bits in each kind of file, none read in silence; refused: {found}"


def undrained_log(requests=100_000):
    """Nobody reads standard error, which is a pipe. A server that waits for a reader does not answer all requests, or does not end."""
    with Server("--patience", FOREVER, stderr=subprocess.PIPE) as server:
        sent = (head("GET", f"{API}/base-data") * 100).encode()
        client = server.socket()
        reader = client.makefile("rb")
        for _ in range(requests // 100):
            client.sendall(sent)
            for _ in range(100):
                status = reader.readline()
                assert b" 404 " in status, status
                length = 0
                while (line := reader.readline()) != b"\r\n":
                    if line.lower().startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                reader.read(length)
        # The client stays connected, and owes a request. A server that waits for it does not end.
        seconds = server.stop()
        client.close()
    return f"{requests} answers, ended {seconds:.2f} s after SIGTERM"


def dribbling(connections=256):
    """Clients that send a byte of their head now and then, and take all places, beside one that sends whole requests.

    If none of them gave way, no request would be answered; if all gave way, none would be left.
    """
    with Server("--patience", FOREVER) as server:
        clients = [server.socket() for _ in range(connections)]
        sent, slowest = head("GET", "/").encode(), 0
        for at in range(20):
            for client in clients:
                try:
                    client.send(sent[at:at + 1])
                except OSError:
                    pass  # It had to give way.
            start = time.monotonic()
            assert server.fetch("GET", f"{API}/base-data")[0] == 404
            slowest = max(slowest, time.monotonic() - start)
        left = connections - len(readable(clients))
        for client in clients:
            client.close()
    assert connections / 2 <= left < connections, left
    return f"{connections} clients, of which {left} are left; the slowest of 20 requests beside them took {slowest * 1000:.0f} ms"


def slow_readers(readers=6):
    """Clients that ask for a large answer and read nothing. A server that waits for them does not answer other requests."""
    with Server("--patience", FOREVER) as server:
        _, uploaded = server.fetch("POST", "/sandbox/files", b"x" * (30 << 20), {"Content-Type": "application/pdf"})
        document = json.dumps({"signedFileName": json.loads(uploaded)["signedFileName"], "fileName": "a.pdf"})
        _, created = server.fetch("POST", f"{API}/documents/document", document)
        file = next(iter(json.loads(created).values()))
        server.fetch("POST", f"/sandbox/files/{file}/export")
        clients = [server.socket() for _ in range(readers)]
        for client in clients:
            client.sendall(head("GET", f"{API}/documents/files/{file}/download").encode())
        # The memory for answers has room for five, whose beginnings arrive.
        wait_until(lambda: len(readable(clients)) >= 5, "the server does not answer")
        start = time.monotonic()
        assert server.fetch("GET", f"{API}/base-data")[0] == 404
        assert server.fetch("POST", f"{API}/transactions", transactions(0, 100))[0] == 201
        seconds = time.monotonic() - start
        for client in clients:
            client.close()
        peak = server.peak()
    assert peak < 1280, peak
    return f"{readers} readers; two requests beside them took {seconds * 1000:.0f} ms; peak {peak} MiB"


def large_bodies(bodies=100, small=20):
    """Bodies of almost 32 MiB at the same time, of forms that need much memory, beside small requests.

    The server works on one body at a time. If the small requests waited for it, a body would be taken during each of them.
    """
    zeros = '{"transactions":[' + "0," * ((32 << 20) // 2 - 20) + "0]}"
    keys = '{"transactions":[{' + ",".join(f'"{number:x}":0' for number in range(2_900_000)) + "}]}"
    with Server("--patience", "20", "--long-imports") as server:
        statuses, lock = {}, threading.Lock()

        def send(body):
            try:
                # The patience is for receiving the body, for its turn and for the answer, so a body can take longer than other requests.
                status = server.fetch("POST", f"{API}/transactions", body, timeout=10 * MAX_WAIT)[0]
            except OSError:
                status = "closed"
            with lock:
                statuses[status] = statuses.get(status, 0) + 1

        threads = [threading.Thread(target=send, args=([zeros, keys][number % 2],)) for number in range(bodies)]
        for thread in threads:
            thread.start()
        # The bodies that are received alone have 160 MiB.
        wait_until(lambda: server.peak() > 250, "the server works on no body")
        start, sent, held_up = time.monotonic(), 0, 0
        while sent < small and sum(statuses.values()) < bodies:
            before = statuses.get(201, 0)
            assert server.fetch("GET", "/sandbox/nothing")[0] == 404
            sent, held_up = sent + 1, held_up + (statuses.get(201, 0) > before)
        seconds = time.monotonic() - start
        for thread in threads:
            thread.join()
        peak = server.peak()
    assert peak < 1280 and sent and held_up <= sent / 2 and set(statuses) <= {201, 503}, (peak, sent, held_up, statuses)
    return f"{bodies} bodies: {statuses}; {sent} requests beside them took {seconds * 1000:.0f} ms; peak {peak} of 1280 MiB"


def kills(number=30):
    """Kills the server during imports: what was acknowledged is there, and nothing twice."""
    with tempfile.TemporaryDirectory() as folder:
        store, acknowledged = Path(folder, "books"), 0
        for _ in range(number):
            with Server(store=store) as server:
                killer = threading.Timer(random.uniform(0.02, 0.2), server.process.kill)
                killer.start()
                try:
                    while True:
                        status, answer = server.fetch("POST", f"{API}/transactions", transactions(acknowledged, 50))
                        assert status == 201, answer
                        acknowledged += 50
                except (OSError, http.client.HTTPException):
                    killer.join()
        with Server(store=store) as server:
            for first in range(0, acknowledged, 1000):
                count = min(1000, acknowledged - first)
                _, answer = server.fetch("POST", f"{API}/transactions", transactions(first, count))
                assert json.loads(answer)["existingTransactions"] == count, answer
    assert acknowledged, "no import was acknowledged"
    return f"{number} kills, {acknowledged} acknowledged transactions, all there"


def full_disk(kills=3):
    """A disk of 6 MB that fills up, and a server that is killed there: what was acknowledged stays."""
    with tempfile.TemporaryDirectory() as folder:
        mount = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", f"mount -t tmpfs -o size=6m tmpfs {folder} && echo && exec sleep 3600"]
        disk = subprocess.Popen(mount, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            if not disk.stdout.readline():
                return "not done: this machine does not allow mounting a file system"
            within = ["nsenter", "--user", "--mount", "--preserve-credentials", f"--target={disk.pid}"]
            acknowledged, refused = 0, 0
            for _ in range(kills):
                with Server(store=Path(folder, "books"), within=within) as server:
                    for _ in range(20):
                        while (status := server.fetch("POST", f"{API}/transactions", transactions(acknowledged, 200))[0]) == 201:
                            acknowledged += 200
                        assert status == 503, status
                        refused += 1
            with Server(store=Path(folder, "books"), within=within) as server:
                for first in range(0, acknowledged, 200):
                    _, answer = server.fetch("POST", f"{API}/transactions", transactions(first, 200))
                    assert json.loads(answer)["existingTransactions"] == 200, (first, answer)
                server.stop()
            check = subprocess.run([*within, UACC, "store", "check", Path(folder, "books")], capture_output=True, text=True)
            assert check.returncode == 0, check
        finally:
            disk.kill()
            disk.wait()
    assert acknowledged and refused, (acknowledged, refused)
    return f"{acknowledged} acknowledged transactions, all there after {kills} kills; {refused} requests answered 503; the store is whole"


def sql(statement):
    return subprocess.run(["psql", "-AtXq", os.environ["UACC_POSTGRES"], "-c", statement], capture_output=True, text=True, check=True).stdout.split()


def database(name):
    """Returns the address of an empty schema in the database."""
    sql(f"DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}")
    return f"{os.environ['UACC_POSTGRES']}&options=-csearch_path%3D{name}"


def backends():
    """Returns the processes of the database that serve clients."""
    return [int(process) for process in sql("SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")]


def checkpointer():
    """Returns the process of the database that is another one after each restart, or None while the database restarts."""
    try:
        return sql("SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'")[0]
    except subprocess.CalledProcessError:
        return None


def stopped_backends(clients=8):
    """The processes of the database that serve two servers are stopped: only what needs the database waits, and not longer than its server has patience.

    The attack lets the processes go on. Until then, a server that waits for them does not answer and does not end, as the requests to the patient server show.
    """
    patience, seen, answered, store = 3, {}, [], database("stopped")
    with Server("--patience", FOREVER, store=store) as patient, Server("--patience", str(patience), store=store) as server:

        def import_some(client):
            for number in range(20):
                status = server.fetch("POST", f"{API}/transactions", transactions((client * 20 + number) * 10, 10))[0]
                assert status == 201, status

        threads = [threading.Thread(target=import_some, args=(client,)) for client in range(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        stopped = backends()
        for process in stopped:
            os.kill(process, signal.SIGSTOP)
        try:
            held_up = [threading.Thread(target=import_one, args=(patient, answered), daemon=True) for _ in range(clients)]
            for thread in held_up:
                thread.start()
            for expected, path, body, token in [
                (401, f"{API}/transactions", transactions(0, 1), "unknown"), (404, "/nothing", "{}", TOKEN),
                (413, f"{API}/transactions", b" " * (33 << 20), TOKEN),
            ]:
                start = time.monotonic()
                status, answer = patient.fetch("POST", path, body, token=token)
                seen[expected] = round(time.monotonic() - start, 2)
                assert status == expected, (expected, status, answer)
            start = time.monotonic()
            status, answer = server.fetch("POST", f"{API}/transactions", transactions(0, 1))
            seen[503] = round(time.monotonic() - start, 2)
            assert status == 503 and seen[503] >= patience, (status, answer, seen)
            waiting = [threading.Thread(target=import_one, args=(server, []), daemon=True) for _ in range(clients)]
            for thread in waiting:
                thread.start()
            time.sleep(0.5)
            ended = server.stop()
            assert not answered, f"answered without the database: {answered}"
        finally:
            for process in stopped:
                os.kill(process, signal.SIGCONT)
    assert stopped
    return f"{len(stopped)} stopped; seconds until {seen}; ended {ended:.1f} s after SIGTERM with a patience of {patience} s"


def import_one(server, statuses):
    """Sends an import, and adds the status if there is an answer."""
    try:
        statuses.append(server.fetch("POST", f"{API}/transactions", transactions(0, 1))[0])
    except (OSError, http.client.HTTPException):
        pass


def database_restarts(number=8):
    """The database restarts during imports, as one of its processes was killed: what was acknowledged is there, and nothing twice."""
    acknowledged = refused = 0
    with Server(store=database("restarts")) as server:
        for _ in range(number):
            before = checkpointer()
            assert before
            killer = threading.Timer(random.uniform(0.2, 0.6), lambda: os.kill(backends()[0], signal.SIGKILL))
            killer.start()
            deadline = time.monotonic() + MAX_WAIT
            # Until an import after the restart is taken.
            is_over = False
            while not is_over:
                assert time.monotonic() < deadline, "no import was taken after the restart"
                has_restarted = not killer.is_alive() and checkpointer() not in (None, before)
                status, answer = server.fetch("POST", f"{API}/transactions", transactions(acknowledged, 20))
                assert status in (201, 503), (status, answer)
                refused += status == 503
                acknowledged += 20 if status == 201 else 0
                is_over = has_restarted and status == 201
            killer.join()
    there, distinct = sql("SELECT count(*), count(DISTINCT transaction_id) FROM restarts.uacc_transactions")[0].split("|")
    assert int(there) == int(distinct) == acknowledged, (there, distinct, acknowledged)
    return f"{number} restarts, {acknowledged} acknowledged transactions, each there once; {refused} requests answered 503"


def two_processes():
    """A second server on the same directory, and an import into a store that a server has."""
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder, "books")
        with Server(store=store) as server:
            assert server.fetch("POST", f"{API}/transactions", transactions(0, 10))[0] == 201
            command = [UACC, "serve", "--listen", "127.0.0.1:0", "--token", TOKEN, "--store", store]
            second = subprocess.run(command, capture_output=True, text=True, timeout=MAX_WAIT)
            assert second.returncode == 2, second
            assert server.fetch("POST", f"{API}/transactions", transactions(0, 11))[0] == 201
    return second.stderr.strip().splitlines()[-1].replace(str(store), "DIR")


def malformed():
    """Requests that no client sends by mistake, on raw sockets."""
    bodies = [
        "", "\r\n", "\0" * 100, "GET", "GET /", "GET / HTTP/1.1", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
        "G\0T / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\nHost: a\n\n", "GET / HTTP/1.1\r\nHost a\r\n\r\n", "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\x16\x03\x01\x00\xa5\x01\r\n\r\n",
    ]
    for path in ["/" + "a" * 100_000, "/%", "/%zz", "/../../etc/passwd", "//", "*", "http://other/", "/\x7f", "/ä", "/?" + "&" * 50_000]:
        bodies.append(head("GET", path))
    for line in [
        "A: " + "b" * 600_000, "A" * 600_000 + ": b", ": no name", "A b: c", "Content-Length: -1", "Content-Length: 1x",
        "Content-Length: 99999999999999999999", "Content-Length: 1\r\nContent-Length: 2", "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: gzip", "Transfer-Encoding: x\r\nTransfer-Encoding: chunked",
        "Expect: 200-ok", "Connection: upgrade\r\nUpgrade: h2c", "Authorization: Bearer other", "Content-Type: \xff",
    ]:
        bodies.append(head("POST", f"{API}/transactions", line))
    for chunk in ["zz\r\n", "-1\r\n", "ffffffffffffffff\r\n", "5\r\nabc", "1;" + "x" * 100_000 + "\r\na\r\n", "0\r\nA: " + "b" * 600_000 + "\r\n\r\n", "1\na\n"]:
        bodies.append(head("POST", f"{API}/transactions", "Content-Type: application/json", "Transfer-Encoding: chunked") + chunk)
    for method in ["get", "TRACE", "CONNECT", "A" * 10_000, "\xff", "GET\t"]:
        bodies.append(head(method, f"{API}/base-data"))
    bodies += [head("GET", "/", *["A: b"] * count) for count in (101, 1000, 20_000)]
    bodies += [head("GET", f"{API}/base-data") * 3 + "garbage", head("POST", f"{API}/transactions", "Content-Length: 10") + "{}"]
    bodies += [head("HEAD", f"{API}/base-data", "Content-Length: 3") + "abc", head("GET", "/", "Range: bytes=0-"), head("OPTIONS", "*"), head("GET", "/", "Cookie: \0")]
    with Server("--patience", "1") as server:
        closed = refused = 0
        for sent in bodies:
            with server.socket() as client:
                try:
                    client.sendall(sent.encode("latin-1"))
                    client.shutdown(socket.SHUT_WR)
                except OSError:
                    pass  # It was refused before its end.
                received = b""
                try:
                    while part := client.recv(1 << 16):
                        received += part
                except OSError:
                    pass
                assert not received or received.startswith(b"HTTP/1."), (sent[:80], received[:80])
                status = received.split(b" ")[1:2]
                assert not status or 400 <= int(status[0]) < 500, (sent[:80], received[:80])
                refused, closed = refused + bool(received), closed + (not received)
            assert server.fetch("GET", f"{API}/base-data")[0] == 404
    return f"{len(bodies)} requests: {refused} refused, {closed} closed without an answer"


def tokens_without_scopes():
    """A token without scopes, an unknown one and none, at every path."""
    routes = json.loads(subprocess.run([UACC, "schema", "openapi"], capture_output=True, check=True).stdout)["paths"]
    paths = [(method.upper(), path) for path, methods in routes.items() for method in methods if method in ("get", "post", "patch")]
    paths += [(method, f"/sandbox/{path}") for method, path in [
        ("POST", "files"), ("POST", "files/00000000-0000-8000-8000-000000000000/export"), ("POST", "responses"), ("DELETE", "responses"),
        ("GET", "requests"), ("GET", "import"), ("PUT", "seed"), ("POST", "reset"), ("GET", "journal"), ("POST", "journal/deliveries"),
        ("GET", "snapshot"), ("PUT", "snapshot"),
    ]]
    with tempfile.TemporaryDirectory() as folder:
        tokens = Path(folder, "tokens.json")
        tokens.write_text('{"tokens": [{"token": "p00r", "organization": "muster-ag", "scopes": []}]}')
        tokens.chmod(0o600)
        with Server("--tokens", tokens) as server:
            for method, path in paths:
                path = path.replace("{serviceFileId}", "00000000-0000-8000-8000-000000000000")
                for token, expected in [("p00r", 403), ("unknown", 401), ("", 401)]:
                    status, answer = server.fetch(method, path, "{}", token=token)
                    assert status == expected, (method, path, token, status, answer)
    return f"{len(paths)} paths: 403 without scopes, 401 without a known token"


def main():
    failed = False
    attacks = [
        flipped_bits, undrained_log, dribbling, slow_readers, large_bodies, kills, full_disk, two_processes, malformed, tokens_without_scopes,
    ]
    if os.environ.get("UACC_POSTGRES"):
        attacks += [stopped_backends, database_restarts]
    for attack in attacks:
        if sys.argv[2:] and attack.__name__ not in sys.argv[2:]:
            continue
        start = time.monotonic()
        try:
            seen = attack()
        except (AssertionError, TimeoutError, subprocess.TimeoutExpired) as error:
            failed, seen = True, f"SUCCEEDED: {str(error)[:500]}"
        print(f"{attack.__name__.replace('_', ' ')}: {seen} ({time.monotonic() - start:.0f} s)", flush=True)
    sys.exit(failed)


main()
