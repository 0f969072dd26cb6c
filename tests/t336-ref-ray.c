// Travel times in a layer over a half-space.
#include "exact/ray.h"
#include "test.h"

int main(void)
{
    CHECK_NEAR(nd_ray_time(1, 2, 2, 3, 4), 2.5, 1e-14);
    CHECK_NEAR(nd_ray_time(1, 2, 5, 3, 0), 0.5 + 0.4, 1e-14);
    CHECK_NEAR(nd_ray_time(2, 2, 5, 1.5, 2), 1.25, 1e-14);
    /* Snell: sines over speeds are equal, here 0.6 / 3 above and 0.8 / 4 below. */
    CHECK_NEAR(nd_ray_time(4, 3, 4, 4 + 3, 3 + 4), 5.0 / 3 + 5.0 / 4, 1e-14);
    /* LOH.1's source and usual receiver: not far above the straight way at the faster speed. */
    const double P = nd_ray_time(1000, 4000, 6000, 2000, 10000);
    CHECK(P > hypot(10000, 2000) / 6000 && P < hypot(10000, 2000) / 4000);
    TEST_END;
}
