//! Where the values of a statement are: tables of paths for all versions of the messages. Later versions moved some elements, so a value may have
//! several paths.

use std::sync::LazyLock;

/// A value that is read, or an element with several of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Statement,
    SequenceNumber,
    Page,
    IsLastPage,
    IsLastPageOfMessage,
    CopyDuplicate,
    FirstDay,
    LastDay,
    Created,
    Iban,
    OtherAccount,
    AccountCurrency,
    Balance,
    BalanceType,
    BalanceAmount,
    BalanceCurrency,
    BalanceDirection,
    BalanceDay,
    EntryCount,
    CreditSum,
    DebitSum,
    Entry,
    Amount,
    Currency,
    Direction,
    Reversal,
    Status,
    Booked,
    Value,
    Reference,
    EntryInfo,
    Charges,
    ChargesCurrency,
    Details,
    DetailReference,
    EndToEnd,
    Mandate,
    DetailAmount,
    DetailCurrency,
    DetailDirection,
    TransactionAmount,
    TransactionCurrency,
    InstructedAmount,
    InstructedCurrency,
    CounterAmount,
    CounterCurrency,
    ExchangeRate,
    Debtor,
    Creditor,
    UltimateDebtor,
    UltimateCreditor,
    DebtorAccount,
    CreditorAccount,
    CreditorId,
    Unstructured,
    StructuredReference,
    StructuredInfo,
    Purpose,
    ReturnReason,
    DetailInfo,
    PurchaseDay,
}

impl Field {
    /// Whether the element holds the values of one thing, of which there may be several.
    pub(super) const fn is_group(self) -> bool {
        matches!(
            self,
            Self::Statement | Self::Balance | Self::Entry | Self::Details
        )
    }
}

/// The values of a statement, by their path below it. `|` stands between names of the same element, and `@` before an attribute.
#[rustfmt::skip]
const STATEMENT: [(&str, Field); 21] = [
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
    ("Bal/Amt", Field::BalanceAmount),
    ("Bal/Amt/@Ccy", Field::BalanceCurrency),
    ("Bal/CdtDbtInd", Field::BalanceDirection),
    ("Bal/Dt/Dt|DtTm", Field::BalanceDay),
    ("TxsSummry/TtlNtries/NbOfNtries", Field::EntryCount),
    ("TxsSummry/TtlCdtNtries/Sum", Field::CreditSum),
    ("TxsSummry/TtlDbtNtries/Sum", Field::DebitSum),
];

/// The values of an entry, by their path below it.
#[rustfmt::skip]
const ENTRY: [(&str, Field); 12] = [
    ("Amt", Field::Amount),
    ("Amt/@Ccy", Field::Currency),
    ("CdtDbtInd", Field::Direction),
    ("RvslInd", Field::Reversal),
    ("Sts", Field::Status),
    ("Sts/Cd|Prtry", Field::Status),
    ("BookgDt/Dt|DtTm", Field::Booked),
    ("ValDt/Dt|DtTm", Field::Value),
    ("AcctSvcrRef", Field::Reference),
    ("AddtlNtryInf", Field::EntryInfo),
    ("Chrgs/TtlChrgsAndTaxAmt", Field::Charges),
    ("Chrgs/TtlChrgsAndTaxAmt/@Ccy", Field::ChargesCurrency),
];

/// The values of one transaction of an entry, by their path below it.
#[rustfmt::skip]
const DETAILS: [(&str, Field); 38] = [
    ("Refs/AcctSvcrRef", Field::DetailReference),
    ("Refs/EndToEndId", Field::EndToEnd),
    ("Refs/MndtId", Field::Mandate),
    ("Amt", Field::DetailAmount),
    ("Amt/@Ccy", Field::DetailCurrency),
    ("CdtDbtInd", Field::DetailDirection),
    ("AmtDtls/TxAmt/Amt", Field::TransactionAmount),
    ("AmtDtls/TxAmt/Amt/@Ccy", Field::TransactionCurrency),
    ("AmtDtls/InstdAmt/Amt", Field::InstructedAmount),
    ("AmtDtls/InstdAmt/Amt/@Ccy", Field::InstructedCurrency),
    ("AmtDtls/CntrValAmt/Amt", Field::CounterAmount),
    ("AmtDtls/CntrValAmt/Amt/@Ccy", Field::CounterCurrency),
    ("AmtDtls/InstdAmt|TxAmt|CntrValAmt/CcyXchg/XchgRate", Field::ExchangeRate),
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
    ("RltdPties/DbtrAcct/Id/IBAN", Field::DebtorAccount),
    ("RltdPties/DbtrAcct/Id/Othr|PrtryAcct/Id", Field::DebtorAccount),
    ("RltdPties/CdtrAcct/Id/IBAN", Field::CreditorAccount),
    ("RltdPties/CdtrAcct/Id/Othr|PrtryAcct/Id", Field::CreditorAccount),
    ("RltdPties/Cdtr/Id/PrvtId|OrgId/Othr/Id", Field::CreditorId),
    ("RltdPties/Cdtr/Pty/Id/PrvtId|OrgId/Othr/Id", Field::CreditorId),
    ("RmtInf/Ustrd", Field::Unstructured),
    ("RmtInf/Strd/CdtrRefInf/Ref", Field::StructuredReference),
    ("RmtInf/Strd/CdtrRefInf/CdtrRef", Field::StructuredReference),
    ("RmtInf/Strd/AddtlRmtInf", Field::StructuredInfo),
    ("Purp/Cd|Prtry", Field::Purpose),
    ("RtrInf/Rsn/Cd|Prtry", Field::ReturnReason),
    ("RtrInf/RtrRsn/Cd|Prtry", Field::ReturnReason),
    ("AddtlTxInf", Field::DetailInfo),
    ("RltdDts/TxDtTm", Field::PurchaseDay),
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
        if reads_entries {
            for (path, field) in ENTRY {
                tree.insert(entry, path, field);
            }
        }
        // The first versions have the details without an element around them.
        let details = tree.insert(entry, "TxDtls", Field::Details);
        if reads_entries {
            for (path, field) in DETAILS {
                tree.insert(details, path, field);
            }
        }
        let around = tree.child_or_new(entry, "NtryDtls");
        tree.name_child(around, "TxDtls", details);
        tree
    }

    pub(super) const ROOT: NodeId = NodeId(0);

    fn insert(&mut self, base: NodeId, path: &'static str, field: Field) -> NodeId {
        let mut node = base;
        for part in path.split('/') {
            if part.starts_with('@') {
                if let Some(node) = self.nodes.get_mut(node.0) {
                    node.currency = Some(field);
                }
                return node;
            }
            node = self.child_or_new(node, part);
        }
        if let Some(node) = self.nodes.get_mut(node.0) {
            node.field = Some(field);
        }
        node
    }

    /// Returns the child with these names, and adds it if it is new.
    fn child_or_new(&mut self, parent: NodeId, names: &'static str) -> NodeId {
        let known = names.split('|').find_map(|name| self.child(parent, name));
        let child = known.unwrap_or_else(|| {
            self.nodes.push(Node::default());
            NodeId(self.nodes.len() - 1)
        });
        for name in names.split('|') {
            if self.child(parent, name).is_none() {
                self.name_child(parent, name, child);
            }
        }
        child
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

    /// Returns what an element is read as.
    pub(super) fn field(&self, node: NodeId) -> Option<Field> {
        self.nodes.get(node.0)?.field
    }

    /// Returns what the currency of an element is read as.
    pub(super) fn currency(&self, node: NodeId) -> Option<Field> {
        self.nodes.get(node.0)?.currency
    }
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
        ] {
            let node = path
                .split('/')
                .try_fold(Tree::ROOT, |node, name| ALL.child(node, name));
            assert_eq!(node.and_then(|node| ALL.field(node)), Some(field), "{path}");
        }
    }
}
