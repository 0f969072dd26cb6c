"""setuptools as the build backend of the source tree's root: it works in this folder, with this folder's settings."""
import os

os.chdir(os.path.dirname(os.path.abspath(__file__)))
from setuptools.build_meta import *  # noqa: E402,F401,F403
