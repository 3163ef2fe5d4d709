#include "base/list.h"

#include <stdio.h>
#include <string.h>

#include "check.h"

struct letter {
    struct letter *prev;
    struct letter *next;
    char name;
};
struct word {
    LS_LIST(struct letter) letters;
};

static const char *spell(const struct word *word)
{
    static char text[32];
    size_t len = 0;
    for (const struct letter *at = word->letters.first; at; at = at->next)
        text[len++] = at->name;
    text[len++] = '/';
    for (const struct letter *at = word->letters.last; at; at = at->prev)
        text[len++] = at->name;
    text[len] = '\0';
    return text;
}

TEST(items_are_put_anywhere_and_taken_from_anywhere)
{
    struct word word = {0};
    struct letter a = {.name = 'a'}, b = {.name = 'b'}, c = {.name = 'c'}, d = {.name = 'd'};
    CHECK_STR(spell(&word), "/");
    ls_list_add_last(&word.letters, &b);
    ls_list_add_first(&word.letters, &a);
    ls_list_add_last(&word.letters, &d);
    ls_list_insert(&word.letters, &d, &c);
    CHECK_STR(spell(&word), "abcd/dcba");
    ls_list_remove(&word.letters, &b);
    CHECK_STR(spell(&word), "acd/dca");
    ls_list_remove(&word.letters, &a);
    ls_list_remove(&word.letters, &d);
    CHECK_STR(spell(&word), "c/c");
    ls_list_add_first(&word.letters, &d);
    ls_list_remove(&word.letters, &c);
    ls_list_remove(&word.letters, &d);
    CHECK_STR(spell(&word), "/");
    CHECK(!d.prev && !d.next);
}
