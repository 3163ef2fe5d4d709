#pragma once
/*
 * The few macros every file may use: scope-bound release, bit sets, checked formats, and the
 * assertion that stays in release builds.
 */
#include <stddef.h>

/* Releases a local when its scope ends: struct ls_buf out LS_AUTO(ls_buf_release) = {0}; */
#define LS_AUTO(fn) __attribute__((cleanup(fn)))

/* Hands a pointer out of an LS_AUTO local: the local becomes NULL, the value moves. */
#define ls_steal(pointer)                                                                          \
    __extension__({                                                                                \
        __typeof__(*(pointer)) stolen_ = *(pointer);                                               \
        *(pointer) = NULL;                                                                         \
        stolen_;                                                                                   \
    })

#define LS_BIT(n)         (1u << (n))
#define LS_COUNT(array)   (sizeof(array) / sizeof((array)[0]))
#define LS_MIN(a, b)      ((a) < (b) ? (a) : (b))
#define LS_MAX(a, b)      ((a) > (b) ? (a) : (b))
#define LS_FORMAT(at, va) __attribute__((format(printf, at, va)))
#define LS_NORETURN       __attribute__((noreturn))
#define LS_LIKELY(x)      __builtin_expect(!!(x), 1)
#define LS_UNLIKELY(x)    __builtin_expect(!!(x), 0)
#define LS_FALLTHROUGH    __attribute__((fallthrough))
/* The struct that holds `member` at `pointer`. */
#define LS_HOLDER(pointer, type, member) ((type *)((char *)(pointer)-offsetof(type, member)))

/* On a type: the result of every function that returns it must be used. Only clang knows this form;
 * the clang build checks it. */
#ifdef __clang__
#define LS_MUST_USE_TYPE __attribute__((warn_unused_result))
#else
#define LS_MUST_USE_TYPE
#endif

/* A fact that our own reasoning guarantees. Kept in release builds: prints file, line, fact;
 * aborts. */
#define LS_ASSERT(fact) (LS_LIKELY(fact) ? (void)0 : ls_assert_failed(#fact, __FILE__, __LINE__))
LS_NORETURN void ls_assert_failed(const char *fact, const char *file, int line);
