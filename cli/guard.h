/* Precautions that the program takes before anything else: the library leaves all of it as it finds it. */
#ifndef GUARD_H
#define GUARD_H

/* Descriptors 0, 1 and 2 that are closed are taken by something that can be neither read nor written, or
 * the first files that are opened would be printed into. */
void guard_descriptors(void);
/* A file that reaches the limit of its size (ulimit -f) makes write fail instead of ending the program. */
void guard_signals(void);
/* Raises a limit of the stack that is too small; 0, or CLI_ERROR, told, where it may not be raised. */
int guard_stack(void);

#endif
