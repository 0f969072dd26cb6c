// A sphere of radius 1 cut out of a box 3.6 wide, with one 2.7 wide around it for the far field. Meshed by:
//     gmsh -3 -format msh41 -bin pec-sphere.geo
// Faces are flat: the radius is larger than 1 so that they enclose the volume of the unit sphere (found from meshes of several h).
SetFactory("OpenCASCADE");
If (!Exists(h))
  h = 0.3; // edges on the sphere; another by -setnumber h 0.2
EndIf
If (!Exists(fit))
  fit = 1 + 0.124 * h * h; // 1 by -setnumber fit 1, for curved elements
EndIf
Sphere(1) = {0, 0, 0, fit};
Box(2) = {-1.35, -1.35, -1.35, 2.7, 2.7, 2.7};
Box(3) = {-1.8, -1.8, -1.8, 3.6, 3.6, 3.6};
outer() = BooleanDifference{Volume{3}; Delete;}{Volume{2};};
near() = BooleanDifference{Volume{2}; Delete;}{Volume{1}; Delete;};
Coherence;
ball() = Surface In BoundingBox{-1.1, -1.1, -1.1, 1.1, 1.1, 1.1};
Physical Volume("near") = {near(0)};
Physical Volume("outer") = {outer(0)};
Physical Surface("sphere") = {ball()};
Physical Surface("outside") = CombinedBoundary{Volume{near(0), outer(0)};};
Physical Surface("outside") -= {ball()};
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
// h on the sphere, growing away from it.
Field[1] = MathEval;
Field[1].F = Sprintf("%g * (1 + 3 * min(0.8, abs(sqrt(x*x + y*y + z*z) - 1)))", h);
Background Field = 1;
Mesh.Algorithm3D = 10; // HXT: few slivers
