//! Where the values of a statement are: tables of paths for all versions of the messages. Later versions moved some elements, so a value may have
//! several paths.

use std::sync::LazyLock;

use super::field::Field;

/// The values of a statement, by their path below it. `|` stands between names of the same element, and `@` before an attribute.
#[rustfmt::skip]
const STATEMENT: [(&str, Field); 29] = [
    ("ElctrncSeqNb", Field::SequenceNumber),
    ("StmtPgntn|RptPgntn|NtfctnPgntn/PgNb", Field::Page),
    ("StmtPgntn|RptPgntn|NtfctnPgntn/LastPgInd", Field::IsLastPage),
    ("CpyDplctInd", Field::CopyDuplicate),
    ("FrToDt/FrDtTm|FrDt", Field::FirstDay),
    ("FrToDt/ToDtTm|ToDt", Field::LastDay),
    ("CreDtTm", Field::Created),
    ("Acct/Id/IBAN", Field::Iban),
    ("Acct/Id/Othr|PrtryAcct/Id", Field::OtherAccount),
    ("Acct/Id/BBAN|UPIC", Field::OtherAccount),
    ("Acct/Ccy", Field::AccountCurrency),
    ("Bal", Field::Balance),
    ("Bal/Tp/Cd", Field::BalanceType),
    ("Bal/Tp/CdOrPrtry/Cd", Field::BalanceType),
    ("Bal/Tp/SubTp/Cd", Field::BalanceSubType),
    ("Bal/Amt", Field::BalanceAmount),
    ("Bal/Amt/@Ccy", Field::BalanceCurrency),
    ("Bal/CdtDbtInd", Field::BalanceDirection),
    ("Bal/Dt/Dt|DtTm", Field::BalanceDay),
    ("TxsSummry/TtlNtries/NbOfNtries", Field::EntryCount),
    ("TxsSummry/TtlNtries/Sum", Field::TotalSum),
    ("TxsSummry/TtlNtries/TtlNetNtryAmt", Field::NetAmount),
    ("TxsSummry/TtlNtries/CdtDbtInd", Field::NetDirection),
    ("TxsSummry/TtlNtries/TtlNetNtry/Amt", Field::NetAmount),
    ("TxsSummry/TtlNtries/TtlNetNtry/CdtDbtInd", Field::NetDirection),
    ("TxsSummry/TtlCdtNtries/NbOfNtries", Field::CreditCount),
    ("TxsSummry/TtlCdtNtries/Sum", Field::CreditSum),
    ("TxsSummry/TtlDbtNtries/NbOfNtries", Field::DebitCount),
    ("TxsSummry/TtlDbtNtries/Sum", Field::DebitSum),
];

/// The values of an entry, by their path below it.
#[rustfmt::skip]
const ENTRY: [(&str, Field); 23] = [
    ("Amt", Field::Amount),
    ("Amt/@Ccy", Field::Currency),
    ("CdtDbtInd", Field::Direction),
    ("RvslInd", Field::Reversal),
    ("Sts", Field::Status),
    ("Sts/Cd|Prtry", Field::Status),
    // Without an element inside, the day is missing.
    ("BookgDt", Field::Booked),
    ("BookgDt/Dt|DtTm", Field::Booked),
    ("ValDt", Field::Value),
    ("ValDt/Dt|DtTm", Field::Value),
    ("NtryRef", Field::EntryNumber),
    ("AcctSvcrRef", Field::Reference),
    ("AddtlNtryInf", Field::EntryInfo),
    ("Btch/MsgId", Field::MessageId),
    ("Btch/PmtInfId", Field::PaymentInformation),
    ("Btch/NbOfTxs", Field::PaymentCount),
    ("Btch/TtlAmt", Field::PaymentsTotal),
    ("Btch/TtlAmt/@Ccy", Field::PaymentsTotalCurrency),
    ("NtryDtls/Btch/MsgId", Field::MessageId),
    ("NtryDtls/Btch/PmtInfId", Field::PaymentInformation),
    ("NtryDtls/Btch/NbOfTxs", Field::PaymentCount),
    ("NtryDtls/Btch/TtlAmt", Field::PaymentsTotal),
    ("NtryDtls/Btch/TtlAmt/@Ccy", Field::PaymentsTotalCurrency),
];

/// The values of an entry, and of one transaction of it, by their path below it.
#[rustfmt::skip]
const ENTRY_OR_DETAILS: [(&str, Field); 25] = [
    ("BkTxCd/Domn/Cd", Field::TransactionDomain),
    ("BkTxCd/Domn/Fmly/Cd", Field::TransactionFamily),
    ("BkTxCd/Domn/Fmly/SubFmlyCd", Field::TransactionSubFamily),
    ("BkTxCd/Prtry/Cd", Field::BankTransactionCode),
    ("AmtDtls/TxAmt/Amt", Field::TransactionAmount),
    ("AmtDtls/TxAmt/Amt/@Ccy", Field::TransactionCurrency),
    ("AmtDtls/InstdAmt/Amt", Field::InstructedAmount),
    ("AmtDtls/InstdAmt/Amt/@Ccy", Field::InstructedCurrency),
    ("AmtDtls/CntrValAmt/Amt", Field::CounterAmount),
    ("AmtDtls/CntrValAmt/Amt/@Ccy", Field::CounterCurrency),
    ("AmtDtls/PrtryAmt/Tp", Field::OtherAmountKind),
    ("AmtDtls/PrtryAmt/Amt", Field::OtherAmount),
    ("AmtDtls/PrtryAmt/Amt/@Ccy", Field::OtherAmountCurrency),
    ("AmtDtls/InstdAmt|TxAmt|CntrValAmt/CcyXchg/XchgRate", Field::ExchangeRate),
    ("AmtDtls/InstdAmt|TxAmt|CntrValAmt/CcyXchg/CtrctId", Field::ExchangeContract),
    ("Chrgs/TtlChrgsAndTaxAmt", Field::Charges),
    ("Chrgs/TtlChrgsAndTaxAmt/@Ccy", Field::ChargesCurrency),
    // The second version has no records around the charges.
    ("Chrgs/Amt", Field::ChargeAmount),
    ("Chrgs/Amt/@Ccy", Field::ChargeCurrency),
    ("Chrgs/CdtDbtInd", Field::ChargeDirection),
    ("Chrgs/Tax/Amt", Field::ChargeTax),
    ("Chrgs/Rcrd/Amt", Field::ChargeAmount),
    ("Chrgs/Rcrd/Amt/@Ccy", Field::ChargeCurrency),
    ("Chrgs/Rcrd/CdtDbtInd", Field::ChargeDirection),
    ("Chrgs/Rcrd/Tax/Amt", Field::ChargeTax),
];

/// The values of one transaction of an entry, by their path below it.
#[rustfmt::skip]
const DETAILS: [(&str, Field); 49] = [
    ("Refs/AcctSvcrRef", Field::DetailReference),
    ("Refs/EndToEndId", Field::EndToEnd),
    ("Refs/MndtId", Field::Mandate),
    ("Refs/MsgId", Field::MessageId),
    ("Refs/PmtInfId", Field::PaymentInformation),
    ("Refs/InstrId", Field::Instruction),
    ("Refs/TxId", Field::TransactionId),
    ("Refs/UETR", Field::Uetr),
    ("Refs/ChqNb", Field::Cheque),
    ("Refs/ClrSysRef", Field::Clearing),
    ("Refs/AcctOwnrTxId", Field::OwnerTransaction),
    ("Refs/AcctSvcrTxId", Field::BankTransaction),
    ("Refs/MktInfrstrctrTxId", Field::MarketTransaction),
    ("Refs/PrcgId", Field::Processing),
    ("Refs/Prtry/Tp", Field::OtherReferenceKind),
    ("Refs/Prtry/Ref", Field::OtherReference),
    ("RltdRmtInf/RmtId", Field::RemittanceAdvice),
    ("Amt", Field::DetailAmount),
    ("Amt/@Ccy", Field::DetailCurrency),
    ("CdtDbtInd", Field::DetailDirection),
    ("RltdPties/Dbtr/Nm", Field::Debtor),
    ("RltdPties/Dbtr/Pty|Agt/Nm", Field::Debtor),
    ("RltdPties/Dbtr/Agt/FinInstnId/Nm", Field::Debtor),
    ("RltdPties/Cdtr/Nm", Field::Creditor),
    ("RltdPties/Cdtr/Pty|Agt/Nm", Field::Creditor),
    ("RltdPties/Cdtr/Agt/FinInstnId/Nm", Field::Creditor),
    ("RltdPties/UltmtDbtr/Nm", Field::UltimateDebtor),
    ("RltdPties/UltmtDbtr/Pty/Nm", Field::UltimateDebtor),
    ("RltdPties/UltmtCdtr/Nm", Field::UltimateCreditor),
    ("RltdPties/UltmtCdtr/Pty/Nm", Field::UltimateCreditor),
    ("RltdPties/DbtrAcct/Id/IBAN", Field::DebtorIban),
    ("RltdPties/DbtrAcct/Id/Othr|PrtryAcct/Id", Field::DebtorAccount),
    ("RltdPties/CdtrAcct/Id/IBAN", Field::CreditorIban),
    ("RltdPties/CdtrAcct/Id/Othr|PrtryAcct/Id", Field::CreditorAccount),
    ("RltdPties/Cdtr/Id/PrvtId|OrgId/Othr/Id", Field::CreditorId),
    ("RltdPties/Cdtr/Pty/Id/PrvtId|OrgId/Othr/Id", Field::CreditorId),
    ("RmtInf/Ustrd", Field::Unstructured),
    ("RmtInf/Strd/CdtrRefInf/Ref", Field::StructuredReference),
    ("RmtInf/Strd/CdtrRefInf/CdtrRef", Field::StructuredReference),
    ("RmtInf/Strd/AddtlRmtInf", Field::StructuredInfo),
    ("RmtInf/Strd/Invcr/Nm", Field::Invoicer),
    ("RmtInf/Strd/Invcee/Nm", Field::Invoicee),
    ("Purp/Cd|Prtry", Field::Purpose),
    ("RtrInf/Rsn/Cd|Prtry", Field::ReturnReason),
    ("RtrInf/RtrRsn/Cd|Prtry", Field::ReturnReason),
    ("RtrInf/AddtlInf", Field::ReturnInfo),
    ("RtrInf/AddtlRtrRsnInf", Field::ReturnInfo),
    ("AddtlTxInf", Field::DetailInfo),
    ("RltdDts/TxDtTm", Field::PurchaseDay),
];

/// The values of a document that a payment is for, by their path below the structured remittance information. The first version has other names.
#[rustfmt::skip]
const DOCUMENT: [(&str, Field); 27] = [
    ("RfrdDocInf/Tp/CdOrPrtry/Cd|Prtry", Field::DocumentKind),
    ("RfrdDocInf/RfrdDocTp/Cd|Prtry", Field::DocumentKind),
    ("RfrdDocInf/Nb|RfrdDocNb", Field::DocumentNumber),
    ("RfrdDocInf/RltdDt", Field::DocumentDay),
    ("RfrdDocInf/RltdDt/Dt", Field::DocumentDay),
    ("RfrdDocRltdDt", Field::DocumentDay),
    ("RfrdDocAmt/DuePyblAmt", Field::DueAmount),
    ("RfrdDocAmt/DuePyblAmt/@Ccy", Field::DocumentAmountCurrency),
    ("RfrdDocAmt/DscntApldAmt", Field::DiscountAmount),
    ("RfrdDocAmt/DscntApldAmt/@Ccy", Field::DocumentAmountCurrency),
    ("RfrdDocAmt/DscntApldAmt/Amt", Field::DiscountAmount),
    ("RfrdDocAmt/DscntApldAmt/Amt/@Ccy", Field::DocumentAmountCurrency),
    ("RfrdDocAmt/CdtNoteAmt", Field::CreditNoteAmount),
    ("RfrdDocAmt/CdtNoteAmt/@Ccy", Field::DocumentAmountCurrency),
    ("RfrdDocAmt/TaxAmt", Field::TaxAmount),
    ("RfrdDocAmt/TaxAmt/@Ccy", Field::DocumentAmountCurrency),
    ("RfrdDocAmt/TaxAmt/Amt", Field::TaxAmount),
    ("RfrdDocAmt/TaxAmt/Amt/@Ccy", Field::DocumentAmountCurrency),
    ("RfrdDocAmt/AdjstmntAmtAndRsn/Amt", Field::AdjustmentAmount),
    ("RfrdDocAmt/AdjstmntAmtAndRsn/Amt/@Ccy", Field::DocumentAmountCurrency),
    ("RfrdDocAmt/AdjstmntAmtAndRsn/Rsn", Field::AdjustmentReason),
    ("RfrdDocAmt/AdjstmntAmtAndRsn/AddtlInf", Field::AdjustmentReason),
    ("RfrdDocAmt/RmtdAmt", Field::PaidAmount),
    ("RfrdDocAmt/RmtdAmt/@Ccy", Field::DocumentAmountCurrency),
    ("RfrdDocAmt/RmtAmtAndTp/Tp/Cd|Prtry", Field::DocumentAmountKind),
    ("RfrdDocAmt/RmtAmtAndTp/Amt", Field::OtherDocumentAmount),
    ("RfrdDocAmt/RmtAmtAndTp/Amt/@Ccy", Field::DocumentAmountCurrency),
];

/// The elements that are read, as a tree.
pub(super) struct Tree {
    nodes: Vec<Node>,
}

/// An element of the tree, which several names may stand for.
#[derive(Default)]
struct Node {
    field: Option<Field>,
    /// The value of the attribute `Ccy`.
    currency: Option<Field>,
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
            Field::IsLastPageOfMessage,
        );
        let statement = tree.insert(Self::ROOT, "Stmt|Rpt|Ntfctn", Field::Statement);
        for (path, field) in STATEMENT {
            tree.insert(statement, path, field);
        }
        let entry = tree.insert(statement, "Ntry", Field::Entry);
        // The first versions have the details without an element around them.
        let details = tree.insert(entry, "TxDtls", Field::Details);
        if reads_entries {
            tree.insert_all(entry, &ENTRY);
            tree.insert_all(entry, &ENTRY_OR_DETAILS);
            tree.insert_all(details, &ENTRY_OR_DETAILS);
            tree.insert_all(details, &DETAILS);
            let remittance = tree.insert(details, "RmtInf/Strd", Field::StructuredRemittance);
            tree.insert_all(remittance, &DOCUMENT);
        }
        let around = tree.child_or_new(entry, "NtryDtls");
        tree.name_child(around, "TxDtls", details);
        tree
    }

    pub(super) const ROOT: NodeId = NodeId(0);

    fn insert_all(&mut self, base: NodeId, values: &[(&'static str, Field)]) {
        for (path, field) in values {
            self.insert(base, path, *field);
        }
    }

    /// Adds the element with a path, and returns it. Of several with the names of the path, it returns the last one.
    fn insert(&mut self, base: NodeId, path: &'static str, field: Field) -> NodeId {
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
    pub(super) fn field(&self, node: NodeId) -> Option<Field> {
        self.nodes.get(node.0)?.field
    }

    /// Returns what the currency of an element is read as.
    pub(super) fn currency(&self, node: NodeId) -> Option<Field> {
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
            ("Stmt/Acct/Id/IBAN", Field::Iban),
            ("Ntfctn/Acct/Id/PrtryAcct/Id", Field::OtherAccount),
            (
                "Rpt/Ntry/NtryDtls/TxDtls/RltdPties/Dbtr/Pty/Nm",
                Field::Debtor,
            ),
            ("Stmt/Ntry/TxDtls/RltdPties/Dbtr/Nm", Field::Debtor),
            ("Stmt/Ntry/Sts/Cd", Field::Status),
            // These names have elements of their own.
            (
                "Stmt/Ntry/AmtDtls/TxAmt/CcyXchg/XchgRate",
                Field::ExchangeRate,
            ),
            (
                "Stmt/Ntry/TxDtls/AmtDtls/CntrValAmt/CcyXchg/XchgRate",
                Field::ExchangeRate,
            ),
        ] {
            let node = path
                .split('/')
                .try_fold(Tree::ROOT, |node, name| ALL.child(node, name));
            assert_eq!(node.and_then(|node| ALL.field(node)), Some(field), "{path}");
        }
    }
}
