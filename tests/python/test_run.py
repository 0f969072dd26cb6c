"""Runs: callables, meshes, results, stepping, operators, sweeps."""
import gc
import os
import re
import subprocess
import tempfile
import types
import unittest
import unittest.mock
import warnings
import weakref

import numpy as np

import nudge
from nudge import Box, Dipole, Fourier, Material, Mesh, Probe, Simulation, Source

from test_describe import cavity

MODE = {"Ez": "sin(pi*x)*sin(pi*y)*cos(sqrt(2)*pi*t)", "Hx": "-sin(pi*x)*cos(pi*y)*sin(sqrt(2)*pi*t)/sqrt(2)",
        "Hy": "cos(pi*x)*sin(pi*y)*sin(sqrt(2)*pi*t)/sqrt(2)"}


def quiet(test):
    """Warnings of the library, as that of kernels without a compiler, are not the matter of most tests."""
    def run(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", nudge.NudgeWarning)
            test(self)
    return run


def left_out(package, how="./dev deps long"):
    """Says that what needs an optional package was not tested; tests/run.sh shows it."""
    print("left out: what needs the Python package %s, which is not installed: %s" % (package, how))


class Run(unittest.TestCase):
    @quiet
    def test_functions_are_expressions(self):
        """An initial value, a waveform and a material as functions give what expressions and numbers give."""
        source = Dipole(at=(0.4, 0.45, 0.5), moment=(0, 0, 1))
        probe = {"tip": Probe(at=(0.7, 0.6, 0.4))}
        a = cavity(initial={"Ez": "x*y"}, sources={"s": Source(source, waveform="sin(6*t)^2")}, monitors=probe,
                   materials={"m": {"epsilon": 2}}).run()
        b = cavity(initial={"Ez": lambda x, y, z: x * y}, monitors=probe,
                   sources={"s": Source(source, waveform=lambda t: np.sin(6 * t) ** 2)},
                   materials={"m": {"epsilon": lambda x, y, z: 2 + 0 * x}}).run()
        np.testing.assert_allclose(b.results["tip"]["Ez"], a.results["tip"]["Ez"], atol=1e-8)
        self.assertGreater(np.ptp(a.results["tip"]["Ez"]), 0.01)
        np.testing.assert_allclose(b.state, a.state, atol=1e-8)
        import math
        c = cavity(initial={"Ez": lambda x, y, z: math.sin(x)})  # of single numbers
        np.testing.assert_allclose(c["Ez"], np.sin(c["x"]), atol=1e-14)
        d = cavity(initial={"Ez": lambda x, y, z, xc, yc, zc: (xc < 0.5) * 1.0})
        np.testing.assert_allclose(d["Ez"].std(axis=1), 0, atol=1e-14)

    @quiet
    def test_material_levels(self):
        sim = cavity(materials={"m": Material(levels=3, epsilon=lambda x, y, z: 1 + x, mu=1)},
                     monitors={"f": Fourier(regions="box", frequencies=[0.1])})
        self.assertEqual(len(sim.check(0).regions), 3)
        speeds = [r["speed"] for r in sim.check(0).regions]
        self.assertTrue(0.7 < min(speeds) < max(speeds) < 1)
        self.assertEqual(sim.run().results["f"]["Ez"].shape, (1, 48, 10))

    def test_bad_functions(self):
        def fails(x, y, z):
            raise ZeroDivisionError("mine")
        with self.assertRaisesRegex(ZeroDivisionError, "mine"):
            cavity(initial={"Ez": fails}).set_up()
        with self.assertRaisesRegex(nudge.ProblemError, "initial.Ez: the function is -inf at 0"):
            with np.errstate(all="ignore"):
                cavity(initial={"Ez": lambda x, y, z: np.log(-x) + y}).set_up()
        with self.assertRaisesRegex(nudge.ProblemError, "shape"):
            cavity(initial={"Ez": lambda x, y, z: np.zeros(7)}).set_up()
        with self.assertRaisesRegex(nudge.ProblemError, "'Eq' is not a field"):
            cavity(initial={"Eq": lambda x, y, z: x}).set_up()

    @quiet
    def test_results(self):
        sim = cavity(exact=MODE, order=3, time=0.4, monitors={
            "tip": Probe(at=(0.4, 0.3, 0.2)), "box": Fourier(regions="box", frequencies=[0.5, 0.7]),
            "cut": Fourier(plane="y", at=0.5, frequencies=[0.5])})
        with tempfile.TemporaryDirectory() as folder:
            sim.output = {"folder": folder, "energy": {"file": "e.csv"}}
            sim.run()
            self.assertTrue(all(f["written"] and os.path.exists(f["path"]) for f in sim.outputs))
            rows = np.genfromtxt(os.path.join(folder, "tip.csv"), delimiter=",", names=True)
            np.testing.assert_array_equal(rows["Ez"], sim.results["tip"]["Ez"])
        tip, box, cut = (sim.results[n] for n in ("tip", "box", "cut"))
        exact = np.sin(0.4 * np.pi) * np.sin(0.3 * np.pi) * np.cos(np.sqrt(2) * np.pi * tip["time"])
        np.testing.assert_allclose(tip["Ez"], exact, atol=0.05)
        self.assertEqual(box["Ez"].shape, (2,) + sim["x"].shape)
        self.assertTrue(np.iscomplexobj(box["Ez"]))
        self.assertEqual(box.dims["Ez_re"], ("frequency", "element", "node"))
        self.assertEqual(cut.dims["Ez_re"], ("frequency", "z", "x"))
        with self.assertRaisesRegex(KeyError, "has no array 'Eq'"):
            box["Eq"]
        f, spectrum = tip.spectrum("Ez", 64)
        np.testing.assert_allclose(spectrum[0], np.sum((tip["Ez"][1:] + tip["Ez"][:-1]) * np.diff(tip["time"])) / 2 + (tip["Ez"][0] + tip["Ez"][-1]) / 2
                                   * tip["time"][1], rtol=1e-6)
        self.assertLess(sim.error(), 0.02)
        self.assertEqual(sim.status.error, sim.error())
        across, up, values = sim.slice("Ez", "z", 0.5, shape=(20, 30))
        self.assertEqual(values.shape, (20, 30))
        now = np.sin(np.pi * across) * np.sin(np.pi * up)[:, None] * np.cos(np.sqrt(2) * np.pi * 0.4)
        np.testing.assert_allclose(values, now, atol=0.05)
        with self.assertRaisesRegex(nudge.ProblemError, "misses the mesh"):
            sim.slice("Ez", "z", 2)
        try:
            import xarray
        except ImportError:
            return left_out("xarray")
        data = cut.to_xarray()
        self.assertEqual(data["Ez"].dims, ("frequency", "z", "x"))
        self.assertIsInstance(sim.to_xarray(), xarray.Dataset)
        self.assertEqual(sim.to_xarray()["Ez"].shape, sim["x"].shape)

    @quiet
    def test_stepping(self):
        """Steps by hand give what a run gives; the rate is the slope; fields can be set between steps."""
        a = cavity(time={"dt": 0.01, "steps": 8}).run()
        b = cavity(time={"dt": 0.01, "steps": 8})
        self.assertEqual(b.step(3).step, 3)
        b.step(5)
        np.testing.assert_array_equal(a.state, b.state)
        with self.assertRaisesRegex(nudge.ProblemError, "at its end"):
            b.step()
        with self.assertRaisesRegex(nudge.ProblemError, "-1 steps"):
            b.step(-1)
        c = cavity(time={"dt": 1e-6, "steps": 9}, flux={"upwind": 0})
        before, slope = c.state, c.rhs()
        c.step(2)
        np.testing.assert_allclose((c.state - before) / 2e-6, slope, atol=1e-3 * np.abs(slope).max())
        np.testing.assert_allclose(c["rate_Hx"], c.rhs()[3])
        now = c.state
        np.testing.assert_allclose(c.rhs(2 * before), 2 * slope, atol=1e-12)
        np.testing.assert_array_equal(c.state, now)
        a, b = (cavity(time={"dt": 0.01, "steps": 4}) for _ in range(2))
        a.run(callback=lambda status: a.rhs(np.ones_like(now)) is None)  # between two steps of a run
        np.testing.assert_array_equal(a.state, b.run().state)
        c["Ez"] = 0.5
        self.assertEqual(c["Ez"].min(), 0.5)
        with self.assertRaisesRegex(nudge.ProblemError, r"values of shape \(3,\)"):
            c["Ez"] = np.zeros(3)
        with self.assertRaisesRegex(nudge.ProblemError, "'Eq' is not a field"):
            c["Eq"]
        self.assertAlmostEqual(cavity(order=4).energy(), 0.125, places=3)

    @quiet
    def test_device_fields(self):
        """Fields in the memory of the device: their layout, that they follow the fields, and that they outlive close()."""
        for precision in "single", "double":
            sim = cavity(order=2, precision=precision, device="cpu", time={"dt": 0.01, "steps": 8})
            view = sim.device_fields()
            self.assertEqual(view.shape, sim.state.shape)
            self.assertEqual((view.dtype, view.fields, view.cuda), (np.dtype("f4" if precision == "single" else "f8"), sim.fields, False))
            first = np.asarray(view)
            np.testing.assert_array_equal(first, sim.state)
            sim.step(3)
            np.testing.assert_array_equal(np.asarray(view), first)  # a copy, until the next call
            again = sim.device_fields()
            np.testing.assert_array_equal(np.asarray(view), sim.state)
            self.assertGreater(np.abs(np.asarray(again) - first).max(), 1e-3)
            self.assertFalse(hasattr(view, "__cuda_array_interface__"))  # cupy would take it for memory of a GPU
            state = sim.state
            sim.close()
            np.testing.assert_array_equal(np.asarray(again), state)  # the solver lives on for it
            alive = weakref.ref(view._solver)
            del view, again
            gc.collect()
            self.assertIsNone(alive())
        fake = nudge.DeviceFields.__new__(nudge.DeviceFields)
        fake.cuda, fake.shape, fake.dtype, fake._address = True, (6, 5, 4), np.dtype("f4"), 4096
        self.assertEqual(fake.__cuda_array_interface__, {"shape": (6, 5, 4), "typestr": "<f4", "data": (4096, False), "version": 3,
                                                         "strides": None, "stream": None})
        with self.assertRaisesRegex(TypeError, "memory of a CUDA device"):
            np.asarray(fake)
        if "opencl" in nudge.devices():
            with self.assertRaisesRegex(nudge.DeviceError, "no address that other programs can use"):
                cavity(order=1, device="opencl").device_fields()

    @quiet
    def test_resonances(self):
        """Monitors of resonances have results, too."""
        sim = Simulation(mesh=Box(divisions=(2, 2, 2)), order=3, boundaries={"default": "pec"}, device="cpu", time=20,
                         sources={"s": Source(dipole=Dipole(at=(0.3, 0.4, 0.2), moment=(0, 0, 1)),
                                              waveform={"pulse": {"frequency": 0.7, "bandwidth": 0.6}})},
                         monitors={"q": {"resonances": {"probe": (0.6, 0.7, 0.3), "band": (0.5, 0.9)}}})
        result = sim.run().results["q"]
        self.assertEqual(result.dims["frequency"], ("mode",))
        self.assertLess(np.abs(result["frequency"] - np.sqrt(0.5)).min(), 1e-3)

    @quiet
    def test_changes_make_a_new_solver(self):
        sim = cavity(time={"dt": 0.01, "steps": 8})
        sim.step()
        sim.order = 3
        with self.assertWarnsRegex(nudge.NudgeWarning, "changed at t = 0.01: the fields begin anew at t = 0"):
            self.assertEqual((sim.status.step, sim.status.order), (0, 3))
        sim.step(2)
        sim.boundaries["xmin"] = "pmc"
        with self.assertWarnsRegex(nudge.NudgeWarning, "begin anew"):
            self.assertEqual(sim.status.step, 0)
        sim.step(1)
        with warnings.catch_warnings():
            warnings.simplefilter("error", nudge.NudgeWarning)
            self.assertEqual(sim.reset().status.step, 0)
            sim.order = 1  # before the first step
            self.assertEqual(sim.status.order, 1)

    @quiet
    def test_operator(self):
        """The lowest modes of a cavity of acoustics along x: k pi, by scipy."""
        from scipy.sparse.linalg import eigs
        sim = Simulation(law="acoustic", mesh=Box(size=(1, 0.3, 0.3), divisions=(4, 1, 1)), order=1, time=1, device="cpu",
                         materials={"air": {"rho": 1, "c": 1}}, boundaries={"default": "rigid"}, flux={"upwind": 0})
        found = eigs(sim.operator(), k=4, sigma=None, which="LI", return_eigenvectors=False, maxiter=20000)
        self.assertLess(np.abs(found.real).max(), 1e-6)  # a central flux keeps the energy
        calls, call = [], nudge.library.Library.call
        with unittest.mock.patch.object(nudge.library.Library, "call", lambda own, name, *more: (calls.append(name), call(own, name, *more))):
            A, before = sim.operator(), sim.state
            del calls[:]
            for _ in range(3):
                A @ before.ravel()
        self.assertEqual(calls.count("solver_rates_of"), 3)
        self.assertEqual((calls.count("solver_get"), calls.count("solver_set")), (len(sim.fields), 0))  # its own fields are kept once
        full = np.linalg.eigvals(sim.operator() @ np.eye(sim.operator().shape[0]))
        self.assertLess(np.abs(np.abs(full.imag) - np.pi).min(), 0.1)
        np.testing.assert_allclose(np.sort(np.abs(found.imag))[-1], np.abs(full.imag).max(), rtol=1e-6)
        sim.mesh.pml = {"thickness": 0.1}
        with self.assertRaisesRegex(nudge.ProblemError, "pml"):
            sim.operator()
        sim.mesh.pml = None
        sim.sources = {"s": Source(nudge.Monopole(at=(0.5, 0.1, 0.1), strength=1), waveform="1")}
        with self.assertRaisesRegex(nudge.ProblemError, "sources"):
            sim.operator()

    @quiet
    def test_sweep(self):
        table = nudge.sweep(cavity(exact=MODE), {"order": [1, 3], "mesh.box.divisions": [(2, 2, 2), (3, 3, 3)]})
        self.assertEqual(len(table), 4)
        self.assertEqual(list(table.column("order")), [1, 1, 3, 3])
        self.assertLess(table[3]["error"], table[0]["error"] / 10)
        self.assertIn("mesh.box.divisions", str(table))
        self.assertIn("<table>", table._repr_html_())
        table = nudge.sweep(cavity(), {"order": [1, 99]}, measure=lambda s: {"e": s.energy()}, keep_going=True)
        self.assertIn("from 1 to 9", table[1]["failure"])
        with self.assertRaisesRegex(nudge.ProblemError, "from 1 to 9"):
            nudge.sweep(cavity(), {"order": [99]})
        with self.assertRaisesRegex(ValueError, "same number"):
            nudge.sweep(cavity(), {"order": [1], "time.end": [1, 2]}, zipped=True)

    @quiet
    def test_check(self):
        page = cavity(sources={"s": Source(Dipole(at=(0.4, 0.4, 0.4), moment=(0, 0, 1)), waveform=nudge.Ricker(frequency=1))},
                      materials={"<m>": {}}).check(0.01)
        self.assertEqual((page.info["elements"], page.regions[0]["name"], page.boundaries[0]["condition"]), (48, "box", "pec"))
        self.assertTrue(page.problem and not page.ok and page.seconds > 0)
        self.assertIn("points per wavelength", str(page))
        self.assertIn("&lt;m&gt;", page._repr_html_())
        self.assertNotIn("<m>", page._repr_html_())

    @quiet
    def test_check_says_what_the_program_says(self):
        """The facts and tables of `nudge check`, with units, for problems with and without sources."""
        from nudge.__main__ import program
        plain = Simulation(mesh=nudge.Geometry(box=Box(divisions=(3, 3, 3)), scale="mm"), units="si", order=2, time="5 ps", device="cpu",
                           boundaries={"xmin": "pec", "default": "absorbing"}, materials={"glass": {"epsilon": 2.25}},
                           monitors={"p": Probe(at=(5e-4, 5e-4, 5e-4)), "q": Fourier(plane="x", at=5e-4, frequencies=[6e10, 7e10])})
        wave = plain.replace(sources={"s": Source(Dipole(at=(4e-4, 4e-4, 4e-4), moment=(0, 0, 1)),
                                                  waveform=nudge.Pulse(frequency="60 GHz", bandwidth="60 GHz"))})
        layers = wave.replace(mesh={"box": {"divisions": (3, 3, 3)}, "scale": "mm", "pml": {"layers": 2, "thickness": 6e-4}}, pml={})
        with tempfile.TemporaryDirectory() as folder:
            for sim in plain, wave, layers:
                page = sim.check(0)
                sim.save(folder + "/a.yaml")
                said = subprocess.run([program(), "check", folder + "/a.yaml", "--device", "cpu"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                      universal_newlines=True).stdout
                words = str(page).split()
                for line in said.splitlines():
                    if line.startswith(("expected", "problem", "device", "  speeds in", "     element")):  # measured, a path, threads, columns
                        continue
                    unknown = [w for w in re.findall(r"[\w./-]*\w", line.lower()) if w not in str(page).lower().replace("µ", "u") and not re.match(r"[-\d.e]+$", w)]
                    self.assertEqual(unknown, [], line)
                for wanted in ("1.25 ps" if sim is plain else "ps", "speed (m/s)", "area (m²)", "162 elements" if sim is not layers else "thick"):
                    self.assertIn(wanted, str(page))
                    self.assertIn(wanted, page._repr_html_())
                self.assertEqual("worst" in words, sim is not plain)
            self.assertIn("frequency (Hz)", str(plain.check(0)))
            self.assertIn("frequencies 23.26 GHz to 96.74 GHz", str(wave.check(0)))
            self.assertEqual([m["kind"] for m in wave.check(0).monitors], ["probe", "fourier"])
            self.assertEqual(wave.check(0).monitors[1]["frequency"], [6e10, 7e10])
        self.assertNotIn("(m)", str(cavity().check(0)))

    def test_warnings(self):
        with self.assertWarnsRegex(nudge.NudgeWarning, "time.dt|stable"):
            cavity(time={"dt": 10, "steps": 1}).set_up()
        with warnings.catch_warnings():
            warnings.simplefilter("error", nudge.NudgeWarning)
            with self.assertRaises(nudge.NudgeWarning):
                cavity(time={"dt": 10, "steps": 1}).set_up()

    @quiet
    def test_natural_mistakes(self):
        """Each is a ProblemError that names the argument and says what to give."""
        sim = cavity(mesh=Box(divisions=(1, 1, 1)), order=1)
        dipole = Dipole(at=(0.4, 0.4, 0.4), moment=(0, 0, 1))
        like_meshio = type("Mesh", (), {"__module__": "meshio._mesh"})()
        mistakes = [
            (lambda: cavity(initial={"Ez": np.zeros((6, 4))}), r"initial\.Ez: one value is wanted, .* \(6, 4\); give a function .*sim\['Ez'\] ="),
            (lambda: cavity(initial=lambda x, y, z: x), "initial must be a dict of names, as {'Ez': f}, not a function"),
            (lambda: cavity(order=np.ones(2)), "order: one value is wanted"),
            (lambda: cavity(mesh=np.zeros((3, 3))), r"mesh: one value .* nudge\.Mesh\(vertices, elements\)"),
            (lambda: cavity(mesh=like_meshio), "mesh: a mesh of meshio; give nudge.Mesh.from_meshio"),
            (lambda: cavity(mesh=nudge.Geometry(file=like_meshio)), "file: a mesh of meshio"),
            (lambda: cavity(mesh=3), "mesh must be a path, a Box, a Mesh or a Geometry, not 3"),
            (lambda: cavity(time="20 ns").validate(), "time.end must be .* 'units: si'"),
            (lambda: Source(dipole, plane_wave={}), "Source: dipole and plane_wave; give one of"),
            (lambda: Mesh.from_gmsh("name"), "from_gmsh: give a model of gmsh, as gmsh.model, not 'name'"),
            (lambda: nudge.sweep(sim, {"order": 2}), r"order: give a list of values, as \[2\], not 2"),
            (lambda: nudge.sweep(sim, {"law": "maxwell"}), r"law: give a list"),
            (lambda: nudge.sweep(sim, 2), "parameters: give a dict"),
            (lambda: nudge.set_threads("2"), "set_threads: give a whole number, not '2'"),
            (lambda: sim.step(2.5), "step: give a whole number, not 2.5"),
            (lambda: sim.step("2"), "step: give a whole number, not '2'"),
            (lambda: sim.check(patience="x"), "patience: give seconds"),
            (lambda: sim.run(walltime="1h"), "walltime: give seconds .* not '1h'"),
            (lambda: sim.run(checkpoint_every=-1), "checkpoint_every: give seconds"),
            (lambda: sim.run(callback=3), "callback: give a function"),
            (lambda: sim.rhs(np.zeros(3)), r"fields: an array of shape \(3,\); .* = \(6, 6, 4\)"),
            (lambda: setattr(sim, "state", [1, 2]), r"fields: an array of shape \(2,\)"),
            (lambda: sim.__setitem__("Ez", "x"), "Ez: give numbers, not 'x'"),
        ]
        for call, text in mistakes:
            with self.subTest(text):
                self.assertRaisesRegex(nudge.ProblemError, text, call)
        self.assertEqual(cavity(time="20 ns", units="si").time.end, "20 ns")
        self.assertEqual(sim.step(np.int64(1)).step, 1)

    def test_unstable(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", nudge.NudgeWarning)
            with self.assertRaises(nudge.Unstable):
                cavity(time={"dt": 1, "steps": 400, "integrator": "lsrk4"}).run()


class Meshes(unittest.TestCase):
    @quiet
    def test_arrays(self):
        box = Mesh.box(size=(1, 1, 2), divisions=(2, 2, 2), region="air")
        self.assertEqual((len(box.elements), len(box.faces), box.region_names), (48, 48, ["air"]))
        self.assertAlmostEqual(box.volumes().sum(), 2)
        low = box.centroids()[:, 2] < 1
        own = Mesh(box.vertices, box.elements, {"low": np.flatnonzero(low), "high": ~low},
                   {n: box.faces[box.boundaries == i] for i, n in enumerate(box.boundary_names)})
        own.check()
        sim = cavity(mesh=own, materials={"m": {"epsilon": 2}}, regions={"low": "m", "default": "vacuum"},
                     boundaries={"zmax": "pmc", "default": "pec"})
        self.assertEqual({r["name"]: r["elements"] for r in sim.check(0).regions}, {"low": 24, "high": 24})
        self.assertEqual([b["condition"] for b in sim.check(0).boundaries if b["name"] == "zmax"], ["pmc"])
        again = sim.make_mesh()
        np.testing.assert_array_equal(again.vertices, own.vertices)
        with tempfile.TemporaryDirectory() as folder:
            sim.save(folder + "/a.yaml")
            saved = Simulation.read(folder + "/a.yaml", device="cpu")
            self.assertEqual(saved.mesh.file, "mesh.msh")
            np.testing.assert_array_equal(saved["Ez"], sim["Ez"])
        for bad, text in (((box.vertices[:, :2], box.elements), r"shape \(n, 3\)"), ((box.vertices, box.elements + 1), "vertex 27"),
                          ((box.vertices, box.elements, [1, 2]), "48 names or numbers")):
            with self.assertRaisesRegex(nudge.ProblemError, text):
                Mesh(*bad)
        with self.assertRaisesRegex(nudge.FormatError, "no cells of type tetra"):
            Mesh.from_meshio(types.SimpleNamespace(points=box.vertices, cells=[], cell_data={}))

    def test_meshio(self):
        """A mesh as meshio has it, and by meshio itself where it is installed."""
        box = Mesh.box(divisions=(2, 2, 2))
        block = types.SimpleNamespace
        like = types.SimpleNamespace(
            points=box.vertices, cells=[block(type="triangle", data=box.faces), block(type="tetra", data=box.elements),
                                        block(type="vertex", data=box.faces[:, :1])],
            cell_data={"gmsh:physical": [box.boundaries + 1, np.full(48, 7), np.zeros(48)]},
            field_data={n: np.array([i + 1, 2]) for i, n in enumerate(box.boundary_names)})
        own = Mesh.from_meshio(like)
        self.assertEqual((own.region_names, sorted(own.boundary_names)), (["7"], sorted(box.boundary_names)))
        np.testing.assert_array_equal(own.elements, box.elements)
        try:
            import meshio
        except ImportError:
            return left_out("meshio")
        with tempfile.TemporaryDirectory() as folder:
            box.write(folder + "/a.msh")
            read = Mesh.from_meshio(meshio.read(folder + "/a.msh"))
        np.testing.assert_allclose(read.vertices, box.vertices)
        self.assertEqual(sorted(read.boundary_names), sorted(box.boundary_names))

    def test_gmsh(self):
        """The calls that from_gmsh makes, and gmsh itself where it is installed."""
        box = Mesh.box(divisions=(1, 1, 1))
        tags = np.arange(len(box.vertices))[::-1] + 5  # not in order, not from 1
        model = types.SimpleNamespace(
            getPhysicalGroups=lambda dim: [(dim, 3)], getPhysicalName=lambda dim, g: "wall" if dim == 2 else "",
            getEntitiesForPhysicalGroup=lambda dim, g: [1], getEntities=lambda dim: [(dim, 1)],
            mesh=types.SimpleNamespace(
                getNodes=lambda: (tags, box.vertices.ravel(), []),
                getElements=lambda dim, e: ([4], [[]], [tags[box.elements].ravel()]) if dim == 3 else
                ([2], [[]], [tags[box.faces].ravel()])))
        own = Mesh.from_gmsh(model)
        self.assertEqual((own.region_names, own.boundary_names), (["3"], ["wall"]))
        np.testing.assert_array_equal(own.vertices[own.elements], box.vertices[box.elements])
        try:
            import gmsh
        except (ImportError, OSError):
            return left_out("gmsh")
        gmsh.initialize()
        try:
            gmsh.option.setNumber("General.Terminal", 0)
            gmsh.model.occ.addBox(0, 0, 0, 1, 1, 1)
            gmsh.model.occ.synchronize()
            gmsh.model.addPhysicalGroup(3, [1], 1)
            gmsh.model.setPhysicalName(3, 1, "room")
            gmsh.model.addPhysicalGroup(2, [1, 2, 3, 4, 5, 6], 1)
            gmsh.model.setPhysicalName(2, 1, "wall")
            with self.assertRaisesRegex(nudge.FormatError, "generate"):
                Mesh.from_gmsh()
            gmsh.option.setNumber("Mesh.CharacteristicLengthMax", 0.5)
            gmsh.model.mesh.generate(3)
            room = Mesh.from_gmsh()
        finally:
            gmsh.finalize()
        self.assertEqual((room.region_names, room.boundary_names), (["room"], ["wall"]))
        self.assertAlmostEqual(room.volumes().sum(), 1)
        room.check()


if __name__ == "__main__":
    unittest.main()
