/* Rays in a layer over a half-space. */
#ifndef ND_EXACT_RAY_H
#define ND_EXACT_RAY_H

/* The travel time of a wave from a point at `depth` to the surface at horizontal distance `offset`, with the
 * speed `above` in the layer and `below` in the half-space: the least over all crossings (Fermat). */
double nd_ray_time(double thickness, double above, double below, double depth, double offset);

#endif
