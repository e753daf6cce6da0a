"""Attacks `uacc serve` in ways that would stop or mislead a careless server, and reports what each did.

Usage: attacks.py UACC [ATTACK...], such as `attacks.py target/debug/uacc dribbling malformed`

Needs Linux. Each attack prints its name, what was seen, and the seconds that it took; the exit status is 1 if one succeeded. No attack compares a time with a
constant, because a busy machine is no fault of the server: a server that holds something up does so until the attack ends, so that the attack times out.
"""

import json
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from attacked_server import API, FOREVER, MAX_WAIT, TOKEN, UACC, Server, head, readable, transactions, wait_until


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
    """Clients that send a byte of their head now and then, beside one that sends whole requests, and a server whose patience with them ends."""
    with Server("--patience", FOREVER) as server:
        clients = [server.socket() for _ in range(connections)]
        sent, slowest = head("GET", "/").encode(), 0
        for at in range(20):
            for client in clients:
                client.send(sent[at:at + 1])
            start = time.monotonic()
            assert server.fetch("GET", f"{API}/base-data")[0] == 404
            slowest = max(slowest, time.monotonic() - start)
        for client in clients:
            client.close()
    return f"{connections} clients; the slowest of 20 requests beside them took {slowest * 1000:.0f} ms"


def flood(connections=400, files=200):
    """More clients that send a byte now and then than the server may have files: it takes others when its patience with these ends."""
    with Server("--patience", "2", files=files) as server:
        clients = [server.socket() for _ in range(connections)]
        sent = head("GET", "/").encode()
        for at in range(10):
            for client in clients:
                try:
                    client.send(sent[at:at + 1])
                except OSError:
                    pass  # The patience with it has ended.
        start = time.monotonic()
        assert server.fetch("GET", f"{API}/base-data")[0] == 404
        seconds = time.monotonic() - start
        for client in clients:
            client.close()
    return f"{connections} clients of a server with {files} files; a request beside them took {seconds:.1f} s"


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
        # Five have places, and their beginnings arrive.
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
        undrained_log, dribbling, flood, slow_readers, large_bodies, malformed, tokens_without_scopes,
    ]
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
