// 100 mm of air and 50 mm of another medium between two metal walls, in metres; 25 mm of what is the same all the way across. Meshed by:
//     gmsh -3 -format msh41 -bin half-filled.geo
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 0.1, 0.025, 0.025};
Box(2) = {0.1, 0, 0, 0.05, 0.025, 0.025};
Coherence;
Physical Volume("air") = {1};
Physical Volume("filling") = {2};
e = 1e-5;
bottom() = Surface In BoundingBox{-e, -e, -e, 1, 1, e};
top() = Surface In BoundingBox{-e, -e, 0.025 - e, 1, 1, 1};
Physical Surface("sides") = {bottom(), top()};
Mesh.MeshSizeMin = 0.03;
Mesh.MeshSizeMax = 0.03;
Mesh.Algorithm3D = 10; // HXT: few slivers
