//! Where the values of a statement are: tables of paths for all versions of the messages. Later versions moved some elements, so a value may have
//! several paths.

use std::sync::LazyLock;

use super::field::CamtField;

/// The values of a statement, by their path below it. `|` stands between names of the same element, and `@` before an attribute.
#[rustfmt::skip]
const STATEMENT: [(&str, CamtField); 29] = [
    ("ElctrncSeqNb", CamtField::SequenceNumber),
    ("StmtPgntn|RptPgntn|NtfctnPgntn/PgNb", CamtField::Page),
    ("StmtPgntn|RptPgntn|NtfctnPgntn/LastPgInd", CamtField::IsLastPage),
    ("CpyDplctInd", CamtField::CopyDuplicate),
    ("FrToDt/FrDtTm|FrDt", CamtField::FirstDay),
    ("FrToDt/ToDtTm|ToDt", CamtField::LastDay),
    ("CreDtTm", CamtField::Created),
    ("Acct/Id/IBAN", CamtField::Iban),
    ("Acct/Id/Othr|PrtryAcct/Id", CamtField::OtherAccount),
    ("Acct/Id/BBAN|UPIC", CamtField::OtherAccount),
    ("Acct/Ccy", CamtField::AccountCurrency),
    ("Bal", CamtField::Balance),
    ("Bal/Tp/Cd", CamtField::BalanceType),
    ("Bal/Tp/CdOrPrtry/Cd", CamtField::BalanceType),
    ("Bal/Tp/SubTp/Cd", CamtField::BalanceSubType),
    ("Bal/Amt", CamtField::BalanceAmount),
    ("Bal/Amt/@Ccy", CamtField::BalanceCurrency),
    ("Bal/CdtDbtInd", CamtField::BalanceDirection),
    ("Bal/Dt/Dt|DtTm", CamtField::BalanceDay),
    ("TxsSummry/TtlNtries/NbOfNtries", CamtField::EntryCount),
    ("TxsSummry/TtlNtries/Sum", CamtField::TotalSum),
    ("TxsSummry/TtlNtries/TtlNetNtryAmt", CamtField::NetAmount),
    ("TxsSummry/TtlNtries/CdtDbtInd", CamtField::NetDirection),
    ("TxsSummry/TtlNtries/TtlNetNtry/Amt", CamtField::NetAmount),
    ("TxsSummry/TtlNtries/TtlNetNtry/CdtDbtInd", CamtField::NetDirection),
    ("TxsSummry/TtlCdtNtries/NbOfNtries", CamtField::CreditCount),
    ("TxsSummry/TtlCdtNtries/Sum", CamtField::CreditSum),
    ("TxsSummry/TtlDbtNtries/NbOfNtries", CamtField::DebitCount),
    ("TxsSummry/TtlDbtNtries/Sum", CamtField::DebitSum),
];

/// The values of an entry, by their path below it.
#[rustfmt::skip]
const ENTRY: [(&str, CamtField); 23] = [
    ("Amt", CamtField::Amount),
    ("Amt/@Ccy", CamtField::Currency),
    ("CdtDbtInd", CamtField::Direction),
    ("RvslInd", CamtField::Reversal),
    ("Sts", CamtField::Status),
    ("Sts/Cd|Prtry", CamtField::Status),
    // Without an element inside, the day is missing.
    ("BookgDt", CamtField::Booked),
    ("BookgDt/Dt|DtTm", CamtField::Booked),
    ("ValDt", CamtField::Value),
    ("ValDt/Dt|DtTm", CamtField::Value),
    ("NtryRef", CamtField::EntryNumber),
    ("AcctSvcrRef", CamtField::Reference),
    ("AddtlNtryInf", CamtField::EntryInfo),
    ("Btch/MsgId", CamtField::MessageId),
    ("Btch/PmtInfId", CamtField::PaymentInformation),
    ("Btch/NbOfTxs", CamtField::PaymentCount),
    ("Btch/TtlAmt", CamtField::PaymentsTotal),
    ("Btch/TtlAmt/@Ccy", CamtField::PaymentsTotalCurrency),
    ("NtryDtls/Btch/MsgId", CamtField::MessageId),
    ("NtryDtls/Btch/PmtInfId", CamtField::PaymentInformation),
    ("NtryDtls/Btch/NbOfTxs", CamtField::PaymentCount),
    ("NtryDtls/Btch/TtlAmt", CamtField::PaymentsTotal),
    ("NtryDtls/Btch/TtlAmt/@Ccy", CamtField::PaymentsTotalCurrency),
];

/// The values of an entry, and of one transaction of it, by their path below it.
#[rustfmt::skip]
const ENTRY_OR_DETAILS: [(&str, CamtField); 25] = [
    ("BkTxCd/Domn/Cd", CamtField::TransactionDomain),
    ("BkTxCd/Domn/Fmly/Cd", CamtField::TransactionFamily),
    ("BkTxCd/Domn/Fmly/SubFmlyCd", CamtField::TransactionSubFamily),
    ("BkTxCd/Prtry/Cd", CamtField::BankTransactionCode),
    ("AmtDtls/TxAmt/Amt", CamtField::TransactionAmount),
    ("AmtDtls/TxAmt/Amt/@Ccy", CamtField::TransactionCurrency),
    ("AmtDtls/InstdAmt/Amt", CamtField::InstructedAmount),
    ("AmtDtls/InstdAmt/Amt/@Ccy", CamtField::InstructedCurrency),
    ("AmtDtls/CntrValAmt/Amt", CamtField::CounterAmount),
    ("AmtDtls/CntrValAmt/Amt/@Ccy", CamtField::CounterCurrency),
    ("AmtDtls/PrtryAmt/Tp", CamtField::OtherAmountKind),
    ("AmtDtls/PrtryAmt/Amt", CamtField::OtherAmount),
    ("AmtDtls/PrtryAmt/Amt/@Ccy", CamtField::OtherAmountCurrency),
    ("AmtDtls/InstdAmt|TxAmt|CntrValAmt/CcyXchg/XchgRate", CamtField::ExchangeRate),
    ("AmtDtls/InstdAmt|TxAmt|CntrValAmt/CcyXchg/CtrctId", CamtField::ExchangeContract),
    ("Chrgs/TtlChrgsAndTaxAmt", CamtField::Charges),
    ("Chrgs/TtlChrgsAndTaxAmt/@Ccy", CamtField::ChargesCurrency),
    // The second version has no records around the charges.
    ("Chrgs/Amt", CamtField::ChargeAmount),
    ("Chrgs/Amt/@Ccy", CamtField::ChargeCurrency),
    ("Chrgs/CdtDbtInd", CamtField::ChargeDirection),
    ("Chrgs/Tax/Amt", CamtField::ChargeTax),
    ("Chrgs/Rcrd/Amt", CamtField::ChargeAmount),
    ("Chrgs/Rcrd/Amt/@Ccy", CamtField::ChargeCurrency),
    ("Chrgs/Rcrd/CdtDbtInd", CamtField::ChargeDirection),
    ("Chrgs/Rcrd/Tax/Amt", CamtField::ChargeTax),
];

/// The values of one transaction of an entry, by their path below it.
#[rustfmt::skip]
const DETAILS: [(&str, CamtField); 49] = [
    ("Refs/AcctSvcrRef", CamtField::DetailReference),
    ("Refs/EndToEndId", CamtField::EndToEnd),
    ("Refs/MndtId", CamtField::Mandate),
    ("Refs/MsgId", CamtField::MessageId),
    ("Refs/PmtInfId", CamtField::PaymentInformation),
    ("Refs/InstrId", CamtField::Instruction),
    ("Refs/TxId", CamtField::TransactionId),
    ("Refs/UETR", CamtField::Uetr),
    ("Refs/ChqNb", CamtField::Cheque),
    ("Refs/ClrSysRef", CamtField::Clearing),
    ("Refs/AcctOwnrTxId", CamtField::OwnerTransaction),
    ("Refs/AcctSvcrTxId", CamtField::BankTransaction),
    ("Refs/MktInfrstrctrTxId", CamtField::MarketTransaction),
    ("Refs/PrcgId", CamtField::Processing),
    ("Refs/Prtry/Tp", CamtField::OtherReferenceKind),
    ("Refs/Prtry/Ref", CamtField::OtherReference),
    ("RltdRmtInf/RmtId", CamtField::RemittanceAdvice),
    ("Amt", CamtField::DetailAmount),
    ("Amt/@Ccy", CamtField::DetailCurrency),
    ("CdtDbtInd", CamtField::DetailDirection),
    ("RltdPties/Dbtr/Nm", CamtField::Debtor),
    ("RltdPties/Dbtr/Pty|Agt/Nm", CamtField::Debtor),
    ("RltdPties/Dbtr/Agt/FinInstnId/Nm", CamtField::Debtor),
    ("RltdPties/Cdtr/Nm", CamtField::Creditor),
    ("RltdPties/Cdtr/Pty|Agt/Nm", CamtField::Creditor),
    ("RltdPties/Cdtr/Agt/FinInstnId/Nm", CamtField::Creditor),
    ("RltdPties/UltmtDbtr/Nm", CamtField::UltimateDebtor),
    ("RltdPties/UltmtDbtr/Pty/Nm", CamtField::UltimateDebtor),
    ("RltdPties/UltmtCdtr/Nm", CamtField::UltimateCreditor),
    ("RltdPties/UltmtCdtr/Pty/Nm", CamtField::UltimateCreditor),
    ("RltdPties/DbtrAcct/Id/IBAN", CamtField::DebtorIban),
    ("RltdPties/DbtrAcct/Id/Othr|PrtryAcct/Id", CamtField::DebtorAccount),
    ("RltdPties/CdtrAcct/Id/IBAN", CamtField::CreditorIban),
    ("RltdPties/CdtrAcct/Id/Othr|PrtryAcct/Id", CamtField::CreditorAccount),
    ("RltdPties/Cdtr/Id/PrvtId|OrgId/Othr/Id", CamtField::CreditorId),
    ("RltdPties/Cdtr/Pty/Id/PrvtId|OrgId/Othr/Id", CamtField::CreditorId),
    ("RmtInf/Ustrd", CamtField::Unstructured),
    ("RmtInf/Strd/CdtrRefInf/Ref", CamtField::StructuredReference),
    ("RmtInf/Strd/CdtrRefInf/CdtrRef", CamtField::StructuredReference),
    ("RmtInf/Strd/AddtlRmtInf", CamtField::StructuredInfo),
    ("RmtInf/Strd/Invcr/Nm", CamtField::Invoicer),
    ("RmtInf/Strd/Invcee/Nm", CamtField::Invoicee),
    ("Purp/Cd|Prtry", CamtField::Purpose),
    ("RtrInf/Rsn/Cd|Prtry", CamtField::ReturnReason),
    ("RtrInf/RtrRsn/Cd|Prtry", CamtField::ReturnReason),
    ("RtrInf/AddtlInf", CamtField::ReturnInfo),
    ("RtrInf/AddtlRtrRsnInf", CamtField::ReturnInfo),
    ("AddtlTxInf", CamtField::DetailInfo),
    ("RltdDts/TxDtTm", CamtField::PurchaseDay),
];

/// The values of a document that a payment is for, by their path below the structured remittance information. The first version has other names.
#[rustfmt::skip]
const DOCUMENT: [(&str, CamtField); 27] = [
    ("RfrdDocInf/Tp/CdOrPrtry/Cd|Prtry", CamtField::DocumentKind),
    ("RfrdDocInf/RfrdDocTp/Cd|Prtry", CamtField::DocumentKind),
    ("RfrdDocInf/Nb|RfrdDocNb", CamtField::DocumentNumber),
    ("RfrdDocInf/RltdDt", CamtField::DocumentDay),
    ("RfrdDocInf/RltdDt/Dt", CamtField::DocumentDay),
    ("RfrdDocRltdDt", CamtField::DocumentDay),
    ("RfrdDocAmt/DuePyblAmt", CamtField::DueAmount),
    ("RfrdDocAmt/DuePyblAmt/@Ccy", CamtField::DocumentAmountCurrency),
    ("RfrdDocAmt/DscntApldAmt", CamtField::DiscountAmount),
    ("RfrdDocAmt/DscntApldAmt/@Ccy", CamtField::DocumentAmountCurrency),
    ("RfrdDocAmt/DscntApldAmt/Amt", CamtField::DiscountAmount),
    ("RfrdDocAmt/DscntApldAmt/Amt/@Ccy", CamtField::DocumentAmountCurrency),
    ("RfrdDocAmt/CdtNoteAmt", CamtField::CreditNoteAmount),
    ("RfrdDocAmt/CdtNoteAmt/@Ccy", CamtField::DocumentAmountCurrency),
    ("RfrdDocAmt/TaxAmt", CamtField::TaxAmount),
    ("RfrdDocAmt/TaxAmt/@Ccy", CamtField::DocumentAmountCurrency),
    ("RfrdDocAmt/TaxAmt/Amt", CamtField::TaxAmount),
    ("RfrdDocAmt/TaxAmt/Amt/@Ccy", CamtField::DocumentAmountCurrency),
    ("RfrdDocAmt/AdjstmntAmtAndRsn/Amt", CamtField::AdjustmentAmount),
    ("RfrdDocAmt/AdjstmntAmtAndRsn/Amt/@Ccy", CamtField::DocumentAmountCurrency),
    ("RfrdDocAmt/AdjstmntAmtAndRsn/Rsn", CamtField::AdjustmentReason),
    ("RfrdDocAmt/AdjstmntAmtAndRsn/AddtlInf", CamtField::AdjustmentReason),
    ("RfrdDocAmt/RmtdAmt", CamtField::PaidAmount),
    ("RfrdDocAmt/RmtdAmt/@Ccy", CamtField::DocumentAmountCurrency),
    ("RfrdDocAmt/RmtAmtAndTp/Tp/Cd|Prtry", CamtField::DocumentAmountKind),
    ("RfrdDocAmt/RmtAmtAndTp/Amt", CamtField::OtherDocumentAmount),
    ("RfrdDocAmt/RmtAmtAndTp/Amt/@Ccy", CamtField::DocumentAmountCurrency),
];

/// The elements that are read, as a tree.
pub(super) struct Tree {
    nodes: Vec<Node>,
}

/// An element of the tree, which several names may stand for.
#[derive(Default)]
struct Node {
    field: Option<CamtField>,
    /// The value of the attribute `Ccy`.
    currency: Option<CamtField>,
    children: Vec<(&'static str, NodeId)>,
}

/// An element of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NodeId(usize);

/// All values of a message. The root of the tree is the element of the message, which holds statements.
pub(super) static ALL: LazyLock<Tree> = LazyLock::new(|| Tree::new(true));

/// The values of the statements, and none of their entries.
pub(super) static OUTLINE: LazyLock<Tree> = LazyLock::new(|| Tree::new(false));

impl Tree {
    /// Makes the tree of the values of statements and, with `reads_entries`, of their entries.
    fn new(reads_entries: bool) -> Self {
        let mut tree = Self {
            nodes: vec![Node::default()],
        };
        tree.insert(
            Self::ROOT,
            "GrpHdr/MsgPgntn/LastPgInd",
            CamtField::IsLastPageOfMessage,
        );
        let statement = tree.insert(Self::ROOT, "Stmt|Rpt|Ntfctn", CamtField::Statement);
        for (path, field) in STATEMENT {
            tree.insert(statement, path, field);
        }
        let entry = tree.insert(statement, "Ntry", CamtField::Entry);
        // The first versions have the details without an element around them.
        let details = tree.insert(entry, "TxDtls", CamtField::Details);
        if reads_entries {
            tree.insert_all(entry, &ENTRY);
            tree.insert_all(entry, &ENTRY_OR_DETAILS);
            tree.insert_all(details, &ENTRY_OR_DETAILS);
            tree.insert_all(details, &DETAILS);
            let remittance = tree.insert(details, "RmtInf/Strd", CamtField::StructuredRemittance);
            tree.insert_all(remittance, &DOCUMENT);
        }
        let around = tree.child_or_new(entry, "NtryDtls");
        tree.name_child(around, "TxDtls", details);
        tree
    }

    pub(super) const ROOT: NodeId = NodeId(0);

    fn insert_all(&mut self, base: NodeId, values: &[(&'static str, CamtField)]) {
        for (path, field) in values {
            self.insert(base, path, *field);
        }
    }

    /// Adds the element with a path, and returns it. Of several with the names of the path, it returns the last one.
    fn insert(&mut self, base: NodeId, path: &'static str, field: CamtField) -> NodeId {
        let (names, rest) = path.split_once('/').unwrap_or((path, ""));
        let mut last = base;
        if names.starts_with('@') {
            if let Some(node) = self.nodes.get_mut(base.0) {
                node.currency = Some(field);
            }
            return base;
        }
        for child in self.children_or_new(base, names) {
            last = if rest.is_empty() {
                if let Some(node) = self.nodes.get_mut(child.0) {
                    node.field = Some(field);
                }
                child
            } else {
                self.insert(child, rest, field)
            };
        }
        last
    }

    /// Returns the children with these names. If all of them are new, they are one element.
    fn children_or_new(&mut self, parent: NodeId, names: &'static str) -> Vec<NodeId> {
        let is_known = |name| self.child(parent, name).is_some();
        if names.split('|').any(is_known) {
            let names = names.split('|');
            return names.map(|name| self.child_or_new(parent, name)).collect();
        }
        let child = self.add_node();
        for name in names.split('|') {
            self.name_child(parent, name, child);
        }
        vec![child]
    }

    /// Returns the child with a name, and adds it if it is new.
    fn child_or_new(&mut self, parent: NodeId, name: &'static str) -> NodeId {
        self.child(parent, name).unwrap_or_else(|| {
            let child = self.add_node();
            self.name_child(parent, name, child);
            child
        })
    }

    fn add_node(&mut self) -> NodeId {
        self.nodes.push(Node::default());
        NodeId(self.nodes.len() - 1)
    }

    fn name_child(&mut self, parent: NodeId, name: &'static str, child: NodeId) {
        if let Some(parent) = self.nodes.get_mut(parent.0) {
            parent.children.push((name, child));
        }
    }

    /// Returns the child of an element by its name, if it is read.
    pub(super) fn child(&self, parent: NodeId, name: &str) -> Option<NodeId> {
        let children = &self.nodes.get(parent.0)?.children;
        children
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, child)| *child)
    }

    /// Returns whether an element has a value with a name.
    pub(super) fn has_value(&self, parent: NodeId, name: &str) -> bool {
        let node = self.child(parent, name);
        let node = node.and_then(|child| self.nodes.get(child.0));
        node.is_some_and(|node| node.field.is_some() && node.children.is_empty())
    }

    /// Returns whether one of the elements of an element has a value with a name.
    pub(super) fn has_value_below(&self, parent: NodeId, name: &str) -> bool {
        let mut children = self.children(parent);
        children.any(|(_, child)| self.has_value(child, name))
    }

    /// Returns whether an element has another one whose name is nearly a name: in another case, or with one letter more, less or changed.
    pub(super) fn has_similar_name(&self, parent: NodeId, name: &str) -> bool {
        let mut children = self.children(parent);
        children.any(|(known, _)| is_similar(known, name))
    }

    fn children(&self, parent: NodeId) -> impl Iterator<Item = (&'static str, NodeId)> {
        let node = self.nodes.get(parent.0);
        let children = node.map_or(&[][..], |node| node.children.as_slice());
        children.iter().copied()
    }

    /// Returns what an element is read as.
    pub(super) fn field(&self, node: NodeId) -> Option<CamtField> {
        self.nodes.get(node.0)?.field
    }

    /// Returns what the currency of an element is read as.
    pub(super) fn currency(&self, node: NodeId) -> Option<CamtField> {
        self.nodes.get(node.0)?.currency
    }
}

/// The minimum length of names that are compared with one letter changed. Shorter ones of ISO 20022 differ in one letter.
const MIN_SIMILAR: usize = 5;

/// The only element of these messages that is not read, and whose name is nearly that of one beside it, `RltdPties`.
const QUANTITIES: &str = "RltdQties";

/// Whether a name is another one in another case, or, if it is long enough, with one letter more, less or changed.
fn is_similar(known: &str, name: &str) -> bool {
    if known.eq_ignore_ascii_case(name) {
        return true;
    }
    if name == QUANTITIES {
        return false;
    }
    let (known, name) = (known.as_bytes(), name.as_bytes());
    if known.len() < MIN_SIMILAR || known.len().abs_diff(name.len()) > 1 {
        return false;
    }
    let pairs = || known.iter().zip(name);
    let start = pairs().take_while(|(known, name)| known == name).count();
    let pairs_at_end = known.iter().rev().zip(name.iter().rev());
    let end = pairs_at_end
        .take_while(|(known, name)| known == name)
        .count();
    start + end + 1 >= known.len().max(name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_their_paths_in_all_versions() {
        for (path, field) in [
            ("Stmt/Acct/Id/IBAN", CamtField::Iban),
            ("Ntfctn/Acct/Id/PrtryAcct/Id", CamtField::OtherAccount),
            (
                "Rpt/Ntry/NtryDtls/TxDtls/RltdPties/Dbtr/Pty/Nm",
                CamtField::Debtor,
            ),
            ("Stmt/Ntry/TxDtls/RltdPties/Dbtr/Nm", CamtField::Debtor),
            ("Stmt/Ntry/Sts/Cd", CamtField::Status),
            // These names have elements of their own.
            (
                "Stmt/Ntry/AmtDtls/TxAmt/CcyXchg/XchgRate",
                CamtField::ExchangeRate,
            ),
            (
                "Stmt/Ntry/TxDtls/AmtDtls/CntrValAmt/CcyXchg/XchgRate",
                CamtField::ExchangeRate,
            ),
        ] {
            let node = path
                .split('/')
                .try_fold(Tree::ROOT, |node, name| ALL.child(node, name));
            assert_eq!(node.and_then(|node| ALL.field(node)), Some(field), "{path}");
        }
    }
}
