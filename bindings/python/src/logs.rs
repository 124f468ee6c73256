//! The logs of one call: a list of texts, or a part of a column. A log may be null.

/// Many logs in memory.
pub(crate) trait Logs: Sync {
    fn count(&self) -> usize;

    /// Returns the text of a log; `None` if it is null.
    fn text(&self, at: usize) -> Option<&[u8]>;
}

/// A list of texts.
pub(crate) struct List<B>(pub(crate) Vec<Option<B>>);

impl<B: AsRef<[u8]> + Sync> Logs for List<B> {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn text(&self, at: usize) -> Option<&[u8]> {
        self.0[at].as_ref().map(AsRef::as_ref)
    }
}

/// Texts one after the other, as a column of Arrow stores them.
pub(crate) struct Column<B> {
    bytes: B,
    /// One offset more than there are texts; those of the bytes begin with the first.
    offsets: Vec<usize>,
    /// The numbers of the nulls, in ascending order.
    nulls: Vec<usize>,
}

impl<B> Column<B> {
    pub(crate) fn new(bytes: B, offsets: Vec<usize>, nulls: Vec<usize>) -> Self {
        Self { bytes, offsets, nulls }
    }
}

impl<B: AsRef<[u8]> + Sync> Logs for Column<B> {
    fn count(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    fn text(&self, at: usize) -> Option<&[u8]> {
        if self.nulls.binary_search(&at).is_ok() {
            return None;
        }
        let first = self.offsets[0];
        Some(&self.bytes.as_ref()[self.offsets[at] - first..self.offsets[at + 1] - first])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(logs: &impl Logs) -> Vec<Option<&[u8]>> {
        (0..logs.count()).map(|at| logs.text(at)).collect()
    }

    #[test]
    fn a_part_of_a_column_begins_with_its_first_offset() {
        let column = Column::new("abc", vec![7, 8, 8, 10, 10], vec![1, 3]);
        assert_eq!(texts(&column), [Some(&b"a"[..]), None, Some(b"bc"), None]);
        assert!(texts(&Column::new("", vec![], vec![])).is_empty());
        assert_eq!(texts(&Column::new("", vec![3, 3], vec![])), [Some(&b""[..])]);
    }

    #[test]
    fn a_list_has_nulls() {
        let list = List(vec![Some("a"), None]);
        assert_eq!(texts(&list), [Some(&b"a"[..]), None]);
    }
}
