// A box of 7/18 x 1/4 x 1, air up to x = 1/6 and glass beyond. Meshed by: gmsh -3 -format msh41 two-media.geo
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1/6, 1/4, 1};
Box(2) = {1/6, 0, 0, 2/9, 1/4, 1};
Coherence;
Physical Volume("air") = {1};
Physical Volume("glass") = {2};
// The wall is all but the face between the two.
Physical Surface("wall") = CombinedBoundary{Volume{1, 2};};
Mesh.MeshSizeMin = 0.15;
Mesh.MeshSizeMax = 0.15;
Mesh.Algorithm3D = 10; // HXT: few slivers
