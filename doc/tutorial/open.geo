SetFactory("OpenCASCADE");
Sphere(1) = {0, 0, 0, 0.525};            // flat faces cut off what exceeds 0.5
Box(2) = {-0.8, -0.8, -0.8, 1.6, 1.6, 1.6};
Box(3) = {-1.2, -1.2, -1.2, 2.4, 2.4, 2.4};
BooleanFragments{ Volume{3}; Delete; }{ Volume{1, 2}; Delete; }

Physical Volume("glass", 1) = {1};
Physical Volume("near", 2) = {3};
Physical Volume("outer", 3) = {2};
Physical Surface("outside", 4) = CombinedBoundary{ Volume{1, 2, 3}; };

Mesh.MeshSizeMax = 0.5;
Mesh.MeshSizeFromCurvature = 10;         // edges around a full circle
