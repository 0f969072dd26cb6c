"""Runs that end early: Ctrl-C, callbacks that raise or ask for a stop; the bar; children of fork."""
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest
import unittest.mock
import warnings

import numpy as np

import nudge
from nudge import Probe
from nudge.progress import Bar, wanted

from test_describe import cavity

LONG = {"dt": 1e-5, "steps": 10 ** 9}
CHILD = """
import sys, time
sys.path.insert(0, "tests/python")
from test_describe import cavity
from nudge import Probe
sim = cavity(time={"dt": 1e-5, "steps": 10 ** 9}, monitors={"tip": Probe(at=(.4, .4, .4))}, output=sys.argv[1])
began = []
def first(status):
    if not began:
        print("running", flush=True)
        began.append(1)
try:
    sim.run(callback=first if sys.argv[2] == "callback" else None, progress=sys.argv[2] == "progress")
except KeyboardInterrupt:
    print("interrupted", not began or len(sim.results["tip"]["time"]) > 1, flush=True)
    sim.step(2)  # the solver is still good
    print("stepped", flush=True)
"""

FORK = """
import concurrent.futures, multiprocessing, os, sys
sys.path.insert(0, "tests/python")
from test_describe import cavity

def work(order):
    sim = cavity(order=order, initial={"Ez": "x"}, boundaries={"default": "absorbing"}).run()
    return sim.status.time, sim.energy()

sim = cavity(output=None, time={"dt": 0.01, "steps": 8})
sim.step(3)
fork = multiprocessing.get_context("fork")
with concurrent.futures.ProcessPoolExecutor(2, fork) as pool:
    assert list(pool.map(work, [1, 2])) == [work(1), work(2)]
child = os.fork()
if not child:  # with a copy of the parent's solver, which it also destroys
    state = sim.step(5).step == 8 and sim.state.tobytes()
    sim.reset().run()
    sys.exit(0 if state == sim.state.tobytes() else 7)
assert os.waitpid(child, 0)[1] == 0
assert os.path.isdir(sim._temporary) and sim.step(5).step == 8
"""


def report(folder):
    path = os.path.join(folder, "run.json")
    if not os.path.exists(path):
        return {}
    with open(path) as file:
        return json.load(file)


class Stop(unittest.TestCase):
    def interrupt(self, how):
        """Sends Ctrl-C to a process that runs, and returns what it said, and after how many seconds."""
        with tempfile.TemporaryDirectory() as folder, open(os.path.join(folder, "stderr"), "w+") as complaints:
            process = subprocess.Popen([sys.executable, "-c", CHILD, folder, how], stdout=subprocess.PIPE, stderr=complaints,
                                       universal_newlines=True)
            if how == "callback":
                self.assertEqual(process.stdout.readline(), "running\n")
            while how != "callback" and "steps" not in report(folder).get("run", {}):
                self.assertIsNone(process.poll())
                time.sleep(0.01)
            sent = time.monotonic()
            process.send_signal(signal.SIGINT)
            said = process.stdout.readline()
            took = time.monotonic() - sent
            self.assertEqual(process.stdout.read(), "stepped\n", said)
            self.assertEqual(process.wait(), 0)
            process.stdout.close()
            complaints.seek(0)
            self.assertNotIn("Exception ignored", complaints.read())
            self.assertEqual(report(folder)["outcome"], "stopped")
            if how == "callback":
                self.assertGreater(os.path.getsize(os.path.join(folder, "tip.csv")), 50)
        return said, took

    def test_interrupt(self):
        """With a callback the first step was taken; otherwise only that the run has begun."""
        for how in ("callback", "progress"):
            said, took = self.interrupt(how)
            self.assertEqual(said, "interrupted True\n")
            self.assertLess(took, 2)

    def test_interrupt_in_set_up(self):
        """Ctrl-C while the library sets a problem up, from where it reports its work."""
        class Impatient(Bar):
            def work(self, what, share):
                os.kill(os.getpid(), signal.SIGINT)

        sim = cavity()
        with self.assertRaises(KeyboardInterrupt):
            sim.set_up(Impatient(io.StringIO()))
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)
        self.assertEqual(sim.step(1).step, 1)

    def test_handler_of_the_caller(self):
        """A handler that the program set itself stays, and what it raises comes out of the run."""
        def handler(number, frame):
            raise InterruptedError("mine")

        before = signal.signal(signal.SIGINT, handler)
        try:
            with self.assertRaisesRegex(InterruptedError, "mine"):
                cavity(time=LONG).run(callback=lambda s: os.kill(os.getpid(), signal.SIGINT))
            self.assertIs(signal.getsignal(signal.SIGINT), handler)
        finally:
            signal.signal(signal.SIGINT, before)

    def test_callback_raises(self):
        def fail(status):
            if status.step == 3:
                raise ZeroDivisionError("mine")
        with tempfile.TemporaryDirectory() as folder:
            sim = cavity(time=LONG, output=folder, monitors={"tip": Probe(at=(0.4, 0.4, 0.4))})
            with self.assertRaisesRegex(ZeroDivisionError, "mine"):
                sim.run(callback=fail)
            self.assertEqual((sim.status.step, report(folder)["outcome"]), (3, "stopped"))
            self.assertEqual(len(sim.results["tip"]["time"]), 4)
            self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)

    def test_callback_stops(self):
        seen = []
        sim = cavity(time=LONG)
        sim.run(callback=lambda status: seen.append(status.step) or status.step == 5)
        self.assertEqual(seen, [1, 2, 3, 4, 5])
        self.assertEqual(sim.status.step, 5)

    def test_other_threads(self):
        """A run in another thread works, and leaves signals alone."""
        sim = cavity(time={"dt": 1e-3, "steps": 5})
        thread = threading.Thread(target=sim.run)
        thread.start()
        thread.join()
        self.assertEqual(sim.status.step, 5)

    def test_checkpoints(self):
        with tempfile.TemporaryDirectory() as folder:
            steps = {"dt": 1e-3, "steps": 30}
            sim = cavity(time=steps, output=folder)
            sim.run(callback=lambda s: s.step == 10, checkpoint_every=1000)
            again = cavity(time=steps, output=folder).run(resume=True)
            self.assertEqual((again.status.step, again.status.resumed), (30, 10))
            np.testing.assert_array_equal(again.state, cavity(time=steps).run().state)
            with self.assertRaisesRegex(nudge.ProblemError, "resume"):
                again.run(resume="perhaps")
            with self.assertRaises(nudge.ProblemError):
                again.run()  # at its end

    def test_busy(self):
        with tempfile.TemporaryDirectory() as folder:
            other = cavity(output=folder)

            def second(status):
                with self.assertRaises(nudge.Busy):
                    other.run()
                return True
            cavity(time=LONG, output=folder).run(callback=second)

    def test_bar(self):
        out = io.StringIO()
        bar = Bar(out)
        bar.work("reading the mesh", 0.5)
        sim = cavity(time={"dt": 1e-3, "steps": 5})
        sim.run(progress=False)
        bar.steps(sim.status)
        bar.close()
        self.assertIn("[##############..............] reading the mesh", out.getvalue())
        self.assertIn("step 5 of 5, t = 0.005 of 0.005", out.getvalue())
        self.assertTrue(out.getvalue().endswith("\n"))

    def test_bar_in_notebook(self):
        """What a notebook is given, by a stand-in for IPython."""
        shown = []
        kernel = type("ZMQInteractiveShell", (), {})()
        handle = types.SimpleNamespace(update=shown.append)
        display = types.ModuleType("IPython.display")
        display.HTML, display.display = str, lambda first, display_id: handle
        shell = types.ModuleType("IPython")
        shell.get_ipython, shell.display = lambda: kernel, display
        with unittest.mock.patch.dict(sys.modules, {"IPython": shell, "IPython.display": display}):
            self.assertTrue(wanted(None))
            cavity(time={"dt": 1e-3, "steps": 5}).run()
        self.assertIn('<progress value="1.0000"', shown[-1])
        self.assertIn("step 5 of 5", shown[-1])


class Fork(unittest.TestCase):
    def test_fork(self):
        """Children of a process that has computed compute, too, with threads of their own."""
        done = subprocess.run([sys.executable, "-W", "ignore", "-c", FORK], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
                              env={**os.environ, "OMP_NUM_THREADS": "3"})
        self.assertEqual((done.returncode, done.stdout.decode()), (0, ""))


if __name__ == "__main__":
    warnings.simplefilter("ignore", nudge.NudgeWarning)
    unittest.main()
