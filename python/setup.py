"""Builds the wheel: the package, the library with its kernels, the program, the libraries that they need, and Cairo
with its font for pictures.

The library is made by `make wheel-library` in the source tree around this folder, in the build folder that NUDGE_BUILD
names (build), or taken from the folder that NUDGE_WHEEL_LIBRARY names. The wheel is for every Python 3 of this
platform, since ctypes needs no code of Python's own.
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


def read_version():
    with open(os.path.join(TREE, "include", "nudge.h")) as header:
        return re.search(r'#define NUDGE_VERSION +"(.*)"', header.read())[1]


class BuildLibrary(build_py):
    def run(self):
        shutil.rmtree(self.build_lib, ignore_errors=True)  # modules of an earlier build
        super().run()
        made = os.environ.get("NUDGE_WHEEL_LIBRARY") or self.make_library()
        out = os.path.join(self.build_lib, "nudge")
        for name in os.listdir(made):
            if name == "nudge" or re.search(r"\.so(\.\d+)*$", name):
                shutil.copy2(os.path.join(made, name), out)
        for folder in "cairo", "fonts":  # missing where the machine has no Cairo
            if os.path.isdir(os.path.join(made, folder)):
                shutil.copytree(os.path.join(made, folder), os.path.join(out, folder))

    def make_library(self):
        build = os.path.abspath(os.environ.get("NUDGE_BUILD") or os.path.join(TREE, "build"))
        environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
        make = ["make", "-s", "-j%d" % (os.cpu_count() or 1), "-C", TREE, "wheel-library",
                "BUILD=" + os.path.relpath(build, TREE)]
        subprocess.run(make, check=True, env=environment)
        return os.path.join(build, "wheel")


class AnyPython(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True


setup(version=read_version(), distclass=WithLibrary, cmdclass={"build_py": BuildLibrary, "bdist_wheel": AnyPython})
