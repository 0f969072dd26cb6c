// Half of a strip dipole of length 1 over a conducting plane, half of its width: natural units. The strip is 0.1 wide; the
// port is the rectangle between it and the plane z = 0. Meshed by:
//     gmsh -3 -format msh41 -bin dipole.geo
SetFactory("OpenCASCADE");
If (!Exists(h))
  h = 0.3;
EndIf
w = 0.1;
g = 0.02;
r = 0.6;
top = 1.1;
Box(1) = {0, -r, 0, r, r, top};
Box(2) = {0, 0, 0, r, r, top};
Rectangle(100) = {0, 0, 0, w / 2, g};
Rectangle(101) = {0, g, 0, w / 2, 0.5 - g};
Rotate {{1, 0, 0}, {0, 0, 0}, Pi / 2} { Surface{100, 101}; }
BooleanFragments{ Volume{1, 2}; Delete; }{ Surface{100, 101}; Delete; }
e = 1e-5;
Physical Volume("air") = Volume{:};
port() = Surface In BoundingBox{-e, -e, -e, w / 2 + e, e, g + e};
strip() = Surface In BoundingBox{-e, -e, g - e, w / 2 + e, e, 0.5 + e};
plane() = Surface In BoundingBox{-e, -2, -e, 2, 2, e};
middle() = Surface In BoundingBox{-e, -2, -e, e, 2, 2};
Physical Surface("port") = {port()};
Physical Surface("strip") = {strip()};
Physical Surface("plane") = {plane()};
Physical Surface("middle") = {middle()};
Physical Surface("open") = CombinedBoundary{Volume{:};};
Physical Surface("open") -= {plane(), middle()};
edge() = Curve In BoundingBox{-e, -e, g - e, w / 2 + e, e, 0.5 + e};
gap() = Curve In BoundingBox{-e, -e, -e, w / 2 + e, e, g + e};
Field[1] = Distance;
Field[1].CurvesList = {edge()};
Field[1].NumPointsPerCurve = 100;
Field[2] = Threshold;
Field[2].InField = 1;
Field[2].SizeMin = 0.025;
Field[2].SizeMax = h;
Field[2].DistMin = 0.01;
Field[2].DistMax = 0.5;
Field[3] = Distance;
Field[3].CurvesList = {gap()};
Field[3].NumPointsPerCurve = 10;
Field[4] = Threshold;
Field[4].InField = 3;
Field[4].SizeMin = 0.02;
Field[4].SizeMax = h;
Field[4].DistMin = 0;
Field[4].DistMax = 0.5;
Field[5] = Min;
Field[5].FieldsList = {2, 4};
Background Field = 5;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
Mesh.Algorithm3D = 10; // HXT: few slivers
