SetFactory("OpenCASCADE");
Box(1) = {-1.5, -1, -1, 2.5, 2, 2};      // a corner, then the lengths of the edges
Sphere(2) = {0, 0, 0, 0.5};              // the centre, then the radius
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }

Physical Volume("glass", 1) = {2};
Physical Volume("air", 2) = {3};
Physical Surface("wall", 3) = CombinedBoundary{ Volume{2, 3}; };

Mesh.MeshSizeMax = 0.4;
Mesh.MeshSizeFromCurvature = 16;         // edges around a full circle
