// A layer of 1 km over a half-space, z up, metres: so much of both that S waves and surface waves of a source below (0, 0, 0) are not back from the sides, which
// take them only in part, within 9 s at receivers on the way to (6000, 8000, 0). Meshed by:
//     gmsh -3 -format msh41 -bin loh1.geo
SetFactory("OpenCASCADE");
If (!Exists(h))
  h = 800; // edges in the layer, between source and receivers; another by -setnumber h 500
EndIf
Box(1) = {-17000, -16000, -1000, 40000, 40000, 1000};
Box(2) = {-17000, -16000, -18000, 40000, 40000, 17000};
Coherence;
Physical Volume("layer") = {1};
Physical Volume("rock") = {2};
top() = Surface In BoundingBox{-17001, -16001, -1, 23001, 24001, 1};
Physical Surface("surface") = {top()};
Physical Surface("outside") = CombinedBoundary{Volume{1, 2};};
Physical Surface("outside") -= {top()};
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
// Below the layer waves are 1.7 times longer; what leaves the line from (0, 0, 0) to (6000, 8000, 0) is not seen again.
Field[1] = MathEval;
Field[1].F = Sprintf("min(4500, %g * (1 + 0.7 * min(1, max(0, -z - 1000) / 1500)) * (1 + max(0, sqrt(max(0, max(-0.6 * x - 0.8 * y, 0.6 * x + 0.8 * y - 10000))^2 + (0.8 * x - 0.6 * y)^2 + z^2) - 3000) / 4000))", h);
Background Field = 1;
Mesh.Algorithm3D = 10; // HXT: few slivers
