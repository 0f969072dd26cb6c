// A microstrip line 0.6 mm wide on 0.635 mm of alumina, under a cover, millimetres: half of it, x = 0 is the plane of symmetry.
// Meshed by:
//     gmsh -3 -format msh41 -bin microstrip.geo
SetFactory("OpenCASCADE");
If (!Exists(h))
  h = 0.9;
EndIf
w = 0.6;
t = 0.635;
top = 2.5;
side = 2.5;
l = 3;
Box(1) = {0, 0, 0, side, t, l};
Box(2) = {0, t, 0, side, top - t, l};
Rectangle(100) = {0, 0, 0, w / 2, l};
Rotate {{1, 0, 0}, {0, 0, 0}, Pi / 2} { Surface{100}; }
Translate {0, t, 0} { Surface{100}; }
BooleanFragments{ Volume{1, 2}; Delete; }{ Surface{100}; Delete; }
e = 1e-4;
Physical Volume("substrate") = {1};
Physical Volume("air") = {2};
in() = Surface In BoundingBox{-e, -e, -e, side + e, top + e, e};
out() = Surface In BoundingBox{-e, -e, l - e, side + e, top + e, l + e};
strip() = Surface In BoundingBox{-e, t - e, -e, w / 2 + e, t + e, l + e};
middle() = Surface In BoundingBox{-e, -e, -e, e, top + e, l + e};
Physical Surface("in") = {in()};
Physical Surface("out") = {out()};
Physical Surface("strip") = {strip()};
Physical Surface("middle") = {middle()};
Physical Surface("ground") = CombinedBoundary{Volume{1, 2};};
Physical Surface("ground") -= {in(), out(), middle()};
edge() = Curve In BoundingBox{w / 2 - e, t - e, -e, w / 2 + e, t + e, l + e};
Field[1] = Distance;
Field[1].CurvesList = {edge()};
Field[1].NumPointsPerCurve = 60;
Field[2] = Threshold;
Field[2].InField = 1;
Field[2].SizeMin = h / 8;
Field[2].SizeMax = h;
Field[2].DistMin = 0;
Field[2].DistMax = 2 * h;
Background Field = 2;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
Mesh.Algorithm3D = 10; // HXT: few slivers
