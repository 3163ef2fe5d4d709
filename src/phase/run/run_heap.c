/* A heap of times, earliest first. */
#include "phase/run/run_impl.h"

static void heap_swap(struct run_heap *heap, size_t a, size_t b)
{
    struct run_deadline kept = heap->rows.at[a];
    heap->rows.at[a] = heap->rows.at[b];
    heap->rows.at[b] = kept;
}

void ls_run_heap_push(struct run_heap *heap, struct run_deadline row)
{
    ls_vec_push(&heap->rows, row);
    size_t at = heap->rows.count - 1;
    while (at > 0 && heap->rows.at[(at - 1) / 2].at_ms > heap->rows.at[at].at_ms) {
        heap_swap(heap, at, (at - 1) / 2);
        at = (at - 1) / 2;
    }
}

void ls_run_heap_pop(struct run_heap *heap)
{
    heap->rows.at[0] = ls_vec_pop(&heap->rows);
    size_t count = heap->rows.count;
    for (size_t at = 0; 2 * at + 1 < count;) {
        size_t child = 2 * at + 1;
        if (child + 1 < count && heap->rows.at[child + 1].at_ms < heap->rows.at[child].at_ms)
            child++;
        if (heap->rows.at[at].at_ms <= heap->rows.at[child].at_ms)
            return;
        heap_swap(heap, at, child);
        at = child;
    }
}
