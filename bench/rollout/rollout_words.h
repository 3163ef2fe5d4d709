#pragma once
/*
 * What the programs of this benchmark and the manifests that run writes have in common: names, the
 * text that makes a ConfigMap hold 200 bytes, and the sign that a gate is open.
 */
#include "bare_http.h"

#define OBJECT_NAME "object-%05d"
#define GATE_NAME   "gate-%05d"
/* Written by gate_driver as another owner of fields than whoever applied the ConfigMap. */
#define GATE_IS_OPEN "\"state\":\"open\""
#define TEXT_OF_200_BYTES                                                                          \
    "one of many small objects that a rollout sends, long enough to hold two hundred bytes of "    \
    "data, which is what settings of one service usually take: a few addresses, a few switches "   \
    "and a level of logs"

/* A watch as it comes, searched for words that follow one another. */
struct watch_text {
    SSL *tls;
    char bytes[1 << 20];
    size_t from, len; /* what has not been searched through */
};

/* Reads on until the words have come; what follows them is kept for the next call. */
void watch_text_await(struct watch_text *text, const char *words);
