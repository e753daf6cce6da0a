//! A job, its times for growing inputs, and how these grow.

use std::time::{Duration, Instant};
use std::{fs, thread};

use universal_accounting::transactions::Transaction;

/// A job to measure: an input that is generated for a size, and what is done with it.
pub(crate) struct Job {
    pub(crate) name: &'static str,
    max_size: usize,
    steps: Steps,
}

/// Generates an input and processes it.
pub(crate) enum Steps {
    Bytes(fn(usize) -> Vec<u8>, fn(&[u8])),
    Batch(fn(usize) -> Vec<Transaction>, fn(&[Transaction])),
}

pub(crate) const fn job(
    name: &'static str,
    max_size: usize,
    generate: fn(usize) -> Vec<u8>,
    run: fn(&[u8]),
) -> Job {
    Job {
        name,
        max_size,
        steps: Steps::Bytes(generate, run),
    }
}

pub(crate) const fn batch(
    name: &'static str,
    max_size: usize,
    generate: fn(usize) -> Vec<Transaction>,
    run: fn(&[Transaction]),
) -> Job {
    Job {
        name,
        max_size,
        steps: Steps::Batch(generate, run),
    }
}

/// The maximum mean of the last three ratios of the time to the time for half the size. One ratio of linear growth can reach 4 where the input exceeds a
/// cache, or where the allocator takes each large block anew from the system.
const MAX_GROWTH: f64 = 3.0;

/// Ratios of shorter times, in seconds, are not reliable.
const MIN_TIME: f64 = 0.001;

/// How long each size is measured.
const MAX_MEASURING_TIME: Duration = Duration::from_millis(300);

/// Returns the CPU time of this thread if the system reports it, so that waiting is not counted. Otherwise returns the elapsed time.
fn thread_time(begin: Instant) -> Duration {
    // Linux updates the value when the thread yields.
    thread::yield_now();
    let schedstat = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedstat.and_then(|schedstat| schedstat.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| begin.elapsed(), Duration::from_nanos)
}

/// Returns the shortest time of some rounds: other work of the machine can only add to it.
fn min_time(rounds: usize, run: &dyn Fn()) -> Duration {
    let (mut shortest, begin) = (Duration::MAX, Instant::now());
    for _ in 0..rounds {
        let start = thread_time(begin);
        run();
        shortest = shortest.min(thread_time(begin).saturating_sub(start));
        if begin.elapsed() > MAX_MEASURING_TIME {
            break;
        }
    }
    shortest
}

impl Job {
    fn time(&self, size: usize, rounds: usize) -> Duration {
        match self.steps {
            Steps::Bytes(generate, run) => {
                let input = generate(size);
                min_time(rounds, &|| run(&input))
            }
            Steps::Batch(generate, run) => {
                let input = generate(size);
                min_time(rounds, &|| run(&input))
            }
        }
    }

    /// Prints a line for each size up to the maximum, with the ratio to the time for half the size, and on the last line the mean of the ratios:
    /// 2 for linear growth, 4 for quadratic growth. Divides all sizes by `divisor`. Prefers a shorter time of an earlier try, which the times hold in the order
    /// of the sizes.
    pub(crate) fn measure(
        &self,
        doublings: u32,
        rounds: usize,
        divisor: usize,
        earlier: &mut Vec<Duration>,
    ) -> Growth {
        let mut times: Vec<f64> = Vec::new();
        for (index, step) in (0..=doublings).rev().enumerate() {
            let size = (self.max_size / divisor).max(1 << doublings) >> step;
            let mut time = self.time(size, rounds);
            match earlier.get_mut(index) {
                Some(earlier) => {
                    time = time.min(*earlier);
                    *earlier = time;
                }
                None => earlier.push(time),
            }
            let ratio = times.last().map_or(String::new(), |half| {
                format!("{:.2}", time.as_secs_f64() / half)
            });
            times.push(time.as_secs_f64());
            let mean = match (step, times.as_slice()) {
                (0, [first, .., last]) => {
                    format!("{:.2}", (last / first).powf(1.0 / f64::from(doublings)))
                }
                _ => String::new(),
            };
            println!(
                "{:<50}{size:>10}{:>12}{ratio:>8}{mean:>8}",
                self.name,
                format!("{time:.1?}")
            );
        }
        match times.as_slice() {
            [.., eighth, _, _, last] if *last >= MIN_TIME => {
                if (last / eighth).cbrt() > MAX_GROWTH {
                    Growth::Superlinear
                } else {
                    Growth::Linear
                }
            }
            _ => Growth::TooShort,
        }
    }
}

/// How the time of a job grows at its largest sizes.
#[derive(PartialEq, Eq)]
pub(crate) enum Growth {
    Linear,
    Superlinear,
    /// The times are too short to be compared.
    TooShort,
}
