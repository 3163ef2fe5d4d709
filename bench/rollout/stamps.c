/*
 * Preloaded into a program: from the last bytes it received to the next request it sends, for each
 * write of at least REQUEST_BYTES_MIN to a socket. At the end one value in microseconds per line
 * goes to the file that STAMPS_FILE names. Everything else passes through.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { REQUEST_BYTES_MIN = 300, STAMPS_MAX = 1 << 20 };

static int64_t received_ns;
static int64_t stamps_ns[STAMPS_MAX];
static size_t stamp_count;

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void *next_of(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found)
        abort();
    return found;
}

static int is_socket(int fd)
{
    int type;
    socklen_t len = sizeof type;
    return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &len) == 0;
}

static ssize_t received(int fd, ssize_t got)
{
    if (got > 0 && is_socket(fd))
        received_ns = now_ns();
    return got;
}

static void sending(int fd, size_t len)
{
    if (len >= REQUEST_BYTES_MIN && received_ns && stamp_count < STAMPS_MAX && is_socket(fd)) {
        stamps_ns[stamp_count++] = now_ns() - received_ns;
        received_ns = 0;
    }
}

ssize_t read(int fd, void *bytes, size_t len)
{
    static ssize_t (*real)(int, void *, size_t);
    if (!real)
        *(void **)&real = next_of("read");
    return received(fd, real(fd, bytes, len));
}

ssize_t recv(int fd, void *bytes, size_t len, int flags)
{
    static ssize_t (*real)(int, void *, size_t, int);
    if (!real)
        *(void **)&real = next_of("recv");
    return received(fd, real(fd, bytes, len, flags));
}

ssize_t write(int fd, const void *bytes, size_t len)
{
    static ssize_t (*real)(int, const void *, size_t);
    if (!real)
        *(void **)&real = next_of("write");
    sending(fd, len);
    return real(fd, bytes, len);
}

ssize_t send(int fd, const void *bytes, size_t len, int flags)
{
    static ssize_t (*real)(int, const void *, size_t, int);
    if (!real)
        *(void **)&real = next_of("send");
    sending(fd, len);
    return real(fd, bytes, len, flags);
}

__attribute__((destructor)) static void stamps_print(void)
{
    const char *name = getenv("STAMPS_FILE");
    FILE *file = name ? fopen(name, "w") : NULL;
    for (size_t i = 0; file && i < stamp_count; i++)
        fprintf(file, "%.1f\n", (double)stamps_ns[i] / 1e3);
    if (file)
        fclose(file);
}
