/* batch.h - how the Bernstein stage lays a batch of elements out in shared memory and shares it among the items of a group; after kept.h, before
 * stage_bernstein.knl, which says what it is for. */
/* Shared memory, in reals. A pile is one element's traces, and what they become when lifted, a line each; at the end the rates or new fields
 * lie there, a line each too: LINE reals from one to the next. Strides are such that items side by side meet few banks twice.
 *   Of two parts of three fields and two traces: SPREAD, an odd number of times, from part to part and from trace to trace of a face, and
 * twice that from element to element; the rates of a part as its fields. Where an item takes a whole element and part (PART_STRIDE has no
 * padding then), an odd number from element to element. The traces of a face are lifted side by side, then elements.
 *   Of others, SPREAD an odd number of times from element to element, and where it is not 1 an odd number from line to line. Elements are
 * lifted side by side, then lines.
 *   SPREAD is how many pencils share the banks, and those next to each other are an odd number of reals apart where that can be
 * (elem/deal.h). */
#define UP_TO(n, r, m) ((n) + ((r) + (m) - (n) % (m)) % (m)) /* the next number that leaves r when divided by m */
#define TWINS          (LOCAL_PARTS == 2 && PART == 3 && TRACED == 2)
#define BETWEEN        (PART_STRIDE - PART * Np) /* reals behind a part */
#define LINES_MOST     (4 * TRACED > FIELDS ? 4 * TRACED : FIELDS)
#if LOCAL_PARTS == 1
#define LINE           (SPREAD > 1 ? Np | 1 : Np)
#define LINE_AT(l)     ((l) * LINE)
#else
#define LINE           Np
#define LINE_AT(l)     ((l) * Np + (l) / PART * BETWEEN + ((l) == 7 ? LAST_GAP : 0))
#endif
#if TWINS && (BETWEEN > 0 || Np % 2)
#define LAST_GAP       (UP_TO(Np, SPREAD, 2 * SPREAD) - Np)
#define PILE           UP_TO(LINE_AT(7) + Np, 2 * SPREAD, 4 * SPREAD)
#define LINE_OF(f, j)  ((f) < 3 ? (f) + 3 * (j) : 6 + (j))
#elif TWINS
#define LAST_GAP       0
#define PILE           (8 * Np + 5)
#define LINE_OF(f, j)  ((f) + 4 * (j))
#else
#define LAST_GAP       0
#define PILE           UP_TO(LINE_AT(LINES_MOST) + BETWEEN, SPREAD, 2 * SPREAD)
#define LINE_OF(f, j)  (TRACED * (f) + (j))
#endif
#if TWINS
#define LIFTED_TRACE(k)   ((k) % TRACED)
#define LIFTED_ELEMENT(k) ((k) / TRACED % BATCH)
#else
#define LIFTED_TRACE(k)   ((k) / BATCH % TRACED)
#define LIFTED_ELEMENT(k) ((k) % BATCH)
#endif
#define AT_PILE   (BATCH * STATE / 4 * 4 + 4)
#if defined(OUT_OF_STEP) && LOCAL_PARTS > 1 /* the parts of a node do not read their traces before one of them writes over them */
#define AT_OUT    (AT_PILE + BATCH * PILE)
#else
#define AT_OUT    AT_PILE
#endif
#define AT_SIDE   ((AT_OUT + BATCH * PILE + 3) / 4 * 4)
#define AT_RECORD (AT_SIDE + BATCH * 4 * LOCAL_SGEO)
#define REALS     (AT_RECORD + (STAYING ? 2 : 1) * BATCH * LOCAL_VGEO) /* those of the next batch too */

#define LANES_PART   (LOCAL_PARTS * BATCH)
/* Up to order UNROLLED an item takes all nodes of an element and part, or of one part SPLIT items every so manieth; above it WORKERS share
 * its pencils or, where BY_CELLS, what is made of a few cells. */
#define WORKERS      (N > UNROLLED && THREADS / LANES_PART > 0 ? THREADS / LANES_PART : 1)
#define SPLIT        (N <= UNROLLED && LOCAL_PARTS == 1 && THREADS / LANES_PART > 1 ? THREADS / LANES_PART : 1)
/* The update and the writing of new fields go by pairs of reals, of the whole batch. */
#define BATCH_PAIRS  (BATCH * STATE / 2)
#define PAIRS_EACH   ((BATCH_PAIRS + THREADS - 1) / THREADS)
#define AHEAD        (PAIRS_EACH < AHEAD_MOST ? PAIRS_EACH : AHEAD_MOST) /* of them, whose residuals are on their way */
#define APART        (STATE % 2) /* may the rates of a pair lie apart? Where lines are longer than Np, STATE and Np are even */
/* i / n for i below most: a product where that is exact, for i M = (i / n) 2^24 + less than 2^24 with M = 2^24 / n + 1. */
#define QUOTIENT(i, n, most) ((most) < (1 << 24) / (n) && (most) / (n) < 255 ? (int)((unsigned)(i) * ((1u << 24) / (n) + 1) >> 24) : (i) / (n))
#define ELEMENT_OF(i) QUOTIENT(i, STATE, BATCH * STATE)
#define RATE_IN(i)   ((i) + QUOTIENT(i, Np, STATE) * (LINE - Np)) /* where the rate of an element's real i lies in its pile */
/* Where the rate of real i of the batch lies. */
#define RATE_AT(i)   (LINE == Np ? (i) + ELEMENT_OF(i) * (PILE - STATE) : ELEMENT_OF(i) * PILE + RATE_IN((i) - ELEMENT_OF(i) * STATE))
#define ROUNDS       ((BATCH * Nfp + THREADS - 1) / THREADS) /* of the flux */
#define EARLY        (ROUNDS < EARLY_MOST ? ROUNDS : EARLY_MOST) /* of them fetched while the fields come */

/* Are numbers that all nodes of an element need read again at each? Where the law allows it (its local_sums asks for none), and where so many
 * items have fewer registers than the 168 that it takes to keep them, in double precision. */
#ifdef LOCAL_RELOADS
#define READ_ANEW (!SINGLE && N > UNROLLED && THREADS * TOGETHER > 65536 / 168)
#else
#define READ_ANEW 0
#endif

/* Cells that have a_j = 0 around a node count nothing: 3 in N + 3 of each kind. They are left out where that was faster on an H200: a warp that has
 * several pencils takes those of all, by which many fields lose or gain nothing; and where two parts wait for each other branches cost more than
 * they save, from N = 5 on, or take registers that double precision has not. */
#define LEAVES_OUT  (LOCAL_PARTS > 1 ? SINGLE && N <= 4 : PART < 9)
#define COUNTS(a_j) (!LEAVES_OUT || (a_j) > 0)

/* Are coefficients below a node kept for the next one? That takes registers, which many fields have not but in single precision from N = 8 on. */
#define SLIDES (PART < 9 || (SINGLE && N > 7))

#ifdef BESIDE
#define SWEEP    0
#define RESIDUAL (FIELDS * Np) /* reals of an element */
#else
#define SWEEP    1
#define RESIDUAL STATE
#endif
/* Do items keep numbers across a barrier? PoCL 3.1 mixes them up. So groups in OpenCL begin anew with each batch; without bulk copies nothing is lost
 * by that. */
#if defined(__OPENCL_VERSION__)
#define KEEPING  0
#define STAYING  0
#else
#define KEEPING  1
#define STAYING  RESIDENT
#endif
#define BYTES(n)      ((n) * (SINGLE ? 4 : 8))
#define BY_16(n)      (BYTES(n) % 16 == 0) /* so many reals can move in bulk */
#define WRITE_IN_BULK (HAS_BULK && !SWEEP && LINE == Np && BY_16(PILE) && BY_16(STATE))
