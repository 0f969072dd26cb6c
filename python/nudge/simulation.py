"""A simulation: its description, and its fields while it runs."""
from __future__ import annotations

import contextlib
import os
import warnings
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, ClassVar, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from . import results as _results
from . import yaml_text
from .compose import compose
from .described import Described, check_arguments
from .errors import Error, NudgeWarning, ProblemError
from .fields import WithFields
from .keys import Problem
from .library import _depth, failure, library, working
from .mesh import Mesh
from .preflight import Preflight, examine, judge
from .progress import Bar, wanted
from .solver import AT_END, RESET, Solver, Status, encode, resume_mode, seconds, walk, whole

if TYPE_CHECKING:
    from .network import Network
    from .results import Result

_TRUST_ALL = 3


def _remove(folder: str, owner: int) -> None:
    """Removes a temporary folder, except in a child of fork, whose parent still uses it."""
    import shutil

    if os.getpid() == owner:
        shutil.rmtree(folder, True)


def _copied(value: Any) -> Any:
    return type(value)(value.levels, **value) if hasattr(value, "levels") else dict(value) if isinstance(value, dict) else value


@check_arguments
@dataclass(repr=False, eq=False)
class Simulation(WithFields, Problem):
    """A simulation. Its members are the keys of the problem file (class Problem), and

    folder: the folder to which paths of meshes and outputs are relative; None: the current folder.
    device: "auto", "cpu", "cuda", "opencl" or one of nudge.devices().
    variant: the kernel variant; None: the fastest one that is known.

    A solver is set up when it is first needed. After a change of a member it is set up again, at t = 0. If
    `output.folder` is not given and the simulation was not read from a file, the files of a run go to a temporary folder
    that is removed with the object. Results of monitors are always in `results`.
    """

    folder: Optional[Union[str, os.PathLike]] = None
    device: str = "auto"
    variant: Optional[str] = None

    OPTIONS: ClassVar[Sequence[str]] = ("folder", "device", "variant")

    def __post_init__(self) -> None:
        super().__post_init__()
        self._solver: Optional[Solver] = None
        self._made_from = ""
        self._temporary: Optional[str] = None
        self._trust = _TRUST_ALL  # the description is the caller's own
        self._path = ""  # of the file it was read from
        self._read: Dict[str, Any] = {}  # what a text named, which the caller has not chosen himself
        self._lines: Dict[int, str] = {}  # the keys on the lines of the text that the solver was made from
        self._results = _results.Results()

    __eq__ = object.__eq__  # a simulation has a state of its own
    __hash__ = object.__hash__  # type: ignore[assignment]

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self.OPTIONS:
            object.__setattr__(self, name, value)
        else:
            super().__setattr__(name, value)

    # -- descriptions ----------------------------------------------------------------------------------------

    @classmethod
    def read(cls, path: Union[str, os.PathLike], trust: bool = False, **options: Any) -> "Simulation":
        """Reads a problem file. trust: whether it may name a law in a file, which is run as code, and outputs outside of
        its folder. options: folder, device and variant."""
        return cls._from_handle(library().make("problem_read", encode(path)), trust, options,
                                os.path.dirname(os.path.abspath(path)), os.fspath(path))

    @classmethod
    def from_yaml(cls, text: str, folder: Optional[str] = None, trust: bool = False, **options: Any) -> "Simulation":
        """Reads a problem from YAML text. folder: paths in the text are relative to it. trust, options: as for read()."""
        handle = library().make("problem_parse", text.encode(), encode(folder) if folder else None)
        return cls._from_handle(handle, trust, options, folder, "")

    @classmethod
    def _from_handle(cls, handle: Any, trust: bool, options: Dict[str, Any], folder: Optional[str], path: str) -> "Simulation":
        import json

        try:
            text = library().text("problem_write", handle)
        finally:
            library().problem_destroy(handle)
        # Numbers stay text, so that names such as 1e3 are as they were written; members know which are numbers.
        values = json.loads(text, parse_int=str, parse_float=str)
        out = cls.from_dict(values)
        for name, value in {"folder": folder, **options}.items():
            if name not in cls.OPTIONS:
                raise ProblemError("unknown option '%s'; there are %s" % (name, ", ".join(cls.OPTIONS)))
            setattr(out, name, value)
        out._trust = _TRUST_ALL if trust else 0
        out._path = path
        out._read = {"output.folder": out.output and out.output.folder, "law": out.law}
        return out

    def to_yaml(self) -> str:
        """Returns the text of a problem file. Raises ProblemError if a member is a function or a mesh; save() can write
        meshes and waveforms as files."""
        try:
            return yaml_text.write(self.to_dict())[0]
        except TypeError as error:
            raise ProblemError("%s: it cannot be written as text; save() writes meshes and waveforms as files" % error) from None

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes a problem file and, next to it, the mesh, materials and waveforms that are Python objects."""
        folder = os.path.dirname(os.path.abspath(path))
        values, initial = compose(self.to_dict(), self._levels(), lambda: folder, self._base())
        if initial:
            raise ProblemError("initial.%s is a function, which a problem file cannot hold; write an expression"
                               % next(iter(initial)))
        text = yaml_text.write(values)[0].replace(folder + os.sep, "")
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)

    def set(self, key: str, value: Any) -> None:
        """Sets a member by its dotted key: set("mesh.box.divisions", (4, 4, 4))."""
        node: Any = self
        parts = key.split(".")
        for i, part in enumerate(parts[:-1]):
            below = node.setdefault(part, {}) if isinstance(node, dict) else getattr(node, part, None)
            if below is None and isinstance(node, Described):
                node._check_name(part, ".".join(parts[:i]))
                setattr(node, part, {})
                below = getattr(node, part)
            node = below
        if isinstance(node, dict):
            node[parts[-1]] = value
        elif isinstance(node, Described):
            setattr(node, parts[-1], value)
        else:
            raise ProblemError("%s: what comes before '%s' is not a map" % (key, parts[-1]))

    def copy(self) -> "Simulation":
        """Returns a simulation with the same description and a solver of its own."""
        out = object.__new__(type(self))
        out.__dict__.update(self.__getstate__())
        for name in self.KINDS:
            value = getattr(self, name)
            if isinstance(value, Described):
                object.__setattr__(out, name, type(value).from_dict(value.to_dict()))
            elif isinstance(value, dict):
                object.__setattr__(out, name, {})
                setattr(out, name, {k: v.to_dict() if isinstance(v, Described) else _copied(v) for k, v in value.items()})
        out._results = _results.Results()
        return out

    __copy__ = copy

    def __deepcopy__(self, memo: Dict[int, Any]) -> "Simulation":
        return self.copy()

    def __getstate__(self) -> Dict[str, Any]:
        """For pickle: the description and the results, without the solver and its files."""
        return {**self.__dict__, "_solver": None, "_temporary": None, "_made_from": "", "_lines": {}}

    def replace(self, **changes: Any) -> "Simulation":
        """Returns a copy with some members changed."""
        out = self.copy()
        for name, value in changes.items():
            setattr(out, name, value)
        return out

    def validate(self) -> None:
        """Checks the description without making a mesh: keys and values, and the names of fields, constants of materials,
        conditions and the law. Names of parts of the mesh are checked by set_up() and check(). Raises ProblemError, with
        the key in question."""
        with self._parsed() as problem:
            library().call("problem_check", problem)

    def _levels(self) -> Dict[str, int]:
        return {m: c.levels for m, c in self.materials.items() if hasattr(c, "levels")}

    def _base(self) -> str:
        return os.path.abspath(os.fspath(self.folder)) if self.folder else os.getcwd()

    def _scratch(self) -> str:
        if self._temporary is None:
            import tempfile

            self._temporary = tempfile.mkdtemp(prefix="nudge-")
            weakref.finalize(self, _remove, self._temporary, os.getpid())
        return self._temporary

    def _chosen(self) -> Dict[str, Any]:
        """Paths that the caller gave, and not a text that somebody else may have written: they need no permission."""
        folder = self.output and self.output.folder
        out = {"law": self.law, "output.folder": folder}
        out = {k: str(v) for k, v in out.items() if v and self._read.get(k) != v}
        if not folder and not self._path:
            out["output.folder"] = self._scratch()
        return out

    def _explain(self, error: Error, lines: Dict[int, str]) -> Error:
        own = type(error)(yaml_text.clarify(str(error), lines))
        own.code, own.everywhere = error.code, error.everywhere
        return own

    def _parse(self) -> Tuple[Any, Dict[str, Callable], Dict[int, str]]:
        own = library()
        values, initial = compose(self.to_dict(), self._levels(), self._scratch, self._base())
        try:
            text, lines = yaml_text.write(values)
        except TypeError as error:
            raise ProblemError(str(error)) from None
        try:
            handle = own.make("problem_parse", text.encode(), encode(self._base()))
            own.call("problem_trust", handle, self._trust) if self._trust else None
            for key, value in self._chosen().items():
                own.call("problem_set_text", handle, key.encode(), encode(value))
        except Error as error:
            raise self._explain(error, lines) from None
        return handle, initial, lines

    @contextlib.contextmanager
    def _parsed(self) -> Iterator[Any]:
        handle, _, lines = self._parse()
        try:
            yield handle
        except Error as error:
            raise self._explain(error, lines) from None
        finally:
            library().problem_destroy(handle)

    def make_mesh(self) -> Mesh:
        """Returns the mesh that the simulation uses: scaled, and with layers of PML."""
        with working(), self._parsed() as problem:
            return Mesh._from_handle(library().make("mesh_create", problem))

    # -- the solver ------------------------------------------------------------------------------------------

    def set_up(self, progress: Union[bool, None, Bar] = False) -> "Simulation":
        """Sets the problem up on the device, unless it is set up and nothing has changed since. Other methods call this.
        After a change, the fields begin again at t = 0; a warning says so if steps were taken. progress: as for run()."""
        made_from = walk([self.to_dict(), self.folder, self.device, self.variant])
        if self._solver is None or made_from != self._made_from:
            before = self._solver.status() if self._solver else None
            if before and before.step:
                warnings.warn(RESET % before.time, NudgeWarning, stacklevel=_depth())
            self.close()
            handle, initial, lines = self._parse()
            bar = progress if isinstance(progress, Bar) else Bar() if wanted(progress) else None
            try:
                self._solver = Solver(handle, self.device, self.variant, initial, bar)
            except Error as error:
                raise self._explain(error, lines) from None
            finally:
                if bar and bar is not progress:
                    bar.close()
            self._made_from, self._lines = made_from, lines
        return self

    def reset(self) -> "Simulation":
        """Goes back to t = 0: the next use sets the problem up again."""
        self.close()
        return self

    def close(self) -> None:
        """Frees the memory of the solver. Results stay."""
        if self._solver is not None:
            self._solver.close()
        self._solver = None

    def __enter__(self) -> "Simulation":
        return self

    def __exit__(self, *_exception: Any) -> None:
        self.close()

    def _set_up(self) -> Solver:
        self.set_up()
        assert self._solver is not None
        return self._solver

    def check(self, patience: float = 0.2) -> Preflight:
        """Returns everything that is known before the first step: resolution, memory, expected time, warnings. patience:
        seconds for timing stages; 0: no expected time."""
        patience = seconds("patience", patience)
        with working():
            solver = self._ready()
            out = examine(solver.handle, patience, solver.problem)
        out.warnings = [yaml_text.clarify(w, self._lines) for w in out.warnings]
        out.problem = out.problem and yaml_text.clarify(out.problem, self._lines)
        return out

    def run(self, progress: Optional[bool] = None, callback: Optional[Callable[[Status], Any]] = None,
            checkpoint_every: float = 0, walltime: float = 0, resume: Union[bool, str] = False, check: bool = True
            ) -> "Simulation":
        """Runs to the end time and writes the outputs. Ctrl-C ends the run after the present step, with its outputs
        closed, and raises KeyboardInterrupt.

        progress: whether to draw a bar on stderr or in the notebook; None: only in terminals and notebooks. callback: a
        function callback(status), called after each step; the run stops if it returns something true, or raises an
        exception. checkpoint_every, walltime: seconds on the wall clock between checkpoints, and until the run must end;
        0: none. resume: whether to continue from the checkpoint in the output folder; "auto": if there is one. check:
        before the first step, warn of likely mistakes, and raise ProblemError if the mesh cannot resolve the waves or
        nothing excites the fields, as the program does.
        """
        mode, checkpoint_every, walltime = resume_mode(resume), seconds("checkpoint_every", checkpoint_every), seconds("walltime", walltime)
        if callback is not None and not callable(callback):
            raise ProblemError("callback: give a function of the status, not %r" % (callback,))
        bar = Bar() if wanted(progress) else None
        self.set_up(bar or False)
        solver = self._ready()
        now = solver.status()
        try:
            if now.step >= now.steps or now.decayed:
                raise ProblemError(AT_END % now.time)
            if check and now.step == 0 and not (mode == 1 or mode and solver.has_checkpoint()):
                self._check_run(solver, bar)
            solver.run(bar, callback, checkpoint_every, walltime, mode)
        except Error as error:
            raise self._explain(error, self._lines) from None
        finally:
            if bar:
                bar.close()
            self._results = _results.collect(solver.handle)
        return self

    def _check_run(self, solver: Solver, bar: Optional[Bar]) -> None:
        with working():
            texts, refusal = judge(solver.handle)
        if bar and texts:
            bar.close()
        for text in texts:
            warnings.warn(yaml_text.clarify(text, self._lines), NudgeWarning, stacklevel=_depth())
        if refusal:
            raise failure(-4, refusal)

    def solve_sparameters(self, progress: Optional[bool] = None, callback: Optional[Callable[[str, Status], Any]] = None,
                          checkpoint_every: float = 0, walltime: float = 0, resume: Union[bool, str] = False) -> "Network":
        """Excites the ports in turn, each in a run of its own from t = 0, and returns the scattering matrix. The present
        solver and its fields are not changed. Several ranks hold one solver at a time, so call close() first there. The
        outputs of each run go to a folder with the name of its port.

        callback: a function callback(port, status), called after each step with the name of the port. Other arguments are
        those of run(). With resume, a port whose run has ended is not run again.
        """
        from .network import solve

        return solve(self, progress, callback, seconds("checkpoint_every", checkpoint_every), seconds("walltime", walltime), resume_mode(resume))

    def step(self, n: int = 1) -> Status:
        """Takes n time steps without outputs and monitors."""
        n = whole("step", n)
        if n < 0:
            raise ProblemError("step: %d steps; give 0 or more" % n)
        solver = self._ready()
        solver.step(n)
        return solver.status()

    @property
    def results(self) -> Dict[str, "Result"]:
        """Results of the monitors in the last run, by their names."""
        return self._results

    @property
    def outputs(self) -> List[Dict[str, Any]]:
        """The files that a run writes: path, kind, monitor and whether it was written."""
        return _results.files(self._ready().handle)

    def report(self, path: Optional[Union[str, os.PathLike]] = None) -> str:
        """Writes one HTML page about the last run, as `nudge report` does, and returns its path. path: the file of the
        page; None: report.html in output.folder, or in the current folder if output.folder is not given."""
        from . import report

        return report.write(self, path)

    def energy(self) -> float:
        """Returns the energy of the fields."""
        return self._ready().number("solver_energy")

    def error(self) -> float:
        """Returns the L2 error against `exact` at the present time. It is relative, or absolute if the exact solution is
        zero."""
        return self._ready().number("solver_error")
