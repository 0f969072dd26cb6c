#!/usr/bin/env python3
"""Pictures of tests: PNG with 8 bits per channel, without interlace.

tests/png.py look FILE light|dark    fails if the picture is blank, or its upper edge is not so
tests/png.py small FILE OUT          averages of blocks of 12 x 12 points, of the upper left 1200 x 900
tests/png.py compare FILE SMALL      compares these with a stored picture; fails if they differ
"""
import struct
import sys
import zlib

WIDTH, HEIGHT, BLOCK = 1200, 900, 12  # what is right of or below that is not compared
MEAN_MOST, FAR, FAR_MOST = 2.0, 24, 0.01  # of 255; a block is far off above FAR, and FAR_MOST of all may be


def read(path):
    """Rows of (red, green, blue)."""
    data = open(path, 'rb').read()
    at, packed = 8, b''
    while at < len(data):
        n, kind = struct.unpack('>I4s', data[at:at + 8])
        if kind == b'IHDR':
            width, height, depth, colour = struct.unpack('>IIBB', data[at + 8:at + 18])
        packed += data[at + 8:at + 8 + n] if kind == b'IDAT' else b''
        at += 12 + n
    channels = {2: 3, 6: 4}[colour]
    assert depth == 8
    raw, stride, rows = zlib.decompress(packed), width * channels, []
    previous = bytearray(stride)
    for y in range(height):
        kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride if kind else 0):
            a, b = line[i - channels] if i >= channels else 0, previous[i]
            c = previous[i - channels] if i >= channels else 0
            p = a + b - c
            paeth = a if abs(p - a) <= abs(p - b) and abs(p - a) <= abs(p - c) else b if abs(p - b) <= abs(p - c) else c
            line[i] = (line[i] + (0, a, b, (a + b) // 2, paeth)[kind]) & 255
        rows.append([tuple(line[i:i + 3]) for i in range(0, stride, channels)])
        previous = line
    return rows


def write(path, rows):
    def chunk(kind, body):
        return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))
    raw = b''.join(b'\0' + bytes(v for pixel in row for v in pixel) for row in rows)
    head = struct.pack('>IIBBBBB', len(rows[0]), len(rows), 8, 2, 0, 0, 0)
    with open(path, 'wb') as out:
        out.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', head) + chunk(b'IDAT', zlib.compress(raw, 9)) + chunk(b'IEND', b''))


def small(rows):
    def average(y, x):
        block = [rows[j][i] for j in range(y, y + BLOCK) for i in range(x, x + BLOCK)]
        return tuple(round(sum(p[c] for p in block) / len(block)) for c in range(3))
    assert len(rows) >= HEIGHT and len(rows[0]) >= WIDTH, 'the picture is too small: %d x %d' % (len(rows[0]), len(rows))
    return [[average(y, x) for x in range(0, WIDTH, BLOCK)] for y in range(0, HEIGHT, BLOCK)]


def difference(a, b):
    """The mean difference of two pictures, and the share of points that are far off."""
    assert (len(a), len(a[0])) == (len(b), len(b[0])), 'pictures of different sizes: %dx%d and %dx%d' % (
        len(a[0]), len(a), len(b[0]), len(b))
    off = [max(abs(p - q) for p, q in zip(one, two)) for row, other in zip(a, b) for one, two in zip(row, other)]
    return sum(off) / len(off), sum(o > FAR for o in off) / len(off)


def agree(a, b):
    mean, far = difference(a, b)
    return mean <= MEAN_MOST and far <= FAR_MOST


def look(path, wanted):
    rows = read(path)
    colours = {pixel for row in rows[::5] for pixel in row[::5]}
    dark = sum(rows[2][0]) < 200
    assert len(colours) > 100, 'the picture is blank: %d colours' % len(colours)
    assert dark == (wanted == 'dark'), 'the upper edge has the colour %s' % (rows[2][0],)


def compare(path, stored):
    own, reference = small(read(path)), read(stored)
    mirrored = [row[::-1] for row in reference]
    assert not agree(mirrored, reference), 'the stored picture says nothing: it is its own mirror image'
    assert agree(own, reference), '%s differs from %s: by %.2f of 255 on the mean, far off in %.1f %%' % (
        (path, stored, *[x * s for x, s in zip(difference(own, reference), (1, 100))]))


if __name__ == '__main__':
    command, path, other = sys.argv[1:]
    try:
        if command == 'small':
            write(other, small(read(path)))
        else:
            {'look': look, 'compare': compare}[command](path, other)
    except AssertionError as error:
        sys.exit(str(error))
