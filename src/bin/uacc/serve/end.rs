use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use tokio::sync::watch;

use crate::interrupt;

/// The end of the service, once it is called for.
#[derive(Clone)]
pub(super) struct End {
    called: watch::Receiver<bool>,
    /// Were nobody left who can call for it, as where no signal is heard, that would pass for a call.
    _sender: watch::Sender<bool>,
}

impl End {
    /// One that a signal calls for.
    pub(super) fn on_signal() -> Self {
        let (sender, end) = Self::new();
        interrupt::on_stop(move || {
            sender.send_replace(true);
        });
        end
    }

    /// One with what can call for it.
    pub(super) fn new() -> (watch::Sender<bool>, Self) {
        let (sender, called) = watch::channel(false);
        (sender.clone(), Self { called, _sender: sender })
    }

    /// What comes of some work, unless the end is called for before.
    pub(super) async fn before<T>(&mut self, work: impl Future<Output = T>) -> Option<T> {
        let (mut work, mut called) = (pin!(work), pin!(self.called.wait_for(|called| *called)));
        poll_fn(|context| match work.as_mut().poll(context) {
            Poll::Ready(done) => Poll::Ready(Some(done)),
            Poll::Pending => called.as_mut().poll(context).map(|_| None),
        })
        .await
    }
}
