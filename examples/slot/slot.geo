// Half a period of a screen with slots, x from the middle of a slot to the middle of a strip: the slot is a wide, and the
// period 2 D. The waves travel along z; one layer of elements along y.
// Meshed by:
//     gmsh -3 -format msh41 -bin slot.geo
D = 1;
a = 0.5;
l = 2;
thick = 0.12;
h = 0.3;
Point(1) = {0, 0, -l, h};
Point(2) = {D, 0, -l, h};
Point(3) = {0, 0, 0, h / 3};
Point(4) = {a, 0, 0, h / 16};
Point(5) = {D, 0, 0, h / 3};
Point(6) = {0, 0, l, h};
Point(7) = {D, 0, l, h};
Line(1) = {1, 2};
Line(2) = {2, 5};
Line(3) = {5, 4};
Line(4) = {4, 3};
Line(5) = {3, 1};
Line(6) = {3, 6};
Line(7) = {6, 7};
Line(8) = {7, 5};
Curve Loop(1) = {1, 2, 3, 4, 5};
Curve Loop(2) = {-4, -3, -8, -7, -6};
Plane Surface(1) = {1};
Plane Surface(2) = {2};
front[] = Extrude {0, thick, 0} { Surface{1}; Layers{1}; };
back[] = Extrude {0, thick, 0} { Surface{2}; Layers{1}; };
Coherence;
e = 1e-4;
Physical Volume("air") = {Volume{:}};
in() = Surface In BoundingBox{-e, -e, -l - e, D + e, thick + e, -l + e};
out() = Surface In BoundingBox{-e, -e, l - e, D + e, thick + e, l + e};
strip() = Surface In BoundingBox{a - e, -e, -e, D + e, thick + e, e};
left() = Surface In BoundingBox{-e, -e, -l - e, e, thick + e, l + e};
right() = Surface In BoundingBox{D - e, -e, -l - e, D + e, thick + e, l + e};
Physical Surface("in") = {in()};
Physical Surface("out") = {out()};
Physical Surface("strip") = {strip()};
Physical Surface("across") = {left(), right()};
Physical Surface("along") = {Surface In BoundingBox{-e, -e, -l - e, D + e, e, l + e}, Surface In BoundingBox{-e, thick - e, -l - e, D + e, thick + e, l + e}};
