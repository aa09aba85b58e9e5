//! The calls that are not finished: how many there are, and how much they hold.

use tokio::sync::watch;

use crate::error::Error;

/// The most calls that wait for the operator at the same time.
pub const MAX_OPEN_CALLS: usize = 1000;

/// The most bytes of JSON that the arguments of all waiting calls have together.
pub const MAX_OPEN_BYTES: usize = 16 * 1024 * 1024;

#[derive(Clone, Copy, Debug, Default)]
struct Load {
    calls: usize,
    bytes: usize,
}

#[derive(Debug)]
pub(super) struct OpenCalls(watch::Sender<Load>);

impl Default for OpenCalls {
    fn default() -> Self {
        Self(watch::Sender::new(Load::default()))
    }
}

impl OpenCalls {
    /// Admits one more call whose arguments have this many bytes.
    ///
    /// # Errors
    /// A bad request if the server holds too many calls, or too much of them.
    pub(super) fn admit(&self, bytes: usize) -> Result<OpenCall<'_>, Error> {
        let load = *self.0.borrow();
        let full = if load.calls >= MAX_OPEN_CALLS {
            Some(format!(
                "{} calls wait for the operator already, and at most {MAX_OPEN_CALLS} may",
                load.calls
            ))
        } else if load.calls > 0 && load.bytes.saturating_add(bytes) > MAX_OPEN_BYTES {
            Some(format!(
                "the arguments of the {} calls that wait have {} bytes, this call has {bytes}, and together they may \
                 have {MAX_OPEN_BYTES}",
                load.calls, load.bytes
            ))
        } else {
            None
        };
        if let Some(full) = full {
            let message = format!("{full}: wait for an answer, or cancel a call");
            return Err(Error::bad_request("", message));
        }
        self.0.send_modify(|load| {
            load.calls += 1;
            load.bytes += bytes;
        });
        Ok(OpenCall { calls: self, bytes })
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.0.borrow().calls
    }

    /// A watch on the calls, for who waits until there are none.
    pub(super) fn drained(&self) -> Drained {
        Drained(self.0.subscribe())
    }
}

/// One call, until it is dropped.
#[derive(Debug)]
pub(super) struct OpenCall<'c> {
    calls: &'c OpenCalls,
    bytes: usize,
}

impl Drop for OpenCall<'_> {
    fn drop(&mut self) {
        self.calls.0.send_modify(|load| {
            load.calls -= 1;
            load.bytes -= self.bytes;
        });
    }
}

pub(super) struct Drained(watch::Receiver<Load>);

impl Drained {
    /// Waits until no call is open.
    pub(super) async fn wait(mut self) {
        // An error means that the server itself is gone.
        let _ = self.0.wait_for(|load| load.calls == 0).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_is_bounded() {
        let calls = OpenCalls::default();
        let mut open: Vec<_> = (0..MAX_OPEN_CALLS)
            .map(|_| calls.admit(10).unwrap())
            .collect();
        let error = calls.admit(10).unwrap_err();
        assert_eq!(
            error.to_string(),
            "1000 calls wait for the operator already, and at most 1000 may: wait for an answer, or cancel a call"
        );
        open.pop();
        assert!(calls.admit(10).is_ok());
    }

    #[test]
    fn the_bytes_are_bounded_but_one_call_is_always_taken() {
        let calls = OpenCalls::default();
        let first = calls.admit(MAX_OPEN_BYTES + 1).unwrap();
        let error = calls.admit(1).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("together they may have 16777216"),
            "{error}"
        );
        drop(first);
        assert!(calls.admit(1).is_ok());
        assert_eq!(calls.count(), 0);
    }
}
