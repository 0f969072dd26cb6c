// A ball of radius 1 with a core of radius 0.5, both curved. Meshed by:
//     gmsh -3 -order 3 -format msh41 -bin two-media-ball.geo
SetFactory("OpenCASCADE");
If (!Exists(h))
  h = 0.5; // edges; another by -setnumber h 0.3
EndIf
Sphere(1) = {0, 0, 0, 1};
Sphere(2) = {0, 0, 0, 0.5};
BooleanFragments{Volume{1}; Delete;}{Volume{2}; Delete;}
Coherence;
core() = Volume In BoundingBox{-0.6, -0.6, -0.6, 0.6, 0.6, 0.6};
all() = Volume{:};
all() -= core();
Physical Volume("core") = {core()};
Physical Volume("shell") = {all()};
Physical Surface("wall") = CombinedBoundary{Volume{:};};
Mesh.MeshSizeMin = h;
Mesh.MeshSizeMax = h;
Mesh.Algorithm3D = 10; // HXT: few slivers
Mesh.HighOrderOptimize = 2; // without it elements of the core are folded
