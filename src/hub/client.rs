//! [`Client`]: a blocking connection to a hub.

use std::fmt;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::Shutdown;
use std::os::fd::AsRawFd as _;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::socket::{AddressFamily, SockFlag, SockType, UnixAddr, connect, socket};
use nix::unistd::Uid;
use serde_json::{Value, json};

use super::methods::Method;
use super::rpc::{self, RpcError};
use super::wire::seconds::Seconds;
use super::{approval, wire};
use crate::broker::{Approval, RequestId, RequestKind, Resolution};
use crate::core::{Outcome, Request, RequestOutcome, Settings};
use crate::error::Error;
use crate::seam::Withdrawal;

/// How long a hub may take to accept a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_millis(50);

/// The most bytes of a line that a hub sends.
const MAX_REPLY: u64 = 32 * 1024 * 1024;

/// A connection to a hub. Its calls block until the hub answers; [`Hangup`] ends them.
///
/// Dropping it withdraws the requests that it has asked.
///
/// ```no_run
/// use std::path::Path;
/// use ask_user::hub::Client;
/// use ask_user::{Question, Request, Settings};
///
/// let request = Request::from(Question::new("Deploy where?").choice("staging").choice("production"));
/// if let Some(mut hub) = Client::connect(Path::new("/run/user/1000/ask-user.sock"))? {
///     let request_outcome = hub.ask(&request, &Settings::default(), "deploy-bot")?;
///     println!("{:?}", request_outcome.into_single());
/// }
/// # Ok::<(), ask_user::Error>(())
/// ```
#[derive(Debug)]
pub struct Client {
    stream: BufReader<UnixStream>,
    calls: u64,
}

/// Ends the calls of a [`Client`] from another thread: they end as if the hub had gone.
#[derive(Debug)]
pub struct Hangup(UnixStream);

impl Hangup {
    /// Closes the connection.
    pub fn hang_up(&self) {
        // It may be closed already.
        let _ = self.0.shutdown(Shutdown::Both);
    }
}

/// The end of a request that was asked with a ticket.
#[derive(Clone, Debug)]
pub struct TicketEnd {
    /// The outcome of the questions, or the decision.
    pub resolution: Resolution,
    /// What the asker kept with it.
    pub context: Value,
    /// The result in the shape of the method that asked: that of the tool, if it was a tool call.
    pub result: Value,
}

/// Why a call has no result.
#[derive(Debug)]
pub enum CallError {
    /// The hub has refused it.
    Refused(RpcError),
    /// The connection has ended, or what came is not a line of a hub.
    Gone(io::Error),
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(error) => error.fmt(f),
            Self::Gone(error) => write!(f, "the connection to the hub has ended: {error}"),
        }
    }
}

impl std::error::Error for CallError {}

impl From<CallError> for Error {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Refused(error) if error.is_invalid_params() => {
                Self::bad_request(error.path().unwrap_or_default(), error.to_string())
            }
            CallError::Refused(error) => Self::device("asking the hub", io::Error::other(error)),
            CallError::Gone(error) => Self::device("asking the hub", error),
        }
    }
}

impl Client {
    /// Connects to the hub at this place. `None` if none listens there. Takes at most 50 ms.
    ///
    /// # Errors
    /// A hub of another user listens there, or the system refuses a socket.
    pub fn connect(path: &Path) -> Result<Option<Self>, Error> {
        let failed = |error: io::Error| Error::device("connecting to the hub", error);
        let Some(stream) = connect_stream(path).map_err(failed)? else {
            return Ok(None);
        };
        if peer(&stream).map_err(failed)? != Uid::effective() {
            let message = format!(
                "{}: another user listens there: give another place with --socket",
                path.display()
            );
            return Err(failed(io::Error::other(message)));
        }
        stream.set_nonblocking(false).map_err(failed)?;
        Ok(Some(Self {
            stream: BufReader::new(stream),
            calls: 0,
        }))
    }

    /// A handle that ends the calls of this connection.
    ///
    /// # Errors
    /// Only if the system has no descriptor left.
    pub fn hangup(&self) -> io::Result<Hangup> {
        self.stream.get_ref().try_clone().map(Hangup)
    }

    /// Calls a method and waits for its result.
    ///
    /// # Errors
    /// The hub has refused the call, or the connection has ended.
    pub fn call(&mut self, method: Method, params: &Value) -> Result<Value, CallError> {
        self.calls += 1;
        let line = rpc::call(self.calls, method, params);
        self.stream
            .get_mut()
            .write_all(line.as_bytes())
            .map_err(CallError::Gone)?;
        loop {
            let mut message = self.read()?;
            if let Some(error) = message.get("error") {
                // An error without an id is about the connection as a whole.
                return Err(RpcError::from_json(error).map_or_else(not_a_hub, CallError::Refused));
            }
            if message.get("id").and_then(Value::as_u64) == Some(self.calls) {
                return match message.get_mut("result") {
                    Some(result) => Ok(result.take()),
                    None => Err(not_a_hub()),
                };
            }
        }
    }

    /// The next event, after a call of [`Method::Subscribe`]. Waits for it.
    ///
    /// # Errors
    /// The connection has ended, or the hub has dropped it and says why.
    pub fn next_event(&mut self) -> Result<Value, CallError> {
        loop {
            let mut message = self.read()?;
            if let Some(error) = message.get("error") {
                return Err(RpcError::from_json(error).map_or_else(not_a_hub, CallError::Refused));
            }
            if message.get("method").and_then(Value::as_str) == Some("event")
                && let Some(event) = message.get_mut("params")
            {
                return Ok(event.take());
            }
        }
    }

    /// Asks a request and waits for its outcome. If the connection ends, the outcome is closed.
    ///
    /// # Errors
    /// The hub cannot ask this request: a bad request, or a limit of the hub.
    pub fn ask(
        &mut self,
        request: &Request,
        settings: &Settings,
        from: &str,
    ) -> Result<RequestOutcome, Error> {
        let mut params = wire::request::encode(request)?;
        params["settings"] = wire::settings::encode(settings);
        params["from"] = from.into();
        match self.call(Method::Ask, &params) {
            Ok(result) => wire::outcome::decode(request, &result),
            Err(CallError::Gone(_)) => Ok(RequestOutcome::not_asked(Outcome::Closed)),
            Err(error) => Err(error.into()),
        }
    }

    /// Like [`ask`](Self::ask), until the withdrawal is withdrawn. Then the connection is closed.
    ///
    /// # Errors
    /// As for [`ask`](Self::ask), and if the system has no descriptor left.
    pub fn ask_withdrawable(
        mut self,
        request: &Request,
        settings: &Settings,
        from: &str,
        withdrawal: &Withdrawal,
    ) -> Result<RequestOutcome, Error> {
        let hangup = self
            .hangup()
            .map_err(|error| Error::device("connecting to the hub", error))?;
        let _guard = withdrawal.on_withdraw(move || hangup.hang_up());
        let asked = self.ask(request, settings, from)?;
        if asked.outcome == Outcome::Closed && withdrawal.is_withdrawn() {
            return Ok(RequestOutcome::not_asked(Outcome::Withdrawn));
        }
        Ok(asked)
    }

    /// Asks for approval of an action and waits for the decision. `default` is the decision that
    /// Enter takes at the prompt. If the connection ends, nobody has decided.
    ///
    /// # Errors
    /// As for [`ask`](Self::ask).
    pub fn approve(
        &mut self,
        title: &str,
        default: Option<bool>,
        settings: &Settings,
        from: &str,
    ) -> Result<Approval, Error> {
        let params = approve_params(title, default, settings, from);
        match self.call(Method::Approve, &params) {
            Ok(result) => approval::decode(&result),
            Err(CallError::Gone(_)) => Ok(Approval::NotDecided(Outcome::Closed)),
            Err(error) => Err(error.into()),
        }
    }

    /// Asks a request that outlives the connection. Gives its ticket, by which
    /// [`wait`](Self::wait) gets the end. It is withdrawn if it still waits after `expires`.
    /// `context` is kept with it.
    ///
    /// # Errors
    /// As for [`ask`](Self::ask), if the request has a secret question, and if the connection ends.
    pub fn ask_detached(
        &mut self,
        request: &Request,
        settings: &Settings,
        from: &str,
        expires: Duration,
        context: Value,
    ) -> Result<RequestId, Error> {
        let mut params = wire::request::encode(request)?;
        params["settings"] = wire::settings::encode(settings);
        params["from"] = from.into();
        self.detach(Method::Ask, params, expires, context)
    }

    /// Asks for approval of an action in the same way.
    ///
    /// # Errors
    /// As for [`ask_detached`](Self::ask_detached).
    pub fn approve_detached(
        &mut self,
        title: &str,
        default: Option<bool>,
        settings: &Settings,
        from: &str,
        expires: Duration,
        context: Value,
    ) -> Result<RequestId, Error> {
        let params = approve_params(title, default, settings, from);
        self.detach(Method::Approve, params, expires, context)
    }

    fn detach(
        &mut self,
        method: Method,
        mut params: Value,
        expires: Duration,
        context: Value,
    ) -> Result<RequestId, Error> {
        params["detach"] = true.into();
        params["expires_s"] = json!(Seconds(expires));
        params["context"] = context;
        let posted = self.call(method, &params)?;
        let ticket = posted["ticket"].as_str().and_then(RequestId::parse);
        ticket.ok_or_else(|| {
            let ended = "it has ended the request at once";
            Error::device("asking the hub", io::Error::other(ended))
        })
    }

    /// Waits for the end of a request that was asked with a ticket, at most this long; without a
    /// limit, as long as it takes. `None` if it still waits.
    ///
    /// # Errors
    /// A bad request with the path `ticket` if the hub does not know it. The connection has ended.
    pub fn wait(
        &mut self,
        ticket: RequestId,
        at_most: Option<Duration>,
    ) -> Result<Option<TicketEnd>, Error> {
        let mut params = json!({"ticket": ticket});
        if let Some(at_most) = at_most {
            params["wait_s"] = json!(Seconds(at_most));
        }
        let mut told = match self.call(Method::Wait, &params) {
            Ok(told) => told,
            Err(CallError::Refused(error)) if error.code() == RpcError::UNKNOWN_REQUEST => {
                return Err(Error::bad_request("ticket", error.to_string()));
            }
            Err(error) => return Err(error.into()),
        };
        if told["pending"] == true {
            return Ok(None);
        }
        let context = told["context"].take();
        let kind = told["kind"].as_str().and_then(RequestKind::from_word);
        let resolution = match kind {
            Some(RequestKind::Approval) => Resolution::Approval(approval::decode(&told["result"])?),
            Some(RequestKind::Question) | None => {
                let request = wire::request::decode(&told["request"])?;
                let outcome = told.get("outcome").unwrap_or(&told["result"]);
                Resolution::Questions(wire::outcome::decode(&request, outcome)?)
            }
        };
        Ok(Some(TicketEnd {
            resolution,
            context,
            result: told["result"].take(),
        }))
    }

    fn read(&mut self) -> Result<Value, CallError> {
        let mut line = Vec::new();
        let mut limited = (&mut self.stream).take(MAX_REPLY);
        let read = limited.read_until(b'\n', &mut line);
        read.map_err(CallError::Gone)?;
        if line.last() != Some(&b'\n') {
            let ended = io::Error::from(io::ErrorKind::UnexpectedEof);
            return Err(CallError::Gone(ended));
        }
        serde_json::from_slice(&line).map_err(|_| not_a_hub())
    }
}

fn approve_params(title: &str, default: Option<bool>, settings: &Settings, from: &str) -> Value {
    let mut params = json!({
        "title": title,
        "settings": wire::settings::encode(settings),
        "from": from,
    });
    if let Some(allow) = default {
        params["default"] = json!(if allow { "allow" } else { "deny" });
    }
    params
}

fn not_a_hub() -> CallError {
    CallError::Gone(io::Error::other("what listens there is not a hub"))
}

/// Connects without waiting for a hub that does not accept. `None` if nobody listens.
fn connect_stream(path: &Path) -> io::Result<Option<UnixStream>> {
    const PAUSE: Duration = Duration::from_millis(5);
    // A name that is too long for a socket has none.
    let Ok(address) = UnixAddr::new(path) else {
        return Ok(None);
    };
    let began = Instant::now();
    let stream = socket(
        AddressFamily::Unix,
        SockType::Stream,
        SockFlag::empty(),
        None,
    )?;
    let stream = UnixStream::from(stream);
    stream.set_nonblocking(true)?;
    nix::fcntl::fcntl(
        &stream,
        nix::fcntl::FcntlArg::F_SETFD(nix::fcntl::FdFlag::FD_CLOEXEC),
    )?;
    loop {
        match connect(stream.as_raw_fd(), &address) {
            Ok(()) | Err(Errno::EISCONN) => return Ok(Some(stream)),
            // Its queue is full.
            Err(Errno::EAGAIN | Errno::EINTR | Errno::EALREADY | Errno::EINPROGRESS)
                if began.elapsed() < CONNECT_TIMEOUT =>
            {
                thread::sleep(PAUSE);
            }
            Err(
                Errno::ENOENT
                | Errno::ECONNREFUSED
                | Errno::ENOTDIR
                | Errno::EACCES
                | Errno::ENOTSOCK
                | Errno::EPROTOTYPE
                | Errno::EAGAIN
                | Errno::EINTR
                | Errno::EALREADY
                | Errno::EINPROGRESS,
            ) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
    }
}

/// The user of the process at the other end.
#[cfg(target_os = "linux")]
fn peer(stream: &UnixStream) -> io::Result<Uid> {
    use nix::sys::socket::{getsockopt, sockopt};
    let credentials = getsockopt(stream, sockopt::PeerCredentials)?;
    Ok(Uid::from_raw(credentials.uid()))
}

#[cfg(not(target_os = "linux"))]
fn peer(stream: &UnixStream) -> io::Result<Uid> {
    let (uid, _) = nix::unistd::getpeereid(stream)?;
    Ok(uid)
}
