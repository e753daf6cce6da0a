"""What a status alone doesn't tell: where the schema and the service judge a body differently, it is for a rule that no schema can state; and
each operation succeeds at least once.

Schemathesis loads it, as `schemathesis.toml` says.
"""
import json

import jsonschema_rs
import schemathesis

from unstated import UNSTATED


@schemathesis.check
class JudgedAlike:
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
            assert response.status_code == 400, "what is no JSON is taken"
            return

        def accepted(schema, value):
            return jsonschema_rs.is_valid({**schema, "components": document["components"]}, value)

        answer = response.json()
        if response.status_code == 201:
            sent = body["transactions"]
            counts = [answer[name] for name in ("existingTransactions", "newTransactions", "errorTransactions")]
            assert sum(counts) == len(sent), f"{counts} of {len(sent)}"
            transaction = document["components"]["schemas"]["transaction"]
            good = {index for index, one in enumerate(sent) if accepted(transaction, one)}
            assert len(sent) - len(good) <= answer["errorTransactions"], "a transaction is taken that the schema refuses"
            faults = [fault for fault in faults_in(answer.get("details", {})) if fault.get("item", {}).get("index") in good]
        elif accepted(operation["requestBody"]["content"]["application/json"]["schema"], body):
            faults = faults_in(answer)
        else:
            faults = []
        stated = {fault["rule"] for fault in faults} - UNSTATED
        assert not stated, f"refused by {stated}, which the schema could state"

    def after_run(self, ctx):
        assert self.tested == self.succeeded, f"never answered with success: {self.tested - self.succeeded}"


def faults_in(told):
    return [finding for finding in told.get("findings", []) if finding["severity"] == "error"]
