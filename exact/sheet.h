/* A plane wave at normal incidence through a thin sheet between two half-spaces of impedances Z1 and Z2. */
#ifndef ND_EXACT_SHEET_H
#define ND_EXACT_SHEET_H

struct nd_sheet_answer {
    double r, t;    /* of E, or of the pressure: reflected, transmitted */
    double R, T, A; /* of power: reflected, transmitted, absorbed; they sum to 1 */
};

/* An electrically thin film of this resistance per square: E is continuous, H jumps by E / resistance. */
struct nd_sheet_answer nd_sheet_resistive(double Z1, double Z2, double resistance);
/* A porous screen: the normal velocity v is continuous, the pressure jumps by resistance times v. */
struct nd_sheet_answer nd_sheet_porous(double Z1, double Z2, double resistance);
/* The radar cross-section of a flat plate at normal incidence by physical optics: 4 pi (area / wavelength)^2 times the
 * power that its surface reflects (E. F. Knott, J. F. Shaeffer, M. T. Tuley, Radar Cross Section, 2nd ed., 1993, chapter 5;
 * for resistive plates T. B. A. Senior, Radio Sci. 14 (1979) 911). */
double nd_sheet_rcs(double area, double wavelength, double reflected_power);

#endif
