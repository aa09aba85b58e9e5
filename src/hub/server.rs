//! [`Hub`]: accepts connections on its socket until it is stopped.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use nix::unistd::Uid;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tracing::{debug, info};

use super::connection;
use super::leave::Keys;
use super::rpc::{self, RpcError};
use super::socket::Socket;
use super::ticket;
use crate::broker::Broker;
use crate::error::Error;
use crate::seam::TRACING_TARGET;

/// The most connections at the same time.
pub const MAX_CONNECTIONS: usize = 1024;

/// How long a hub that ends waits for connections to take their last lines.
const GRACE: Duration = Duration::from_millis(800);

/// Who may answer in the operator's name, besides the operator's own prompt.
#[derive(Clone, Debug)]
pub enum Access {
    /// A front end that the operator lets in when it responds for the first time. The broker's
    /// [`Inbox`](crate::broker::Inbox) gets an approval request about it.
    AskOperator,
    /// A front end that shows this key. For a hub without a prompt.
    Key(String),
}

/// A broker behind a Unix socket.
///
/// ```no_run
/// use std::path::Path;
/// use ask_user::broker::Broker;
/// use ask_user::hub::{Access, Hub};
///
/// let broker = Broker::new();
/// let hub = Hub::bind(Path::new("/run/user/1000/ask-user.sock"), broker, Access::Key("0123456789abcdef".to_owned()))?;
/// let handle = hub.handle();
/// std::thread::spawn(move || hub.run());
/// handle.stop();
/// # Ok::<(), ask_user::Error>(())
/// ```
#[derive(Debug)]
pub struct Hub {
    socket: Socket,
    state: Arc<HubState>,
    stop: Arc<watch::Sender<bool>>,
}

/// What all connections share.
#[derive(Debug)]
pub(super) struct HubState {
    pub(super) broker: Broker,
    pub(super) access: Access,
    /// The keys of front ends that were let in.
    pub(super) keys: Keys,
    /// Changes with every event of the broker.
    pub(super) changed: watch::Receiver<()>,
}

/// Stops a [`Hub`] from another thread.
#[derive(Clone, Debug)]
pub struct HubHandle(Arc<watch::Sender<bool>>);

impl HubHandle {
    /// Ends the hub. Open requests end as closed, and their callers learn it.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Hub {
    /// Takes the socket. From now on callers can connect; they are served by [`run`](Self::run).
    ///
    /// # Errors
    /// Another hub has the socket, or the socket cannot be made. The message says what to do.
    pub fn bind(path: &Path, broker: Broker, access: Access) -> Result<Self, Error> {
        let socket = Socket::bind(path)?;
        let (sender, changed) = watch::channel(());
        broker.on_change(move || sender.send_modify(|()| {}));
        let (stop, _) = watch::channel(false);
        Ok(Self {
            socket,
            state: Arc::new(HubState {
                broker,
                access,
                keys: Keys::default(),
                changed,
            }),
            stop: Arc::new(stop),
        })
    }

    /// A handle that stops the hub.
    pub fn handle(&self) -> HubHandle {
        HubHandle(Arc::clone(&self.stop))
    }

    /// Serves until it is stopped. Then it shuts down the broker and removes the socket.
    ///
    /// # Errors
    /// The async runtime cannot be created.
    pub fn run(self) -> Result<(), Error> {
        let failed = |error: io::Error| Error::device("starting the hub", error);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(failed)?;
        runtime.block_on(self.serve()).map_err(failed)
    }

    async fn serve(self) -> io::Result<()> {
        let listener = self.socket.listener.try_clone()?;
        let listener = UnixListener::from_std(listener)?;
        let mut stop = self.stop.subscribe();
        let mut connections = JoinSet::new();
        let state = Arc::clone(&self.state);
        let expiring = tokio::spawn(async move { ticket::expire(&state).await });
        while !*stop.borrow_and_update() {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) => self.admit(stream, &mut connections),
                    // No descriptor is left. Some connection will end.
                    Err(error) => {
                        debug!(name: "hub:not_accepted", target: TRACING_TARGET, %error, "hub:not_accepted");
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    }
                },
                Some(_) = connections.join_next() => {}
                _ = stop.changed() => {}
            }
        }
        info!(name: "hub:stopped", target: TRACING_TARGET, connections = connections.len(), "hub:stopped");
        expiring.abort();
        self.state.broker.shutdown();
        let ending = async { while connections.join_next().await.is_some() {} };
        // Somebody who takes no output must not keep the hub.
        let _ = tokio::time::timeout(GRACE, ending).await;
        Ok(())
    }

    fn admit(&self, stream: UnixStream, connections: &mut JoinSet<()>) {
        let own = Uid::effective().as_raw();
        let refusal = match stream.peer_cred() {
            Ok(peer) if peer.uid() == own && connections.len() < MAX_CONNECTIONS => None,
            Ok(peer) if peer.uid() == own => Some(RpcError::new(
                RpcError::LIMIT,
                format!(
                    "the hub has {MAX_CONNECTIONS} connections, and at most {MAX_CONNECTIONS} are served: close one"
                ),
            )),
            Ok(_) | Err(_) => Some(RpcError::new(
                RpcError::NOT_LET_IN,
                "this hub serves another user",
            )),
        };
        if let Some(error) = refusal {
            info!(name: "hub:refused", target: TRACING_TARGET, %error, "hub:refused");
            // As much as the connection takes at once.
            let line = rpc::answer(&serde_json::Value::Null, Err(error));
            let _ = stream.try_write(line.as_bytes());
            return;
        }
        let (state, stop) = (Arc::clone(&self.state), self.stop.subscribe());
        connections.spawn(connection::serve(stream, state, stop));
    }
}
