// A strip 1 wide, along y, in the plane z = 0, without thickness: one layer of elements 0.25 thick between walls y = 0 and y = 0.25.
// Around it a box of total fields (inner) and two of scattered ones. Meshed by:
//     gmsh -3 -format msh41 -bin strip.geo
SetFactory("OpenCASCADE");
t = 0.25;
Box(1) = {-1.4, 0, -0.9, 2.8, t, 1.8};
Box(2) = {-1.15, 0, -0.65, 2.3, t, 1.3};
Box(3) = {-0.9, 0, -0.4, 1.8, t, 0.8};
Rectangle(100) = {-0.5, 0, 0, 1, t};
BooleanFragments{ Volume{1, 2, 3}; Delete; }{ Surface{100}; Delete; }
e = 1e-3;
inner() = Volume In BoundingBox{-0.9 - e, -e, -0.4 - e, 0.9 + e, t + e, 0.4 + e};
both() = Volume In BoundingBox{-1.15 - e, -e, -0.65 - e, 1.15 + e, t + e, 0.65 + e};
near() = both();
near() -= inner();
outer() = Volume{:};
outer() -= both();
Physical Volume("inner") = {inner()};
Physical Volume("near") = {near()};
Physical Volume("outer") = {outer()};
strip() = Surface In BoundingBox{-0.5 - e, -e, -e, 0.5 + e, t + e, e};
Physical Surface("strip") = {strip()};
front() = Surface In BoundingBox{-9, -e, -9, 9, e, 9};
back() = Surface In BoundingBox{-9, t - e, -9, 9, t + e, 9};
Physical Surface("walls") = {front(), back()};
If (!Exists(h))
  h = 0.3; // edges; another by -setnumber h 0.2
EndIf
If (!Exists(fine))
  fine = 0.06; // along the strip's edges, where fields are infinite
EndIf
edge() = Curve In BoundingBox{0.5 - e, -e, -e, 0.5 + e, t + e, e};
other() = Curve In BoundingBox{-0.5 - e, -e, -e, -0.5 + e, t + e, e};
Field[1] = Distance;
Field[1].CurvesList = {edge(), other()};
Field[2] = Threshold;
Field[2].InField = 1;
Field[2].SizeMin = fine;
Field[2].SizeMax = h;
Field[2].DistMin = 0;
Field[2].DistMax = 0.5;
Background Field = 2;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm3D = 10; // HXT: few slivers
