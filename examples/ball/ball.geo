// A ball of radius 1. Meshed by:
//     gmsh -3 -format msh41 -bin ball.geo
// Faces are flat: the radius is larger than 1 so that they enclose the volume of the unit ball (found from meshes of several h), for
// which a mode's frequency is right to first order in what the wall is displaced by.
SetFactory("OpenCASCADE");
If (!Exists(h))
  h = 0.4; // edges; another by -setnumber h 0.2
EndIf
fit = 1 + 0.12 * h * h;
Sphere(1) = {0, 0, 0, fit};
Physical Volume("inside") = {1};
Physical Surface("wall") = CombinedBoundary{Volume{1};};
Mesh.MeshSizeMin = h;
Mesh.MeshSizeMax = h;
Mesh.Algorithm3D = 10; // HXT: few slivers
