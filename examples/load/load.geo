// Two plates of a line, 10 mm wide and 1.327 mm apart: 50 ohms between magnetic side walls. In mm.
SetFactory("OpenCASCADE");
w = 10; h = 1.327; l = 15;
Box(1) = {0, 0, 0, w, h, l};
Box(2) = {0, 0, l, w, h, l};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }
e = 1e-3;
Physical Volume("air", 1) = {1, 2};
Physical Surface("plates", 2) = {Surface In BoundingBox{-e, -e, -e, w + e, e, 2 * l + e}, Surface In BoundingBox{-e, h - e, -e, w + e, h + e, 2 * l + e}};
Physical Surface("sides", 3) = {Surface In BoundingBox{-e, -e, -e, e, h + e, 2 * l + e}, Surface In BoundingBox{w - e, -e, -e, w + e, h + e, 2 * l + e}};
Physical Surface("in", 4) = {Surface In BoundingBox{-e, -e, -e, w + e, h + e, e}};
Physical Surface("out", 5) = {Surface In BoundingBox{-e, -e, 2 * l - e, w + e, h + e, 2 * l + e}};
Physical Surface("gap", 6) = {Surface In BoundingBox{-e, -e, l - e, w + e, h + e, l + e}};
Mesh.MeshSizeMax = 3;
