/* Lets a test set the clock of programs: loaded before all else (LD_PRELOAD), it moves the time that people set by as
   many seconds as stand in a file (CHAOS_CLOCK), and leaves alone the clocks that nobody can set, as a real step does. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *ahead;

__attribute__((constructor)) static void look(void) {
    const char *path = getenv("CHAOS_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *found = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
    if (found != MAP_FAILED) ahead = found;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    long failed = syscall(SYS_clock_gettime, clock, now);
    if (!failed && ahead && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *ahead;
    return (int)failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec moment;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &moment)) return -1;
    now->tv_sec = moment.tv_sec;
    now->tv_usec = moment.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *where) {
    struct timespec moment;
    clock_gettime(CLOCK_REALTIME, &moment);
    if (where) *where = moment.tv_sec;
    return moment.tv_sec;
}
