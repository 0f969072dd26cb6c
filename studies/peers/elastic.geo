// Half a ball about the force, z up; its flat side is the free surface. elastic_nudge.py sets h (edges where waves are recorded), R (the
// radius), grow (what edges grow by, per distance from the source and receivers) and face (1: the force acts in the middle of a triangle
// of the mesh; 0: at a vertex, where the elements around share it).
SetFactory("OpenCASCADE");
Sphere(1) = {0, 0, 0, R, -Pi / 2, 0};
If (face)
  For i In {0 : 2}
    Point(101 + i) = {h / Sqrt(3) * Cos(2 * Pi * i / 3 + 0.3), h / Sqrt(3) * Sin(2 * Pi * i / 3 + 0.3), 0};
  EndFor
  Line(101) = {101, 102};
  Line(102) = {102, 103};
  Line(103) = {103, 101};
  Curve Loop(101) = {101, 102, 103};
  Plane Surface(101) = {101};
  BooleanFragments{Volume{1}; Delete;}{Surface{101}; Delete;}
Else
  Point(101) = {0, 0, 0};
  BooleanFragments{Volume{1}; Delete;}{Point{101}; Delete;}
EndIf
top() = Surface In BoundingBox{-R - 1, -R - 1, -0.01, R + 1, R + 1, 0.01};
Physical Volume("solid") = {1};
Physical Surface("surface") = {top()};
Physical Surface("outside") = Boundary{Volume{1};};
Physical Surface("outside") -= {top()};
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromCurvature = 0;
// Away from the box around the source and the receivers at (2, 0) and (1, 1).
Field[1] = MathEval;
Field[1].F = Sprintf("%g * (1 + %g * sqrt(max(0, max(-x, x - 2))^2 + max(0, max(-y, y - 1))^2 + z^2))", h, grow);
Background Field = 1;
Mesh.Algorithm3D = 10; // HXT: few slivers
