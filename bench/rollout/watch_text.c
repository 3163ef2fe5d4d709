#include <string.h>

#include "rollout_words.h"

/* Words that a read has cut in two are found with the next one: so much of the end is kept. */
static void keep_tail(struct watch_text *text, size_t words_len)
{
    size_t tail = text->len - text->from < words_len ? text->len - text->from : words_len - 1;
    memmove(text->bytes, text->bytes + text->len - tail, tail);
    text->from = 0;
    text->len = tail;
}

void watch_text_await(struct watch_text *text, const char *words)
{
    size_t words_len = strlen(words);
    for (;;) {
        const char *found =
            memmem(text->bytes + text->from, text->len - text->from, words, words_len);
        if (found) {
            text->from = (size_t)(found - text->bytes) + words_len;
            return;
        }
        keep_tail(text, words_len);
        int got =
            SSL_read(text->tls, text->bytes + text->len, (int)(sizeof text->bytes - text->len));
        if (got <= 0)
            bare_die("the watch ended");
        text->len += (size_t)got;
    }
}
