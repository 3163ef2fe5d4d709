#include "phase/set/lock.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "phase/set/limits.h"

/* ---- texts ---- */

/* Copies what may stand between spaces; anything else becomes '-', nothing becomes "-". */
static void word_copy(char *out, size_t out_bytes, struct ls_slice text)
{
    size_t len = LS_MIN(text.len, out_bytes - 1);
    for (size_t i = 0; i < len; i++) {
        char c = text.at[i];
        out[i] = c > ' ' && c < 0x7f ? c : '-';
    }
    if (len == 0)
        out[len++] = '-';
    out[len] = '\0';
}

void ls_lock_print(struct ls_buf *out, const struct ls_lock_name *name, uint64_t count)
{
    ls_buf_printf(out, "%s %s %" PRId64 " %" PRIu64 " %016" PRIx64 " %" PRIu64, name->host,
                  name->boot, name->pid, name->start, name->nonce, count);
}

/* Digits alone: no sign, no space, no overflow. */
static bool number_parse(struct ls_slice text, int base, uint64_t *out)
{
    char copy[24];
    if (text.len == 0 || text.len >= sizeof copy)
        return false;
    memcpy(copy, text.at, text.len);
    copy[text.len] = '\0';
    if (strspn(copy, base == 16 ? "0123456789abcdef" : "0123456789") != text.len)
        return false;
    errno = 0;
    *out = strtoull(copy, NULL, base);
    return errno == 0;
}

static bool word_parse(struct ls_slice word, char *out, size_t out_bytes)
{
    if (word.len == 0 || word.len >= out_bytes)
        return false;
    word_copy(out, out_bytes, word);
    return memcmp(out, word.at, word.len) == 0;
}

bool ls_lock_parse(struct ls_slice text, struct ls_lock_name *out, uint64_t *count)
{
    struct ls_lock_name name = {0};
    struct ls_slice words[6];
    uint64_t pid = 0;
    uint64_t renewals = 0;
    for (size_t i = 0; i < LS_COUNT(words); i++)
        words[i] = ls_slice_cut(text, ' ', &text);
    bool is_read = text.at == NULL && word_parse(words[0], name.host, sizeof name.host) &&
                   word_parse(words[1], name.boot, sizeof name.boot) &&
                   number_parse(words[2], 10, &pid) && pid > 0 && pid <= INT32_MAX &&
                   number_parse(words[3], 10, &name.start) &&
                   number_parse(words[4], 16, &name.nonce) && number_parse(words[5], 10, &renewals);
    if (!is_read)
        return false;
    name.pid = (int64_t)pid;
    *out = name;
    *count = renewals;
    return true;
}

void ls_lock_show(struct ls_buf *out, struct ls_slice text)
{
    struct ls_lock_name name;
    uint64_t count;
    if (ls_lock_parse(text, &name, &count)) {
        ls_buf_printf(out, "host %s, process %" PRId64, name.host, name.pid);
        return;
    }
    char shown[64];
    word_copy(shown, sizeof shown, text);
    ls_buf_printf(out, "a holder that does not read, \"%s\"", shown);
}

/* ---- processes ---- */

static void boot_read(char *out, size_t out_bytes)
{
    char space[32];
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (ls_file_read("/proc/sys/kernel/random/boot_id", LS_PROC_STAT_BYTES_MAX, &text, NULL))
        ls_buf_clear(&text);
    struct ls_slice boot = ls_slice_trim(ls_buf_slice(&text));
    ssize_t len = readlink("/proc/self/ns/pid", space, sizeof space); /* pid:[4026531836] */
    struct ls_buf both LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_slice(&both, boot);
    if (len > 0 && boot.len > 0) {
        ls_buf_add_char(&both, '/');
        ls_buf_add(&both, space, (size_t)len);
    }
    word_copy(out, out_bytes, ls_buf_slice(&both));
}

/* What /proc/PID/stat says; false: it cannot be read. */
static bool stat_read(int64_t pid, char *state, uint64_t *start)
{
    char path[64];
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    (void)snprintf(path, sizeof path, "/proc/%" PRId64 "/stat", pid);
    if (ls_file_read(path, LS_PROC_STAT_BYTES_MAX, &text, NULL))
        return false;
    /* The command may hold spaces and brackets itself: fields count from the last bracket. */
    const char *after = strrchr(ls_buf_text(&text), ')');
    if (!after || strlen(after) < 3)
        return false;
    struct ls_slice rest = ls_slice_trim(ls_slice_of(after + 1));
    struct ls_slice word = ls_slice_cut(rest, ' ', &rest);
    *state = word.len == 1 ? word.at[0] : '?';
    for (int field = 4; field <= 22; field++)
        word = ls_slice_cut(rest, ' ', &rest);
    return number_parse(word, 10, start);
}

void ls_lock_name_here(struct ls_lock_name *out, struct ls_random *random)
{
    char host[sizeof out->host] = "";
    char state;
    struct ls_lock_name name = {.pid = (int64_t)getpid(), .nonce = ls_random_u64(random)};
    if (gethostname(host, sizeof host - 1))
        host[0] = '\0';
    word_copy(name.host, sizeof name.host, ls_slice_of(host));
    boot_read(name.boot, sizeof name.boot);
    if (!stat_read(name.pid, &state, &name.start))
        name.start = 0;
    *out = name;
}

bool ls_lock_is_dead(const struct ls_lock_name *name)
{
    struct ls_random unused;
    struct ls_lock_name here;
    ls_random_init(&unused, 0);
    ls_lock_name_here(&here, &unused);
    /* Without a boot nothing is certain: the number may be of another machine or namespace. */
    if (strcmp(here.boot, "-") == 0 || strcmp(here.boot, name->boot) != 0 ||
        strcmp(here.host, name->host) != 0)
        return false;
    /* Asked by signal, since /proc may hide the processes of others. */
    if (kill((pid_t)name->pid, 0) && errno == ESRCH)
        return true;
    char state;
    uint64_t start;
    if (!stat_read(name->pid, &state, &start) || name->start == 0)
        return false;
    return start != name->start || state == 'Z' || state == 'X';
}

static void here_name(void *self, struct ls_lock_name *out, struct ls_random *random)
{
    (void)self;
    ls_lock_name_here(out, random);
}

static bool here_is_dead(void *self, const struct ls_lock_name *name)
{
    (void)self;
    return ls_lock_is_dead(name);
}

const struct ls_lock_host *ls_lock_host_here(void)
{
    static const struct ls_lock_host here = {NULL, here_name, here_is_dead};
    return &here;
}

/* ---- the decision ---- */

static bool name_is(const struct ls_lock_name *a, const struct ls_lock_name *b)
{
    return strcmp(a->host, b->host) == 0 && strcmp(a->boot, b->boot) == 0 && a->pid == b->pid &&
           a->start == b->start && a->nonce == b->nonce;
}

static void sight_take(struct ls_lock_sight *sight, struct ls_slice holder, int64_t now_ms)
{
    size_t len = LS_MIN(holder.len, sizeof sight->text - 1);
    if (ls_slice_equal(ls_slice_of(sight->text), (struct ls_slice){holder.at, len}))
        return;
    memcpy(sight->text, holder.at, len);
    sight->text[len] = '\0';
    sight->seen_ms = now_ms;
}

enum ls_lock_state ls_lock_decide(struct ls_lock_sight *sight, struct ls_slice holder,
                                  const struct ls_lock_name *ours, bool is_dead, int64_t now_ms,
                                  int64_t *look_again_ms)
{
    struct ls_lock_name name;
    uint64_t count;
    *look_again_ms = 0;
    /* What was seen stays: a run that looks anew has not read the parent yet, and no holder ever
     * writes the same text again. */
    if (holder.len == 0)
        return LS_LOCK_FREE;
    if (ls_lock_parse(holder, &name, &count) && name_is(&name, ours))
        return LS_LOCK_OURS;
    sight_take(sight, holder, now_ms);
    if (is_dead || now_ms - sight->seen_ms >= LS_LOCK_STALE_MS)
        return LS_LOCK_STALE;
    *look_again_ms = sight->seen_ms + LS_LOCK_STALE_MS;
    return LS_LOCK_HELD;
}
