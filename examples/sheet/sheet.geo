// A column of 0.6 x 0.6 through a thin film at z = 0, periodic across; the wave comes from below. Meshed by:
//     gmsh -3 -format msh41 -bin sheet.geo
// front and back, on both sides of the film, hold the total field, below and above only what is scattered.
SetFactory("OpenCASCADE");
w = 0.6;
z() = {-1.8, -1.2, 0, 1.2, 1.8};
For i In {0 : 3}
  Box(i + 1) = {0, 0, z(i), w, w, z(i + 1) - z(i)};
EndFor
Coherence;
Physical Volume("below") = {1};
Physical Volume("front") = {2};
Physical Volume("back") = {3};
Physical Volume("above") = {4};
e = 1e-3;
left() = Surface In BoundingBox{-e, -e, -3, e, w + e, 3};
right() = Surface In BoundingBox{w - e, -e, -3, w + e, w + e, 3};
near() = Surface In BoundingBox{-e, -e, -3, w + e, e, 3};
far() = Surface In BoundingBox{-e, w - e, -3, w + e, w + e, 3};
Periodic Surface{right()} = {left()} Translate{w, 0, 0};
Periodic Surface{far()} = {near()} Translate{0, w, 0};
Physical Surface("left") = {left()};
Physical Surface("right") = {right()};
Physical Surface("near") = {near()};
Physical Surface("far") = {far()};
film() = Surface In BoundingBox{-e, -e, -e, w + e, w + e, e};
Physical Surface("film") = {film()};
bottom() = Surface In BoundingBox{-e, -e, -1.8 - e, w + e, w + e, -1.8 + e};
top() = Surface In BoundingBox{-e, -e, 1.8 - e, w + e, w + e, 1.8 + e};
Physical Surface("bottom") = {bottom()};
Physical Surface("top") = {top()};
Mesh.MeshSizeMin = 0.3;
Mesh.MeshSizeMax = 0.3;
Mesh.Algorithm3D = 10; // HXT: few slivers
