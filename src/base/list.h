#pragma once
/*
 * Doubly linked lists through the members `prev` and `next` of their items. An item is in one such
 * list at a time; the list owns nothing, and {0} is empty.
 */
#define LS_LIST(type)                                                                              \
    struct {                                                                                       \
        type *first;                                                                               \
        type *last;                                                                                \
    }

/* Puts the item in front of `before`; NULL: at the end. */
#define ls_list_insert(list, before, item)                                                         \
    do {                                                                                           \
        (item)->next = (before);                                                                   \
        (item)->prev = (item)->next ? (item)->next->prev : (list)->last;                           \
        *((item)->prev ? &(item)->prev->next : &(list)->first) = (item);                           \
        *((item)->next ? &(item)->next->prev : &(list)->last) = (item);                            \
    } while (0)
#define ls_list_add_first(list, item) ls_list_insert(list, (list)->first, item)
#define ls_list_add_last(list, item)  ls_list_insert(list, NULL, item)
#define ls_list_remove(list, item)                                                                 \
    do {                                                                                           \
        *((item)->prev ? &(item)->prev->next : &(list)->first) = (item)->next;                     \
        *((item)->next ? &(item)->next->prev : &(list)->last) = (item)->prev;                      \
        (item)->prev = NULL;                                                                       \
        (item)->next = NULL;                                                                       \
    } while (0)
