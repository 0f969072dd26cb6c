"""Meshes of tetrahedra as numpy arrays, from files, the built-in box, gmsh, meshio or arrays."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import curved as _curved
from .errors import FormatError, ProblemError
from .library import library, working

if TYPE_CHECKING:
    from .keys import Box

Names = Union[None, Sequence, np.ndarray, Dict[str, Any]]


def _encode(path: Any) -> bytes:
    return os.fsencode(os.fspath(path))


def _groups(given: Names, count: int, what: str) -> Tuple[np.ndarray, List[str]]:
    """Indices and names from None, numbers or names per item, or a dict from names to items or a mask."""
    if given is None:
        return np.zeros(count, np.int32), [""]
    if isinstance(given, dict):
        index, names = np.full(count, -1, np.int32), [str(n) for n in given]
        for i, items in enumerate(given.values()):
            index[np.asarray(items)] = i
        if (index < 0).any():
            index[index < 0] = len(names)
            names.append("")
        return index, names
    labels = np.asarray(given)
    if labels.shape != (count,):
        raise ProblemError("%s must be %d names or numbers, one for each, not an array of shape %s"
                           % (what, count, labels.shape))
    different, which = np.unique(labels, return_inverse=True)
    return which.astype(np.int32).reshape(count), [str(n) for n in different]


def _array(values: Any, of: type, width: int, what: str) -> np.ndarray:
    out: np.ndarray = np.ascontiguousarray(values, dtype=of)
    if out.ndim != 2 or out.shape[1] != width:
        raise ProblemError("%s must be an array of shape (n, %d), not %s" % (what, width, out.shape))
    return out


def _collect(model: Any, tags: np.ndarray, dim: int) -> Tuple[np.ndarray, np.ndarray, int]:
    """Elements of gmsh's model as indices of nodes, their names, and their order. Surfaces without a name are left out."""
    what, role, known = ("volume", "region", _curved.TETRAHEDRA) if dim == 3 else ("surface", "boundary", _curved.TRIANGLES)
    groups: List[Tuple[str, Any]] = [(model.getPhysicalName(dim, g) or str(g), model.getEntitiesForPhysicalGroup(dim, g))
                                     for _, g in model.getPhysicalGroups(dim)]
    grouped: Dict[int, str] = {}
    for name, entities in groups:
        for e in entities:
            if int(e) in grouped:
                raise FormatError("gmsh: %s %d is in the physical groups '%s' and '%s'; it can belong to one %s only"
                                  % (what, e, grouped[int(e)], name, role))
            grouped[int(e)] = name
    if dim == 3:
        groups.append(("", [e for _, e in model.getEntities(3) if e not in grouped]))
    found: List[np.ndarray] = []
    labels: List[str] = []
    degree = 1
    for name, entities in groups:
        for entity in entities:
            types, _, nodes = model.mesh.getElements(dim, entity)
            for of, own in zip(types, nodes):
                order = next((p for p, t in known.items() if t == of), 0)
                if not order:
                    raise FormatError("gmsh: element type %d of dimension %d; nudge takes tetrahedra and triangles of orders 1 to "
                                      "4, with all their nodes (Mesh.SecondOrderIncomplete = 0)" % (of, dim))
                if found and order != degree:
                    raise FormatError("gmsh: elements of the orders %d and %d; mesh with one order" % (degree, order))
                degree = order
                found.append(np.searchsorted(tags, own).reshape(-1, _curved.nodes_of(order, dim)))
                labels += [name] * len(found[-1])
    return np.concatenate(found or [np.zeros((0, dim + 1), int)]), np.array(labels, dtype=str), degree


class Mesh:
    """A mesh of tetrahedra.

    vertices: coordinates of the vertices, (n, 3).
    elements: vertices of the elements, as indices from 0, (k, 4).
    regions: the region of each element, as numbers or names, or a dict from names to indices of elements; None: one
        region without a name. The member has indices into region_names.
    faces: triangles with a name, as indices of vertices, (f, 3); or a dict from names to such arrays.
    boundaries: the boundary of each of the faces, in the forms of regions. The member has indices into boundary_names.
    curved: indices of the elements that bend, (c,).
    shapes: shape points of these elements, (c, points, 3).

    Shapes have 10, 20 or 35 points for order p = 2, 3 or 4. The points lie where i/p, j/p, k/p are the barycentric
    coordinates of vertices 1, 2 and 3, counted from 0; i runs fastest, then j, then k. Without shapes, all elements are
    straight.
    """

    def __init__(self, vertices: Any, elements: Any, regions: Names = None, faces: Any = None, boundaries: Names = None,
                 curved: Any = None, shapes: Any = None):
        self.vertices = _array(vertices, float, 3, "vertices")
        self.elements = _array(elements, np.int32, 4, "elements")
        if isinstance(faces, dict):
            boundaries = np.repeat([str(n) for n in faces], [len(f) for f in faces.values()])
            faces = np.concatenate([_array(f, np.int32, 3, "faces") for f in faces.values()]) if faces else None
        self.faces = _array(np.zeros((0, 3)) if faces is None else faces, np.int32, 3, "faces")
        for what, array in (("elements", self.elements), ("faces", self.faces)):
            if array.size and (array.min() < 0 or array.max() >= len(self.vertices)):
                raise ProblemError("%s: vertex %d of %d; indices count from 0"
                                   % (what, array.max() if array.min() >= 0 else array.min(), len(self.vertices)))
        self.regions, self.region_names = _groups(regions, len(self.elements), "regions")
        self.boundaries, self.boundary_names = _groups(boundaries, len(self.faces), "boundaries")
        self.curved: np.ndarray = np.zeros(0, np.int32)
        self.shapes: np.ndarray = np.zeros((0, 10, 3))
        if (curved is None) != (shapes is None):
            raise ProblemError("curved, shapes: give both, or none of them")
        if curved is not None and len(curved):
            self._bend(curved, np.ascontiguousarray(shapes, float))

    def _bend(self, curved: Any, shapes: np.ndarray) -> None:
        """Takes shapes of the elements that are not straight."""
        which = np.asarray(curved, np.int32)
        _curved.order_of(shapes)
        if which.shape != (len(shapes),) or which.min() < 0 or which.max() >= len(self.elements):
            raise ProblemError("curved must be %d indices of elements from 0 to %d, one for each of the shapes"
                               % (len(shapes), len(self.elements) - 1))
        which, first = np.unique(which, return_index=True)
        shapes = shapes[first]
        bent = ~(_curved.bends(self.vertices[self.elements[which]], shapes) <= _curved.STRAIGHT)
        self.curved, self.shapes = which[bent], np.ascontiguousarray(shapes[bent])
        self._check_shapes()

    def _check_shapes(self) -> None:
        if len(self.curved) and _curved.moved(self.vertices[self.elements[self.curved]], self.shapes).any():
            raise ProblemError("shapes: their corners are not the vertices of the elements `curved`; change shapes with vertices, "
                               "or take mesh.straightened()")

    @property
    def order(self) -> int:
        """The order of the elements' shape: 1 if all are straight, 2 to 4 if some bend."""
        return _curved.order_of(self.shapes) if len(self.curved) else 1

    def straightened(self) -> "Mesh":
        """Returns a copy in which all elements are straight."""
        import copy

        out = copy.deepcopy(self)
        out.curved, out.shapes = np.zeros(0, np.int32), np.zeros((0, 10, 3))
        return out

    def __repr__(self) -> str:
        return "Mesh(%d elements%s, %d vertices; regions %s; boundaries %s)" % (
            len(self.elements), ", %d of them curved, of order %d" % (len(self.curved), self.order) if len(self.curved) else "",
            len(self.vertices), ", ".join(map(repr, self.region_names)),
            ", ".join(map(repr, self.boundary_names if len(self.faces) else [])) or "none")

    def centroids(self) -> np.ndarray:
        """Returns the centroids of the elements, (k, 3): the means of their vertices."""
        return self.vertices[self.elements].mean(axis=1)

    def volumes(self) -> np.ndarray:
        """Returns the volumes of the elements, (k,)."""
        p = self.vertices[self.elements]
        out = np.abs(np.linalg.det(p[:, 1:] - p[:, :1])) / 6
        if len(self.curved):
            out[self.curved] = _curved.volumes(self.shapes)
        return out

    @classmethod
    def _from_handle(cls, handle: Any) -> "Mesh":
        own = library()
        try:
            info = own.mesh_describe(handle).contents

            def copy(name: str, count: int, width: int) -> np.ndarray:
                pointer = getattr(own, name)(handle)
                flat = np.ctypeslib.as_array(pointer, (count * width,)).copy() if count else np.zeros(0, np.int32)
                return flat.reshape(count, width)

            bent: Dict[str, Any] = {}
            if info.curved:
                points = (info.order + 1) * (info.order + 2) * (info.order + 3) // 6
                bent = {"curved": copy("mesh_curved", info.curved, 1)[:, 0],
                        "shapes": copy("mesh_shapes", info.curved, 3 * points).reshape(-1, points, 3)}
            out = cls(copy("mesh_vertices", info.vertices, 3), copy("mesh_elements", info.elements, 4),
                      faces=copy("mesh_faces", info.faces, 3), **bent)
            out.regions = copy("mesh_regions", info.elements, 1)[:, 0]
            out.boundaries = copy("mesh_boundaries", info.faces, 1)[:, 0].astype(np.int32)
            out.region_names = [own.mesh_get_region(handle, i).contents.name.decode() for i in range(info.regions)]
            out.boundary_names = [own.mesh_get_boundary(handle, i).contents.name.decode() for i in range(info.boundaries)]
            return out
        finally:
            own.mesh_destroy(handle)

    @classmethod
    def read(cls, path: Union[str, os.PathLike]) -> "Mesh":
        """Reads a file of Gmsh, TetGen or Gambit. Curved elements stay curved."""
        with working():
            return cls._from_handle(library().make("mesh_read", _encode(path)))

    @classmethod
    def box(cls, box: Optional["Box"] = None, **keys: Any) -> "Mesh":
        """Makes the built-in box: Mesh.box(size=(1, 1, 2), divisions=(4, 4, 8)). box: a Box instead of keys."""
        from .keys import Box, Geometry

        return cls.of(Geometry(box=box or Box(**keys)))

    @classmethod
    def of(cls, geometry: Any, folder: Optional[str] = None, units: Optional[str] = None) -> "Mesh":
        """Makes the mesh that a Geometry describes: scaled, and with layers of PML. folder: its paths are relative to it.
        units: "natural" or "si"."""
        from .simulation import Simulation

        sim = Simulation(mesh=geometry, units=units, order=1, time=1, folder=folder)
        with working(), sim._parsed() as problem:
            return cls._from_handle(library().make("mesh_create", problem))

    @classmethod
    def from_meshio(cls, mesh: Any) -> "Mesh":
        """Converts a mesh of meshio: its tetrahedra, and its triangles as boundaries. Names come from gmsh:physical and
        field_data, or from cell_sets. Cells of types tetra10 and triangle6 may be curved."""
        cells = {"tetra": [], "triangle": []}  # type: Dict[str, List[np.ndarray]]
        labels = {"tetra": [], "triangle": []}  # type: Dict[str, List[np.ndarray]]
        names = {(int(v[1]), int(v[0])): k for k, v in getattr(mesh, "field_data", {}).items() if len(v) == 2}
        tags = mesh.cell_data.get("gmsh:physical")
        points = np.asarray(mesh.points, float)
        shapes: List[np.ndarray] = []
        which: List[np.ndarray] = []
        for i, block in enumerate(mesh.cells):
            kind = {"tetra10": "tetra", "triangle6": "triangle"}.get(block.type, block.type)
            if kind not in cells:
                if kind.startswith(("tetra", "triangle", "hexa", "wedge", "pyramid")):
                    raise FormatError("meshio: cells of type %s; nudge takes tetra, tetra10, triangle and triangle6. Mesh.read "
                                      "reads files of gmsh up to order 4" % block.type)
                continue
            data = np.asarray(block.data)
            own = np.full(len(data), "", dtype=object)
            if tags is not None:
                own[:] = [names.get((3 if kind == "tetra" else 2, int(t)), str(int(t))) for t in tags[i]]
            for name, sets in getattr(mesh, "cell_sets", {}).items():
                if not name.startswith("gmsh:") and sets[i] is not None and len(sets[i]):
                    own[np.asarray(sets[i], int)] = name
            if block.type == "tetra10":
                which.append(sum(map(len, cells["tetra"])) + np.arange(len(data)))
                shapes.append(points[data[:, _curved.from_vtk()]])
            cells[kind].append(data[:, :4 if kind == "tetra" else 3])
            labels[kind].append(own)
        if not cells["tetra"]:
            raise FormatError("meshio: the mesh has no cells of type tetra or tetra10")
        elements = np.concatenate(cells["tetra"])
        triangles = np.concatenate(cells["triangle"]) if cells["triangle"] else np.zeros((0, 3), int)
        named = np.concatenate(labels["triangle"]).astype(str) if cells["triangle"] else None
        if shapes:  # points inside edges are no vertices
            used, new = np.unique(np.concatenate([elements.ravel(), triangles.ravel()]), return_inverse=True)
            points, new = points[used], new.ravel()
            elements, triangles = new[:elements.size].reshape(-1, 4), new[elements.size:].reshape(-1, 3)
        return cls(points, elements, np.concatenate(labels["tetra"]).astype(str), triangles if len(triangles) else None, named,
                   np.concatenate(which) if which else None, np.concatenate(shapes) if shapes else None)

    @classmethod
    def from_gmsh(cls, model: Any = None) -> "Mesh":
        """Converts the mesh of a model of gmsh. model: None for the present one. Physical volumes become regions, and
        physical surfaces boundaries. Elements of orders 2 to 4 may be curved."""
        if model is None:
            import gmsh

            model = gmsh.model
        if not hasattr(model, "mesh"):
            raise ProblemError("from_gmsh: give a model of gmsh, as gmsh.model, not %r; Mesh.read reads files" % (model,))
        tags, points, _ = model.mesh.getNodes()
        order = np.argsort(tags)
        tags, points = np.asarray(tags)[order], np.asarray(points).reshape(-1, 3)[order]
        elements, regions, degree = _collect(model, tags, 3)
        if not len(elements):
            raise FormatError("gmsh: the model has no tetrahedra; call gmsh.model.mesh.generate(3) first")
        faces, boundaries, _ = _collect(model, tags, 2)
        corners, flat = elements[:, :4], faces[:, :3]
        used, new = np.unique(np.concatenate([corners.ravel(), flat.ravel()]), return_inverse=True)
        new = new.ravel()
        return cls(points[used], new[:corners.size].reshape(-1, 4), regions, new[corners.size:].reshape(-1, 3), boundaries,
                   np.arange(len(elements)) if degree > 1 else None,
                   points[elements[:, _curved.from_gmsh(degree)]] if degree > 1 else None)

    def write(self, path: Union[str, os.PathLike]) -> None:
        """Writes a Gmsh file, format 2.2 in binary, which nudge and gmsh can read."""
        self._check_shapes()
        for name in self.region_names + self.boundary_names:
            if '"' in name or "\n" in name:
                raise ProblemError("a mesh file cannot hold the name %r: leave out quotes and line ends" % name)
        named = [(3, i + 1, n) for i, n in enumerate(self.region_names) if n]
        named += [(2, i + 1, n) for i, n in enumerate(self.boundary_names) if n and len(self.faces)]
        places, tetrahedra, triangles = self.vertices, self.elements, self.faces
        if len(self.curved):
            places, tetrahedra, triangles = _curved.nodes(self.vertices, self.elements, self.faces, self.curved, self.shapes)
        nodes = np.zeros(len(places), np.dtype([("n", "<i4"), ("x", "<f8", 3)]))
        nodes["n"], nodes["x"] = np.arange(1, len(nodes) + 1), places
        with open(path, "wb") as out:
            out.write(b"$MeshFormat\n2.2 1 8\n" + np.int32(1).tobytes() + b"\n$EndMeshFormat\n$PhysicalNames\n%d\n"
                      % len(named))
            for dim, tag, name in named:
                out.write(b'%d %d "%s"\n' % (dim, tag, name.encode()))
            out.write(b"$EndPhysicalNames\n$Nodes\n%d\n" % len(nodes) + nodes.tobytes() + b"\n$EndNodes\n$Elements\n%d\n"
                      % (len(self.elements) + len(self.faces)))
            first = 1
            for kind, cells, group, names in (
                    (_curved.TRIANGLES[self.order], triangles, self.boundaries, self.boundary_names),
                    (_curved.TETRAHEDRA[self.order], tetrahedra, self.regions, self.region_names)):
                if not len(cells):
                    continue
                tag = np.array([i + 1 if n else 0 for i, n in enumerate(names)], np.int32)[group]
                number = np.arange(first, first + len(cells), dtype=np.int32)
                out.write(np.array([kind, len(cells), 2], "<i4").tobytes())
                out.write(np.column_stack([number, tag, tag, cells + 1]).astype("<i4").tobytes())
                first += len(cells)
            out.write(b"\n$EndElements\n")

    def check(self) -> None:
        """Looks for hanging nodes, overlaps, seams and holes. Raises FormatError, or warns."""
        import tempfile

        own = library()
        with tempfile.TemporaryDirectory(prefix="nudge-") as folder:
            path = os.path.join(folder, "mesh.msh")
            self.write(path)
            with working():
                handle = own.make("mesh_read", _encode(path))
        try:
            own.call("mesh_check", handle)
        finally:
            own.mesh_destroy(handle)
