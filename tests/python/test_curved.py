"""Curved meshes: from files, arrays, meshio and gmsh, and into files again."""
import math
import os
import tempfile
import types
import unittest
import unittest.mock

import numpy as np

import nudge
from nudge import Box, Geometry, Mesh, Simulation, curved
from nudge.library import library

from test_describe import cavity
from test_run import left_out, quiet

FILES = (("tests/meshes/round-2.msh", 2), ("tests/meshes/round-3.msh", 3), ("examples/curved-ball/curved-ball.msh", 4))


def volume(path):
    """What the library finds."""
    handle = library().make("mesh_read", os.fsencode(path))
    try:
        return library().mesh_describe(handle).contents.volume
    finally:
        library().mesh_destroy(handle)


def bulge(x):
    """A map of degree 2 with the Jacobian 1: a box keeps its volume and bends."""
    return np.stack([x[..., 0] + 0.2 * x[..., 1] ** 2, x[..., 1] + 0.1 * x[..., 2] ** 2, x[..., 2]], axis=-1)


def bent_box(order=2):
    """A box whose elements bend, its nodes in the order of gmsh: nodes, tetrahedra, triangles, and the box."""
    box = Mesh.box(divisions=(2, 2, 2))
    L = curved.lattice(order) / order
    shapes = np.einsum("pv,kvc->kpc", L, box.vertices[box.elements])
    nodes, tetrahedra, triangles = curved.nodes(box.vertices, box.elements, box.faces, np.arange(len(box.elements)), shapes)
    return bulge(nodes), tetrahedra, triangles, box


def compiled(test):
    """With a compiler: curved elements and terms of faces have no kernels that were built ahead of time."""
    def run(self):
        with unittest.mock.patch.dict(os.environ):
            os.environ.pop("NUDGE_CC", None)
            test(self)
    return run


class Curved(unittest.TestCase):
    @quiet
    def test_files(self):
        for path, order in FILES:
            mesh = Mesh.read(path)
            self.assertEqual(mesh.order, order)
            self.assertTrue(0 < len(mesh.curved) <= len(mesh.elements))
            self.assertIn("of order %d" % order, repr(mesh))
            np.testing.assert_allclose(mesh.volumes().sum(), volume(path), rtol=1e-12)
            straight = mesh.straightened()
            self.assertGreater(abs(straight.volumes().sum() / volume(path) - 1), 1e-3)
            self.assertEqual((straight.order, mesh.order), (1, order))
            self.assertFalse(np.shares_memory(straight.vertices, mesh.vertices))
            with tempfile.TemporaryDirectory() as folder:
                mesh.write(folder + "/a.msh")
                again = Mesh.read(folder + "/a.msh")
                straight.write(folder + "/b.msh")
                np.testing.assert_allclose(volume(folder + "/b.msh"), straight.volumes().sum(), rtol=1e-12)
            for name in ("vertices", "elements", "faces", "regions", "boundaries", "curved", "shapes"):
                np.testing.assert_array_equal(getattr(again, name), getattr(mesh, name), name)
            self.assertEqual(again.region_names + again.boundary_names, mesh.region_names + mesh.boundary_names)
            mesh.check()

    @quiet
    @compiled
    def test_simulation(self):
        """A mesh that was read is the mesh of the file, also scaled, with functions as materials, and saved."""
        path = "examples/curved-ball/curved-ball.msh"
        with tempfile.TemporaryDirectory() as folder:
            own = [cavity(mesh=m, boundaries={"default": "pec"}, order=3, initial={"Ez": "x*y"}, time={"dt": 1e-3, "steps": 2})
                   for m in (path, Mesh.read(path))]
            own[1].save(folder + "/a.yaml")
            own.append(Simulation.read(folder + "/a.yaml", device="cpu"))
            for sim in own:
                sim.run()
                np.testing.assert_array_equal(sim.state, own[0].state)
        lens = cavity(mesh=Geometry(file=Mesh.read(path), scale=2), boundaries={"default": "pec"}, order=1, initial={},
                      materials={"m": nudge.Material(levels=3, epsilon=lambda x, y, z: 2 + 0.1 * x, mu=1)})
        self.assertEqual(len(lens.check(0).regions), 3)
        self.assertAlmostEqual(lens.make_mesh().volumes().sum() / (8 * volume(path)), 1, places=12)

    def test_arrays(self):
        nodes, tetrahedra, _, box = bent_box()
        shapes = nodes[tetrahedra][:, curved.from_gmsh(2)]
        corners = bulge(box.vertices)
        mesh = Mesh(corners, box.elements, curved=np.arange(len(box.elements)), shapes=shapes)
        self.assertAlmostEqual(mesh.volumes().sum(), 1, places=13)
        self.assertLess(abs(mesh.volumes() - 1 / 48).max(), 1e-14)
        mesh.check()
        flat = Mesh(box.vertices, box.elements, curved=np.arange(3),
                    shapes=np.einsum("pv,kvc->kpc", curved.lattice(3) / 3, box.vertices[box.elements[:3]]))
        self.assertEqual((flat.order, len(flat.curved)), (1, 0))  # these do not bend
        for change, text in ((dict(curved=[0]), "give both"), (dict(curved=[0], shapes=shapes), "48 indices"),
                             (dict(curved=[48], shapes=shapes[:1]), "from 0 to 47"),
                             (dict(curved=[0], shapes=shapes[:1, :9]), r"shape \(n, 10, 3\)"),
                             (dict(curved=[1], shapes=shapes[:1]), "their corners are not the vertices")):
            with self.assertRaisesRegex(nudge.ProblemError, text):
                Mesh(corners, box.elements, **change)
        mesh.vertices *= 2
        for use in (mesh.check, cavity(mesh=mesh).set_up):
            with self.assertRaisesRegex(nudge.ProblemError, r"straightened\(\)"):
                use()
        mesh.shapes *= 2
        self.assertAlmostEqual(mesh.volumes().sum(), 8, places=12)
        mesh.check()

    def test_meshio(self):
        nodes, tetrahedra, triangles, box = bent_box()
        vtk = tetrahedra[:, [0, 1, 2, 3, 4, 5, 6, 7, 9, 8]]  # the last two edges change places
        block = types.SimpleNamespace
        like = block(points=nodes, cells=[block(type="triangle6", data=triangles), block(type="tetra10", data=vtk)],
                     cell_data={"gmsh:physical": [box.boundaries + 1, np.full(48, 7)]}, field_data={})
        own = Mesh.from_meshio(like)
        self.assertEqual((own.order, len(own.vertices), own.region_names), (2, 27, ["7"]))
        self.assertAlmostEqual(own.volumes().sum(), 1, places=13)
        own.check()
        like.cells[1].type = "tetra20"
        with self.assertRaisesRegex(nudge.FormatError, "cells of type tetra20"):
            Mesh.from_meshio(like)
        try:
            import meshio
        except ImportError:
            return left_out("meshio")
        with tempfile.TemporaryDirectory() as folder:
            own.write(folder + "/a.msh")
            read = Mesh.from_meshio(meshio.read(folder + "/a.msh"))
        self.assertEqual(read.order, 2)
        np.testing.assert_allclose(read.volumes(), own.volumes())

    def test_gmsh(self):
        for order, tetra, triangle in ((2, 11, 9), (3, 29, 21), (4, 30, 23)):
            nodes, tetrahedra, triangles, _ = bent_box(order)
            tags = np.arange(len(nodes))[::-1] + 5
            groups = {2: [(2, 1)], 3: [(3, 1)]}
            model = types.SimpleNamespace(
                getPhysicalGroups=lambda dim: groups[dim], getPhysicalName=lambda dim, g: {2: "wall", 3: "air"}[dim] + "b" * (g - 1),
                getEntitiesForPhysicalGroup=lambda dim, g: [1], getEntities=lambda dim: [(dim, 1)],
                mesh=types.SimpleNamespace(
                    getNodes=lambda: (tags, nodes.ravel(), []),
                    getElements=lambda dim, e: ([tetra], [[]], [tags[tetrahedra].ravel()]) if dim == 3 else
                    ([triangle], [[]], [tags[triangles].ravel()])))
            own = Mesh.from_gmsh(model)
            self.assertEqual((own.order, len(own.vertices), own.boundary_names), (order, 27, ["wall"]))
            self.assertAlmostEqual(own.volumes().sum(), 1, places=13)
            own.check()
            for dim, text in ((3, "volume 1 is in the physical groups 'air' and 'airb'; it can belong to one region only"),
                              (2, "surface 1 is in the physical groups 'wall' and 'wallb'; it can belong to one boundary only")):
                groups[dim].append((dim, 2))
                with self.assertRaisesRegex(nudge.FormatError, text):
                    Mesh.from_gmsh(model)
                del groups[dim][1:]
            tetra = 79  # the closure above sees it
            with self.assertRaisesRegex(nudge.FormatError, "element type 79"):
                Mesh.from_gmsh(model)

    @quiet
    def test_real_gmsh(self):
        try:
            import gmsh
        except (ImportError, OSError):
            return left_out("gmsh")
        gmsh.initialize(interruptible=False) if "interruptible" in gmsh.initialize.__code__.co_varnames else gmsh.initialize()
        try:
            gmsh.option.setNumber("General.Terminal", 0)
            gmsh.model.occ.addSphere(0, 0, 0, 1)
            gmsh.model.occ.synchronize()
            gmsh.model.addPhysicalGroup(3, [1], 1)
            gmsh.model.setPhysicalName(3, 1, "ball")
            gmsh.model.addPhysicalGroup(2, [1], 1)
            gmsh.option.setNumber("Mesh.CharacteristicLengthMax", 0.8)
            gmsh.model.mesh.generate(3)
            error = []
            for order in (1, 2, 3):
                gmsh.model.mesh.setOrder(order)
                ball = Mesh.from_gmsh()
                self.assertEqual((ball.order, ball.region_names), (order, ["ball"]))
                ball.check()
                error.append(abs(ball.volumes().sum() / (4 / 3 * math.pi) - 1))
            gmsh.model.addPhysicalGroup(3, [1], 2)
            with self.assertRaisesRegex(nudge.FormatError, "volume 1 is in the physical groups 'ball' and '2'"):
                Mesh.from_gmsh()
        finally:
            gmsh.finalize()
        self.assertTrue(error[0] > 20 * error[1] > 20 * error[2], error)


if __name__ == "__main__":
    unittest.main()
