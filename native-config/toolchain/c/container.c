/* "libsvm_container", which tells the image what it may use of the machine: the memory and CPU limits of the cgroups
   that the process is in, version 1 or 2, and its limit on address space, which bounds the heap just as well. Where the
   image could not even start, it says so first: the image itself would end with exit code 1, which is a violation's.
   Names and signatures are those of ContainerLibrary in svm.jar; the functions nobody here calls answer "unknown". */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { VERSION = 240100, NOT_LIMITED = 0, LIMITED = 1, TOO_OLD = 2, TOO_NEW = 3 }; /* answers of initialize */
enum { NO_LIMIT = -1, NOT_KNOWN = -2 };

typedef struct {
  int64_t memory; /* bytes, or NO_LIMIT */
  int cpus;       /* or NO_LIMIT */
  int64_t tasks;  /* processes and threads that may still be made, or NO_LIMIT */
} Limits;

static Limits limits = {NO_LIMIT, NO_LIMIT, NO_LIMIT};

static void lowerMemory(Limits *l, int64_t bytes) {
  if (bytes > 0 && (l->memory == NO_LIMIT || bytes < l->memory)) l->memory = bytes;
}
static void lowerCpus(Limits *l, int64_t quota, int64_t period) {
  if (quota <= 0 || period <= 0) return;
  int64_t cpus = (quota + period - 1) / period; /* half a CPU is one thread's worth */
  if (cpus < INT_MAX && (l->cpus == NO_LIMIT || cpus < l->cpus)) l->cpus = (int) cpus;
}

static void lowerTasks(Limits *l, int64_t most, int64_t now) {
  if (most < 0 || now < 0) return;
  int64_t left = most > now ? most - now : 0;
  if (l->tasks == NO_LIMIT || left < l->tasks) l->tasks = left;
}

/* The first line of a file; false if there is none. */
static bool readLine(char *line, size_t size, const char *folder, const char *file) {
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s/%s", folder, file) >= (int) sizeof path) return false;
  FILE *in = fopen(path, "r");
  bool read = in && fgets(line, (int) size, in);
  if (in) fclose(in);
  return read;
}
/* "max", and what version 1 has in its place (a number near 2^63), come out as more than any machine has. */
static int64_t readNumber(const char *folder, const char *file) {
  char line[64];
  if (!readLine(line, sizeof line, folder, file) || !strncmp(line, "max", 3)) return NO_LIMIT;
  return strtoll(line, NULL, 10);
}

static void readTasks(Limits *l, const char *folder) { lowerTasks(l, readNumber(folder, "pids.max"), readNumber(folder, "pids.current")); }

static void readV1(Limits *l, const char *folder) { /* of the memory or of the cpu controller: the other's files are not there */
  lowerMemory(l, readNumber(folder, "memory.limit_in_bytes"));
  lowerCpus(l, readNumber(folder, "cpu.cfs_quota_us"), readNumber(folder, "cpu.cfs_period_us"));
}
static void readV2(Limits *l, const char *folder) {
  char line[64];
  int64_t quota, period;
  lowerMemory(l, readNumber(folder, "memory.max"));
  readTasks(l, folder);
  if (readLine(line, sizeof line, folder, "cpu.max") && sscanf(line, "%ld %ld", &quota, &period) == 2) lowerCpus(l, quota, period);
}

static bool contains(const char *list, const char *word) { /* of a list with commas */
  size_t n = strlen(word);
  for (const char *p = list; (p = strstr(p, word)); p += n)
    if ((p == list || p[-1] == ',') && (p[n] == ',' || p[n] == 0)) return true;
  return false;
}

/* The cgroup of this process as /proc/self/cgroup has it ("4:memory:/a/b", "0::/a/b"). */
static bool findCgroup(char *cgroup, size_t size, const char *root, const char *controller) {
  char path[PATH_MAX], line[PATH_MAX + 256];
  snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
  FILE *in = fopen(path, "r");
  bool found = false;
  while (in && !found && fgets(line, sizeof line, in)) {
    char *controllers = strchr(line, ':'), *place = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!place) continue;
    *place++ = 0;
    place[strcspn(place, "\n")] = 0;
    found = *controller ? contains(controllers + 1, controller) : controllers[1] == 0;
    if (found) snprintf(cgroup, size, "%s", place);
  }
  if (in) fclose(in);
  return found;
}

/* Limits hold for everything below them: reads every folder from the process's cgroup up to the mount point. A mount may
   show only a part of the hierarchy (from "top" on), as it does in a container without a cgroup namespace. */
static void readUpwards(Limits *l, const char *root, const char *mount, const char *top, const char *cgroup, void (*read)(Limits *, const char *)) {
  char folder[PATH_MAX];
  size_t n = strcmp(top, "/") ? strlen(top) : 0;
  const char *below = !strncmp(cgroup, top, n) && (cgroup[n] == '/' || cgroup[n] == 0) ? cgroup + n : "";
  if (strstr(below, "/..")) below = ""; /* a cgroup outside of our namespace */
  size_t base = (size_t) snprintf(folder, sizeof folder, "%s%s", root, mount);
  if (base >= sizeof folder || snprintf(folder + base, sizeof folder - base, "%s", below) >= (int) (sizeof folder - base)) return;
  for (char *slash;; *slash = 0) {
    read(l, folder);
    if (!(slash = strrchr(folder + base, '/'))) return;
  }
}

static void readCgroups(Limits *l, const char *root) {
  char path[PATH_MAX], line[2 * PATH_MAX], top[PATH_MAX], mount[PATH_MAX], type[64], options[1024], cgroup[PATH_MAX];
  snprintf(path, sizeof path, "%s/proc/self/mountinfo", root);
  FILE *in = fopen(path, "r");
  while (in && fgets(line, sizeof line, in)) {
    char *dash = strstr(line, " - ");
    if (!dash || sscanf(line, "%*s %*s %*s %4095s %4095s", top, mount) != 2 || sscanf(dash, " - %63s %*s %1023s", type, options) != 2) continue;
    if (!strcmp(type, "cgroup2")) {
      if (findCgroup(cgroup, sizeof cgroup, root, "")) readUpwards(l, root, mount, top, cgroup, readV2);
    } else if (!strcmp(type, "cgroup")) {
      for (const char **c = (const char *[]) {"memory", "cpu", NULL}; *c; c++)
        if (contains(options, *c) && findCgroup(cgroup, sizeof cgroup, root, *c)) readUpwards(l, root, mount, top, cgroup, readV1);
      if (contains(options, "pids") && findCgroup(cgroup, sizeof cgroup, root, "pids")) readUpwards(l, root, mount, top, cgroup, readTasks);
    }
  }
  if (in) fclose(in);
}

static int64_t machineMemory(void) { return (int64_t) sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE); }
static int machineCpus(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : (int) sysconf(_SC_NPROCESSORS_ONLN);
}

/* Least of each that the image starts with, and checks something small. */
enum { LEAST_MEMORY = 8 << 20, LEAST_SPACE = 64 << 20, LEAST_DATA = 32 << 20, LEAST_STACK = 128 << 10, LEAST_FILES = 16, LEAST_TASKS = 4, CANNOT_RUN = 4, FEW_PROCESSES = 256 };

static void refuse(const char *why) {
  if (write(STDERR_FILENO, why, strlen(why)) < 0) { /* nobody listens */ }
  _exit(CANNOT_RUN);
}

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static void *pass(void *unused) {
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
  return unused;
}
/* How many processes a user has, nothing tells at once: so where they may be few, it is tried. */
static bool hasRoomForThreads(void) {
  pthread_t threads[LEAST_TASKS];
  int made = 0;
  pthread_mutex_lock(&gate);
  while (made < LEAST_TASKS && pthread_create(&threads[made], NULL, pass, NULL) == 0) made++;
  pthread_mutex_unlock(&gate);
  for (int i = 0; i < made; i++) pthread_join(threads[i], NULL);
  return made == LEAST_TASKS;
}

/* What is opened next would become a standard stream that is closed, and verdicts or messages would go into it: so writing to
   standard output, and reading from standard input, fail instead, and messages go nowhere. */
static void keepStandardStreams(void) {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
    if (fcntl(stream, F_GETFD) == -1 && open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY) < 0) { /* there is none */ }
}

/* What is below the arguments and the environment, whose end the kernel tells: the path of the executable is the last of it. */
static bool hasRoomForStack(void) {
  struct rlimit stack;
  if (getrlimit(RLIMIT_STACK, &stack) || stack.rlim_cur == RLIM_INFINITY) return true;
  uintptr_t top = (uintptr_t) getauxval(AT_EXECFN), here = (uintptr_t) &stack;
  return stack.rlim_cur >= LEAST_STACK + (top > here ? top - here : 0);
}

/* Exit code 1 is a violation's, which mtc ends with as 0x101: a 1 is the image's own, for what nobody caught. */
enum { OWN_END = 1, NO_ROOM_TO_COLLECT = 0x204, BUG = 5 };
static void nameOwnEnd(int status, void *unused) {
  (void) unused;
  if (status == OWN_END) _exit(BUG);
  if (status == NO_ROOM_TO_COLLECT) refuse("mtc: it needs more memory than it may have, beside its heap; --max-memory SIZE bounds what it keeps\n");
}

/* A working directory that was deleted has no path, without which the image does not start. This leads to it all the same:
   to nothing, as whatever is named relative to it. */
char *__real_getcwd(char *, size_t);
char *__wrap_getcwd(char *into, size_t size) {
  static const char own[] = "/proc/self/cwd";
  char *found = __real_getcwd(into, size);
  return found || errno != ENOENT || !into || size < sizeof own ? found : strcpy(into, own);
}

/* What the heap takes of the system, bytes, and how much that may be. The image bounds what it keeps; what it copies while it
   collects, and a single array, come on top, and the kernel would end the process. With this it runs out of memory instead. */
static int64_t mostMapped = INT64_MAX;
static _Atomic int64_t mapped;
void *__real_mmap(void *, size_t, int, int, int, off_t);
int __real_munmap(void *, size_t);
void *__wrap_mmap(void *at, size_t size, int access, int flags, int file, off_t offset) {
  bool isNew = !(flags & MAP_FIXED); /* the rest gives access to what was reserved */
  if (isNew && (mapped += (int64_t) size) > mostMapped) {
    mapped -= (int64_t) size;
    errno = ENOMEM;
    return MAP_FAILED;
  }
  void *found = __real_mmap(at, size, access, flags, file, offset);
  if (isNew && found == MAP_FAILED) mapped -= (int64_t) size;
  return found;
}
int __wrap_munmap(void *at, size_t size) {
  int failed = __real_munmap(at, size);
  if (!failed) mapped -= (int64_t) size;
  return failed;
}

__attribute__((constructor)) static void begin(void) {
  struct rlimit space, data, files, processes;
  keepStandardStreams();
  if (!hasRoomForStack()) refuse("mtc: it needs at least 128 kB of stack beside its arguments and its environment (ulimit -s 256)\n");
  on_exit(nameOwnEnd, NULL);
  readCgroups(&limits, "");
  if (limits.memory != NO_LIMIT && limits.memory < LEAST_MEMORY) refuse("mtc: it needs at least 8 MB of memory, more than its cgroup may have\n");
  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) {
    if (space.rlim_cur < LEAST_SPACE) refuse("mtc: it needs at least 64 MB of address space (ulimit -v 65536)\n");
    lowerMemory(&limits, (int64_t) space.rlim_cur);
    mallopt(M_ARENA_MAX, 1); /* or each of the first threads takes 64 MB of the space, if it can, to allocate bytes in */
  }
  if (getrlimit(RLIMIT_DATA, &data) == 0 && data.rlim_cur != RLIM_INFINITY) {
    if (data.rlim_cur < LEAST_DATA) refuse("mtc: it needs at least 32 MB of data (ulimit -d 32768)\n");
    lowerMemory(&limits, (int64_t) data.rlim_cur);
  }
  if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < LEAST_FILES) refuse("mtc: it needs at least 16 open files (ulimit -n 16)\n");
  bool mayBeFew = getrlimit(RLIMIT_NPROC, &processes) == 0 && processes.rlim_cur < FEW_PROCESSES;
  if ((limits.tasks != NO_LIMIT && limits.tasks < LEAST_TASKS) || (mayBeFew && !hasRoomForThreads()))
    refuse("mtc: it needs at least 4 threads more than it may have (ulimit -u, or the pids of its cgroup)\n");
  /* Where there is little, the heap has its share anyway, and what is beside it goes over; between, readers say first how
     much they need, and of which file. */
  const int64_t little = 24 << 20, plenty = 96 << 20, rest = 24 << 20; /* the rest: code, stacks, what the C libraries take */
  if (limits.memory != NO_LIMIT && limits.memory <= little) mostMapped = limits.memory / 4 * 3;
  if (limits.memory != NO_LIMIT && limits.memory > plenty) mostMapped = limits.memory - rest;
}

int svm_container_initialize(int version) {
  if (version != VERSION) return version > VERSION ? TOO_OLD : TOO_NEW;
  if (limits.memory >= machineMemory()) limits.memory = NO_LIMIT;
  return limits.memory != NO_LIMIT || limits.cpus != NO_LIMIT ? LIMITED : NOT_LIMITED;
}
/* The image takes 80 % of this for its heap. Under a limit that leaves less than 36 MB for the rest (the code, stacks,
   what a collection copies) the heap has to be smaller, or the kernel ends the process before the heap is full. */
uint64_t svm_container_physical_memory(void) {
  if (limits.memory == NO_LIMIT) return (uint64_t) machineMemory();
  int64_t rest = 36 << 20, heap = limits.memory > 2 * rest ? limits.memory - rest : limits.memory / 2;
  return (uint64_t) (heap < limits.memory / 5 * 4 ? heap / 4 * 5 : limits.memory);
}
int64_t svm_container_memory_limit_in_bytes(void) { return limits.memory; }
int svm_container_active_processor_count(void) {
  int cpus = machineCpus();
  return limits.cpus != NO_LIMIT && limits.cpus < cpus ? limits.cpus : cpus;
}
int64_t svm_container_memory_and_swap_limit_in_bytes(void) { return NOT_KNOWN; }
int64_t svm_container_memory_soft_limit_in_bytes(void) { return NOT_KNOWN; }
int64_t svm_container_memory_usage_in_bytes(void) { return NOT_KNOWN; }
int64_t svm_container_memory_max_usage_in_bytes(void) { return NOT_KNOWN; }
int64_t svm_container_rss_usage_in_bytes(void) { return NOT_KNOWN; }
int64_t svm_container_cache_usage_in_bytes(void) { return NOT_KNOWN; }
