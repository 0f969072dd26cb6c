/* poles_rates.h - the rates of one pole. Its states, in units of the field, are a current and a voltage, as those of an
 * electric circuit between field and charge (doc/explanation/materials.md):
 *     u = field - c voltage,  flow = d u + alpha current
 *     field' = -flow,  current' = alpha u - g current,  voltage' = c flow
 * With half the squares of field, current and voltage as energy, its rate is -(d u^2 + g current^2).
 *
 * A list has the elements of one material. term[i][4]: d, alpha, g and c of its pole i. kind[i][2]: the first of the
 * three fields that it belongs to, and which states it has, 1: a current, 2: a voltage, 3: both. Poles of the same field
 * are one after the other. States lie in arrays [element][state][3][Np], in the basis of the stage. */
#define HAS_CURRENT 1
#define HAS_VOLTAGE 2

/* Returns the flow. state, rate: of current and voltage; those that the pole does not have are 0. */
INLINE real pole_flow(GLOBAL const real *term, real field, const real *state, real *rate)
{
    const real u = field - term[3] * state[1], flow = term[0] * u + term[1] * state[0];
    rate[0] = term[1] * u - term[2] * state[0];
    rate[1] = term[3] * flow;
    return flow;
}
