/* Makes a program run out of memory at a chosen moment.  Loaded before the C library (LD_PRELOAD), this library
 * counts allocations and refuses the n-th.
 *
 * The count starts with main.  It covers malloc and its relatives, which the C library's own functions (strdup,
 * fopen, opendir) use too, large anonymous mmap calls, and the start of threads.
 *
 * Allocations of drawing libraries always succeed and do not count, because we cannot fix their behaviour without
 * memory: cairo does not check its copies of strings, ncurses ends the program, fontconfig falls back to other
 * fonts, and none of them reports an error.  So the programs ask beforehand whether there is enough memory for these
 * libraries (base/memory.h).  That check counts as an allocation, and tests/low_memory.sh shows that it is
 * sufficient.
 *
 * This library needs glibc, whose allocator has separate names for the functions that are replaced here; elsewhere
 * it is empty. */
#include "tests/no_memory.h"

#ifdef __GLIBC__

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

enum { LARGE_MAP = 1 << 16 };

static struct no_memory *orders;
static bool counting;              /* main has begun */
static _Thread_local bool looking; /* true during a backtrace, which may allocate memory itself */

/* A range of code: of the program, or of a library whose allocations do not count (`theirs`). */
struct span {
    uintptr_t first, last;
    bool theirs;
};
enum { MOST_SPANS = 32, MOST_PLACES = 48 };
static struct span spans[MOST_SPANS];
static unsigned span_count;
static bool any_theirs;

/* Returns whether a library is one of those whose allocations do not count.  Libraries that only they call, such as
 * FreeType, need no entry. */
static bool asks_by_itself(const char *library)
{
    static const char *const names[] = {"libcairo", "libfontconfig", "libncurses", "libtinfo"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strstr(library, names[i]) != NULL)
            return true;
    }
    return false;
}

static int note_code(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    bool *first = context; /* the program itself */
    bool theirs = !*first && asks_by_itself(info->dlpi_name);
    for (unsigned i = 0; (*first || theirs) && i < info->dlpi_phnum && span_count < MOST_SPANS; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && (part->p_flags & PF_X) != 0)
            spans[span_count++] = (struct span){start, start + part->p_memsz, theirs};
    }
    *first = false;
    any_theirs |= theirs;
    return 0;
}

static const struct span *span_of(const void *place)
{
    for (unsigned i = 0; i < span_count; i++) {
        if ((uintptr_t)place >= spans[i].first && (uintptr_t)place < spans[i].last)
            return &spans[i];
    }
    return NULL;
}

/* Returns whether an allocation comes from one of those libraries, directly or through a library that it calls, and
 * not from a callback in the program. */
static bool is_theirs(const void *caller)
{
    if (!any_theirs)
        return false;
    const struct span *span = span_of(caller);
    void *places[MOST_PLACES];
    looking = true;
    int size = span != NULL ? 0 : backtrace(places, MOST_PLACES);
    looking = false;
    for (int i = 0; i < size && span == NULL; i++)
        span = span_of(places[i]);
    return span != NULL && span->theirs;
}

static void note_failure(void)
{
    void *places[MOST_PLACES];
    if (__atomic_exchange_n(&orders->failed, 1, __ATOMIC_RELAXED) || !orders->trace)
        return;
    looking = true;
    backtrace_symbols_fd(places, backtrace(places, MOST_PLACES), STDERR_FILENO);
    looking = false;
}

/* Returns whether to refuse an allocation by the function at that return address. */
static bool refuse_to(const void *caller)
{
    if (!counting || looking || is_theirs(caller))
        return false;
    uint64_t n = __atomic_add_fetch(&orders->count, 1, __ATOMIC_RELAXED);
    if (orders->nth == 0 || (n != orders->nth && (!orders->ever_since || n < orders->nth)))
        return false;
    note_failure();
    errno = ENOMEM;
    return true;
}

/* refuse_to for the caller of the function in which this macro stands. */
#define refuse() refuse_to(__builtin_return_address(0))

void *malloc(size_t size)
{
    return refuse() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return refuse() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return refuse() ? NULL : __libc_realloc(old, size);
}

void *reallocarray(void *old, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(old, bytes);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return refuse() ? NULL : __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size)
{
    return aligned_alloc(alignment, size);
}

int posix_memalign(void **place, size_t alignment, size_t size)
{
    void *memory = aligned_alloc(alignment, size);
    if (memory == NULL)
        return ENOMEM;
    *place = memory;
    return 0;
}

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    static void *(*next)(void *, size_t, int, int, int, off_t);
    if (next == NULL)
        *(void **)&next = dlsym(RTLD_NEXT, "mmap");
    bool counts = (flags & MAP_ANONYMOUS) != 0 && size >= LARGE_MAP;
    return counts && refuse() ? MAP_FAILED : next(address, size, protection, flags, file, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    static int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (next == NULL)
        *(void **)&next = dlsym(RTLD_NEXT, "pthread_create");
    if (counting && (orders->no_threads || refuse()))
        return EAGAIN;
    return next(thread, attributes, start, argument);
}

static int (*real_main)(int, char **, char **);

static int counted_main(int argc, char **argv, char **environment)
{
    counting = orders != NULL;
    return real_main(argc, argv, environment);
}

static void read_orders(void)
{
    const char *path = getenv(NO_MEMORY_FILE);
    int file = path == NULL ? -1 : open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return;
    void *map = mmap(NULL, sizeof *orders, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    orders = map == MAP_FAILED ? NULL : map;
    close(file);
    backtrace((void *[1]){NULL}, 1); /* loads its library before memory runs out */
    dl_iterate_phdr(note_code, &(bool){true});
}

/* The C library's startup function, which the entry code of a program calls with its main function. */
int __libc_start_main(int (*program)(int, char **, char **), int argc, char **argv, void (*begin)(void),
                      void (*end)(void), void (*loader_end)(void), void *stack)
{
    int (*next)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
    *(void **)&next = dlsym(RTLD_NEXT, "__libc_start_main");
    real_main = program;
    read_orders();
    return next(counted_main, argc, argv, begin, end, loader_end, stack);
}

#endif
