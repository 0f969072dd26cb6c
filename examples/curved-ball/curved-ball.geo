// A ball of radius 1 with curved elements. Meshed by:
//     gmsh -3 -order 4 -format msh41 -bin curved-ball.geo
SetFactory("OpenCASCADE");
If (!Exists(h))
  h = 0.5; // edges; another by -setnumber h 0.35
EndIf
Sphere(1) = {0, 0, 0, 1};
Physical Volume("ball") = {1};
Physical Surface("wall") = {1};
If (Exists(inner)) // edges in the middle, by -setnumber inner 0.5; h are those at the wall
  Field[1] = MathEval;
  Field[1].F = Sprintf("%g + (%g) * (x*x + y*y + z*z)", inner, h - inner);
  Background Field = 1;
  Mesh.MeshSizeExtendFromBoundary = 0;
  Mesh.MeshSizeFromPoints = 0;
Else
  Mesh.MeshSizeMin = h;
  Mesh.MeshSizeMax = h;
EndIf
Mesh.Algorithm3D = 10; // HXT: few slivers
