// An aircraft of our own, 12 long and 11 wide, in a box of 18 x 17 x 9 whose sides let waves leave: about 78 745 tetrahedra, as the
// paper's last figure has. Meshed by:  gmsh -3 -format msh41 -bin aircraft.geo
SetFactory("OpenCASCADE");
h = 0.224;                           // edges on the body
Sphere(1) = {0, 0, 0, 1};          // the fuselage, along x, its nose at +6
Dilate{{0, 0, 0}, {6, 0.75, 0.75}}{ Volume{1}; }
// A flat piece: four corners in the plane z = 0, extruded by its thickness.
Macro Panel
  p = newp;
  For i In {0 : 3}
    Point(p + i) = {x(i), y(i), -thickness / 2};
  EndFor
  l = newl;
  For i In {0 : 3}
    Line(l + i) = {p + i, p + (i + 1) % 4};
  EndFor
  c = newll;
  Curve Loop(c) = {l : l + 3};
  s = news;
  Plane Surface(s) = {c};
  out() = Extrude{0, 0, thickness}{ Surface{s}; };
  panel = out(1);
Return
thickness = 0.22;
x() = {1.8, -1.0, -2.0, -1.1};     // the wings, swept back
y() = {0, 0, 5.5, 5.5};
Call Panel;
right = panel;
y() = {0, 0, -5.5, -5.5};
Call Panel;
left = panel;
thickness = 0.16;
x() = {-4.0, -5.4, -6.0, -5.3};    // the tailplane
y() = {0, 0, 2.0, 2.0};
Call Panel;
stabilizer = panel;
y() = {0, 0, -2.0, -2.0};
Call Panel;
other = panel;
x() = {-3.6, -5.4, -6.2, -5.4};    // the fin
y() = {0, 0, 2.2, 2.2};
Call Panel;
fin = panel;
Rotate{{1, 0, 0}, {0, 0, 0}, Pi / 2}{ Volume{fin}; }
body() = BooleanUnion{ Volume{1}; Delete; }{ Volume{right, left, stabilizer, other, fin}; Delete; };
box = newv;
Box(box) = {-9, -8.5, -4.2, 18, 17, 9};
air() = BooleanDifference{ Volume{box}; Delete; }{ Volume{body()}; Delete; };
Geometry.OCCBoundsUseStl = 1;      // else the bounds of the stretched sphere are too wide, and the fuselage is not of the skin
skin() = Surface In BoundingBox{-8.9, -8.4, -4.1, 8.9, 8.4, 4.7};
Physical Volume("air") = {air()};
Physical Surface("body") = {skin()};
Physical Surface("outside") = CombinedBoundary{ Volume{air()}; };
Physical Surface("outside") -= {skin()};
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeExtendFromBoundary = 1;
Mesh.MeshSizeMax = 1.0;
MeshSize{ PointsOf{ Surface{skin()}; } } = h;
Mesh.MeshSizeFromPoints = 1;
Mesh.Algorithm3D = 10; // HXT: few slivers
