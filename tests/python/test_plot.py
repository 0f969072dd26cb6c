"""Pictures: what they show, by the artists that matplotlib keeps; films by the files."""
import contextlib
import io
import os
import tempfile
import unittest
import unittest.mock

import matplotlib

matplotlib.use("Agg")
import numpy as np
from matplotlib import pyplot

import nudge
from nudge import Box, Mesh, Simulation, plot, volume

from test_describe import cavity
from test_run import left_out, quiet


class Plot(unittest.TestCase):
    def tearDown(self):
        pyplot.close("all")

    @quiet
    def test_field(self):
        sim = cavity(mesh=Box(size=(1, 1, 0.5), divisions=(2, 2, 1)), order=4, units="si",
                     initial={"Ez": "sin(pi*x)*sin(pi*y)", "Hx": "x"})
        axes = sim.plot_field(shape=(40, 40))
        picture = axes.collections[0]
        self.assertEqual(picture.get_cmap().name, plot.SIGNED)
        low, high = picture.get_clim()
        self.assertEqual(low, -high)
        self.assertTrue(0.9 < high <= 1.01)
        across = (np.arange(40) + 0.5) / 40
        exact = np.sin(np.pi * across) * np.sin(np.pi * across)[:, None]
        np.testing.assert_allclose(np.asarray(picture.get_array()).reshape(40, 40), exact, atol=5e-3)
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel(), axes.get_title()), ("x (m)", "y (m)", "Ez at t = 0 s"))
        self.assertEqual(axes.figure.axes[1].get_ylabel(), "Ez (V/m)")
        axes = plot.field(sim, "|H|", "x", 0.25, shape=(10, 10), outlines=False)
        self.assertEqual(axes.collections[0].get_cmap().name, plot.MAGNITUDE)
        self.assertEqual(axes.collections[0].get_clim()[0], 0)
        np.testing.assert_allclose(axes.collections[0].get_array(), 0.25, atol=1e-9)
        self.assertEqual((axes.get_xlabel(), axes.figure.axes[1].get_ylabel()), ("y (m)", "|H| (A/m)"))
        with self.assertRaisesRegex(nudge.ProblemError, r"'Q' is not a field; there are Ex, .* \|E\|, \|H\|"):
            sim.plot_field("Q")
        with self.assertRaisesRegex(nudge.ProblemError, "plane"):
            sim.plot_field("Ez", plane="w")

    def test_limits(self):
        """One wild value does not set the scale; zeros and NaN have one, too."""
        values = np.linspace(-1, 1, 2001)
        values[5] = 1e9
        self.assertLess(plot.limits(values, True)[1], 1)
        self.assertEqual(plot.limits(values, False)[0], 0)
        self.assertEqual(plot.limits(np.full(3, np.nan), True), (-1, 1))
        self.assertEqual(plot.limits(np.zeros(3), False), (0, 1))
        sparse = np.zeros(10000)
        sparse[0] = 7
        self.assertEqual(plot.limits(sparse, False), (0, 7))

    @quiet
    def test_outlines(self):
        box = Mesh.box(divisions=(2, 2, 2))
        half = Mesh(box.vertices, box.elements, np.where(box.centroids()[:, 0] < 0.5, "a", "b"), box.faces,
                    np.array(box.boundary_names)[box.boundaries])
        sim = cavity(mesh=half)
        axes = sim.plot_field(shape=(20, 20))
        lines = [p.vertices for c in axes.collections[1:] for p in c.get_paths()]
        middle = np.concatenate(lines)
        middle = middle[np.abs(middle[:, 1] - 0.5) < 0.3]
        self.assertTrue((np.abs(middle[:, 0] - 0.5) < 0.03).any())  # where the two meet

    def test_mesh(self):
        box = Mesh.box(divisions=(2, 2, 2))
        axes = plot.mesh(box)
        self.assertEqual(len(axes.collections[0].get_facecolor()), 48)
        self.assertEqual([t.get_text() for t in axes.get_legend().get_texts()], box.boundary_names)
        axes = plot.mesh(box, hide=("xmin", "zmax"))
        self.assertEqual(len(axes.get_legend().get_texts()), 4)
        axes = plot.mesh(box, cut=("x", 0.5))
        self.assertEqual([t.get_text() for t in axes.get_legend().get_texts()], ["box"])
        faces, element = plot.hull(box.elements)
        self.assertEqual((len(faces), len(np.unique(np.sort(faces, axis=1), axis=0))), (48, 48))
        normal = np.cross(box.vertices[faces[:, 1]] - box.vertices[faces[:, 0]], box.vertices[faces[:, 2]] - box.vertices[faces[:, 0]])
        outwards = box.vertices[faces].mean(axis=1) - box.centroids()[element]
        self.assertTrue((np.sum(normal * outwards, axis=1) > 0).all())
        with self.assertRaisesRegex(nudge.ProblemError, "there is no 'lid'"):
            plot.mesh(box, hide=["lid"])
        for cut in ("y", ("q", 1), ("y", "1"), ("y",)):
            with self.assertRaisesRegex(nudge.ProblemError, r"cut: give an axis and a coordinate, as \('y', 0.5\)"):
                plot.mesh(box, cut=cut)
        with self.assertRaisesRegex(nudge.ProblemError, "backend: 'matplotlib' or 'pyvista', not 'plotly'"):
            plot.mesh(box, backend="plotly")
        with self.assertRaisesRegex(nudge.ProblemError, "no element is left"):
            plot.mesh(box, cut=("z", -1))

    def test_far_field(self):
        theta, phi = np.arange(0, 181.0), np.array([0.0, 90.0])
        pattern = 1.5 * np.sin(np.radians(theta))[None, :, None] ** 2 * np.ones((1, 1, 2))
        arrays = {"frequencies": np.array([3.0]), "theta": theta, "phi": phi, "directivity": pattern}
        sim = cavity()
        sim._results = {"ff": nudge.Result("ff", "far_field", arrays)}
        axes = sim.plot_far_field()
        line = axes.lines[0].get_ydata()
        self.assertAlmostEqual(line.max(), 10 * np.log10(1.5))
        self.assertAlmostEqual(line.min(), line.max() - 40)
        self.assertIn("directivity (dBi)", axes.get_title())
        self.assertEqual([t.get_text() for t in axes.get_legend().get_texts()], ["phi = 0°", "phi = 90°"])
        arrays = dict(arrays, phi=np.arange(0, 360, 30.0), directivity=np.repeat(pattern[:, :, :1], 12, axis=2))
        sim._results = {"ff": nudge.Result("ff", "far_field", arrays)}
        self.assertEqual(plot.far_field(sim).collections[0].get_array().size, 181 * 12)
        arrays = dict(arrays, frequencies=np.array([0.3, 0.4]), directivity=np.repeat(arrays["directivity"], 2, axis=0))
        sim._results = {"ff": nudge.Result("ff", "far_field", arrays)}
        for which in (1, -1, 0.4, np.float64(0.4)):
            self.assertIn("f = 0.4", plot.far_field(sim, frequency=which).get_title())
        for which in (0.35, 2, "x", True):
            with self.assertRaisesRegex(nudge.ProblemError, "frequency: give an index from 0 to 1, or one of 0.3, 0.4, not"):
                plot.far_field(sim, frequency=which)
        with self.assertRaisesRegex(nudge.ProblemError, "'xx' is not a far field; there are 'ff'"):
            plot.far_field(sim, "xx")
        with self.assertRaisesRegex(nudge.ProblemError, "no far fields"):
            cavity().plot_far_field()

    @quiet
    def test_animate(self):
        sim = cavity()
        with tempfile.TemporaryDirectory() as folder:
            path = sim.animate(os.path.join(folder, "a.gif"), frames=2, shape=(20, 20), dpi=30)
            with open(path, "rb") as film:
                self.assertEqual(film.read().count(b"\x21\xf9\x04"), 2)  # one graphic control extension per picture
            said = io.StringIO()
            with contextlib.redirect_stderr(said):
                sim.animate(os.path.join(folder, "b.gif"), frames=2, shape=(20, 20), dpi=30, progress=True)
            self.assertRegex(said.getvalue(), r"step (\d+) of \1,.*writing the film|step (\d+) of \2,")
            from matplotlib import animation
            with unittest.mock.patch.object(animation.FFMpegWriter, "isAvailable", classmethod(lambda c: False)), \
                    unittest.mock.patch.object(Simulation, "step") as step, \
                    self.assertRaisesRegex(nudge.ProblemError, "a.mp4: a film of this kind needs ffmpeg.* or write a .gif"):
                sim.animate(os.path.join(folder, "a.mp4"))
            step.assert_not_called()
            with self.assertRaisesRegex(nudge.ProblemError, "a .gif or an .mp4"):
                sim.animate(os.path.join(folder, "a.avi"))
            with self.assertRaisesRegex(nudge.ProblemError, "2 or more"):
                sim.animate(os.path.join(folder, "a.gif"), frames=1)

    def test_small_tetrahedra(self):
        """They fill the element, for each order."""
        for order in range(1, 6):
            nodes = np.array([(i, j, k) for k in range(order + 1) for j in range(order + 1 - k) for i in range(order + 1 - j - k)])
            p = nodes[volume.subdivide(order)]
            self.assertEqual(len(p), order ** 3)
            np.testing.assert_allclose(np.linalg.det(p[:, 1:] - p[:, :1]), 1)

    @quiet
    def test_pyvista(self):
        """By pyvista itself where it is installed."""
        try:
            import pyvista
        except ImportError:
            return left_out("pyvista", "pip install pyvista, for Debian does not have it")
        sim = cavity()
        grid = sim.to_pyvista(["Ez"])
        self.assertAlmostEqual(grid.volume, 1)
        self.assertEqual(grid.point_data["Ez"].size, sim["Ez"].size)
        self.assertIsInstance(sim.plot_mesh(backend="pyvista"), pyvista.Plotter)


if __name__ == "__main__":
    unittest.main()
