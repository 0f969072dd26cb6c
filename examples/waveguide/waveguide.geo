// 94 mm of a WR-90 waveguide with a dielectric slab across it, metres. Meshed by:
//     gmsh -3 -format msh41 -bin waveguide.geo
SetFactory("OpenCASCADE");
If (!Exists(h))
  h = 0.008;
EndIf
a = 0.02286;
b = 0.01016;
Box(1) = {0, 0, 0, a, b, 0.05};
Box(2) = {0, 0, 0.05, a, b, 0.01};
Box(3) = {0, 0, 0.06, a, b, 0.034};
Coherence;
Physical Volume("front") = {1};
Physical Volume("slab") = {2};
Physical Volume("back") = {3};
e = 1e-5;
in() = Surface In BoundingBox{-e, -e, -e, a + e, b + e, e};
out() = Surface In BoundingBox{-e, -e, 0.094 - e, a + e, b + e, 0.094 + e};
Physical Surface("ends") = {in(), out()};
Physical Surface("walls") = CombinedBoundary{Volume{1, 2, 3};};
Physical Surface("walls") -= {in(), out()};
Mesh.MeshSizeMin = h;
Mesh.MeshSizeMax = h;
Mesh.Algorithm3D = 10; // HXT: few slivers
