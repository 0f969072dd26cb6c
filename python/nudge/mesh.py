"""Meshes of tetrahedra as numpy arrays, from files, the built-in box, gmsh, meshio or arrays."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Set, Tuple, Union

import numpy as np

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
        raise ProblemError("%s: %d names or numbers are wanted, one for each, not an array of shape %s"
                           % (what, count, labels.shape))
    different, which = np.unique(labels, return_inverse=True)
    return which.astype(np.int32).reshape(count), [str(n) for n in different]


def _array(values: Any, of: type, width: int, what: str) -> np.ndarray:
    out: np.ndarray = np.ascontiguousarray(values, dtype=of)
    if out.ndim != 2 or out.shape[1] != width:
        raise ProblemError("%s: an array of shape (n, %d) is wanted, not %s" % (what, width, out.shape))
    return out


class Mesh:
    """A mesh of tetrahedra.

    vertices: coordinates, (n, 3). elements: indices of vertices from 0, (k, 4). regions: the region of each element,
    as numbers or names, or a dict from names to indices of elements; None: one region without a name. faces: triangles
    with a name, indices of vertices, (f, 3); boundaries: their names, in the same forms; or a dict from names to arrays
    (m, 3) in the place of faces.
    """

    def __init__(self, vertices: Any, elements: Any, regions: Names = None, faces: Any = None, boundaries: Names = None):
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

    def __repr__(self) -> str:
        return "Mesh(%d elements, %d vertices; regions %s; boundaries %s)" % (
            len(self.elements), len(self.vertices), ", ".join(map(repr, self.region_names)),
            ", ".join(map(repr, self.boundary_names if len(self.faces) else [])) or "none")

    def centroids(self) -> np.ndarray:
        """Centroids of the elements, (k, 3)."""
        return self.vertices[self.elements].mean(axis=1)

    def volumes(self) -> np.ndarray:
        """Volumes of the elements, (k,)."""
        p = self.vertices[self.elements]
        return np.abs(np.linalg.det(p[:, 1:] - p[:, :1])) / 6

    @classmethod
    def _from_handle(cls, handle: Any) -> "Mesh":
        own = library()
        try:
            info = own.mesh_describe(handle).contents

            def copy(name: str, count: int, width: int) -> np.ndarray:
                pointer = getattr(own, name)(handle)
                flat = np.ctypeslib.as_array(pointer, (count * width,)).copy() if count else np.zeros(0, np.int32)
                return flat.reshape(count, width)

            out = cls(copy("mesh_vertices", info.vertices, 3), copy("mesh_elements", info.elements, 4),
                      faces=copy("mesh_faces", info.faces, 3))
            out.regions = copy("mesh_regions", info.elements, 1)[:, 0]
            out.boundaries = copy("mesh_boundaries", info.faces, 1)[:, 0].astype(np.int32)
            out.region_names = [own.mesh_get_region(handle, i).contents.name.decode() for i in range(info.regions)]
            out.boundary_names = [own.mesh_get_boundary(handle, i).contents.name.decode() for i in range(info.boundaries)]
            return out
        finally:
            own.mesh_destroy(handle)

    @classmethod
    def read(cls, path: Union[str, os.PathLike]) -> "Mesh":
        """Reads a file of Gmsh, TetGen or Gambit."""
        with working():
            return cls._from_handle(library().make("mesh_read", _encode(path)))

    @classmethod
    def box(cls, box: Optional["Box"] = None, **keys: Any) -> "Mesh":
        """The built-in box: Mesh.box(size=(1, 1, 2), divisions=(4, 4, 8))."""
        from .keys import Box, Geometry

        return cls.of(Geometry(box=box or Box(**keys)))

    @classmethod
    def of(cls, geometry: Any, folder: Optional[str] = None, units: Optional[str] = None) -> "Mesh":
        """The mesh that a Geometry describes: scaled, and with layers of PML."""
        from .simulation import Simulation

        sim = Simulation(mesh=geometry, units=units, order=1, time=1, folder=folder)
        with working(), sim._parsed() as problem:
            return cls._from_handle(library().make("mesh_create", problem))

    @classmethod
    def from_meshio(cls, mesh: Any) -> "Mesh":
        """A mesh of meshio: its tetrahedra, and its triangles as boundaries. Names come from gmsh:physical and
        field_data, or from cell_sets."""
        cells = {"tetra": [], "triangle": []}  # type: Dict[str, List[np.ndarray]]
        labels = {"tetra": [], "triangle": []}  # type: Dict[str, List[np.ndarray]]
        names = {(int(v[1]), int(v[0])): k for k, v in getattr(mesh, "field_data", {}).items() if len(v) == 2}
        tags = mesh.cell_data.get("gmsh:physical")
        for i, block in enumerate(mesh.cells):
            if block.type not in cells:
                if block.type.startswith(("tetra", "triangle", "hexa", "wedge", "pyramid")):
                    raise FormatError("meshio: cells of type %s; nudge takes tetra and triangle" % block.type)
                continue
            own = np.full(len(block.data), "", dtype=object)
            if tags is not None:
                own[:] = [names.get((3 if block.type == "tetra" else 2, int(t)), str(int(t))) for t in tags[i]]
            for name, sets in getattr(mesh, "cell_sets", {}).items():
                if not name.startswith("gmsh:") and sets[i] is not None and len(sets[i]):
                    own[np.asarray(sets[i], int)] = name
            cells[block.type].append(block.data)
            labels[block.type].append(own)
        if not cells["tetra"]:
            raise FormatError("meshio: the mesh has no cells of type tetra")
        triangles = np.concatenate(cells["triangle"]) if cells["triangle"] else None
        named = np.concatenate(labels["triangle"]).astype(str) if cells["triangle"] else None
        return cls(mesh.points, np.concatenate(cells["tetra"]), np.concatenate(labels["tetra"]).astype(str), triangles, named)

    @classmethod
    def from_gmsh(cls, model: Any = None) -> "Mesh":
        """The mesh of gmsh's present model. Physical volumes become regions, physical surfaces boundaries."""
        if model is None:
            import gmsh

            model = gmsh.model
        tags, points, _ = model.mesh.getNodes()
        order = np.argsort(tags)
        tags, points = np.asarray(tags)[order], np.asarray(points).reshape(-1, 3)[order]

        def collect(dim: int, kind: int, width: int) -> Tuple[np.ndarray, np.ndarray]:
            found: List[np.ndarray] = []
            labels: List[str] = []
            grouped: Set[int] = set()
            groups = [(model.getPhysicalName(dim, g) or str(g), model.getEntitiesForPhysicalGroup(dim, g))
                      for _, g in model.getPhysicalGroups(dim)]
            for name, entities in groups:
                grouped.update(int(e) for e in entities)
            if dim == 3:
                groups.append(("", [e for _, e in model.getEntities(3) if e not in grouped]))
            for name, entities in groups:
                for entity in entities:
                    types, _, nodes = model.mesh.getElements(dim, entity)
                    for of, own in zip(types, nodes):
                        if of != kind:
                            raise FormatError("gmsh: element type %d of dimension %d; nudge takes tetrahedra and triangles "
                                              "of first order" % (of, dim))
                        found.append(np.searchsorted(tags, own).reshape(-1, width))
                        labels += [name] * len(found[-1])
            return np.concatenate(found or [np.zeros((0, width))]), np.array(labels, dtype=str)

        elements, regions = collect(3, 4, 4)
        if not len(elements):
            raise FormatError("gmsh: the model has no tetrahedra; call gmsh.model.mesh.generate(3) first")
        faces, boundaries = collect(2, 2, 3)
        used, new = np.unique(np.concatenate([elements.ravel(), faces.ravel()]), return_inverse=True)
        new = new.ravel()
        return cls(points[used.astype(int)], new[:elements.size].reshape(-1, 4), regions,
                   new[elements.size:].reshape(-1, 3), boundaries)

    def write(self, path: Union[str, os.PathLike]) -> None:
        """Writes a file of Gmsh, format 2.2 in binary, which nudge and gmsh read."""
        for name in self.region_names + self.boundary_names:
            if '"' in name or "\n" in name:
                raise ProblemError("a mesh file cannot hold the name %r: leave out quotes and line ends" % name)
        named = [(3, i + 1, n) for i, n in enumerate(self.region_names) if n]
        named += [(2, i + 1, n) for i, n in enumerate(self.boundary_names) if n and len(self.faces)]
        nodes = np.zeros(len(self.vertices), np.dtype([("n", "<i4"), ("x", "<f8", 3)]))
        nodes["n"], nodes["x"] = np.arange(1, len(nodes) + 1), self.vertices
        with open(path, "wb") as out:
            out.write(b"$MeshFormat\n2.2 1 8\n" + np.int32(1).tobytes() + b"\n$EndMeshFormat\n$PhysicalNames\n%d\n"
                      % len(named))
            for dim, tag, name in named:
                out.write(b'%d %d "%s"\n' % (dim, tag, name.encode()))
            out.write(b"$EndPhysicalNames\n$Nodes\n%d\n" % len(nodes) + nodes.tobytes() + b"\n$EndNodes\n$Elements\n%d\n"
                      % (len(self.elements) + len(self.faces)))
            first = 1
            for kind, cells, group, names in ((2, self.faces, self.boundaries, self.boundary_names),
                                              (4, self.elements, self.regions, self.region_names)):
                if not len(cells):
                    continue
                tag = np.array([i + 1 if n else 0 for i, n in enumerate(names)], np.int32)[group]
                number = np.arange(first, first + len(cells), dtype=np.int32)
                out.write(np.array([kind, len(cells), 2], "<i4").tobytes())
                out.write(np.column_stack([number, tag, tag, cells + 1]).astype("<i4").tobytes())
                first += len(cells)
            out.write(b"\n$EndElements\n")

    def check(self) -> None:
        """Looks for hanging nodes, overlaps, seams and holes: raises FormatError, or warns."""
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
