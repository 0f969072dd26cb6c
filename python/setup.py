"""Builds the wheel: the package, the library with its kernels, the program, and the libraries that they need.

The library is made by `make wheel-library` in the source tree around this folder, in the build folder that NUDGE_BUILD
names (build). The wheel is for every Python 3 of this platform, since ctypes needs no code of Python's own.
"""
import os
import re
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:
    from wheel.bdist_wheel import bdist_wheel

HERE = os.path.dirname(os.path.abspath(__file__))
TREE = os.path.dirname(HERE)
# Libraries that every Linux has, by the manylinux policies.
SYSTEM = re.compile(r"(linux-vdso|ld-linux.*|lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+))\.so")


def read_version():
    with open(os.path.join(TREE, "include", "nudge.h")) as header:
        return re.search(r'#define NUDGE_VERSION +"(.*)"', header.read())[1]


def needed(path):
    """Libraries that the loader finds for this one, without those of the system: names and paths."""
    said = subprocess.run(["ldd", path], check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout
    for name, where in re.findall(r"^\s*(\S+) => (\S+)", said, re.M):
        if not SYSTEM.match(os.path.basename(name)):
            if where == "not":
                raise SystemExit("%s needs %s, which the loader does not find" % (path, name))
            yield name, where


class BuildLibrary(build_py):
    def run(self):
        shutil.rmtree(self.build_lib, ignore_errors=True)  # modules of an earlier build
        super().run()
        build = os.path.abspath(os.environ.get("NUDGE_BUILD") or os.path.join(TREE, "build"))
        environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
        make = ["make", "-s", "-j%d" % (os.cpu_count() or 1), "-C", TREE, "wheel-library",
                "BUILD=" + os.path.relpath(build, TREE)]
        subprocess.run(make, check=True, env=environment)
        out = os.path.join(self.build_lib, "nudge")
        made = os.path.join(build, "wheel")
        for name in os.listdir(made):
            if name == "nudge" or name.endswith(".so"):
                shutil.copy2(os.path.join(made, name), out)
        for name, where in needed(os.path.join(made, "libnudge.so")):
            shutil.copy(where, os.path.join(out, name))


class AnyPython(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True


setup(version=read_version(), distclass=WithLibrary, cmdclass={"build_py": BuildLibrary, "bdist_wheel": AnyPython})
