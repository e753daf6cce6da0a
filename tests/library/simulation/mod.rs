//! A service that imports into a store in a file, and the clients that deliver to it, on a disk and a network on which much goes wrong: all of it follows from one seed.
//!
//! After each step, what the service has acknowledged is in its store once, or a damage is named. A failure prints its seed, and `SIMULATION=SEED` replays
//! it. `SIMULATION=FIRST..END` runs other seeds, as many as a night has time for:
//!
//! `SIMULATION=1000000..2000000 cargo test --release --test library simulation -- --nocapture`

mod disk;
mod network;

use std::collections::BTreeSet;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use universal_accounting::dedup::{self, FileStore, FileStoreError};
use universal_accounting::internals::file_store;
use universal_accounting::report::Policy;
use universal_accounting::transactions;

use self::disk::{Disk, LIES};
use self::network::{Client, Response, Trouble, ids};
use crate::delivery::chosen_seeds;
use crate::random::Random;

const STEPS: usize = 80;

/// What happened in all runs.
#[derive(Debug, Default)]
struct Totals {
    requests: usize,
    kills: usize,
    power_losses: usize,
    copies: usize,
    damaged_copies: usize,
    lies: usize,
    /// Runs that ended with a damage that was named.
    damaged: usize,
}

/// A damage of the store was named.
struct Damage;

struct World<'t> {
    seed: u64,
    step: usize,
    random: Random,
    disk: Disk,
    /// The store of the running service.
    service: Option<FileStore>,
    clients: Vec<Client>,
    /// The ids that clients know to be in the store.
    delivered: BTreeSet<String>,
    /// The bodies of requests that arrive later.
    late: Vec<Vec<u8>>,
    /// The ids in the store.
    stored: BTreeSet<String>,
    /// The contents of the store after each commit.
    states: Vec<BTreeSet<String>>,
    /// Whether the disk may lie before the store is closed. A disk that has lied about the last writes before its power is lost has never had them.
    may_lie: bool,
    totals: &'t mut Totals,
}

impl World<'_> {
    fn place(&self) -> String {
        format!("seed {}, step {}", self.seed, self.step)
    }

    /// Opens the store in a new process, and in further ones if it is killed meanwhile.
    fn open(&mut self) -> Result<(), Damage> {
        let store = loop {
            self.disk.start_process();
            if self.random.percent(30) {
                self.disk.kill_after(self.random.below(12));
            }
            let disk = self.disk.clone();
            let opened = file_store::open_on(move || disk.handle());
            if !self.disk.is_killed() {
                self.disk.let_live();
                break self.unless_damaged(opened)?;
            }
            drop(opened);
            self.note_kill();
        };
        self.service = Some(store);
        self.may_lie = self.random.percent(25);
        if self.may_lie {
            let lie = self.random.pick(&LIES);
            self.disk.lie_after(self.random.below(60), lie);
        }
        Ok(())
    }

    /// Returns a result. An error is a damage, which only a disk that lies can make.
    fn unless_damaged<T>(&self, result: Result<T, FileStoreError>) -> Result<T, Damage> {
        result.map_err(|error| {
            let is_named = matches!(error, FileStoreError::Damaged | FileStoreError::NotAStore);
            assert!(
                self.disk.has_lied() && is_named,
                "{}: {error} ({error:?})",
                self.place()
            );
            Damage
        })
    }

    /// Lets the service handle the body of a request. Returns `None` if its process was killed.
    fn handle(&mut self, body: &[u8]) -> Result<Option<Response>, Damage> {
        let place = self.place();
        self.totals.requests += 1;
        let Some(store) = &self.service else {
            return Ok(None);
        };
        let reading = transactions::read(body, &Policy::new());
        let imported = dedup::import(store, &reading.values);
        let imported = imported.map(|plan| plan.result(reading.rejected.len()));
        let sent = ids(body);
        if let Ok(counts) = &imported {
            let known = sent.intersection(&self.stored).count();
            assert_eq!(
                (counts.existing_transactions, counts.new_transactions),
                (
                    u64::try_from(known).unwrap(),
                    u64::try_from(sent.len() - known).unwrap()
                ),
                "{place}: {counts:?}"
            );
            self.stored.extend(sent);
            self.states.push(self.stored.clone());
            let body = transactions::write_result(counts).into_bytes();
            return Ok(Some(Response { status: 201, body }));
        }
        if self.disk.is_killed() {
            self.restart_after_kill(&sent)?;
            return Ok(None);
        }
        let error = imported.map_err(|error| error.to_string()).unwrap_err();
        assert!(
            self.disk.has_lied() && error == FileStoreError::Damaged.to_string(),
            "{place}: {error}"
        );
        Err(Damage)
    }

    /// The process was killed, maybe by a loss of power.
    fn note_kill(&mut self) {
        self.totals.kills += 1;
        if self.random.percent(60) {
            self.totals.power_losses += 1;
            self.disk.lose_power(&mut self.random);
        }
    }

    /// Starts the service again after its process was killed, maybe while it stored these transactions.
    fn restart_after_kill(&mut self, in_flight: &BTreeSet<String>) -> Result<(), Damage> {
        self.note_kill();
        self.service = None;
        self.open()?;
        let found = self.read()?;
        let all: BTreeSet<String> = self.stored.union(in_flight).cloned().collect();
        assert!(
            found == self.stored || found == all,
            "{}: {} of {} transactions",
            self.place(),
            found.len(),
            self.stored.len()
        );
        self.stored = found;
        self.states.push(self.stored.clone());
        Ok(())
    }

    /// Closes the store, and opens it again.
    fn restart(&mut self) -> Result<(), Damage> {
        self.service = None;
        if self.disk.is_killed() {
            return self.restart_after_kill(&BTreeSet::new());
        }
        self.open()
    }

    /// Returns the ids of all transactions in the store.
    fn read(&mut self) -> Result<BTreeSet<String>, Damage> {
        let disk = self.disk.clone();
        let Some(store) = &self.service else {
            return Ok(self.stored.clone());
        };
        let read = read_ids(store, &self.place());
        if disk.is_killed() {
            return Ok(self.stored.clone());
        }
        self.unless_damaged(read)
    }

    /// Compares the store with what was acknowledged, and looks at the copy that is complete by now.
    fn check(&mut self) -> Result<(), Damage> {
        let found = self.read()?;
        assert!(
            found == self.stored,
            "{}: {} transactions, and not {}",
            self.place(),
            found.len(),
            self.stored.len()
        );
        if let Some(copy) = self.disk.take_copy() {
            self.totals.copies += 1;
            let copy = Disk::with_bytes(copy);
            let place = format!("{}, copy", self.place());
            let read = file_store::open_on(move || copy.handle())
                .and_then(|store| read_ids(&store, &place));
            match read {
                Ok(found) => assert!(
                    self.states.contains(&found),
                    "{place}: {} transactions",
                    found.len()
                ),
                Err(FileStoreError::Damaged) => self.totals.damaged_copies += 1,
                Err(error) => panic!("{place}: {error}"),
            }
        }
        Ok(())
    }

    /// A client sends its next request.
    fn send(&mut self, client: usize, trouble: Trouble) -> Result<(), Damage> {
        let place = self.place();
        let Some(request) = self.clients[client].delivery.next_request() else {
            panic!("{place}: a client sends nothing and is not done");
        };
        let body = request.body.to_vec();
        let response = match trouble {
            Trouble::LosesRequest | Trouble::Busy => None,
            Trouble::Delays => {
                self.late.push(body);
                None
            }
            Trouble::LosesResponse => {
                self.handle(&body)?;
                None
            }
            Trouble::Doubles => {
                let [first, second] = [self.handle(&body)?, self.handle(&body)?];
                if self.random.percent(50) {
                    first
                } else {
                    second
                }
            }
            Trouble::None | Trouble::CutsResponse => self.handle(&body)?,
        };
        let client = &mut self.clients[client];
        match response {
            Some(response) if trouble == Trouble::CutsResponse => {
                let end = self.random.below(response.body.len());
                client.on_response(&response, &response.body[..end]);
            }
            Some(response) => client.on_response(&response, &response.body),
            None if trouble == Trouble::Busy => client.on_busy(&mut self.random),
            None => drop(client.delivery.on_no_answer()),
        }
        if client.is_done(&place) {
            self.delivered.extend(client.ids());
            *client = Client::new(&mut self.random);
        }
        Ok(())
    }

    fn take_step(&mut self) -> Result<(), Damage> {
        let client = self.random.below(self.clients.len());
        match self.random.below(100) {
            0..6 => self.restart()?,
            6..14 if !self.may_lie => {
                let writes = self.random.below(60);
                self.disk.kill_after(writes);
            }
            14..22 => {
                let speed = 512 << self.random.below(12);
                self.disk.start_copy(speed);
            }
            22..26 => self.clients[client].restart(&mut self.random),
            26..32 => {
                if let Some(body) = self.late.pop() {
                    self.handle(&body)?;
                }
            }
            _ => {
                let trouble = Trouble::generate(&mut self.random);
                self.send(client, trouble)?;
            }
        }
        self.check()
    }

    fn run(&mut self) -> Result<(), Damage> {
        self.open()?;
        for step in 0..STEPS {
            self.step = step;
            self.take_step()?;
        }
        // The network is well again, and in the end the service has everything once.
        self.restart()?;
        for client in 0..self.clients.len() {
            let expected = self.clients[client].ids();
            for round in 0.. {
                assert!(round < 100, "{}: a client doesn't end", self.place());
                if expected.is_subset(&self.delivered) {
                    break;
                }
                self.send(client, Trouble::None)?;
            }
        }
        self.restart()?;
        self.check()?;
        assert!(self.delivered.is_subset(&self.stored), "{}", self.place());
        Ok(())
    }
}

/// Returns the ids of the transactions in a store, which must all differ.
fn read_ids(store: &FileStore, place: &str) -> Result<BTreeSet<String>, FileStoreError> {
    let mut ids = BTreeSet::new();
    store.for_each(|json| {
        let transaction: Value = serde_json::from_str(json)
            .unwrap_or_else(|_| panic!("{place}: a transaction can't be read"));
        let is_new = ids.insert(network::id(&transaction));
        assert!(is_new, "{place}: a transaction is there twice");
    })?;
    Ok(ids)
}

fn run(seed: u64, totals: &mut Totals) {
    let mut random = Random(seed);
    let disk = Disk::default();
    drop(file_store::create_on(disk.handle()).unwrap());
    let clients = (0..=random.below(4))
        .map(|_| Client::new(&mut random))
        .collect();
    let mut world = World {
        seed,
        step: 0,
        random,
        disk,
        service: None,
        clients,
        delivered: BTreeSet::new(),
        late: Vec::new(),
        stored: BTreeSet::new(),
        states: vec![BTreeSet::new()],
        may_lie: false,
        totals,
    };
    let outcome = world.run();
    let has_lied = world.disk.has_lied();
    totals.lies += usize::from(has_lied);
    totals.damaged += usize::from(outcome.is_err());
}

/// Runs seeds until there are no more of them, or until the time is over.
fn run_seeds(seeds: Range<u64>, time: Option<Duration>) -> Totals {
    let (start, mut totals) = (Instant::now(), Totals::default());
    for seed in seeds {
        let outcome = panic::catch_unwind(AssertUnwindSafe(|| run(seed, &mut totals)));
        if let Err(panic) = outcome {
            eprintln!("SIMULATION={seed} replays this failure");
            panic::resume_unwind(panic);
        }
        if time.is_some_and(|time| start.elapsed() > time) {
            println!("the last seed is {seed}");
            break;
        }
    }
    println!("{totals:?}");
    totals
}

#[test]
fn nothing_acknowledged_is_lost_or_doubled() {
    if let Some(seeds) = chosen_seeds("SIMULATION") {
        run_seeds(seeds, None);
        return;
    }
    let totals = run_seeds(0..40, None);
    assert!(
        totals.power_losses > 10 && totals.copies > 20 && totals.damaged > 3,
        "{totals:?}"
    );
}

#[test]
#[ignore = "takes half a minute; tests/full runs it"]
fn nothing_is_lost_or_doubled_in_half_a_minute() {
    // On two processors, as many seeds as in a minute on one.
    thread::scope(|scope| {
        for first in [1_000, 1_000_000] {
            scope.spawn(move || run_seeds(first..u64::MAX, Some(Duration::from_secs(30))));
        }
    });
}
