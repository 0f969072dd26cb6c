// A WR-90 waveguide, 22.86 x 10.16 mm, with a dielectric slab across it. Lengths are in metres.
SetFactory("OpenCASCADE");
a = 0.02286;
b = 0.01016;
Box(1) = {0, 0, 0, a, b, 0.015};
Box(2) = {0, 0, 0.015, a, b, 0.010};
Box(3) = {0, 0, 0.025, a, b, 0.015};
Coherence;                                  // neighbours share their faces
Physical Volume("air") = {1, 3};
Physical Volume("slab") = {2};
e = 1e-5;
in() = Surface In BoundingBox{-e, -e, -e, a + e, b + e, e};
out() = Surface In BoundingBox{-e, -e, 0.040 - e, a + e, b + e, 0.040 + e};
Physical Surface("in") = {in()};
Physical Surface("out") = {out()};
Physical Surface("walls") = CombinedBoundary{Volume{1, 2, 3};};
Physical Surface("walls") -= {in(), out()};
Mesh.MeshSizeMax = 0.012;                   // order 4: five points per wavelength and more
MeshSize{PointsOf{Volume{2};}} = 0.007;     // waves are shorter in the slab
Mesh.Algorithm3D = 10;
