// A square plate of 2 x 2 without thickness in the plane z = 0, in a box of total fields inside one of scattered fields.
// Meshed by:
//     gmsh -3 -format msh41 -bin plate.geo
SetFactory("OpenCASCADE");
Box(1) = {-1.7, -1.7, -0.8, 3.4, 3.4, 1.6};
Box(2) = {-1.35, -1.35, -0.4, 2.7, 2.7, 0.8};
Rectangle(100) = {-1, -1, 0, 2, 2};
BooleanFragments{ Volume{1, 2}; Delete; }{ Surface{100}; Delete; }
e = 1e-3;
inner() = Volume In BoundingBox{-1.35 - e, -1.35 - e, -0.4 - e, 1.35 + e, 1.35 + e, 0.4 + e};
all() = Volume{:};
outer() = all();
outer() -= inner();
Physical Volume("inner") = {inner()};
Physical Volume("outer") = {outer()};
plate() = Surface In BoundingBox{-1 - e, -1 - e, -e, 1 + e, 1 + e, e};
Physical Surface("plate") = {plate()};
Mesh.MeshSizeMin = 0.1;
Mesh.MeshSizeMax = 0.4;
Field[1] = Distance;
Field[1].CurvesList = {Boundary{ Surface{plate()}; }};
Field[1].Sampling = 40;
Field[2] = Threshold;
Field[2].InField = 1;
Field[2].SizeMin = 0.2;
Field[2].SizeMax = 0.4;
Field[2].DistMin = 0;
Field[2].DistMax = 0.5;
Background Field = 2;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm3D = 10; // HXT: few slivers
