SetFactory("OpenCASCADE");
Cylinder(1) = {0, 0, 0, 0, 0, 0.12, 0.3015};   // centre, axis, radius: 0.3 m after flat faces
Physical Volume("skin", 1) = {1};
Physical Surface("rim", 2) = {1};
Physical Surface("sides", 3) = {2, 3};
Mesh.MeshSizeMax = 0.15;
