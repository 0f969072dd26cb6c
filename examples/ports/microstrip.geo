// A microstrip line 0.6 mm wide on 0.635 mm of alumina, under a cover, millimetres: half of it, x = 0 is the plane of symmetry.
// The ports are at z = 0 and z = l; the line goes on for `lead` behind each, where it is excited. The mesh of the cross-section
// is the same everywhere: small at the edge of the strip, where fields are singular, and elements are long along the line.
// Meshed by:
//     gmsh -3 -format msh41 -bin microstrip.geo
SetFactory("OpenCASCADE");
If (!Exists(h))
  h = 0.9;
EndIf
If (!Exists(fine))
  fine = 32;
EndIf
If (!Exists(along))
  along = 1; // length of the elements
EndIf
w = 0.6;
t = 0.635;
top = 2.5;
side = 2.5;
l = 3;
lead = 1;
Rectangle(1) = {0, 0, -lead, side, t};
Rectangle(2) = {0, t, -lead, side, top - t};
p = newp;
Point(p) = {0, t, -lead};
Point(p + 1) = {w / 2, t, -lead};
c = newc;
Line(c) = {p, p + 1};
BooleanFragments{ Surface{1, 2}; Delete; }{ Curve{c}; Delete; }
e = 1e-4;
from() = Surface{:};
For i In {0 : 2}
  length = (i == 1) ? l : lead;
  out() = Extrude {0, 0, length} { Surface{from()}; Layers{length / along}; };
  z = -lead + ((i > 0) ? lead : 0) + ((i > 1) ? l : 0) + length;
  from() = Surface In BoundingBox{-e, -e, z - e, side + e, top + e, z + e};
EndFor
lower() = Volume In BoundingBox{-e, -e, -lead - e, side + e, t + e, l + lead + e};
upper() = Volume In BoundingBox{-e, t - e, -lead - e, side + e, top + e, l + lead + e};
Physical Volume("substrate") = {lower()};
Physical Volume("air") = {upper()};
in() = Surface In BoundingBox{-e, -e, -e, side + e, top + e, e};
out() = Surface In BoundingBox{-e, -e, l - e, side + e, top + e, l + e};
feed_in() = Surface In BoundingBox{-e, -e, -lead - e, side + e, top + e, -lead + e};
feed_out() = Surface In BoundingBox{-e, -e, l + lead - e, side + e, top + e, l + lead + e};
strip() = Surface In BoundingBox{-e, t - e, -lead - e, w / 2 + e, t + e, l + lead + e};
middle() = Surface In BoundingBox{-e, -e, -lead - e, e, top + e, l + lead + e};
Physical Surface("in") = {in()};
Physical Surface("out") = {out()};
Physical Surface("feed_in") = {feed_in()};
Physical Surface("feed_out") = {feed_out()};
Physical Surface("strip") = {strip()};
Physical Surface("middle") = {middle()};
Physical Surface("ground") = CombinedBoundary{Volume{lower(), upper()};};
Physical Surface("ground") -= {feed_in(), feed_out(), middle()};
edge() = Curve In BoundingBox{w / 2 - e, t - e, -lead - e, w / 2 + e, t + e, l + lead + e};
tip() = Point In BoundingBox{w / 2 - e, t - e, -lead - e, w / 2 + e, t + e, -lead + e};
Field[1] = Distance;
Field[1].PointsList = {tip()};
Field[2] = Threshold;
Field[2].InField = 1;
Field[2].SizeMin = h / fine;
Field[2].SizeMax = h;
Field[2].DistMin = 0;
Field[2].DistMax = 2 * h;
Background Field = 2;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
