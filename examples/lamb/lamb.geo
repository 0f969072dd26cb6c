// Half a ball of soil below a free surface, z up, metres. All that a force at the origin sends into the depth meets its boundary head on, where an
// absorbing condition takes nearly all; what runs along the surface is back at the receivers only after the run has ended. Meshed by:
//     gmsh -3 -format msh41 -bin lamb.geo
SetFactory("OpenCASCADE");
If (!Exists(h))
  h = 10; // edges where it matters, between force and receivers; another by -setnumber h 8
EndIf
R = 125;
Sphere(1) = {0, 0, 0, R, -Pi / 2, 0};
top() = Surface In BoundingBox{-R - 1, -R - 1, -1, R + 1, R + 1, 1};
Physical Volume("soil") = {1};
Physical Surface("surface") = {top()};
Physical Surface("outside") = Boundary{Volume{1};};
Physical Surface("outside") -= {top()};
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromCurvature = 0;
// Coarser away from the line from (0, 0, 0) to (100, 0, 0).
Field[1] = MathEval;
Field[1].F = Sprintf("%g * (1 + 1.2 * min(1, max(0, sqrt(max(0, max(-x, x - 100))^2 + y^2 + z^2) - 30) / 90))", h);
Background Field = 1;
Mesh.Algorithm3D = 10; // HXT: few slivers
