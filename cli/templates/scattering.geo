// A sphere of radius 50 mm, cut out of two boxes: the inner one, `near`, is what the far field is taken around.
// Lengths are in metres. gmsh scattering.geo draws it.
SetFactory("OpenCASCADE");
a = 0.05;
Sphere(1) = {0, 0, 0, 1.012*a};  // faces are flat: with this radius they enclose the volume of the sphere
Box(2) = {-1.35*a, -1.35*a, -1.35*a, 2.7*a, 2.7*a, 2.7*a};
Box(3) = {-1.8*a, -1.8*a, -1.8*a, 3.6*a, 3.6*a, 3.6*a};
outer() = BooleanDifference{Volume{3}; Delete;}{Volume{2};};
near() = BooleanDifference{Volume{2}; Delete;}{Volume{1}; Delete;};
Coherence;
// Names for the problem file: regions are physical volumes, boundaries physical surfaces.
ball() = Surface In BoundingBox{-1.1*a, -1.1*a, -1.1*a, 1.1*a, 1.1*a, 1.1*a};
Physical Volume("near") = {near(0)};
Physical Volume("outer") = {outer(0)};
Physical Surface("sphere") = {ball()};
Physical Surface("outside") = CombinedBoundary{Volume{near(0), outer(0)};};
Physical Surface("outside") -= {ball()};
Mesh.Algorithm3D = 10;
