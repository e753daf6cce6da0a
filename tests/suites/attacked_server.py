"""The server that `attacks.py` starts, and requests to it. The program is the first argument of the script."""

import http.client
import json
import resource
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

UACC = Path(sys.argv[1]).resolve()
# How many seconds an attack waits for what should come at once, before it counts as successful.
MAX_WAIT = 60
# More seconds than an attack takes, so that nothing times out in the server.
FOREVER = "600"
TOKEN = "s3cr3t"
API = "/api/public/v1"


def wait_until(condition, failure):
    deadline = time.monotonic() + MAX_WAIT
    while not condition():
        assert time.monotonic() < deadline, failure
        time.sleep(0.01)


def readable(clients):
    """Returns the sockets that have received something or were closed by the server."""
    return select.select(clients, [], [], 0)[0]


class Server:
    """A server that may have so many open files, if a number is given."""

    def __init__(self, *arguments, stderr=subprocess.DEVNULL, files=None):
        self.folder = tempfile.TemporaryDirectory()
        port_file = Path(self.folder.name, "port")
        command = [UACC, "serve", "--listen", "127.0.0.1:0", "--port-file", port_file, "--token", TOKEN, *arguments]
        limit = (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))) if files else None
        self.process = subprocess.Popen(command, stderr=stderr, preexec_fn=limit)
        wait_until(port_file.exists, "the server does not start")
        self.port = int(port_file.read_text().rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop(signal.SIGKILL)

    def stop(self, sent=signal.SIGTERM):
        """Ends the server, and returns the seconds that this took."""
        start = time.monotonic()
        self.process.send_signal(sent)
        self.process.wait(MAX_WAIT)
        return time.monotonic() - start

    def fetch(self, method, path, body=None, headers=None, token=TOKEN, timeout=MAX_WAIT):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        headers = {"Authorization": f"Bearer {token}", **(headers or {})}
        if body is not None and "Content-Type" not in headers:
            headers["Content-Type"] = "application/json"
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        content = response.read()
        connection.close()
        return response.status, content

    def socket(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=MAX_WAIT)

    def peak(self):
        """Returns the most memory that the process had, in MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) // 1024


def transactions(first, count, text="Einkauf"):
    """Returns a payload of new transactions."""
    listed = [
        {"accountIdentifier": "CH9300762011623852957", "transactionId": f"{number:08}", "amount": "12.50", "currency": "CHF",
         "creditDebit": "debit", "bookedAt": "2026-03-31", "text": text}
        for number in range(first, first + count)
    ]
    return json.dumps({"transactions": listed})


def head(method, path, *headers):
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: test", f"Authorization: Bearer {TOKEN}", *headers, "", ""])
