"""What a simulation does with its fields: arrays, evaluations, slices, pictures."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, List, Optional, Tuple, Union, Sequence, cast

import numpy as np

from .errors import ProblemError
from .solver import DeviceFields, Solver, Status, middle

if TYPE_CHECKING:
    from .simulation import Simulation


class WithFields:
    """The part of Simulation that is about its fields."""

    def _set_up(self) -> Solver:
        raise NotImplementedError

    def _ready(self) -> Solver:
        """The solver, with the simulation's own fields."""
        solver = self._set_up()
        solver.restore()
        return solver

    @property
    def status(self) -> Status:
        """Sizes, step, time, energy, speed, and how the run ended: a Status."""
        return self._ready().status()

    @property
    def fields(self) -> List[str]:
        """Names of the fields of the law."""
        return list(self._ready().fields)

    def __getitem__(self, name: str) -> np.ndarray:
        """Nodal values (elements, nodes) of a field, of a coordinate "x", "y" or "z", or of the rate "rate_" + field."""
        return self._ready().get(name)

    def __setitem__(self, name: str, values: Any) -> None:
        """Sets a field: an array (elements, nodes), a number, or a function f(x, y, z)."""
        solver = self._ready()
        if callable(values):
            solver._set_initial(name, values)
        else:
            solver.set(name, values)

    @property
    def coordinates(self) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
        """x, y and z of the nodes, each (elements, nodes)."""
        solver = self._ready()
        return solver.get("x"), solver.get("y"), solver.get("z")

    @property
    def state(self) -> np.ndarray:
        """Nodal values of all fields (fields, elements, nodes), which may be set, too."""
        return self._ready().state()

    @state.setter
    def state(self, values: Any) -> None:
        self._ready().set_state(values)

    def device_fields(self) -> DeviceFields:
        """Returns a copy of all present fields (fields, elements, nodes) in the memory of the device. On a CUDA device,
        cupy.asarray(sim.device_fields()) uses it. Each call fills the same memory again. Raises DeviceError on an OpenCL
        device."""
        return self._ready().expose()

    def rhs(self, fields: Optional[np.ndarray] = None) -> np.ndarray:
        """Returns the time derivatives (fields, elements, nodes) of the present fields. fields: other fields to use
        instead; the simulation then keeps its own. Sources act as at the present time, and a PML has its present
        auxiliary variables."""
        if fields is None:
            return self._ready().rates()
        return self._set_up().rates_of(fields)

    def operator(self) -> Any:
        """Returns the right-hand side as a scipy.sparse.linalg.LinearOperator on flattened states."""
        from .operator import linear_operator

        return linear_operator(cast("Simulation", self))

    def slice(self, field: str, plane: str = "z", at: Optional[float] = None, shape: Optional[Tuple[int, int]] = None
              ) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Interpolates a field on a plane. Returns the coordinates along the two other axes, and values (rows, columns),
        which are NaN outside the mesh. field: as for [], or "region". plane: the axis normal to it. at: its coordinate;
        None: the middle of the mesh. shape: rows and columns."""
        if plane not in ("x", "y", "z"):
            raise ProblemError("plane: 'x', 'y' or 'z', not %r" % (plane,))
        axis = "xyz".index(plane)
        solver = self._ready()
        if at is None:
            at = middle(solver.get(plane).reshape(-1, 1), 0)
        values, p = solver.slice(field, axis, at, shape)
        across, up = ((np.arange(n) + 0.5) / n * (h - l) + l for n, l, h in zip((p.columns, p.rows), p.low, p.high))
        return across, up, values

    def to_xarray(self) -> Any:
        """Returns all fields as an xarray.Dataset with the coordinates of the nodes."""
        import xarray

        dims, solver = ("element", "node"), self._ready()
        return xarray.Dataset({f: (dims, solver.get(f)) for f in solver.fields},
                              {c: (dims, solver.get(c)) for c in "xyz"}, attrs={"time": self.status.time})

    def to_pyvista(self, fields: Sequence[str] = ()) -> Any:
        """Returns a pyvista.UnstructuredGrid with fields at its points. fields: their names; all fields of the law if
        none is named."""
        from .volume import to_pyvista

        return to_pyvista(cast("Simulation", self), fields)

    # -- pictures: see plot.py -------------------------------------------------------------------------------

    def plot_mesh(self, **options: Any) -> Any:
        """Draws the surface of the mesh: see nudge.plot.mesh."""
        from . import plot

        return plot.mesh(cast("Simulation", self), **options)

    def plot_field(self, field: Optional[str] = None, **options: Any) -> Any:
        """Draws a field on a plane: see nudge.plot.field."""
        from . import plot

        return plot.field(cast("Simulation", self), field, **options)

    def plot_far_field(self, monitor: Optional[str] = None, **options: Any) -> Any:
        """Draws the far field of a monitor: see nudge.plot.far_field."""
        from . import plot

        return plot.far_field(cast("Simulation", self), monitor, **options)

    def animate(self, path: Union[str, os.PathLike], field: Optional[str] = None, **options: Any) -> str:
        """Runs a copy of the simulation from t = 0 and writes a GIF or MP4 of a field on a plane: see nudge.plot.animate."""
        from . import plot

        return plot.animate(cast("Simulation", self), path, field, **options)
