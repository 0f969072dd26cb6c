// A WR-90 waveguide with an infinitely thin inductive iris, metres: an opening 12 mm wide in the middle. Fields depend neither
// on y nor on the side of the middle plane: 2 mm of the height and half of the width suffice. Meshed by:
//     gmsh -3 -format msh41 -bin iris.geo
SetFactory("OpenCASCADE");
If (!Exists(h))
  h = 0.004;
EndIf
a = 0.02286;
b = 0.002;
d = 0.012;
l = 0.015;
Box(1) = {0, 0, 0, a / 2, b, l};
Box(2) = {0, 0, l, a / 2, b, l};
Rectangle(100) = {0, 0, l, (a - d) / 2, b};
BooleanFragments{ Volume{1, 2}; Delete; }{ Surface{100}; Delete; }
e = 1e-5;
Physical Volume("air") = Volume{:};
in() = Surface In BoundingBox{-e, -e, -e, a + e, b + e, e};
out() = Surface In BoundingBox{-e, -e, 2 * l - e, a + e, b + e, 2 * l + e};
iris() = Surface In BoundingBox{-e, -e, l - e, (a - d) / 2 + e, b + e, l + e};
middle() = Surface In BoundingBox{a / 2 - e, -e, -e, a / 2 + e, b + e, 2 * l + e};
Physical Surface("in") = {in()};
Physical Surface("out") = {out()};
Physical Surface("iris") = {iris()};
Physical Surface("middle") = {middle()};
Physical Surface("walls") = CombinedBoundary{Volume{:};};
Physical Surface("walls") -= {in(), out(), iris(), middle()};
// Small elements at the edge of the opening, where fields are singular.
edge() = Curve In BoundingBox{(a - d) / 2 - e, -e, l - e, (a - d) / 2 + e, b + e, l + e};
Field[1] = Distance;
Field[1].CurvesList = {edge()};
Field[1].NumPointsPerCurve = 40;
Field[2] = Threshold;
Field[2].InField = 1;
Field[2].SizeMin = h / 10;
Field[2].SizeMax = h;
Field[2].DistMin = 0;
Field[2].DistMax = 1.5 * h;
Background Field = 2;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
Mesh.Algorithm3D = 10; // HXT: few slivers
