#include "net/head.h"

#include "net/limits.h"

bool ls_target_is_path(struct ls_slice target)
{
    for (size_t i = 0; i < target.len; i++) {
        if (target.at[i] < 0x21 || target.at[i] > 0x7E)
            return false;
    }
    return ls_slice_starts(target, "/") || ls_slice_is(target, "*");
}

void ls_head_release(struct ls_head *head)
{
    ls_buf_release(&head->text);
    ls_vec_release(&head->fields);
    ls_vec_release(&head->finished);
    *head = (struct ls_head){0};
}

void ls_head_clear(struct ls_head *head)
{
    ls_buf_clear(&head->text);
    ls_vec_clear(&head->fields);
    head->status = 0;
    head->method_span = head->target_span = (struct ls_head_span){0};
    head->headers = NULL;
    head->header_count = 0;
}

static struct ls_head_span head_put(struct ls_head *head, struct ls_slice text)
{
    struct ls_head_span span = {(uint32_t)head->text.len, (uint32_t)text.len};
    ls_buf_add_slice(&head->text, text);
    return span;
}

void ls_head_set_method(struct ls_head *head, struct ls_slice method)
{
    head->method_span = head_put(head, method);
}

void ls_head_set_target(struct ls_head *head, struct ls_slice target)
{
    head->target_span = head_put(head, target);
}

static void lower(char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (text[i] >= 'A' && text[i] <= 'Z')
            text[i] = (char)(text[i] + ('a' - 'A'));
    }
}

enum ls_code ls_head_add(struct ls_head *head, struct ls_slice name, struct ls_slice value,
                         struct ls_err *err)
{
    if (head->fields.count == LS_NET_HEADER_COUNT_MAX)
        return ls_fail(err, LS_E_TOO_BIG,
                       "the message has more than %d headers, which is the limit",
                       LS_NET_HEADER_COUNT_MAX);
    if (name.len + value.len >
        LS_NET_HEAD_BYTES_MAX - LS_MIN(head->text.len, (size_t)LS_NET_HEAD_BYTES_MAX))
        return ls_fail(err, LS_E_TOO_BIG, "the headers have more than %d bytes, which is the limit",
                       LS_NET_HEAD_BYTES_MAX);
    struct ls_head_field field;
    field.name = head_put(head, name);
    lower(head->text.at + field.name.at, name.len);
    field.value = head_put(head, value);
    ls_vec_push(&head->fields, field);
    return LS_OK;
}

static struct ls_slice head_slice(const struct ls_head *head, struct ls_head_span span)
{
    return (struct ls_slice){ls_buf_text(&head->text) + span.at, span.len};
}

void ls_head_finish(struct ls_head *head)
{
    ls_vec_clear(&head->finished);
    for (size_t i = 0; i < head->fields.count; i++) {
        struct ls_head_field field = head->fields.at[i];
        ls_vec_push(&head->finished, (struct ls_header){head_slice(head, field.name),
                                                        head_slice(head, field.value)});
    }
    head->headers = head->finished.at;
    head->header_count = head->finished.count;
    head->method = head_slice(head, head->method_span);
    head->target = head_slice(head, head->target_span);
}
