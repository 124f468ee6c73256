//! Bytes as choices: changing a byte changes one decision in the generated input.

/// The remaining bytes. After the last byte, every choice is the first value.
pub(super) struct Choices<'b>(&'b [u8]);

impl<'b> Choices<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self(bytes)
    }

    /// Returns whether all bytes are used.
    pub(super) fn are_over(&self) -> bool {
        self.0.is_empty()
    }

    fn byte(&mut self) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(first)
    }

    /// Returns a number below a bound, from one byte if that is enough, otherwise from two.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let number = if bound > 256 { self.byte() << 8 | self.byte() } else { self.byte() };
        number % bound.max(1)
    }

    /// Returns a small number.
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
