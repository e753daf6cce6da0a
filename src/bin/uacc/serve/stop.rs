//! The signal that ends the service.

use std::future::{pending, poll_fn};
use std::pin::pin;
use std::task::Poll;

use tokio::sync::watch;

/// Becomes true when the service is to stop.
pub(super) type StopSignal = watch::Receiver<bool>;

/// Runs some work, and returns `None` if the service is to stop before the work is done.
pub(super) async fn run_until_stop<T>(
    stop: &mut StopSignal,
    work: impl Future<Output = T>,
) -> Option<T> {
    let stopped = async {
        // Without a sender, the signal never comes: the platform has no handler for signals.
        if stop.wait_for(|is_stopping| *is_stopping).await.is_err() {
            pending::<()>().await;
        }
    };
    let (mut work, mut stopped) = (pin!(work), pin!(stopped));
    poll_fn(|context| match work.as_mut().poll(context) {
        Poll::Ready(result) => Poll::Ready(Some(result)),
        Poll::Pending => stopped.as_mut().poll(context).map(|()| None),
    })
    .await
}
