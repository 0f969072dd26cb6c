/* The private headers of the library that studies use (nudge bench, converge, paper, report,
 * verify): they time single kernels, compare with closed forms, draw charts and read outputs. Nothing else outside src/, ref/ and the tests
 * may include the library's private headers, and studies include them by this file only. */
#ifndef STUDIES_INTERNAL_H
#define STUDIES_INTERNAL_H

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"
#include "base/format.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/texts.h"
#include "base/threads.h"
#include "device/symbols.h"
#include "elem/elem.h"
#include "kernel/paper/paper.h"
#include "output/vtu.h"
#include "part/connect.h"
#include "plot/chart.h"
#include "port/network.h"
#include "base/xml.h"
#include "problem/problem.h"
#include "problem/yaml.h"
#include "solver/ranks.h"
#include "solver/solver.h"
#include "step/integrator.h"
#include "step/reflection.h"
#include "source/waveform.h"
#include "tune/baseline.h"
#include "tune/fixture.h"
#include "tune/measure.h"
#include "tune/tunables.h"
#include "tune/tune.h"
#include "tune/wisdom.h"

#endif
