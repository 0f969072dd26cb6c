/* How this process was started, by the environment that launchers of MPI set. */
#ifndef ND_LAUNCHER_H
#define ND_LAUNCHER_H

struct nd_launcher {
    int size;             /* number of ranks; 1 without a launcher; 0: several or one, MPI knows */
    const char *variable; /* what says so, or null */
    const char *value;
};

struct nd_launcher nd_launcher_get(void);

#endif
