// A quarter of glass-sphere.geo, x > 0 and y > 0, with planes of symmetry x0 and y0, and elements that follow the sphere. Meshed by:
//     gmsh -3 -order 3 -format msh41 -bin quarter.geo
SetFactory("OpenCASCADE");
If (!Exists(h))
  h = 0.3; // edges on the sphere; another by -setnumber h 0.2
EndIf
r = 1;
If (Exists(flat)) // of the same volume, by -order 1 -setnumber flat 1
  r = 1 + 0.124 * h * h;
EndIf
Sphere(1) = {0, 0, 0, r};
Box(4) = {0, 0, -2, 2, 2, 4};
quarter() = BooleanIntersection{Volume{1}; Delete;}{Volume{4}; Delete;};
Box(2) = {0, 0, -1.35, 1.35, 1.35, 2.7};
Box(3) = {0, 0, -1.8, 1.8, 1.8, 3.6};
BooleanFragments{ Volume{quarter(), 2, 3}; Delete; }{}
e = 1e-3;
ball() = Volume In BoundingBox{-e, -e, -1.1, 1.1, 1.1, 1.1};
inside() = Volume In BoundingBox{-e, -e, -1.35 - e, 1.35 + e, 1.35 + e, 1.35 + e};
near() = inside();
near() -= ball();
outer() = Volume{:};
outer() -= inside();
x0() = Surface In BoundingBox{-e, -e, -2, e, 2, 2};
y0() = Surface In BoundingBox{-e, -e, -2, 2, e, 2};
outside() = Abs(CombinedBoundary{ Volume{:}; });
outside() -= {x0(), y0()};
Physical Volume("ball") = {ball()};
Physical Volume("near") = {near()};
Physical Volume("outer") = {outer()};
Physical Surface("x0") = {x0()};
Physical Surface("y0") = {y0()};
Physical Surface("outside") = {outside()};
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Field[1] = MathEval;
Field[1].F = Sprintf("%g * (1 + max(3 * min(0.8, sqrt(x*x + y*y + z*z) - 1), 0.8 * (1 - sqrt(x*x + y*y + z*z))))", h);
Background Field = 1;
Mesh.Algorithm3D = 10; // HXT: few slivers
