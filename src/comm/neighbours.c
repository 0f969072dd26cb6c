#include "comm/neighbours.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/format.h"
#include "base/hash.h"
#include "base/memory.h"
#include "comm/comm.h"

enum { STATE_TO_START = 19 }; /* columns of /proc/PID/stat from the state to the start of the process */

/* The text of a small file; -1 and errno if it cannot be read. */
static ssize_t read_text(const char *path, char *text, size_t room)
{
    errno = 0; /* also where nothing can be read without an error */
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    const ssize_t n = read(file, text, room - 1);
    const int why = errno;
    close(file);
    errno = why;
    text[n > 0 ? n : 0] = 0;
    return n;
}

int nd_neighbour_start(int64_t process, uint64_t *start)
{
    char path[64], text[1024], *at;
    nd_format(path, sizeof path, "/proc/%lld/stat", (long long)process);
    *start = 0;
    if (read_text(path, text, sizeof text) <= 0) return errno == ENOENT || errno == ESRCH ? 0 : -1;
    at = strrchr(text, ')'); /* after the name of the program, which may have any characters */
    if (!at || at[1] != ' ') return -1;
    at += 2;
    if (strchr("ZXx", *at)) return 0; /* ended, and not yet collected by its parent */
    for (int i = 0; i < STATE_TO_START && at; i++) {
        at = strchr(at, ' ');
        if (at) at++;
    }
    if (!at) return -1;
    *start = strtoull(at, NULL, 10);
    return *start ? 0 : -1;
}

/* Equal for processes that see each other under their numbers: of one running system and one container. */
static int64_t identify_node(void)
{
    char boot[64] = "";
    struct stat space;
    struct nd_hash hash;
    char text[33];
    if (read_text("/proc/sys/kernel/random/boot_id", boot, sizeof boot) <= 0 ||
        stat("/proc/self/ns/pid", &space))
        return 0;
    nd_hash_init(&hash);
    nd_hash_add_string(&hash, boot);
    nd_hash_add(&hash, &space.st_dev, sizeof space.st_dev);
    nd_hash_add(&hash, &space.st_ino, sizeof space.st_ino);
    nd_hash_get(&hash, text);
    text[15] = 0; /* 60 bits */
    return (int64_t)strtoull(text, NULL, 16);
}

/* Whether /proc, as it is mounted here, does not show a process that runs. */
static int is_hidden(int64_t process)
{
    char path[64];
    nd_format(path, sizeof path, "/proc/%lld", (long long)process);
    return access(path, F_OK) && (!kill((pid_t)process, 0) || errno == EPERM);
}

/* Each rank sends the time at which it was started: it may have ended before the others look. */
int nd_neighbours_find(struct nd_neighbours *neighbours)
{
    int status = 0;
    struct process {
        int64_t node, number, start;
    } *all = NULL;
    uint64_t start;
    const int own = nd_comm_rank(), ranks = nd_comm_size();
    *neighbours = (struct nd_neighbours){0};
    ALLOC(all, ranks);
    ALLOC(neighbours->at, ranks);
    all[own] = (struct process){.node = identify_node(), .number = getpid()};
    if (!nd_neighbour_start(getpid(), &start)) all[own].start = (int64_t)start;
    TRY(nd_comm_add(&all[0].node, 3 * ranks));
    for (int r = 0; r < ranks; r++) {
        const struct nd_neighbour new = {r, all[r].number, (uint64_t)all[r].start};
        if (r == own || !all[own].node || all[r].node != all[own].node || !new.start) continue;
        if (!is_hidden(new.process)) neighbours->at[neighbours->n++] = new;
    }
done:
    free(all);
    if (status) nd_neighbours_clear(neighbours);
    return status;
}

const struct nd_neighbour *nd_neighbours_gone(const struct nd_neighbours *neighbours)
{
    uint64_t start;
    for (int i = 0; i < neighbours->n; i++) {
        const struct nd_neighbour *at = &neighbours->at[i];
        if (nd_neighbour_start(at->process, &start) || start == at->start) continue;
        return nd_neighbour_start(getpid(), &start) || !start ? NULL : at; /* null: /proc itself is gone */
    }
    return NULL;
}

void nd_neighbours_clear(struct nd_neighbours *neighbours)
{
    free(neighbours->at);
    *neighbours = (struct nd_neighbours){0};
}
