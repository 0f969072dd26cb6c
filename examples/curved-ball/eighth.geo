// An eighth of a ball of radius 1, x, y, z > 0, with curved elements that are small at the wall; x0, y0 and z0 are planes of
// symmetry. Writes eighth.msh; or a coarse mesh, eighth-coarse.msh, and eighth-fine.msh, in which each of its elements is cut into
// eight:
//     gmsh - eighth.geo
//     gmsh - eighth.geo -setnumber cut 0
//     gmsh - eighth.geo -setnumber cut 1
// These are quadratic. With -setnumber order 3, "-cubic" is added to the name, with 4 "-quartic", with 1 "-straight".
SetFactory("OpenCASCADE");
If (!Exists(cut))
  cut = -1; // the mesh eighth.msh
EndIf
If (!Exists(h))
  h = cut < 0 ? 0.105 : 0.36; // edges at the wall
EndIf
If (!Exists(inner))
  inner = 0.7; // in the middle
EndIf
If (!Exists(order))
  order = 2; // of the elements
EndIf
Sphere(1) = {0, 0, 0, 1, 0, Pi / 2, Pi / 2};
e = 1e-4;
x0() = Surface In BoundingBox{-e, -e, -e, e, 1 + e, 1 + e};
y0() = Surface In BoundingBox{-e, -e, -e, 1 + e, e, 1 + e};
z0() = Surface In BoundingBox{-e, -e, -e, 1 + e, 1 + e, e};
Physical Volume("ball") = {1};
Physical Surface("x0") = {x0()};
Physical Surface("y0") = {y0()};
Physical Surface("z0") = {z0()};
Physical Surface("wall") = Abs(CombinedBoundary{Volume{1};});
Physical Surface("wall") -= {x0(), y0(), z0()};
Field[1] = MathEval;
Field[1].F = Sprintf("%g + (%g) * (x*x + y*y + z*z)", inner, h - inner);
Background Field = 1;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
Mesh.MshFileVersion = 4.1;
Mesh.Binary = 1;
If (cut < 0)
  Mesh.Algorithm3D = 10; // HXT: few slivers
EndIf
Mesh 3;
If (cut > 0)
  RefineMesh;
EndIf
SetOrder order;
names() = Str("", "-straight", "", "-cubic", "-quartic");
If (cut < 0)
  Save StrCat("eighth", names(order), ".msh");
ElseIf (cut > 0)
  Save StrCat("eighth-fine", names(order), ".msh");
Else
  Save StrCat("eighth-coarse", names(order), ".msh");
EndIf
