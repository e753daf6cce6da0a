"""The rules that a schema can't state, or only by a list that would age."""

UNSTATED = {
    "duplicate-key", "json-syntax", "trailing-comma", "currency-unknown", "currency-spelling", "iban-invalid", "amount-range",
    "tax-period-reversed", "duplicate-external-id", "rate-precision", "counts-differ", "service-id-missing", "service-id-unasked",
    "signed-file-name-unknown",
}
