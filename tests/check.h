#pragma once
/*
 * The test frame: a test is a function made with TEST(name); it registers itself, so a test
 * program is a list of TEST blocks and nothing else. Checks end the test at the first failure and
 * say file, line and both values. The program's last line is `N passed, N failed`.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

void check_register(const char *name, CMUnitTestFunction run);

#define TEST(name)                                                                                 \
    static void test_##name(void);                                                                 \
    static void run_##name(void **state)                                                           \
    {                                                                                              \
        (void)state;                                                                               \
        test_##name();                                                                             \
    }                                                                                              \
    __attribute__((constructor)) static void register_##name(void)                                 \
    {                                                                                              \
        check_register(#name, run_##name);                                                         \
    }                                                                                              \
    static void test_##name(void)

#define CHECK(condition) check_true((condition), #condition, __FILE__, __LINE__)
#define CHECK_INT(actual, expected)                                                                \
    check_int((int64_t)(actual), (int64_t)(expected), #actual, __FILE__, __LINE__)
#define CHECK_STR(actual, expected) check_str((actual), (expected), #actual, __FILE__, __LINE__)
#define CHECK_HAS(text, part)       check_has((text), (part), #text, __FILE__, __LINE__)
/* For calls that return enum ls_code and explain themselves in a struct ls_err. */
#define CHECK_OK(code, err) check_code((int)(code), 0, (err).text, #code, __FILE__, __LINE__)
#define CHECK_CODE(code, expected, err)                                                            \
    check_code((int)(code), (int)(expected), (err).text, #code, __FILE__, __LINE__)

void check_true(bool holds, const char *what, const char *file, int line);
void check_int(int64_t actual, int64_t expected, const char *what, const char *file, int line);
void check_str(const char *actual, const char *expected, const char *what, const char *file,
               int line);
void check_has(const char *text, const char *part, const char *what, const char *file, int line);
void check_code(int actual, int expected, const char *text, const char *what, const char *file,
                int line);
