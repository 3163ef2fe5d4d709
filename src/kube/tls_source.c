#include "kube/tls_source.h"

#include "base/file.h"
#include "base/mem.h"
#include "kube/limits.h"

enum { TLS_CA, TLS_CERTIFICATE, TLS_KEY, TLS_PART_COUNT };

struct tls_part {
    const char *path; /* NULL: fixed */
    struct ls_buf pem;
};

struct ls_tls_source {
    const struct ls_kube_config *config;
    const struct ls_clock *clock;
    struct tls_part parts[TLS_PART_COUNT];
    int64_t checked_at_ms;
    bool is_broken; /* what was read last could not be used */
};

static void tls_part_set(struct tls_part *part, struct ls_slice pem)
{
    ls_buf_wipe(&part->pem);
    ls_buf_reserve(&part->pem, pem.len);
    ls_buf_add_slice(&part->pem, pem);
}

static void tls_part_init(struct tls_part *part, const struct ls_pem *pem)
{
    part->path = pem->path;
    if (pem->data.at)
        tls_part_set(part, pem->data);
}

struct ls_tls_source *ls_tls_source_new(const struct ls_kube_config *config,
                                        const struct ls_clock *clock)
{
    struct ls_tls_source *source = LS_NEW(struct ls_tls_source);
    source->config = config;
    source->clock = clock;
    source->checked_at_ms = ls_clock_mono_ms(clock);
    tls_part_init(&source->parts[TLS_CA], &config->ca);
    tls_part_init(&source->parts[TLS_CERTIFICATE], &config->certificate);
    tls_part_init(&source->parts[TLS_KEY], &config->key);
    return source;
}

void ls_tls_source_free(struct ls_tls_source *source)
{
    if (!source)
        return;
    for (size_t i = 0; i < TLS_PART_COUNT; i++)
        ls_buf_wipe(&source->parts[i].pem);
    ls_free(source);
}

static bool tls_part_read(struct tls_part *part)
{
    struct ls_buf pem LS_AUTO(ls_buf_wipe) = {0};
    struct ls_err ignored;
    if (!part->path || ls_file_read(part->path, LS_PEM_BYTES_MAX, &pem, &ignored) || !pem.len ||
        ls_slice_equal(ls_buf_slice(&pem), ls_buf_slice(&part->pem)))
        return false;
    tls_part_set(part, ls_buf_slice(&pem));
    return true;
}

bool ls_tls_source_check(struct ls_tls_source *source)
{
    int64_t now_ms = ls_clock_mono_ms(source->clock);
    int64_t period_ms = source->is_broken ? LS_TLS_BROKEN_MS : LS_TLS_FILES_MS;
    bool is_changed = false;
    if (now_ms - source->checked_at_ms < period_ms)
        return false;
    source->checked_at_ms = now_ms;
    for (size_t i = 0; i < TLS_PART_COUNT; i++)
        is_changed = tls_part_read(&source->parts[i]) || is_changed;
    return is_changed;
}

void ls_tls_source_set_certificate(struct ls_tls_source *source, struct ls_slice certificate,
                                   struct ls_slice key)
{
    tls_part_set(&source->parts[TLS_CERTIFICATE], certificate);
    tls_part_set(&source->parts[TLS_KEY], key);
}

static struct ls_slice tls_part_slice(const struct tls_part *part)
{
    return part->pem.len ? ls_buf_slice(&part->pem) : (struct ls_slice){0};
}

enum ls_code ls_tls_source_build(struct ls_tls_source *source, struct ls_tls **out,
                                 struct ls_err *err)
{
    struct ls_tls_spec spec = {
        .ca = tls_part_slice(&source->parts[TLS_CA]),
        .certificate = tls_part_slice(&source->parts[TLS_CERTIFICATE]),
        .key = tls_part_slice(&source->parts[TLS_KEY]),
        .server_name = source->config->tls_server_name,
        .is_insecure = source->config->is_insecure,
    };
    enum ls_code code = ls_tls_client(&spec, out, err);
    source->is_broken = code != LS_OK;
    return code;
}
