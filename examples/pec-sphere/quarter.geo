// A quarter of pec-sphere.geo, x > 0 and y > 0, with planes of symmetry x0 and y0. Meshed by:
//     gmsh -3 -format msh41 -bin quarter.geo
SetFactory("OpenCASCADE");
h = 0.3;
fit = 1 + 0.124 * h * h;
Sphere(1) = {0, 0, 0, fit};
Box(2) = {0, 0, -1.35, 1.35, 1.35, 2.7};
Box(3) = {0, 0, -1.8, 1.8, 1.8, 3.6};
outer() = BooleanDifference{Volume{3}; Delete;}{Volume{2};};
near() = BooleanDifference{Volume{2}; Delete;}{Volume{1}; Delete;};
Coherence;
e = 1e-4;
x0() = Surface In BoundingBox{-e, -e, -2, e, 2, 2};
y0() = Surface In BoundingBox{-e, -e, -2, 2, e, 2};
all() = Surface In BoundingBox{-e, -e, -1.1, 1.1, 1.1, 1.1};
ball() = {};
For i In {0 : #all() - 1}
  box() = BoundingBox Surface{all(i)};
  If (box(3) - box(0) > 2 * e && box(4) - box(1) > 2 * e)
    ball() += all(i);
  EndIf
EndFor
Physical Volume("near") = {near(0)};
Physical Volume("outer") = {outer(0)};
Physical Surface("sphere") = {ball()};
Physical Surface("x0") = {x0()};
Physical Surface("y0") = {y0()};
Physical Surface("outside") = CombinedBoundary{Volume{near(0), outer(0)};};
Physical Surface("outside") -= {ball(), x0(), y0()};
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Field[1] = MathEval;
Field[1].F = Sprintf("%g * (1 + 3 * min(0.8, abs(sqrt(x*x + y*y + z*z) - 1)))", h);
Background Field = 1;
Mesh.Algorithm3D = 10;
