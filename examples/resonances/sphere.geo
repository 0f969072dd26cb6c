// An eighth of a ball of radius 1 in a cube: gmsh -3 sphere.geo. Facets lie inside the sphere, so that their corners
// are put on a slightly larger one, on which the ball of straight elements has the volume of the round one.
SetFactory("OpenCASCADE");
r = 1.010799;
b = 2.4;
Sphere(1) = {0, 0, 0, r, 0, Pi/2, Pi/2};
Box(2) = {0, 0, 0, b, b, b};
BooleanFragments{ Volume{2}; Delete; }{ Volume{1}; Delete; }
Physical Volume("ball") = {1};
Physical Volume("air") = {2};
e = 1e-4;
Physical Surface("x0") = Surface In BoundingBox {-e, -e, -e, e, b+e, b+e};
Physical Surface("y0") = Surface In BoundingBox {-e, -e, -e, b+e, e, b+e};
Physical Surface("z0") = Surface In BoundingBox {-e, -e, -e, b+e, b+e, e};
Physical Surface("outside") = {Surface In BoundingBox {b-e, -e, -e, b+e, b+e, b+e}, Surface In BoundingBox {-e, b-e, -e, b+e, b+e, b+e}, Surface In BoundingBox {-e, -e, b-e, b+e, b+e, b+e}};
MeshSize{ PointsOf{ Volume{2}; } } = 1.6;
MeshSize{ PointsOf{ Volume{1}; } } = 0.33;
Mesh.MshFileVersion = 4.1;
Mesh.Algorithm = 6;
Mesh.Optimize = 1;
