//! Bytes as choices: what a fuzzer changes in them changes one decision of what is made.

/// The bytes that are left. Where there are none, the first of all values is chosen.
pub(super) struct Choices<'b>(&'b [u8]);

impl<'b> Choices<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self(bytes)
    }

    /// Whether no byte is left.
    pub(super) fn are_over(&self) -> bool {
        self.0.is_empty()
    }

    fn byte(&mut self) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(first)
    }

    /// A number below a bound: of one byte where that is enough, of two otherwise.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let number = if bound > 256 { self.byte() << 8 | self.byte() } else { self.byte() };
        number % bound.max(1)
    }

    /// A small number.
    pub(super) fn small(&mut self, bound: u8) -> u8 {
        u8::try_from(self.below(usize::from(bound))).unwrap_or(0)
    }

    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) + 1 == times
    }

    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        let at = self.below(from.len());
        from.get(at).copied()
    }

    /// Takes a member out of a list.
    pub(super) fn draw<T>(&mut self, from: &mut Vec<T>) -> Option<T> {
        let at = self.below(from.len());
        (!from.is_empty()).then(|| from.swap_remove(at))
    }
}
