/* address.h - where the value of field f at node n of the element in slot e lies: a block size and four
 * strides; see layout/layout.h. */
#define ADDRESS(e, f, n)                                                                                     \
    ((int64)((e) / BLOCK) * STRIDE_B + (int64)(f) * stride_f + (int64)(n) * STRIDE_N + (int64)((e) % BLOCK) * STRIDE_L)
