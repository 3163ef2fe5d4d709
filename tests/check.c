/* What every test program is linked with: its main(), the checks, and the rule for threads. */
#include "check.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source_dir.h"

enum { CHECK_TESTS_MAX = 512 };

static struct CMUnitTest registered[CHECK_TESTS_MAX];
static size_t registered_count;

void check_register(const char *name, CMUnitTestFunction run)
{
    if (registered_count == CHECK_TESTS_MAX) {
        fprintf(stderr, "more than %d tests in one program: split it\n", CHECK_TESTS_MAX);
        _Exit(1);
    }
    registered[registered_count++] = (struct CMUnitTest){.name = name, .test_func = run};
}

void check_true(bool holds, const char *what, const char *file, int line)
{
    if (holds)
        return;
    print_error("does not hold: %s\n", what);
    _fail(file, line);
}

void check_int(int64_t actual, int64_t expected, const char *what, const char *file, int line)
{
    if (actual == expected)
        return;
    print_error("%s is %lld, not %lld\n", what, (long long)actual, (long long)expected);
    _fail(file, line);
}

void check_str(const char *actual, const char *expected, const char *what, const char *file,
               int line)
{
    if (actual && expected && strcmp(actual, expected) == 0)
        return;
    print_error("%s is\n    %s\nnot\n    %s\n", what, actual ? actual : "(null)",
                expected ? expected : "(null)");
    _fail(file, line);
}

void check_has(const char *text, const char *part, const char *what, const char *file, int line)
{
    if (text && strstr(text, part))
        return;
    print_error("%s is\n    %s\nwithout\n    %s\n", what, text ? text : "(null)", part);
    _fail(file, line);
}

void check_code(int actual, int expected, const char *text, const char *what, const char *file,
                int line)
{
    if (actual == expected)
        return;
    print_error("%s returned code %d, not %d: %s\n", what, actual, expected,
                actual ? text : "(success)");
    _fail(file, line);
}

static bool may_start_threads(void)
{
    char line[128];
    bool is_listed = false;
    FILE *file = fopen(LS_SOURCE_DIR "/tests/threaded.txt", "r");
    while (file && !is_listed && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        is_listed = strcmp(line, program_invocation_short_name) == 0;
    }
    if (file)
        fclose(file);
    return is_listed;
}

/* The linker puts this in the place of pthread_create (--wrap). The thread sanitizer runs only the
 * programs of the list, so a program that should be there has to say so. */
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *self);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *self);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *self)
{
    if (!may_start_threads()) {
        fprintf(stderr, "%s starts a thread: name it in tests/threaded.txt\n",
                program_invocation_short_name);
        _Exit(1);
    }
    return __real_pthread_create(thread, attributes, start, self);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    setvbuf(stdout, NULL, _IOLBF, 0);
    int failed = _cmocka_run_group_tests("tests", registered, registered_count, NULL, NULL);
    printf("%zu passed, %d failed\n", registered_count - (size_t)failed, failed);
    return failed ? 1 : 0;
}
