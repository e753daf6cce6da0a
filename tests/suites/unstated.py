"""The rules that a JSON Schema can't express, or only with a list that would become outdated."""

UNSTATED = {
    "duplicate-key", "json-syntax", "trailing-comma", "currency-unknown", "currency-spelling", "iban-invalid", "amount-range",
    "tax-period-reversed", "duplicate-external-id", "rate-precision", "counts-differ", "service-id-missing", "service-id-unasked",
    "signed-file-name-unknown",
}
