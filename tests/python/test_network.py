"""Scattering parameters: a line between plates beside its closed form, the files, pictures, and runs that are stopped."""
import io
import os
import signal
import tempfile
import unittest
import unittest.mock

import matplotlib

matplotlib.use("Agg")
import numpy as np
from matplotlib import pyplot

import nudge
from nudge import Port, Simulation

from test_check import LINE
from test_run import left_out, quiet


def table(path):
    """A matrix [f, i, j] from a file of the library."""
    rows = np.loadtxt(path, delimiter=",", skiprows=1, ndmin=2)
    return (rows[:, 1::2] + 1j * rows[:, 2::2]).reshape(len(rows), 2, 2)


class Network(unittest.TestCase):
    def tearDown(self):
        pyplot.close("all")

    @quiet
    def test_line(self):
        """Two ports of 1/2 at a distance of 1.5; the second is the first name that is excited."""
        with tempfile.TemporaryDirectory() as folder:
            sim = Simulation(**{**LINE, "output": folder})
            net = sim.solve_sparameters()
            self.assertEqual((net.names, net.stem), (["one", "two"], os.path.join(folder, "sparameters")))
            for matrix, name in ((net.S, ""), (net.Z, "-z"), (net.Y, "-y")):
                np.testing.assert_allclose(matrix, table(net.stem + name + ".csv"), rtol=1e-6, atol=1e-6 * np.abs(matrix).max())
            net.write_touchstone(folder + "/copy.s2p")
            with open(net.stem + ".s2p") as a, open(folder + "/copy.s2p") as b:
                text = a.read()
                self.assertEqual(text, b.read())
            rows = np.array([r.split() for r in text.splitlines() if r[0] not in "!#"], float)
            np.testing.assert_allclose(rows[:, 3] + 1j * rows[:, 4], net["two", "one"], atol=1e-10)
            self.assertTrue(os.path.exists(folder + "/two/ports.csv"))
        np.testing.assert_allclose(net.frequency, [0.05, 0.175, 0.3])
        np.testing.assert_allclose(net["two", 0], np.exp(-3j * np.pi * net.frequency), atol=1e-3)
        np.testing.assert_array_equal(net["one", 1], net.S[:, 0, 1])
        self.assertLess(np.abs(net["one", "one"]).max(), 1e-3)
        np.testing.assert_allclose(net.impedance, 0.5, rtol=1e-6)
        np.testing.assert_allclose(net.propagation, 2j * np.pi * np.repeat(net.frequency[:, None], 2, 1), rtol=1e-6)
        np.testing.assert_allclose(net.Z[:, 0, 0], 0.5 / np.tanh(3j * np.pi * net.frequency), atol=2e-3)
        np.testing.assert_allclose(net.Z[1] @ net.Y[1], np.eye(2), atol=1e-9)
        self.assertTrue(net.reciprocity < 1e-6 and abs(net.passivity - 1) < 1e-3 and net.rest < 1e-2)
        self.assertTrue(0.998 < net.power[0] <= net.power[1] < 1.001)
        self.assertIn("one, two; 3 frequencies from 0.05 to 0.3;", repr(net))
        for bad, text in ((("three", 0), "no port 'three'; there are 'one', 'two'"), ("one", "must be two ports")):
            with self.assertRaisesRegex(KeyError, text):
                net[bad]
        self.pictures(net)
        try:
            import xarray
        except ImportError:
            return left_out("xarray")
        data = net.to_xarray()
        self.assertIsInstance(data, xarray.Dataset)
        np.testing.assert_array_equal(data["S"].sel(out="two", into="one"), net["two", "one"])
        self.assertEqual(data["impedance"].dims, ("frequency", "out"))

    def pictures(self, net):
        axes = net.plot()
        self.assertEqual([line.get_label() for line in axes.lines], ["S11", "S12 = S21", "S22"])
        np.testing.assert_allclose(axes.lines[1].get_ydata(), 20 * np.log10(np.abs(net["one", "two"])))
        S, net.S = net.S, np.array([[[1e-5, 0.5], [0.5, 1e-5]], [[1e-2, 0.5], [0.4, 1e-2]], [[1e-2, 0.5], [0.5, 1e-2]]], complex)
        lines = net.plot().lines
        self.assertEqual([(c.get_label(), c.get_linestyle()) for c in lines], [("S11", "-"), ("S12", "-"), ("S21", "-"), ("S22", "--")])
        np.testing.assert_allclose(lines[0].get_ydata(), [np.nan, -40, -40])  # nothing below the floor
        net.S = S
        self.assertEqual(axes.get_xlabel(), "frequency")
        self.assertEqual(len(nudge.plot.sparameters(net, ports=[("two", "one")]).lines), 1)
        net.si, net.frequency = True, net.frequency * 1e10
        axes = net.plot(axes=axes)
        self.assertEqual(axes.get_xlabel(), "frequency (GHz)")
        np.testing.assert_allclose(axes.lines[3].get_xdata(), [0.5, 1.75, 3])
        axes = net.plot_smith(ports=["two"])
        line = [s for s in axes.lines if s.get_label() == "S22, two"][0]
        np.testing.assert_array_equal(line.get_ydata(), net.S[:, 1, 1].imag)
        for grid in axes.lines:  # all circles and arcs lie in the unit disc
            self.assertLess(np.hypot(grid.get_xdata(), grid.get_ydata()).max(), 1 + 1e-3)

    @quiet
    def test_folder(self):
        """Without a folder files are temporary; a simulation keeps its fields; the bar has a line for each port."""
        sim = Simulation(**{**LINE, "order": 1, "time": 6, "sparameters": {"band": (0.05, 0.2), "points": 2}})
        sim["Ey"] = 1.0
        seen, stream = [], io.StringIO()
        with unittest.mock.patch("sys.stderr", stream):
            net = sim.solve_sparameters(progress=True, callback=lambda port, status: seen.append((port, status.step)))
        self.assertEqual(sim["Ey"].min(), 1)
        steps = [s for p, s in seen if p == "one"]
        self.assertEqual(seen, [(p, s) for p in ("one", "two") for s in steps])
        self.assertRegex(stream.getvalue(), r"port one \(1 of 2\): step \d+ of \d+.*\n(.|\n)*port two \(2 of 2\): step")
        self.assertTrue(net.touchstone.startswith(b"! nudge"))

    def test_warns(self):
        """A matrix that is not a good one."""
        with self.assertWarnsRegex(nudge.NudgeWarning, "at the end of a run .* of the largest voltage is left"):
            Simulation(**{**LINE, "order": 1, "time": 24, "sparameters": {"band": (0.05, 0.2), "points": 2}}).solve_sparameters()

    @quiet
    def test_mistakes(self):
        with self.assertRaisesRegex(nudge.ProblemError, "there are no ports"):
            Simulation(**{**LINE, "ports": {}, "sparameters": None}).solve_sparameters()
        with self.assertRaisesRegex(nudge.ProblemError, "sparameters.*reaches the frequency 6, which the mesh cannot resolve"):
            Simulation(**{**LINE, "sparameters": {"band": (0.05, 6), "points": 3}}).solve_sparameters()
        with self.assertRaisesRegex(nudge.ProblemError, "initial.Ey: leave"):
            Simulation(**LINE, initial={"Ey": lambda x, y, z: x}).solve_sparameters()
        with self.assertRaisesRegex(nudge.ProblemError, "Port: unknown argument 'boundry'; did you mean 'boundary'"):
            Port(boundry="zmin")

    @quiet
    def test_stop(self):
        """Ctrl-C and what a callback says end the run of a port; resume goes on with it."""
        with tempfile.TemporaryDirectory() as folder:
            sim = Simulation(**{**LINE, "output": folder, "order": 1})
            last = []

            def watch(port, status):
                last[:] = [port, status.step]
                if port == "two" and status.step == 5:
                    os.kill(os.getpid(), signal.SIGINT)

            with self.assertRaises(KeyboardInterrupt):
                sim.solve_sparameters(callback=watch, checkpoint_every=100)
            self.assertEqual((last[0], last[1] < 9), ("two", True))
            seen = set()
            net = sim.solve_sparameters(resume=True, callback=lambda port, status: seen.add(port))
            self.assertEqual(seen, {"two"})
            np.testing.assert_array_equal(net.S, Simulation(**{**LINE, "order": 1}).solve_sparameters().S)
            with self.assertRaises(nudge.Stopped):
                sim.solve_sparameters(callback=lambda port, status: True)
            with self.assertRaisesRegex(ZeroDivisionError, "mine"):
                sim.solve_sparameters(callback=self.fails)
            with self.assertRaisesRegex(nudge.ProblemError, "resume: give"):
                sim.solve_sparameters(resume="yes")

    @staticmethod
    def fails(port, status):
        raise ZeroDivisionError("mine")


if __name__ == "__main__":
    unittest.main()
