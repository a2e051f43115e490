"""Other threads run during a call, and Ctrl-C ends the call."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest
from conftest import classic

import satdoku

#: Calls that take minutes.
LONG = {
    "one puzzle": "satdoku.solve('. ' * 90 ** 2, rules='diagonal')",
    "an array": "satdoku.solve(np.zeros((10_000, 45 ** 2), np.uint8))",
    "many texts": "satdoku.solve(['. ' * 45 ** 2] * 10_000)",
    "steps": "satdoku.explain(['..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9'] * 100_000, time_limit=None)",
    "generating": "satdoku.generate(1_000_000, side=16)",
}  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="skipped: SIGINT is not sent so on Windows")
@pytest.mark.parametrize("what", LONG)
def test_ctrl_c_ends_a_long_call_soon(what):
    script = f"""
        import time, numpy as np, satdoku
        print("begun", flush=True)
        try:
            {LONG[what]}
        except KeyboardInterrupt:
            # The next call is not cancelled.
            print("interrupted", satdoku.solve("1.3...2..1..4..2").status, flush=True)
    """
    script = textwrap.dedent(script)
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.7)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        start = time.monotonic()
        said, _ = process.communicate(timeout=60)
        assert said == "interrupted unique\n"
        assert time.monotonic() - start < 20
    finally:
        process.kill()


def test_other_threads_go_on_during_a_call():
    puzzles = classic(1000) * 10
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.monotonic()
    satdoku.rate(puzzles, depth=True)
    took = time.monotonic() - start
    stop.set()
    thread.join()
    during = [tick for tick in ticks if tick <= start + took]
    assert len(during) > 5 or took < 0.05


def test_calls_from_several_threads_answer_each_their_own():
    puzzles = classic(200)
    expected = [answer.solution for answer in satdoku.solve(puzzles)]
    wrong = []

    def work(offset):
        for index in range(offset, len(puzzles), 4):
            wrong.extend([index] * (satdoku.solve(puzzles[index]).solution != expected[index]))
            two = satdoku.solve(puzzles[index : index + 2])
            wrong.extend([index] * ([a.solution for a in two] != expected[index : index + 2]))

    threads = [threading.Thread(target=work, args=(offset,)) for offset in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_the_answers_do_not_depend_on_the_number_of_threads():
    puzzles = classic(300)
    assert satdoku.solve(puzzles, threads=1) == satdoku.solve(puzzles, threads=7)
    array = np.array([[int(cell) for cell in puzzle.replace(".", "0")] for puzzle in puzzles])
    one, seven = (satdoku.solve(array, threads=threads) for threads in (1, 7))
    assert (one.solution == seven.solution).all() and (one.status == seven.status).all()
