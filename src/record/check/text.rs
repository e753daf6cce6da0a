use crate::record::{Blame, Likeness, Mend, Record, nearest, rules};
use crate::report::Collector;
use crate::value::trimmed;

/// Blanks around a text, which a code or an id has by mistake.
pub(super) fn blanks(record: &mut Record<'_>, index: usize, sink: &mut Collector<'_>) {
    let text = &record.slot(index).text;
    if trimmed(text).len() != text.len() {
        let mend = |record: &Record<'_>| Mend::Unsafe(record.slot(index).text.trim().to_owned()).into();
        record.blame_for(index, &rules::OUTER_BLANKS, sink, mend);
    }
}

/// One of several words.
pub(super) fn choice(record: &mut Record<'_>, index: usize, words: &'static [&'static str], sink: &mut Collector<'_>) {
    let text: &str = &record.slot(index).text;
    match nearest(text, words.iter().copied()) {
        Some((word, Likeness::Case)) => {
            let blame = |_: &Record<'_>| Blame::from(Mend::Safe(word.to_owned())).param("suggestion", word);
            record.blame_for(index, &rules::VALUE_CASE, sink, blame);
        }
        Some((word, Likeness::Spelling)) => {
            record.blame_for(index, &rules::VALUE_UNKNOWN, sink, |_| {
                let blame = Blame::from(Mend::Unsafe(word.to_owned())).param("suggestion", word);
                blame.param("expected", words.join(", "))
            });
        }
        None => {
            let blame = |_: &Record<'_>| Blame::default().param("expected", words.join(", "));
            record.blame_for(index, &rules::VALUE_UNKNOWN, sink, blame);
        }
    }
}

/// Checks a text that is one of several words as a rule; other texts are allowed.
pub(super) fn open_choice(
    record: &mut Record<'_>,
    index: usize,
    words: &'static [&'static str],
    sink: &mut Collector<'_>,
) {
    let text: &str = &record.slot(index).text;
    let mend = nearest(text, words.iter().copied())
        .map_or(Mend::No, |(word, likeness)| Mend::graded(likeness == Likeness::Case, word));
    let blame = Blame::from(mend).param("expected", words.join(", "));
    record.blame(index, &rules::VALUE_UNUSUAL, sink, blame);
}
