#!/usr/bin/env python3
"""Compares the machine code of two builds.

usage: tools/compare_code.py OLD NEW [all|ORDERS] [LAW]...

OLD and NEW are build folders in which tests/t422-device-texts is built. Two kinds of kernels are compared: the CUDA kernels that
this test compiles for sm_80 and sm_90 (no GPU is needed), and the kernels compiled ahead of time for CPUs. Kernels are matched by
title: law, order, precision, variant, kernel. Only code and constants count, not the names of functions, so that a change of
words alone passes. ORDERS is 149 when not given. Prints every kernel that differs or is in one build only, and exits with 1 if
there is one.
"""
import hashlib
import json
import os
import struct
import subprocess
import sys
import tempfile


def sections(image):
    """Yields (name, bytes) of every section of a 64-bit ELF file that has contents."""
    at, = struct.unpack_from("<Q", image, 40)
    size, count, names = struct.unpack_from("<HHH", image, 58)
    headers = [struct.unpack_from("<IIQQQQIIQQ", image, at + i * size) for i in range(count)]
    strings = headers[names][4]
    for name, kind, _, _, offset, length, *_ in headers:
        end = image.index(b"\0", strings + name)
        if kind != 8:  # SHT_NOBITS has no bytes in the file
            yield image[strings + name : end].decode(), image[offset : offset + length]


def code_hash(path):
    """A hash of the code and constants of an object file or cubin."""
    with open(path, "rb") as file:
        image = file.read()
    digest = hashlib.sha256()
    for name, contents in sorted(sections(image)):
        if name.startswith((".text", ".rodata", ".nv.constant2", ".nv.constant3", ".nv.constant4")):
            digest.update(contents)
    return digest.hexdigest()


def kernels(build, arguments):
    """Title: hash, of every kernel of a build. Keeps them in the build folder until its test is built again."""
    test = os.path.join(build, "tests", "t422-device-texts")
    kept = os.path.join(build, "code-" + "-".join(arguments) + ".json")
    if os.path.exists(kept) and os.path.getmtime(kept) > os.path.getmtime(test):
        with open(kept, encoding="utf-8") as file:
            return json.load(file)
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        if subprocess.run([test, *arguments], env={**os.environ, "TEST_KEEP": folder}).returncode:
            print(f"{test} fails: its machine code is compared all the same")
        for where in (folder, os.path.join(build, "ahead")):
            for name in os.listdir(where):
                if name.endswith((".cubin", ".o")) and name != "table.o":
                    found[name] = code_hash(os.path.join(where, name))
    with open(kept, "w", encoding="utf-8") as file:
        json.dump(found, file)
    return found


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    arguments = sys.argv[3:] or ["149"]
    old, new = (kernels(build, arguments) for build in sys.argv[1:3])
    differ = 0
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            print("only old " if name not in new else "only new " if name not in old else "differs  ", name)
            differ += 1
    print(f"{len(old.keys() & new.keys())} kernels in both builds, {differ} differ or are in one only")
    sys.exit(differ != 0)


if __name__ == "__main__":
    main()
