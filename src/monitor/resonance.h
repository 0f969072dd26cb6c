/* Monitors of resonances: probes whose signal is analysed after the last step. The signal is the table
 * NAME-signal.csv, which is also kept in memory and in checkpoints as that of any probe. */
#ifndef ND_RESONANCE_H
#define ND_RESONANCE_H

#include "monitor/monitor.h"

/* Checks the field, the times, and that the libraries exist. The probe must be set. */
int nd_resonance_init(struct nd_monitors *monitors, const struct nd_monitors_setup *setup,
                      struct nd_monitor *monitor);
/* Writes modes, spectra and the chart. Does nothing on ranks other than 0. */
int nd_resonance_write(struct nd_monitors *monitors, struct nd_monitor *monitor, char *const *paths);

#endif
