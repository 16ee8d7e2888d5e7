/* Preloaded into Python: counts the calls that change files below one folder, and fails those it is told to fail.
   Everything passes through here, SQLite's own calls too. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { JOURNAL, PICTURES, LOG, OTHER, KINDS };
enum { WRITES, BYTES, SYNCS, NAMES, FIGURES };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[4096];
static long figures[KINDS][FIGURES];
static long calls, first, last, failed;
static int error;

/* Look after the files below a folder ("": none), and count from 0. */
void disk_watch(const char *path) {
    pthread_mutex_lock(&lock);
    snprintf(folder, sizeof folder, "%s", path);
    memset(figures, 0, sizeof figures);
    calls = first = last = failed = 0;
    pthread_mutex_unlock(&lock);
}

/* Fail the calls from the `from`-th to the `to`-th, counted from the last disk_watch; 0 and 0 fail none. */
void disk_fail(long from, long to, int code) {
    pthread_mutex_lock(&lock);
    first = from, last = to, error = code;
    pthread_mutex_unlock(&lock);
}

long disk_calls(void) { return calls; }
long disk_failed(void) { return failed; }
long disk_figure(int kind, int figure) { return figures[kind][figure]; }

static int kind_of(const char *path) {
    const char *name = path + strlen(folder);
    if (strstr(name, "/journal.sqlite")) return JOURNAL;
    if (strstr(name, "/pictures")) return PICTURES;
    return strstr(name, "/log/") ? LOG : OTHER;
}

/* Count a call; 1 if it must fail. */
static int refused(const char *path, int figure, long bytes) {
    size_t length = strlen(folder);
    if (!length || strncmp(path, folder, length) != 0) return 0;
    pthread_mutex_lock(&lock);
    calls++;
    int fails = first && calls >= first && calls <= last;
    if (fails) {
        failed++;
    } else {
        long *row = figures[kind_of(path)];
        row[figure]++;
        row[BYTES] += bytes;
    }
    pthread_mutex_unlock(&lock);
    return fails;
}

static int refused_fd(int fd, int figure, long bytes) {
    char link[64], path[4096];
    if (!folder[0]) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return refused(path, figure, bytes);
}

#define REAL(name, ...) \
    static __typeof__(name) *real; \
    if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name); \
    __VA_ARGS__

/* A full disk takes the beginning of what is written: half of it is, before the call fails. */
ssize_t write(int fd, const void *from, size_t count) {
    REAL(write, if (refused_fd(fd, WRITES, count)) { real(fd, from, count / 2); errno = error; return -1; })
    return real(fd, from, count);
}

ssize_t pwrite(int fd, const void *from, size_t count, off_t at) {
    REAL(pwrite, if (refused_fd(fd, WRITES, count)) { real(fd, from, count / 2, at); errno = error; return -1; })
    return real(fd, from, count, at);
}

ssize_t pwrite64(int fd, const void *from, size_t count, off64_t at) {
    REAL(pwrite64, if (refused_fd(fd, WRITES, count)) { real(fd, from, count / 2, at); errno = error; return -1; })
    return real(fd, from, count, at);
}

int fsync(int fd) {
    REAL(fsync, if (refused_fd(fd, SYNCS, 0)) { errno = error; return -1; })
    return real(fd);
}

int fdatasync(int fd) {
    REAL(fdatasync, if (refused_fd(fd, SYNCS, 0)) { errno = error; return -1; })
    return real(fd);
}

int rename(const char *from, const char *to) {
    REAL(rename, if (refused(to, NAMES, 0)) { errno = error; return -1; })
    return real(from, to);
}

int mkdir(const char *path, mode_t mode) {
    REAL(mkdir, if (access(path, F_OK) != 0 && refused(path, NAMES, 0)) { errno = error; return -1; })
    return real(path, mode);
}
