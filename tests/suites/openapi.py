#!/usr/bin/env python3
"""Validates the OpenAPI document, and tests `uacc serve` with Schemathesis.

    python3 openapi.py UACC

Needs the packages openapi-spec-validator and schemathesis. Sends the examples of the document first, so that the service has data for the tests.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

from openapi_spec_validator import validate

uacc, suites = sys.argv[1], pathlib.Path(__file__).resolve().parent
token = "a-token-for-tests-0123456789"


def send(method, path, body=None):
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(address + path, body, headers, method=method), timeout=60) as response:
        return response.read()


text = subprocess.run([uacc, "schema", "openapi"], capture_output=True, text=True, check=True).stdout
document = json.loads(text)
validate(document)
operations = {operation["operationId"]: operation for path in document["paths"].values() for operation in path.values()}
print(f"valid, with {len(operations)} operations and {len(document['components']['schemas'])} schemas")


def example(name):
    return operations[name]["requestBody"]["content"]["application/json"]["example"]


command = [uacc, "serve", "--listen", "127.0.0.1:0", "--token", token, "--quiet"]
with tempfile.TemporaryDirectory() as folder, subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as service:
    try:
        address = next(line.split()[-1] for line in service.stderr if line.startswith("listening on "))
        upload = json.loads(send("POST", "/sandbox/files", b"%PDF-1.7"))["signedFileName"]
        assert upload == example("createDocument")["signedFileName"]
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                if "requestBody" in operation:
                    send(method.upper(), path, json.dumps(example(operation["operationId"])).encode())
        file = operations["downloadFile"]["parameters"][0]["example"]
        send("POST", f"/sandbox/files/{file}/export")
        pathlib.Path(folder, "openapi.json").write_text(text)
        names = f'[dictionaries]\nuploads.values = ["{upload}"]\nfiles.values = ["{file}"]\n'
        pathlib.Path(folder, "schemathesis.toml").write_text((suites / "schemathesis.toml").read_text() + names)
        schemathesis = pathlib.Path(sys.executable).parent / "schemathesis"
        run = [schemathesis, "--config-file", "schemathesis.toml", "run", "openapi.json", "--url", address]
        environment = {**os.environ, "PYTHONPATH": str(suites), "UACC_TOKEN": token}
        sys.exit(subprocess.run(run, cwd=folder, env=environment, timeout=1200).returncode)
    finally:
        service.terminate()
