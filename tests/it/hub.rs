//! The hub on its wire: lines of JSON on a Unix socket, as any program may write them.

mod documented;
mod events;
mod leave;
mod limits;
mod lines;
mod many;
mod methods;
mod requests;
mod tickets;

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ask_user::broker::{Broker, Inbox, RequestId, RequestKind};
use ask_user::hub::{Access, Hub, HubHandle};
use ask_user::{AskUser, Scripted};
use serde_json::{Value, json};
use tempfile::TempDir;

/// How long anything may take on a busy machine before it counts as hanging.
const PATIENCE: Duration = Duration::from_secs(20);

/// The key of the hubs without a prompt.
const KEY: &str = "0123456789abcdef";

const ASK: &str = "ask";
const APPROVE: &str = "approve";
const SUBSCRIBE: &str = "harness.v1.runtimes.subscribe";
const RESPOND: &str = "harness.v1.runtimes.respond";
const PENDING: &str = "harness.v1.runtimes.pending";
const WAIT: &str = "wait";
const WITHDRAW: &str = "harness.v1.runtimes.withdraw";

/// A hub in a folder of its own.
struct Running {
    folder: TempDir,
    broker: Broker,
    handle: HubHandle,
    serving: Option<JoinHandle<()>>,
}

impl Running {
    fn new(broker: Broker, access: Access) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let hub = Hub::bind(&folder.path().join("s.sock"), broker.clone(), access).unwrap();
        let handle = hub.handle();
        let serving = thread::spawn(move || hub.run().unwrap());
        Self {
            folder,
            broker,
            handle,
            serving: Some(serving),
        }
    }

    /// A hub without a prompt.
    fn with_key() -> Self {
        Self::new(Broker::new(), Access::Key(KEY.to_owned()))
    }

    /// A hub with a prompt, and what stands at it.
    fn with_operator() -> (Self, Arc<Inbox>) {
        let broker = Broker::new();
        let inbox = Arc::new(broker.inbox());
        (Self::new(broker, Access::AskOperator), inbox)
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("s.sock")
    }

    fn peer(&self) -> Peer {
        Peer::new(UnixStream::connect(self.path()).unwrap())
    }

    /// Waits until so many requests are open for front ends.
    #[track_caller]
    fn until_pending(&self, count: usize) {
        until(|| self.broker.pending(None).len() == count);
    }

    fn stop(&mut self) {
        self.handle.stop();
        if let Some(serving) = self.serving.take() {
            serving.join().unwrap();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.handle.stop();
    }
}

/// One side of a connection that speaks lines of JSON.
struct Peer {
    stream: BufReader<UnixStream>,
    calls: u64,
    /// Read while something else was waited for.
    read: VecDeque<Value>,
}

impl Peer {
    fn new(stream: UnixStream) -> Self {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Self {
            stream: BufReader::new(stream),
            calls: 0,
            read: VecDeque::new(),
        }
    }

    fn write(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.get_mut().write_all(bytes.as_ref()).unwrap();
    }

    /// Sends a call, and gives its id.
    fn send(&mut self, method: &str, params: Value) -> u64 {
        self.calls += 1;
        let id = self.calls;
        let call = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.write(format!("{call}\n"));
        id
    }

    /// The next message. `None` at the end of the connection.
    #[track_caller]
    fn receive(&mut self) -> Option<Value> {
        if let Some(message) = self.read.pop_front() {
            return Some(message);
        }
        self.read_line()
    }

    #[track_caller]
    fn read_line(&mut self) -> Option<Value> {
        let mut line = String::new();
        match self.stream.read_line(&mut line) {
            Ok(0) => None,
            Ok(_) => Some(serde_json::from_str(&line).unwrap()),
            // It was closed with lines that it had not read.
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => None,
            Err(error) => panic!("{error}"),
        }
    }

    /// Waits for this message. A result and the event about it come in either order.
    #[track_caller]
    fn receive_this(&mut self, wanted: &Value) {
        if let Some(index) = self.read.iter().position(|message| message == wanted) {
            self.read.remove(index);
            return;
        }
        loop {
            let message = self.read_line();
            match message {
                Some(message) if message == *wanted => return,
                Some(message) if self.read.len() < 2 => self.read.push_back(message),
                other => panic!("waited for {wanted}, found {:?} and {other:?}", self.read),
            }
        }
    }

    /// The answer to this call.
    #[track_caller]
    fn answer(&mut self, id: u64) -> Result<Value, Value> {
        loop {
            let mut message = self.read_line().expect("an answer");
            if message["id"] == id {
                return match message.get_mut("error") {
                    Some(error) => Err(error.take()),
                    None => Ok(message["result"].take()),
                };
            }
            self.read.push_back(message);
        }
    }

    #[track_caller]
    fn call(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.send(method, params);
        self.answer(id)
    }

    /// The next event.
    #[track_caller]
    fn event(&mut self) -> Value {
        let mut message = self.receive().expect("an event");
        assert_eq!(message["method"], "event", "{message}");
        message["params"].take()
    }

    /// A call that is refused: its code and message.
    #[track_caller]
    fn check_refused(&mut self, method: &str, params: Value, code: i32, message: &str) {
        let error = self.call(method, params.clone()).unwrap_err();
        let got = (&error["code"], &error["message"]);
        assert_eq!(got, (&json!(code), &json!(message)), "{method} {params}");
    }
}

#[track_caller]
fn until(mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < PATIENCE, "it does not happen");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Parameters of `ask` for one question with two choices.
fn colours(text: &str) -> Value {
    json!({"questions": [{"text": text, "choices": [{"label": "red"}, {"label": "green"}]}]})
}

/// The content that picks this choice of the only question.
fn pick(number: usize) -> Value {
    json!({"answers": {"q1": {"picks": [number]}}})
}

/// Parameters of `respond` with the key of the hub.
fn respond_params(id: &Value, content: Value) -> Value {
    json!({"request_id": id, "content": content, "key": KEY, "name": "pat"})
}

/// What a person at the prompt does: types this line at the oldest request of this kind. Gives
/// what was asked.
#[track_caller]
fn answer_at_prompt(inbox: &Inbox, kind: RequestKind, line: &str) -> String {
    until(|| inbox.next().is_some_and(|next| next.kind() == kind));
    answer_open(inbox, inbox.next().unwrap().id(), line)
}

/// The same at this request.
fn answer_open(inbox: &Inbox, id: RequestId, line: &str) -> String {
    let open = inbox.open(id).unwrap();
    let request = open.request.request();
    let operator = AskUser::new();
    operator.bind(Scripted::lines([line])).keep();
    let settings = open.request.settings();
    let asked = operator.ask_request(request, settings, Some(&open.withdrawal));
    inbox.resolve(&open.request, asked.unwrap());
    request.questions()[0].text().to_owned()
}
