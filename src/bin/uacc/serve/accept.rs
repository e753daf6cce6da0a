use std::io;
use std::net::TcpListener;
use std::num::NonZeroU16;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use universal_accounting::service::State;

use super::connection;
use super::end::End;
use super::exchange::Exchange;
use crate::output;

/// So long the requests that are under way at the end have.
pub(super) const GRACE: Duration = Duration::from_secs(10);

/// Takes connections, each when there is room for it, until the end; then waits for those that are there.
pub(super) async fn accept<S: State + Send + 'static>(
    listener: TcpListener,
    exchange: Arc<Exchange<S>>,
    mut end: End,
    connections: NonZeroU16,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let rooms = Arc::new(Semaphore::new(connections.get().into()));
    loop {
        let client = async {
            let room = Arc::clone(&rooms).acquire_owned().await;
            (room, listener.accept().await)
        };
        match end.before(client).await {
            None => break,
            Some((Ok(room), Ok((stream, _)))) => {
                let (exchange, end) = (Arc::clone(&exchange), end.clone());
                tokio::spawn(async move {
                    connection::serve(stream, exchange, end).await;
                    drop(room);
                });
            }
            // A client that has gone already, or too many files that are open: others may have closed theirs soon.
            Some(_) => sleep(Duration::from_millis(50)).await,
        }
    }
    drop(listener);
    if timeout(GRACE, rooms.acquire_many(connections.get().into())).await.is_err() {
        output::say("warning: some clients did not take their answers in time");
    }
    Ok(())
}
