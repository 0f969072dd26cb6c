// A sphere of radius 1 cut out of a cube. sphere_nudge.py sets h (edges on the sphere), far (edges away from it), box (half the
// width of the cube) and fit (the radius; with flat facets 1 + 0.124 h^2, which keeps the volume).
SetFactory("OpenCASCADE");
Sphere(1) = {0, 0, 0, fit};
Box(2) = {-box, -box, -box, 2 * box, 2 * box, 2 * box};
air() = BooleanDifference{Volume{2}; Delete;}{Volume{1}; Delete;};
ball() = Surface In BoundingBox{-1.1, -1.1, -1.1, 1.1, 1.1, 1.1};
Physical Volume("air") = {air()};
Physical Surface("sphere") = {ball()};
Physical Surface("outside") = CombinedBoundary{Volume{air()};};
Physical Surface("outside") -= {ball()};
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Field[1] = MathEval;
Field[1].F = Sprintf("min(%g, %g * (1 + 3 * abs(sqrt(x*x + y*y + z*z) - 1)))", far, h);
Background Field = 1;
Mesh.Algorithm3D = 10; // HXT: few slivers
