/* What leaves: the removal is made once, when everything is seen, and led by phase/set/leaving.h.
 */
#include "phase/run/run_impl.h"

#include "base/defect.h"
#include "phase/set/instances.h"

/* A CRD whose instances are being counted. */
struct run_count {
    struct ls_run *run;
    struct ls_instance_count *count;
    struct run_count *next;
};

/* ---- what leaves ---- */

static bool is_leaver(const struct ls_facts *facts)
{
    return facts->presence >= LS_PRESENCE_THERE && facts->holder == LS_HOLDER_US;
}

void ls_run_removal_make(struct ls_run *run)
{
    if (ls_run_is_look(run))
        return;
    uint32_t first = run->member_count + 1;
    run->unpruned.count = 0;
    size_t count = 0;
    struct ls_leaver *leavers =
        LS_ARENA_ARRAY(&run->arena, struct ls_leaver, run->items.count - first + 1);
    for (uint32_t item = first; item < run->items.count; item++) {
        const struct run_item *own = ls_run_item(run, item);
        if (!is_leaver(ls_book_facts(run->book, item)) ||
            (LS_DEFECT(prune_forgotten) && run->revision))
            continue;
        if (!ls_run_prunes(run)) {
            ls_run_unpruned_note(run, item);
            continue;
        }
        leavers[count++] = (struct ls_leaver){
            .item = item,
            .ref = *ls_book_ref(run->book, item),
            .order = own->order,
            .has_order = own->has_order,
        };
    }
    run->late_from = (uint32_t)run->items.count;
    ls_removal_make(&run->arena, leavers, count, &run->removal);
    const struct ls_leaving_options options = {
        .manners = {.manners = {.adopts_not = run->options.adopts_not,
                                .deletes_adopted = run->options.deletes_adopted},
                    .deletes_instances = run->options.deletes_instances},
        .field_manager = run->manager,
        .wanted = run->revision,
    };
    run->leaving = ls_leaving_new(&run->removal, run->book, &options);
}

/* ---- sending ---- */

static void count_free(struct ls_run *run, struct run_count *count)
{
    struct run_count **link = &run->counting;
    while (*link != count)
        link = &(*link)->next;
    *link = count->next;
    ls_instance_count_free(count->count);
    ls_free(count);
}

static void counted(void *self, uint32_t leaver)
{
    struct run_count *count = self;
    struct ls_run *run = count->run;
    ls_run_item_judge(run, run->removal.leavers[leaver].item);
    count_free(run, count);
}

static void count_begin(struct ls_run *run, uint32_t leaver)
{
    struct run_count *count = LS_NEW(struct run_count);
    count->run = run;
    count->next = run->counting;
    run->counting = count;
    run->reads++;
    count->count = ls_instance_count_new(run->client, ls_discovery_catalog(run->discovery),
                                         run->leaving, leaver, counted, count);
}

/* What others change each time before it is deleted is tried again at the pace of other writes, and
 * never given up: a deadline ends that. */
static bool is_in_pace(struct ls_run *run, uint32_t item)
{
    const struct ls_pace *pace = &ls_run_item(run, item)->pace;
    int64_t now_ms = ls_run_now_ms(run), again_ms = pace->last_ms + LS_PACE_PAUSE_MS;
    if (ls_pace_ask(pace, now_ms, &again_ms) == LS_PACE_NOW || now_ms >= again_ms)
        return true;
    ls_run_wake(run, again_ms);
    return false;
}

void ls_run_remove(struct ls_run *run, uint32_t leaver)
{
    struct ls_intent intent;
    uint32_t item = run->removal.leavers[leaver].item;
    if (!is_in_pace(run, item))
        return;
    switch (ls_leaving_next(run->leaving, leaver, &intent)) {
    case LS_REMOVAL_STEP_NONE:
        return;
    case LS_REMOVAL_STEP_COUNT:
        count_begin(run, leaver);
        return;
    case LS_REMOVAL_STEP_DELETE:
        LS_ASSERT(intent.version != 0);
        LS_FALLTHROUGH;
    case LS_REMOVAL_STEP_READ:
    case LS_REMOVAL_STEP_RELEASE:
        LS_ASSERT(intent.item == item);
        if (intent.kind != LS_INTENT_READ)
            ls_pace_write(&ls_run_item(run, item)->pace, ls_run_now_ms(run));
        ls_run_put(run, &intent);
        ls_run_row_judge(run, item);
        return;
    }
}

/* ---- who comes late ---- */

static uint32_t late_next(const struct ls_run *run, uint32_t item)
{
    while (item < run->items.count && !is_leaver(ls_book_facts(run->book, item)))
        item++;
    return item;
}

bool ls_run_has_late(struct ls_run *run)
{
    return run->leaving && late_next(run, run->late_from) < run->items.count;
}

bool ls_run_removal_renew(struct ls_run *run)
{
    if (!ls_run_has_late(run))
        return false;
    ls_run_remove_free(run);
    ls_run_removal_make(run);
    ls_run_rows_renew(run);
    ls_run_mark(run);
    return true;
}

void ls_run_removal_follow(struct ls_run *run)
{
    if (!run->leaving || run->counting || ls_outbox_in_flight(run->outbox) > 0)
        return;
    if (ls_ledger_total(ls_leaving_ledger(run->leaving), LS_REMOVAL_UNSEEN) == 0)
        (void)ls_run_removal_renew(run);
}

void ls_run_remove_free(struct ls_run *run)
{
    while (run->counting)
        count_free(run, run->counting);
    ls_leaving_free(run->leaving);
    run->leaving = NULL;
}
