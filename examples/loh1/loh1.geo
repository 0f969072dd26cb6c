// A layer of 1 km over a half-space, as much of both as waves reach in 9 s on their way to a receiver at (6, 8) km. z is up, metres. Meshed by:
//     gmsh -3 -format msh41 -bin loh1.geo
SetFactory("OpenCASCADE");
If (!Exists(h))
  h = 800; // edges in the layer; another by -setnumber h 500
EndIf
Box(1) = {-4000, -4000, -1000, 14000, 16000, 1000};
Box(2) = {-4000, -4000, -7000, 14000, 16000, 6000};
Coherence;
Physical Volume("layer") = {1};
Physical Volume("rock") = {2};
top() = Surface In BoundingBox{-4001, -4001, -1, 10001, 12001, 1};
Physical Surface("surface") = {top()};
Physical Surface("outside") = CombinedBoundary{Volume{1, 2};};
Physical Surface("outside") -= {top()};
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
// Below the layer waves are 1.7 times longer.
Field[1] = MathEval;
Field[1].F = Sprintf("%g * (1 + 0.7 * min(1, max(0, -z - 1000) / 1500))", h);
Background Field = 1;
Mesh.Algorithm3D = 10; // HXT: few slivers
