#include "kube/token_file.h"

#include "base/file.h"
#include "kube/limits.h"

void ls_token_file_init(struct ls_token_file *file, const char *path, const struct ls_clock *clock)
{
    *file = (struct ls_token_file){.path = path, .clock = clock};
}

void ls_token_file_release(struct ls_token_file *file)
{
    ls_buf_wipe(&file->token);
}

static enum ls_code token_file_check(const char *path, struct ls_slice token, struct ls_err *err)
{
    if (token.len == 0)
        return ls_fail(err, LS_E_INVALID, "%s holds no token", path);
    for (size_t i = 0; i < token.len; i++) {
        if ((unsigned char)token.at[i] <= ' ' || token.at[i] == 0x7f)
            return ls_fail(err, LS_E_INVALID, "%s holds more than one word, a token is one", path);
    }
    return LS_OK;
}

static enum ls_code token_file_read(struct ls_token_file *file, struct ls_err *err)
{
    struct ls_buf text LS_AUTO(ls_buf_wipe) = {0};
    enum ls_code code = ls_file_read(file->path, LS_TOKEN_BYTES_MAX, &text, err);
    struct ls_slice token = ls_slice_trim(ls_buf_slice(&text));
    if (!code)
        code = token_file_check(file->path, token, err);
    if (code)
        return code;
    file->read_at_ms = ls_clock_mono_ms(file->clock);
    if (ls_slice_equal(token, ls_buf_slice(&file->token)))
        return LS_OK;
    ls_buf_wipe(&file->token);
    ls_buf_add_slice(&file->token, token);
    file->version++;
    return LS_OK;
}

enum ls_code ls_token_file_get(struct ls_token_file *file, struct ls_slice *out, struct ls_err *err)
{
    int64_t age_ms = ls_clock_mono_ms(file->clock) - file->read_at_ms;
    bool is_current = file->token.len && age_ms < LS_TOKEN_FILE_MS - LS_TOKEN_FILE_LEEWAY_MS;
    enum ls_code code = is_current ? LS_OK : token_file_read(file, err);
    /* The old token may still be valid, and a volume is sometimes missing for a moment. */
    if (code && !file->token.len)
        return code;
    *out = ls_buf_slice(&file->token);
    return LS_OK;
}

bool ls_token_file_refuse(struct ls_token_file *file, uint64_t version)
{
    struct ls_err ignored;
    if (version != file->version)
        return true;
    enum ls_code code = token_file_read(file, &ignored);
    if (code)
        ls_buf_wipe(&file->token);
    return !code && version != file->version;
}
