"""Additional checks for Schemathesis, which loads them because of `schemathesis.toml`.

If the service rejects a body that the schema accepts, the reason must be a rule that a schema can't express. Each operation must succeed at least once.
"""
import json
import os
import urllib.request

import jsonschema_rs
import schemathesis

from unstated import UNSTATED


@schemathesis.check
class SchemaMatchesService:
    def __init__(self):
        self.tested, self.succeeded = set(), set()

    def after_response(self, ctx, response, case):
        operation, document = case.operation.definition.raw, case.operation.schema.raw_schema
        self.tested.add(operation["operationId"])
        if response.status_code < 300:
            self.succeeded.add(operation["operationId"])
        if "requestBody" not in operation or response.status_code not in (200, 201, 400):
            return
        try:
            body = json.loads(response.request.body)
        except (TypeError, ValueError):
            assert response.status_code == 400, "a body that is not JSON was accepted"
            return

        def accepted(schema, value):
            return jsonschema_rs.is_valid({**schema, "components": document["components"]}, value)

        content = response.json()
        if response.status_code == 201:
            sent = body["transactions"]
            counts = [content[name] for name in ("existingTransactions", "newTransactions", "errorTransactions")]
            assert sum(counts) == len(sent), f"{counts} of {len(sent)}"
            transaction = document["components"]["schemas"]["transaction"]
            good = {index for index, value in enumerate(sent) if accepted(transaction, value)}
            assert len(sent) - len(good) <= content["errorTransactions"], "a transaction that the schema rejects was accepted"
            errors = [error for error in errors_in(details_of(response)) if error.get("item", {}).get("index") in good]
        elif accepted(operation["requestBody"]["content"]["application/json"]["schema"], body):
            errors = errors_in(content)
        else:
            errors = []
        stated = {error["rule"] for error in errors} - UNSTATED
        assert not stated, f"rejected because of {stated}, which the schema could express"

    def after_run(self, ctx):
        assert self.tested == self.succeeded, f"operations that never succeeded: {self.tested - self.succeeded}"


def details_of(response):
    """What the service says of its last import, which is this one."""
    url = response.request.url.split("/api/")[0] + "/sandbox/import"
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {os.environ['UACC_TOKEN']}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def errors_in(report):
    return [finding for finding in report.get("findings", []) if finding["severity"] == "error"]
