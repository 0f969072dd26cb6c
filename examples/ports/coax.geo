// A coaxial line whose inner conductor has a step from 1 to 2 mm, inside 4 mm, metres. A quarter of the cross-section: its
// two cuts are magnetic walls. Meshed by:
//     gmsh -3 -order 2 -format msh41 -bin coax.geo
SetFactory("OpenCASCADE");
If (!Exists(h))
  h = 0.002;
EndIf
a1 = 0.001;
a2 = 0.002;
b = 0.004;
l = 0.006;
Cylinder(1) = {0, 0, 0, 0, 0, l, b, Pi / 2};
Cylinder(2) = {0, 0, 0, 0, 0, l, a1, Pi / 2};
Cylinder(3) = {0, 0, l, 0, 0, l, b, Pi / 2};
Cylinder(4) = {0, 0, l, 0, 0, l, a2, Pi / 2};
BooleanDifference(5) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
BooleanDifference(6) = { Volume{3}; Delete; }{ Volume{4}; Delete; };
Coherence;
e = 1e-6;
Physical Volume("air") = Volume{:};
in() = Surface In BoundingBox{-e, -e, -e, b + e, b + e, e};
out() = Surface In BoundingBox{-e, -e, 2 * l - e, b + e, b + e, 2 * l + e};
cut() = Surface In BoundingBox{-e, -e, -e, e, b + e, 2 * l + e};
cut() += Surface In BoundingBox{-e, -e, -e, b + e, e, 2 * l + e};
Physical Surface("in") = {in()};
Physical Surface("out") = {out()};
Physical Surface("cut") = {cut()};
Physical Surface("conductor") = CombinedBoundary{Volume{:};};
Physical Surface("conductor") -= {in(), out(), cut()};
edge() = Curve In BoundingBox{-e, -e, l - e, a2 + e, a2 + e, l + e};
Field[1] = Distance;
Field[1].CurvesList = {edge()};
Field[1].NumPointsPerCurve = 40;
Field[2] = Threshold;
Field[2].InField = 1;
Field[2].SizeMin = h / 5;
Field[2].SizeMax = h;
Field[2].DistMin = 0;
Field[2].DistMax = 1.5 * h;
Background Field = 2;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 14;
Mesh.Algorithm3D = 10; // HXT: few slivers
