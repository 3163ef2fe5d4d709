#include "watches.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "meter.h"

struct watches watches_begin(int streams, int events)
{
    struct watches watches = {.wanted = 1, .streams = (size_t)streams, .events = events};
    watches.seen = malloc(watches.streams * sizeof *watches.seen);
    if (!watches.seen)
        abort();
    /* Touched now, so that it counts as base and not as memory of the streams. */
    memset(watches.seen, 0, watches.streams * sizeof *watches.seen);
    return watches;
}

void watches_event(struct watches *watches, size_t stream)
{
    if (++watches->seen[stream] != watches->events)
        return;
    watches->full++;
    if (watches->full == 1 && watches->wanted == 1) {
        watches->one_kib = bench_memory_kib("RssAnon");
        watches->wanted = watches->streams;
    }
    if (watches->full == watches->streams)
        watches->all_kib = bench_memory_kib("RssAnon");
}

bool watches_are_over(const struct watches *watches)
{
    return watches->full == watches->streams;
}

void watches_print(const struct watches *watches)
{
    printf("%ld %ld %.2f\n", watches->one_kib, watches->all_kib,
           (double)(watches->all_kib - watches->one_kib) / (double)(watches->streams - 1));
}
