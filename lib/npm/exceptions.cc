// Exceptions end the program.  On some systems (Ubuntu 24.04), the C++ library for WebAssembly throws them, for example
// when memory runs out, but no library there has the functions that throw.
#include <cstddef>
#include <cstdlib>

extern "C" {

[[gnu::weak]] void *__cxa_allocate_exception(std::size_t)
{
    std::abort();
}

[[gnu::weak, noreturn]] void __cxa_throw(void *, void *, void (*)(void *))
{
    std::abort();
}
}
