//! The lines typed at a host's own prompt, kept in memory only.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustyline::history::{History as _, MemHistory, SearchDirection};

/// A history that clones share.
#[derive(Clone)]
pub(super) struct LineHistory(Arc<Mutex<MemHistory>>);

impl LineHistory {
    /// A history that keeps at most this many lines.
    pub(super) fn new(lines: usize) -> Self {
        let mut history = MemHistory::new();
        // Only a history in a file can fail.
        let _ = history.set_max_len(lines);
        Self(Arc::new(Mutex::new(history)))
    }

    /// Adds a line. A blank one, and the same as the last one, are not kept.
    pub(super) fn add(&self, line: &str) {
        if !line.trim().is_empty() {
            let _ = self.history().add(line);
        }
    }

    /// The lines, the oldest first.
    pub(super) fn lines(&self) -> Vec<String> {
        let history = self.history();
        (0..history.len())
            .filter_map(|index| history.get(index, SearchDirection::Forward).ok().flatten())
            .map(|found| found.entry.into_owned())
            .collect()
    }

    fn history(&self) -> MutexGuard<'_, MemHistory> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept() {
        let history = LineHistory::new(2);
        for line in ["a", "b", "b", " ", "c"] {
            history.clone().add(line);
        }
        assert_eq!(history.lines(), ["b", "c"]);
    }
}
