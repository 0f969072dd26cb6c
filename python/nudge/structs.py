"""The structs of nudge.h for ctypes. tests/t651-python-structs.sh compares their layout with the header."""
from __future__ import annotations

from typing import Any
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_double, c_int, c_int64, c_size_t, c_void_p

_KINDS = {"int": c_int, "i64": c_int64, "num": c_double, "str": c_char_p, "ptr": c_void_p, "size": c_size_t,
          "nums": POINTER(c_double), "strs": POINTER(c_char_p)}


def _struct(name: str, members: str, **special: Any) -> Any:
    """A Structure from "kind name name[3]; kind name"."""
    fields = []
    for group in members.split(";"):
        kind, *names = group.split()
        for n in names:
            of: Any = special.get(kind) or _KINDS[kind]
            n, _, count = n.partition("[")
            fields.append((n, of * int(count[:-1]) if count else of))
    return type(name, (Structure,), {"_fields_": fields, "__doc__": "%s of nudge.h." % name})


ProblemInfo = _struct("nudge_problem_info", "str path law; int law_runs_code order precision si; str outside_folder "
                      "geometry_runs_code; int resonances")
MeshInfo = _struct("nudge_mesh_info", "str name; i64 elements vertices; int regions boundaries; i64 boundary_faces "
                   "untagged_faces inside_faces periodic_pairs reoriented; int order; i64 curved; "
                   "num bend low[3] high[3] volume edge_min edge_max "
                   "inradius_min inradius_median quality_min quality_median; i64 quality_histogram[10]; int smallest; "
                   "i64 faces")
MeshRegion = _struct("nudge_mesh_region", "str name; i64 elements; num volume")
MeshBoundary = _struct("nudge_mesh_boundary", "str name; i64 faces; num area; i64 inside")
Element = _struct("nudge_element", "i64 number; num inradius stable_step centroid[3]; str region")
DeviceInfo = _struct("nudge_device_info", "str name hardware compiler; int gpu units vector_bytes warp block_threads; "
                     "i64 memory_bytes shared_bytes")
SolverOptions = _struct("nudge_solver_options", "size size; str device variant; int begin_run keep_results")
Status = _struct("nudge_status", "i64 elements; int nodes fields order; i64 step steps; num time end dt energy; "
                 "i64 energy_step; num seconds dofs_per_second; str device; num setup_seconds; int decayed; num error; "
                 "int error_absolute unfinished; i64 resumed")
ProgressHook = CFUNCTYPE(c_int, c_void_p, POINTER(Status))
WorkHook = CFUNCTYPE(c_int, c_void_p, c_char_p, c_double)
LogHook = CFUNCTYPE(None, c_void_p, c_int, c_char_p)
RunOptions = _struct("nudge_run_options", "size size; hook hook; ptr context; num checkpoint_every walltime; int resume",
                     hook=ProgressHook)
BeginHook = CFUNCTYPE(None, c_void_p, c_int, c_void_p)
SParametersOptions = _struct("nudge_sparameters_options", "size size; str device variant; hook hook; begin begin; ptr context; "
                             "num checkpoint_every walltime; int resume", hook=ProgressHook, begin=BeginHook)
SParametersInfo = _struct("nudge_sparameters_info", "int ports points; strs name; nums frequency; num reciprocity passivity "
                          "power_least power_most rest; str stem")
Plane = _struct("nudge_plane", "size size; int axis; num at; int columns rows; num low[2] high[2]")
Exposed = _struct("nudge_exposed", "ptr values; int cuda ordinal precision fields nodes; i64 elements; size bytes")
OutputFile = _struct("nudge_output", "str path; int kind monitor written; str chart")
MonitorInfo = _struct("nudge_monitor", "str name; int kind; num at[3] every; int plane; num plane_at; str boundary; "
                      "int around regions; strs region; int frequencies; nums frequency")
Array = _struct("nudge_array", "str name; int rank; i64 shape[4]; nums values")
PreflightInfo = _struct(
    "nudge_preflight_info", "str law mesh; i64 elements curved; int curved_order regions boundaries; "
    "i64 periodic_pairs; num extent[3] scale dofs; str device hardware variant parameters; int units cpu; num host_bytes device_bytes dt stable_dt cfl; "
    "int dt_given; element smallest; num longer; i64 steps; int stages; num end stage_seconds run_seconds after_seconds "
    "low high; str highest_source; int unknown_sources; i64 pml_elements; num pml_thickness pml_edge pml_longest "
    "pml_shortest; int ranks; str exchange", element=POINTER(Element))
PreflightRegion = _struct("nudge_preflight_region", "str name material; i64 elements; num speed slowest edge_mean "
                          "edge_max wavelength points points_min coarse frequency; int pml")
PreflightBoundary = _struct("nudge_preflight_boundary", "str name condition; i64 faces; num area; i64 periodic wall; "
                            "num wall_area; i64 transparent")
SourceInfo = _struct("nudge_source", "str name key kind; num direction[3] polarization[3]; int point; num at[3]; "
                     "int regions; strs region; str waveform table; num low high half")

ALL = {v.__name__: v for v in list(globals().values()) if isinstance(v, type) and issubclass(v, Structure)
       and v is not Structure}


def as_dict(struct: Structure) -> dict:
    """Text, numbers and lists of numbers; pointers to structs are followed, other pointers left out."""
    out = {}
    fields: Any = struct._fields_
    for name, kind in fields:
        value = getattr(struct, name)
        if kind is c_char_p:
            value = None if value is None else value.decode("utf-8", "replace")
        elif hasattr(kind, "_length_"):
            value = list(value)
        elif hasattr(kind, "contents"):
            inner = kind._type_
            value = as_dict(value.contents) if value and issubclass(inner, Structure) else None
        out[name] = value
    return out
