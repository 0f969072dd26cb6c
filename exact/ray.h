/* Rays in a layer over a half-space. */
#ifndef ND_EXACT_RAY_H
#define ND_EXACT_RAY_H

/* The time a wave takes from a point at `depth` to the surface at horizontal distance `offset`: in the layer, of this
 * thickness, its speed is `above`, in the half-space `below`. The least over all crossings (Fermat). */
double nd_ray_time(double thickness, double above, double below, double depth, double offset);

#endif
