// Every call of comm.h with one rank, where MPI must not be loaded, and what the environment says about a launcher.
// t021-comm-mpi.sh starts this program with several ranks, and with the argument "MODE" of `modes` below.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/error.h"
#include "base/file.h"
#include "base/sum.h"
#include "base/time.h"
#include "comm/comm.h"
#include "comm/launcher.h"
#include "comm/state.h"
#include "test.h"

/* Random bits by their number: every rank can compute what another one has. */
static uint64_t bits_of(uint64_t i)
{
    i += 0x9e3779b97f4a7c15ULL;
    i = (i ^ i >> 30) * 0xbf58476d1ce4e5b9ULL;
    i = (i ^ i >> 27) * 0x94d049bb133111ebULL;
    return i ^ i >> 31;
}

/* Bytes that depend on who sends them, to whom, and a number. */
static void fill(unsigned char *bytes, size_t n, int from, int to, int number)
{
    const uint64_t seed = bits_of((uint64_t)(from * 1009 + to * 31 + number));
    for (size_t i = 0; i < n; i++) bytes[i] = (unsigned char)bits_of(seed + i);
}

static int is_filled(const unsigned char *bytes, size_t n, int from, int to, int number)
{
    const uint64_t seed = bits_of((uint64_t)(from * 1009 + to * 31 + number));
    for (size_t i = 0; i < n; i++)
        if (bytes[i] != (unsigned char)bits_of(seed + i)) return 0;
    return 1;
}

static size_t size_of(int from, int to, int number)
{
    static const size_t most[] = {1, 9, 300, 5000, 200000};
    const uint64_t bits = bits_of((uint64_t)(from * 77 + to * 7 + number * 1000003));
    return (size_t)(bits >> 20) % most[bits % 5];
}

static void *take(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (!p) abort();
    return p;
}

static void test_bcast(void)
{
    static const size_t sizes[] = {0, 1, 7, 4096, 1000001};
    for (int k = 0; k < 5; k++) {
        unsigned char *bytes = take(sizes[k]);
        fill(bytes, sizes[k], nd_comm_rank(), 0, k);
        CHECK_OK(nd_comm_bcast(bytes, sizes[k]));
        CHECK(is_filled(bytes, sizes[k], 0, 0, k));
        free(bytes);
    }
}

static double number_of(int rank, int i)
{
    const uint64_t bits = bits_of((uint64_t)(rank * 100003 + i));
    return ldexp((double)(int64_t)bits, (int)(bits % 200) - 160);
}

static void test_extremes(void)
{
    enum { N = 500 };
    static double most[N], least[N];
    const int rank = nd_comm_rank(), size = nd_comm_size();
    for (int i = 0; i < N; i++) most[i] = least[i] = number_of(rank, i);
    if (rank == size - 1) most[0] = least[0] = NAN;
    if (rank == 0) most[1] = INFINITY, least[1] = -INFINITY;
    if (rank == 0) most[2] = least[2] = -NAN;
    most[3] = rank ? -2 : -1;
    least[4] = -1 - rank;
    CHECK_OK(nd_comm_max(most, N));
    CHECK_OK(nd_comm_min(least, N));
    CHECK(isnan(most[0]) && isnan(least[0]) && isnan(most[2]) && isnan(least[2]));
    CHECK(most[1] == INFINITY && least[1] == -INFINITY && most[3] == -1 && least[4] == -size);
    for (int i = 5; i < N; i++) {
        double high = -INFINITY, low = INFINITY;
        for (int r = 0; r < size; r++) high = fmax(high, number_of(r, i)), low = fmin(low, number_of(r, i));
        CHECK(most[i] == high && least[i] == low);
    }
}

static void test_add(void)
{
    int64_t values[300];
    for (int i = 0; i < 300; i++) values[i] = (int64_t)bits_of((uint64_t)i) / 1000 * (nd_comm_rank() + 1);
    CHECK_OK(nd_comm_add(values, 300));
    const int times = nd_comm_size() * (nd_comm_size() + 1) / 2;
    for (int i = 0; i < 300; i++) CHECK(values[i] == (int64_t)bits_of((uint64_t)i) / 1000 * times);
    CHECK_FAILS(nd_comm_add(values, -1), NUDGE_EVALUE, "negative");
}

/* The same bits as the sums on one rank, whichever rank adds which number. */
static void test_sum(void)
{
    struct nd_sum sums[4] = {0}, alone[4] = {0};
    for (int i = 0; i < 4000; i++) {
        const double x = number_of(0, i);
        nd_sum_add(&alone[i % 3], x);
        if ((int)(bits_of((uint64_t)i + 5) % (uint64_t)nd_comm_size()) == nd_comm_rank())
            nd_sum_add(&sums[i % 3], x);
    }
    if (nd_comm_rank() == 0) nd_sum_add(&sums[3], INFINITY);
    if (nd_comm_rank() == nd_comm_size() - 1) nd_sum_add(&sums[3], -INFINITY);
    CHECK_OK(nd_comm_sum(sums, 4));
    for (int i = 0; i < 3; i++) CHECK(nd_sum_value(&sums[i]) == nd_sum_value(&alone[i]));
    CHECK(isnan(nd_sum_value(&sums[3])));
}

/* Each pair of ranks, one way and back. */
static void test_send(void)
{
    const int rank = nd_comm_rank(), size = nd_comm_size();
    for (int pair = 0; pair < size * size; pair++) {
        const int a = pair / size, b = pair % size;
        if (a == b || (rank != a && rank != b)) continue;
        const size_t n = size_of(a, b, pair);
        unsigned char *bytes = take(n);
        if (rank == a) {
            fill(bytes, n, a, b, pair);
            CHECK_OK(nd_comm_send(b, bytes, n));
        } else {
            memset(bytes, 0, n);
            CHECK_OK(nd_comm_receive(a, bytes, n));
            CHECK(is_filled(bytes, n, a, b, pair));
        }
        free(bytes);
    }
    CHECK_FAILS(nd_comm_send(rank, "", 1), NUDGE_EVALUE, "cannot exchange messages with rank");
    CHECK_FAILS(nd_comm_send(size, "", 1), NUDGE_EVALUE, "cannot exchange");
    CHECK_FAILS(nd_comm_receive(-1, NULL, 1), NUDGE_EVALUE, "rank -1");
    CHECK(!nd_comm_is_lost());
}

static void test_gather(int number)
{
    const int rank = nd_comm_rank(), size = nd_comm_size();
    const size_t n = size_of(rank, 0, number);
    unsigned char *own = take(n), *all = NULL;
    size_t counts[64] = {0}, total = 0;
    fill(own, n, rank, 0, number);
    for (int r = 0; r < size; r++) total += counts[r] = size_of(r, 0, number);
    if (!rank) all = take(total);
    CHECK_OK(nd_comm_gather(own, n, all, rank ? NULL : counts));
    for (int r = 0, at = 0; !rank && r < size; at += (int)counts[r], r++)
        CHECK(is_filled(all + at, counts[r], r, 0, number));
    free(own);
    free(all);
}

static void test_agree_one(int failing, int code)
{
    char expected[128];
    const int rank = nd_comm_rank();
    int own = 0;
    if (rank >= failing && (rank - failing) % 2 == 0)
        own = nd_fail(code, "file.c", 7, "disk %d is full", rank);
    const int got = nd_comm_agree(own);
    snprintf(expected, sizeof expected, failing ? "rank %d: disk %d is full%s" : "%.0ddisk %d is full%s",
             failing, failing, code == NUDGE_EINTERNAL ? " [file.c:7; please report this]" : "");
    CHECK(got == code);
    if (strcmp(nudge_error(), expected)) printf("got \"%s\", not \"%s\"\n", nudge_error(), expected);
    CHECK(!strcmp(nudge_error(), expected));
}

static void test_agree(void)
{
    CHECK_OK(nd_comm_agree(0));
    for (int failing = 0; failing < nd_comm_size(); failing++) {
        test_agree_one(failing, NUDGE_EIO);
        test_agree_one(failing, NUDGE_EINTERNAL);
        CHECK_OK(nd_comm_agree(0));
    }
}

/* -- exchange -------------------------------------------------------------------------------------------- */

struct halo {
    struct nd_comm_message messages[64];
    struct nd_exchange *exchange;
    int n, number;
};

static void halo_init(struct halo *halo, int number)
{
    const int rank = nd_comm_rank();
    *halo = (struct halo){.number = number};
    for (int r = 0; r < nd_comm_size(); r++) {
        struct nd_comm_message *m = &halo->messages[halo->n];
        if (r == rank || bits_of((uint64_t)(number + r * rank)) % 4 == 0) continue; /* not neighbours */
        *m = (struct nd_comm_message){.rank = r, .send_bytes = size_of(rank, r, number)};
        m->receive_bytes = size_of(r, rank, number);
        m->send = take(m->send_bytes);
        m->receive = take(m->receive_bytes);
        halo->n++;
    }
    CHECK_OK(nd_exchange_init(&halo->exchange, halo->messages, halo->n));
}

static void halo_start(struct halo *halo, int round)
{
    for (int i = 0; i < halo->n; i++) {
        struct nd_comm_message *m = &halo->messages[i];
        fill(m->send, m->send_bytes, nd_comm_rank(), m->rank, halo->number + round);
        memset(m->receive, 0, m->receive_bytes);
    }
    CHECK_OK(nd_exchange_start(halo->exchange));
}

static void halo_wait(struct halo *halo, int round)
{
    CHECK_OK(nd_exchange_wait(halo->exchange));
    for (int i = 0; i < halo->n; i++) {
        struct nd_comm_message *m = &halo->messages[i];
        CHECK(is_filled(m->receive, m->receive_bytes, m->rank, nd_comm_rank(), halo->number + round));
    }
}

static void halo_clear(struct halo *halo)
{
    nd_exchange_clear(halo->exchange);
    for (int i = 0; i < halo->n; i++) free(halo->messages[i].send), free(halo->messages[i].receive);
}

/* Two exchanges at a time, which end in another order than they begin. */
static void test_exchange(int number)
{
    struct halo a, b;
    halo_init(&a, number);
    halo_init(&b, number + 500);
    for (int round = 0; round < 10; round++) {
        int complete = 0;
        halo_start(&a, round);
        halo_start(&b, round);
        if (round % 2) halo_wait(&a, round);
        while (!complete) CHECK_OK(nd_exchange_test(b.exchange, &complete));
        halo_wait(&b, round);
        if (round % 2 == 0) halo_wait(&a, round);
    }
    CHECK_FAILS(nd_exchange_wait(a.exchange), NUDGE_EINTERNAL, "not started");
    halo_start(&a, 0);
    CHECK_FAILS(nd_exchange_start(a.exchange), NUDGE_EINTERNAL, "twice");
    halo_clear(&a); /* waits */
    halo_clear(&b);
    struct nd_comm_message wrong = {.rank = nd_comm_rank(), .send_bytes = 1};
    CHECK_FAILS(nd_exchange_init(&a.exchange, &wrong, 1), NUDGE_EVALUE, "cannot exchange");
    CHECK_FAILS(nd_exchange_init(&a.exchange, &wrong, -1), NUDGE_EVALUE, "negative");
    nd_exchange_clear(NULL);
}

static void test_calls(void)
{
    test_bcast();
    test_extremes();
    test_add();
    test_sum();
    test_send();
    for (int i = 0; i < 10; i++) test_gather(i);
    test_agree();
    for (int i = 0; i < 3; i++) test_exchange(i * 37);
}

/* -- one rank -------------------------------------------------------------------------------------------- */

static int is_loaded(const char *name)
{
    char line[4200];
    int found = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) found |= strstr(line, name) != NULL;
    if (maps) fclose(maps);
    return found;
}

static void check_launcher(int size, const char *settings[][2], int n)
{
    for (int i = 0; i < n; i++) setenv(settings[i][0], settings[i][1], 1);
    const struct nd_launcher got = nd_launcher_get();
    if (got.size != size) printf("%s=%s: size %d, not %d\n", settings[0][0], settings[0][1], got.size, size);
    CHECK(got.size == size && (size == 1 || got.variable));
    for (int i = 0; i < n; i++) unsetenv(settings[i][0]);
}

#define CHECK_LAUNCHER(size, ...)                                                                            \
    do {                                                                                                     \
        const char *settings_[][2] = {__VA_ARGS__};                                                          \
        check_launcher(size, settings_, (int)(sizeof settings_ / sizeof *settings_));                        \
    } while (0)

static void test_launchers(void)
{
    CHECK_LAUNCHER(1, {"NUDGE_NOTHING", "1"});
    CHECK_LAUNCHER(4, {"OMPI_COMM_WORLD_SIZE", "4"}, {"PMIX_RANK", "0"}, {"SLURM_NTASKS", "1"});
    CHECK_LAUNCHER(1, {"OMPI_COMM_WORLD_SIZE", "1"}, {"PMIX_RANK", "0"}, {"PMI_SIZE", "8"});
    CHECK_LAUNCHER(3, {"PMI_SIZE", "3"}, {"PMI_RANK", "1"}, {"MPI_LOCALNRANKS", "2"});
    CHECK_LAUNCHER(2, {"MPI_LOCALNRANKS", "2"});
    CHECK_LAUNCHER(5, {"MV2_COMM_WORLD_SIZE", "5"});
    CHECK_LAUNCHER(6, {"PMIX_RANK", "2"}, {"SLURM_NTASKS", "8"}, {"SLURM_STEP_NUM_TASKS", "6"});
    CHECK_LAUNCHER(8, {"PMI_FD", "9"}, {"SLURM_NTASKS", "8"});
    CHECK_LAUNCHER(0, {"PMIX_RANK", "0"});
    CHECK_LAUNCHER(1, {"SLURM_NTASKS", "8"}, {"SLURM_PROCID", "0"}); /* a batch script */
    CHECK_LAUNCHER(1, {"OMPI_COMM_WORLD_SIZE", ""});
    CHECK_LAUNCHER(1, {"PMI_SIZE", "3x"});
}

static void test_alone(void)
{
    CHECK(nd_comm_rank() == 0 && nd_comm_size() == 1);
    CHECK(nd_comm_local_rank() == 0 && nd_comm_local_size() == 1 && !*nd_comm_library());
    nd_comm_abort(1);
    nd_comm_close();
    for (int i = 0; i < 2; i++) {
        CHECK_OK(nd_comm_open());
        CHECK(nd_comm_size() == 1 && !*nd_comm_library());
        test_calls();
        nd_comm_close();
    }
    CHECK(!is_loaded("libmpi") && !is_loaded("libnudge-mpi"));
    test_launchers();
}

/* -- several ranks --------------------------------------------------------------------------------------- */

static const char *folder; /* shared by the ranks */

static void open_ranks(void)
{
    CHECK_OK(nd_comm_open());
    CHECK_OK(nd_comm_open());
    const int size = nd_comm_size(), rank = nd_comm_rank();
    const char *expected = getenv("OMPI_COMM_WORLD_SIZE"), *own = getenv("OMPI_COMM_WORLD_RANK");
    CHECK(expected && size == atoi(expected) && own && rank == atoi(own));
    CHECK(nd_comm_local_rank() == rank && nd_comm_local_size() == size);
    if (size > 1) CHECK(strstr(nd_comm_library(), "MPI"));
}

/* All calls, once with messages that are cut into pieces. */
static void run_calls(void)
{
    open_ranks();
    test_calls();
    nd_comm_piece = 4096;
    test_calls();
    const int size = nd_comm_size();
    nd_comm_close();
    CHECK(nd_comm_size() == 1);
    if (size > 1) CHECK_FAILS(nd_comm_open(), NUDGE_EDEVICE, "finalised");
}

/* More than 2 GiB in one message. */
static void run_big(void)
{
    const size_t n = ((size_t)1 << 31) + ((size_t)1 << 28) + 12345;
    open_ranks();
    unsigned char *bytes = take(n);
    const int rank = nd_comm_rank();
    if (rank == 0) memset(bytes, 0, n), bytes[0] = 1, bytes[n - 1] = 3, bytes[(size_t)1 << 31] = 2;
    CHECK_OK(rank ? nd_comm_receive(0, bytes, n) : nd_comm_send(1, bytes, n));
    CHECK(bytes[0] == 1 && bytes[(size_t)1 << 31] == 2 && bytes[n - 1] == 3);
    if (rank == 0) memset(bytes, 7, n);
    CHECK_OK(nd_comm_bcast(bytes, n));
    CHECK(bytes[0] == 7 && bytes[(size_t)1 << 31] == 7 && bytes[n - 1] == 7);
    free(bytes);
    nd_comm_close();
}

/* Rank 1 is killed while the others wait for it. */
static void run_killed(void)
{
    char c = 0;
    open_ranks();
    CHECK_OK(nd_comm_bcast(&c, 1));
    if (nd_comm_rank() == 1) raise(SIGKILL);
    CHECK(nd_comm_receive(1, &c, 1) != 0);
    nd_comm_abort(9);
}

static void run_aborted(void)
{
    char c = 0;
    open_ranks();
    if (nd_comm_rank() == 1) nd_comm_abort(7);
    nd_comm_receive(1, &c, 1);
}

/* A message that is shorter than expected: an error, after which this rank talks no more. */
static void run_lost(void)
{
    int64_t values[2] = {0};
    open_ranks();
    if (nd_comm_rank() == 1) {
        CHECK_OK(nd_comm_send(0, values, 8));
        nd_comm_add(values, 1); /* rank 0 never comes */
        return;
    }
    CHECK_FAILS(nd_comm_receive(1, values, 16), NUDGE_EDEVICE, "rank 1 sent 8 bytes, and 16 were expected");
    CHECK(nd_comm_is_lost());
    CHECK_FAILS(nd_comm_add(values, 1), NUDGE_EDEVICE, "16 were expected");
    CHECK_FAILS(nd_comm_agree(0), NUDGE_EDEVICE, "16 were expected");
    CHECK(nd_comm_agree(NUDGE_EIO) == NUDGE_EIO);
    nd_comm_abort(test_failures ? 1 : 7);
}

static char *path_of(const char *name)
{
    static char path[700];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void wait_for_file(const char *name)
{
    const double end = nd_seconds_now() + 30;
    while (!nd_file_exists(path_of(name)) && nd_seconds_now() < end) usleep(1000);
    CHECK(nd_file_exists(path_of(name)));
}

static int stop(void *context, const char *what, double share)
{
    (void)context;
    CHECK(!strcmp(what, "waiting for other ranks") && isnan(share));
    CHECK_OK(nd_file_write(path_of("stopping"), "", 0));
    return 1;
}

/* A stop while rank 1 waits: if rank 0 comes, the call succeeds; if not, it ends after the grace. */
static void run_stopped(void)
{
    char c = 5;
    open_ranks();
    if (nd_comm_rank() == 0) {
        wait_for_file("stopping");
        CHECK_OK(nd_comm_send(1, &c, 1));
        nd_comm_receive(1, &c, 1); /* never comes */
        return;
    }
    nudge_work_set(stop, NULL);
    c = 0;
    CHECK_OK(nd_comm_receive(0, &c, 1));
    CHECK(c == 5 && !nd_comm_is_lost());
    nd_comm_grace = 0.1;
    CHECK_FAILS(nd_comm_receive(0, &c, 1), NUDGE_ESTOPPED, "rank 1 waited for other ranks");
    CHECK(nd_comm_is_lost());
    CHECK_FAILS(nd_comm_bcast(&c, 1), NUDGE_ESTOPPED, "rank 1 waited");
    nd_comm_abort(test_failures ? 1 : 7);
}

/* Rank 1 stands still for longer than others wait before they look whether it exists. */
static void run_still(void)
{
    char c = 7;
    open_ranks();
    if (nd_comm_rank() == 1) {
        const pid_t own = getpid();
        if (!fork()) {
            sleep(5);
            kill(own, SIGCONT);
            _exit(0);
        }
        raise(SIGSTOP);
        CHECK_OK(nd_comm_send(0, &c, 1));
    } else {
        const double start = nd_seconds_now();
        c = 0;
        CHECK_OK(nd_comm_receive(1, &c, 1));
        CHECK(c == 7 && nd_seconds_now() - start > 4);
    }
    nd_comm_close();
}

/* The launcher does not end the other ranks. */
static void run_gone(void)
{
    char c = 0;
    open_ranks();
    if (nd_comm_rank() == 1) raise(SIGKILL);
    CHECK_FAILS(nd_comm_receive(1, &c, 1), NUDGE_EDEVICE, "rank 1 (process ");
    CHECK(strstr(nudge_error(), "is gone while rank 0 waits for it") && nd_comm_is_lost());
    nd_comm_abort(test_failures ? 1 : 7);
}

/* Processes that run, stand still, have ended, are not yet collected, or have the number of one that ended. */
static void test_gone(void)
{
    int status;
    struct nd_neighbour two[2] = {{.rank = 3, .process = getpid()}, {.rank = 5}};
    const struct nd_neighbours all = {two, 2}, none = {NULL, 0};
    const pid_t child = fork();
    if (!child)
        for (;;) pause();
    two[1].process = child;
    for (int i = 0; i < 2; i++) CHECK(!nd_neighbour_start(two[i].process, &two[i].start) && two[i].start);
    CHECK(!nd_neighbours_gone(&none) && !nd_neighbours_gone(&all));
    kill(child, SIGSTOP);
    CHECK(waitpid(child, &status, WUNTRACED) == child && !nd_neighbours_gone(&all));
    two[0].start--;
    CHECK(nd_neighbours_gone(&all) == &two[0]);
    two[0].start++;
    siginfo_t info;
    kill(child, SIGKILL);
    CHECK(!waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) && nd_neighbours_gone(&all) == &two[1]);
    CHECK(waitpid(child, &status, 0) == child && nd_neighbours_gone(&all) == &two[1]);
}

static int single_warnings;

static void count_single(void *context, int level, const char *message)
{
    (void)context;
    single_warnings += level == NUDGE_LOG_WARNING && strstr(message, "MPI_THREAD_SINGLE") != NULL;
}

/* The calling program has initialised MPI, without threads: it is used, and not finalised. */
static void run_initialised(void)
{
    void *mpi = dlopen("libmpi.so", RTLD_NOW | RTLD_GLOBAL);
    if (!mpi) {
        printf("%s\n", dlerror());
        exit(1);
    }
    int (*init)(int *, char ***), (*finalized)(int *), (*finalize)(void), done = 1;
    *(void **)&init = dlsym(mpi, "MPI_Init");
    *(void **)&finalized = dlsym(mpi, "MPI_Finalized");
    *(void **)&finalize = dlsym(mpi, "MPI_Finalize");
    init(NULL, NULL);
    nudge_log_set(count_single, NULL);
    for (int i = 0; i < 2; i++) {
        open_ranks();
        test_agree();
        nd_comm_close();
        CHECK(finalized(&done) == 0 && !done);
    }
    CHECK(single_warnings == (nd_comm_rank() == 0 && atoi(getenv("OMPI_COMM_WORLD_RANK")) == 0 ? 2 : 0));
    finalize();
}

/* The ranks cannot be joined: prints why. */
static void run_alone_among_ranks(void)
{
    const int status = nd_comm_open();
    CHECK(status == NUDGE_EDEVICE && nd_comm_size() == 1);
    printf("%s\n", nudge_error());
    exit(status == NUDGE_EDEVICE ? 4 : 1);
}

static const struct {
    const char *name;
    void (*run)(void);
} modes[] = {
    {"calls", run_calls},
    {"big", run_big},
    {"killed", run_killed},
    {"aborted", run_aborted},
    {"lost", run_lost},
    {"stopped", run_stopped},
    {"still", run_still},
    {"gone", run_gone},
    {"initialised", run_initialised},
    {"cannot-join", run_alone_among_ranks},
};

int main(int argc, char **argv)
{
    folder = argc > 2 ? argv[2] : ".";
    if (argc < 2) test_alone();
    if (argc < 2) test_gone();
    for (size_t i = 0; argc > 1 && i < sizeof modes / sizeof *modes; i++)
        if (!strcmp(argv[1], modes[i].name)) modes[i].run();
    TEST_END;
}
