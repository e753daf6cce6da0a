"""Other threads run while a file is converted."""

import threading
from concurrent.futures import ThreadPoolExecutor

from samples import MT940

import universal_accounting as ua

ENTRY = b":61:2603030303D12,50NTRFNONREF\n:86:Bakery\n"
LARGE = MT940.replace(ENTRY, ENTRY * 60_000)


def test_other_threads_run_meanwhile() -> None:
    counted, is_done = 0, threading.Event()

    def count() -> None:
        nonlocal counted
        while not is_done.is_set():
            counted += 1

    counter = threading.Thread(target=count)
    counter.start()
    before = counted
    ua.convert(LARGE)
    after = counted
    is_done.set()
    counter.join()
    # With the lock held, at most a few steps would be between the two lines.
    assert after - before > 1000


def test_threads_get_the_same_results() -> None:
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: ua.convert(MT940).to_json(), range(200)))
    assert len(set(results)) == 1
