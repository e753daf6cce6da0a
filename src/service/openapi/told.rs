use crate::endpoint::Endpoint;

/// What is told of an endpoint beside its name, its path, its scope and its statuses.
pub(super) struct Told {
    /// Where the contract has it.
    pub(super) section: &'static str,
    pub(super) summary: &'static str,
    /// The schema of the body that it takes, where it takes one.
    pub(super) takes: Option<&'static str>,
    /// Which bodies are refused, and what of that the schema doesn't say.
    pub(super) refused: &'static str,
    /// The schema of the body that it gives, where that is JSON.
    pub(super) gives: Option<&'static str>,
    /// What a success means.
    pub(super) success: &'static str,
}

pub(super) const fn of(endpoint: Endpoint) -> Told {
    match endpoint {
        Endpoint::UpdateBaseData => Told {
            section: "4.1",
            summary: "Replace the organization's base data.",
            takes: Some("base-data"),
            refused: "Invalid base data, of which nothing is taken. The rules know more than the schema: the check digits and the country of an \
                    IBAN, the currencies of ISO 4217, that an external id is there once and that a tax period ends after it starts.",
            gives: Some("base-data-result"),
            success: "All of it was taken, in place of what was held.",
        },
        Endpoint::ExportBaseData => Told {
            section: "4.4",
            summary: "Export the organization's base data.",
            takes: None,
            refused: "",
            gives: Some("base-data"),
            success: "What is held, in its canonical form.",
        },
        Endpoint::CreateDocument => Told {
            section: "4.2",
            summary: "Create a document from an uploaded file.",
            takes: Some("document-request"),
            refused: "Invalid document, which is not created. The rules know more than the schema: that `signedFileName` is one that an upload \
                    gave.",
            gives: Some("document-result"),
            success: "The document was created. `serviceId` is there exactly when it is processed at once.",
        },
        Endpoint::ImportTransactions => Told {
            section: "4.3",
            summary: "Import transactions, each once.",
            takes: Some("transactions"),
            refused: "Invalid as a whole: no JSON, no object, or no list with a transaction in it. Nothing is imported.",
            gives: Some("import-answer"),
            success: "What became of the transactions; the three counts are as many as were sent. One with a fault is counted in \
                `errorTransactions`, also where the schema refuses it, and the others are imported. The rules know more than the schema: the \
                currencies of ISO 4217, and that an amount fits in 96 bits.",
        },
        Endpoint::DownloadFile => Told {
            section: "4.5",
            summary: "Download a file of an exported document.",
            takes: None,
            refused: "",
            gives: None,
            success: "The file, as it was uploaded.",
        },
    }
}
