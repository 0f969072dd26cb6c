/* batches_alone_opencl.h - blocks that take one batch each, in OpenCL C; there are no others. */
#define BODY_AHEAD         {
#define BATCHES(g, n, next) { const int g = first_ + (int)get_group_id(0);
#define END_BODY           }
