use universal_accounting::bank::Converted;

/// Payloads that are written while statements are read, each of a batch of transactions.
pub(crate) struct Payloads {
    /// How many transactions go in one.
    batch: usize,
    whole: Vec<String>,
    open: String,
    /// How many are in the one that is open.
    count: usize,
}

impl Payloads {
    pub(crate) const fn new(batch: usize) -> Self {
        Self { batch, whole: Vec::new(), open: String::new(), count: 0 }
    }

    pub(crate) fn push(&mut self, converted: &Converted<'_>) {
        self.open.push_str(if self.count == 0 { "{\"transactions\":[" } else { "," });
        converted.push_json(&mut self.open);
        self.count += 1;
        if self.count == self.batch {
            self.close();
        }
    }

    /// All of them, each on a line of its own.
    pub(crate) fn finish(mut self) -> Vec<String> {
        if self.count > 0 {
            self.close();
        }
        self.whole
    }

    fn close(&mut self) {
        self.open.push_str("]}\n");
        self.whole.push(self.open.as_str().to_owned());
        self.open.clear();
        self.count = 0;
    }
}
