/* Lets memory run out in a program, at a chosen moment: loaded before the C library (LD_PRELOAD), it
 * counts what asks for memory, and refuses the n-th request.
 *
 * Requests count from the beginning of main on.  They are malloc and its kin, which the C library's own
 * functions (strdup, fopen, opendir) go through, too, large anonymous mmap, and starting a thread.
 *
 * Fontconfig is left alone: it makes do with other fonts and tells nobody.
 *
 * Needs glibc, whose allocator has names of its own for what is replaced here. */
#include "tests/no_memory.h"

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
static _Thread_local bool looking; /* what looks back may ask for memory itself */

/* Where libraries lie that are left alone. */
static struct span {
    uintptr_t first, last;
} spared[8];
static unsigned spared_count;

static int note_library(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    (void)context;
    if (strstr(info->dlpi_name, "libfontconfig") == NULL &&
        strstr(info->dlpi_name, "libexpat") == NULL)
        return 0;
    for (unsigned i = 0; i < info->dlpi_phnum && spared_count < 8; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type == PT_LOAD && (part->p_flags & PF_X) != 0)
            spared[spared_count++] =
                (struct span){info->dlpi_addr + part->p_vaddr,
                              info->dlpi_addr + part->p_vaddr + part->p_memsz};
    }
    return 0;
}

static bool is_spared(const void *place)
{
    for (unsigned i = 0; i < spared_count; i++) {
        if ((uintptr_t)place >= spared[i].first && (uintptr_t)place < spared[i].last)
            return true;
    }
    return false;
}

/* Looks where a request that is to fail comes from.  False: it must not. */
static bool look_back(void)
{
    void *places[32];
    looking = true;
    int size = backtrace(places, 32);
    bool good = true;
    for (int i = 0; i < size; i++)
        good = good && !is_spared(places[i]);
    if (good && !__atomic_exchange_n(&orders->failed, 1, __ATOMIC_RELAXED) && orders->trace)
        backtrace_symbols_fd(places, size, STDERR_FILENO);
    looking = false;
    return good;
}

/* Whether a request by the function that is called from that place is to fail. */
static bool refuse_to(const void *caller)
{
    if (!counting || looking || is_spared(caller))
        return false;
    uint64_t n = __atomic_add_fetch(&orders->count, 1, __ATOMIC_RELAXED);
    bool fails = orders->nth != 0 && (n == orders->nth || (orders->ever_since && n > orders->nth));
    if (!fails || !look_back())
        return false;
    errno = ENOMEM;
    return true;
}

/* The same, for the function that this stands in. */
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

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument)
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
    backtrace((void *[1]){NULL}, 1); /* loads what it needs before memory runs out */
    dl_iterate_phdr(note_library, NULL);
}

/* What the start of every program calls with its main function. */
int __libc_start_main(int (*program)(int, char **, char **), int argc, char **argv,
                      void (*begin)(void), void (*end)(void), void (*loader_end)(void), void *stack)
{
    int (*next)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void),
                void (*)(void), void *);
    *(void **)&next = dlsym(RTLD_NEXT, "__libc_start_main");
    real_main = program;
    read_orders();
    return next(counted_main, argc, argv, begin, end, loader_end, stack);
}
