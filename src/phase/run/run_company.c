/* Companions: pods, EndpointSlices and events that tell why an object is not ready. They are kept
 * in view only while somebody waits for that object, of few objects at once, and counted apart. The
 * object itself is read once more for it: nothing keeps objects. */
#include "phase/run/run_impl.h"

#include <string.h>

#include "health/health.h"
#include "kube/resource_version.h"

struct companion {
    struct run_company *company;
    struct ls_list_watch *watch;
    bool is_synced;
    bool is_optional; /* it only sharpens a reason */
};

struct run_company {
    struct ls_run *run;
    struct run_company *next;
    uint32_t item;
    struct ls_api_call call;
    const struct ls_obj *object;
    struct companion companions[LS_COMPANIONS_MAX];
    size_t companion_count;
    LS_VEC(const struct ls_obj *) found;
    LS_VEC(struct ls_node) nodes;
    size_t bytes;
};

/* ---- judging ---- */

static bool company_is_complete(const struct run_company *company)
{
    for (size_t i = 0; i < company->companion_count; i++) {
        if (!company->companions[i].is_synced)
            return false;
    }
    return company->object && company->companion_count > 0;
}

static struct ls_slice version_of(const struct ls_obj *obj)
{
    return ls_node_string(ls_node_at(ls_obj_root(obj), "metadata.resourceVersion"));
}

/* The watch may have told of a later version than a GET that was answered before it. */
static void company_take(struct run_company *company, const struct ls_obj *obj)
{
    if (company->object &&
        ls_rv_compare(version_of(obj), version_of(company->object)) == LS_RV_OLDER)
        return;
    ls_obj_unref(company->object);
    company->object = ls_obj_ref(obj);
}

/* May close the company: nothing of it is touched afterwards. */
static void company_judge(struct run_company *company)
{
    struct ls_run *run = company->run;
    uint32_t item = company->item;
    if (!company_is_complete(company))
        return;
    ls_vec_clear(&company->nodes);
    for (size_t i = 0; i < company->found.count; i++)
        ls_vec_push(&company->nodes, ls_obj_root(company->found.at[i]));
    struct ls_companion_objects known = {company->nodes.at, company->nodes.count};
    ls_run_item(run, item)->is_attended = true;
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = ls_obj_ref(company->object);
    ls_run_observe(run, item, object, &known);
    if (ls_run_is_look(run) && !run->options.watches_on)
        ls_run_company_close(run, item);
    ls_run_mark(run);
}

/* ---- what is found ---- */

static size_t found_at(const struct run_company *company, struct ls_uid uid)
{
    for (size_t i = 0; i < company->found.count; i++) {
        if (ls_uid_equal(ls_uid_of_object(ls_obj_root(company->found.at[i])), uid))
            return i;
    }
    return SIZE_MAX;
}

static void found_drop(struct run_company *company, struct ls_uid uid)
{
    size_t at = found_at(company, uid);
    if (at == SIZE_MAX)
        return;
    company->bytes -= ls_obj_bytes(company->found.at[at]);
    ls_obj_unref(company->found.at[at]);
    ls_vec_remove_swap(&company->found, at);
}

static void found_keep(struct run_company *company, const struct ls_news *news)
{
    found_drop(company, news->uid);
    size_t bytes = ls_obj_bytes(news->obj);
    if (company->found.count >= LS_RUN_COMPANY_OBJECTS_MAX ||
        company->bytes + bytes > LS_RUN_COMPANY_BYTES_MAX)
        return;
    company->bytes += bytes;
    ls_vec_push(&company->found, ls_obj_ref(news->obj));
}

/* Nobody will be able to say whether the object is ready. */
static void company_despair(struct run_company *company, const struct ls_err *why)
{
    struct ls_run *run = company->run;
    uint32_t item = company->item;
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    ls_ref_print(&name, ls_book_ref(run->book, item));
    ls_run_tell_note(run, "it is not known whether %s is ready: %s", ls_buf_text(&name), why->text);
    ls_run_item(run, item)->is_alone = true;
    ls_run_company_close(run, item);
    ls_run_mark(run);
}

static void companion_news(void *self, const struct ls_news *news)
{
    struct companion *companion = self;
    switch (news->kind) {
    case LS_NEWS_OBJECT:
        found_keep(companion->company, news);
        break;
    case LS_NEWS_GONE:
        found_drop(companion->company, news->uid);
        break;
    case LS_NEWS_SYNCED:
        companion->is_synced = true;
        break;
    case LS_NEWS_TROUBLE:
        if (ls_code_is_transient(news->trouble->code) || news->trouble->code == LS_E_IO)
            return;
        /* Who may not read pods or events is told less, and waits no longer for it. */
        if (!companion->is_optional) {
            company_despair(companion->company, news->trouble);
            return;
        }
        companion->is_synced = true;
        break;
    default:
        return;
    }
    company_judge(companion->company);
}

/* ---- life ---- */

static struct run_company *company_of(const struct ls_run *run, uint32_t item)
{
    struct run_company *company = run->companies;
    while (company && company->item != item)
        company = company->next;
    return company;
}

static void company_free(struct ls_run *run, struct run_company *company)
{
    struct run_company **link = &run->companies;
    while (*link != company)
        link = &(*link)->next;
    *link = company->next;
    run->company_count--;
    ls_api_call_cancel(&company->call);
    for (size_t i = 0; i < company->companion_count; i++)
        ls_list_watch_free(company->companions[i].watch);
    for (size_t i = 0; i < company->found.count; i++)
        ls_obj_unref(company->found.at[i]);
    ls_vec_release(&company->found);
    ls_vec_release(&company->nodes);
    ls_obj_unref(company->object);
    ls_free(company);
}

void ls_run_company_close(struct ls_run *run, uint32_t item)
{
    struct run_company *company = company_of(run, item);
    if (company)
        company_free(run, company);
}

/* Without them an object can still be judged, with less to tell. */
static bool is_optional(const char *kind)
{
    return strcmp(kind, "Pod") == 0 || strcmp(kind, "Event") == 0 ||
           strcmp(kind, "ReplicaSet") == 0;
}

static void companion_open(struct run_company *company, const struct ls_companion *wanted)
{
    struct ls_run *run = company->run;
    const struct ls_resource *resource = ls_run_resource_of(run, wanted->group, wanted->kind);
    if (!resource)
        return;
    struct companion *companion = &company->companions[company->companion_count++];
    *companion = (struct companion){
        .company = company,
        .is_optional = is_optional(wanted->kind),
    };
    const struct ls_selection what = {
        .resource = resource,
        .namespace_name = wanted->namespace_name,
        .labels = wanted->labels,
        .fields = wanted->fields,
    };
    struct ls_err err;
    run->reads++;
    if (ls_list_watch_start(run->client, &what, NULL, companion_news, companion, &companion->watch,
                            &err))
        companion->is_synced = companion->is_optional;
}

/* The server is away: asking at once would ask without end. */
static void attend_later(struct ls_run *run)
{
    run->attend_ms = ls_run_now_ms(run) + LS_RUN_ATTEND_PAUSE_MS;
    ls_run_wake(run, run->attend_ms);
}

/* It has no companions, or cannot be read. Nothing keeps it: it is judged at once. One that is not
 * there any more has none now, and may have some when it is made again. */
static void company_dissolve(struct run_company *company, const struct ls_answer *answer)
{
    struct ls_run *run = company->run;
    uint32_t item = company->item;
    bool passes = ls_code_is_transient(answer->code) || answer->code == LS_E_IO ||
                  answer->code == LS_E_NOT_FOUND;
    ls_run_item(run, item)->is_alone = !passes;
    if (passes)
        attend_later(run);
    company_free(run, company);
    if (answer->code == LS_OK)
        ls_run_observe(run, item, answer->obj, &(struct ls_companion_objects){NULL, 0});
}

static void company_read(void *self, const struct ls_answer *answer)
{
    struct run_company *company = self;
    struct ls_run *run = company->run;
    struct ls_companions wanted = {0};
    ls_run_item(run, company->item)->is_attended = true;
    if (answer->code == LS_OK) {
        ls_arena_reset(&run->scratch);
        company_take(company, answer->obj);
        ls_health_companions(&run->scratch, ls_obj_root(answer->obj), &wanted);
    }
    for (size_t i = 0; i < wanted.count; i++)
        companion_open(company, &wanted.at[i]);
    if (company->companion_count == 0)
        company_dissolve(company, answer);
    ls_run_mark(run);
}

static void company_open(struct ls_run *run, uint32_t item)
{
    struct run_company *company = LS_NEW(struct run_company);
    company->run = run;
    company->item = item;
    company->next = run->companies;
    run->companies = company;
    run->company_count++;
    run->reads++;
    ls_api_call_start(run->client, &company->call,
                      &(struct ls_call_spec){.verb = LS_VERB_GET,
                                             .place = ls_ref_place(ls_book_ref(run->book, item))},
                      company_read, company);
}

bool ls_run_company_again(struct ls_run *run, uint32_t item)
{
    struct run_company *company = company_of(run, item);
    if (company)
        company_judge(company);
    else if (run->company_count < LS_RUN_COMPANIES_MAX)
        company_open(run, item);
    else
        return false;
    return true;
}

static bool has_companions(const struct ls_run *run, uint32_t item)
{
    if (run->items.at[item].is_alone)
        return false;
    const struct ls_resource *resource = ls_book_ref(run->book, item)->resource;
    return ls_health_has_rule(ls_slice_of(resource->group), ls_slice_of(resource->kind));
}

/* ---- whose ---- */

void ls_run_attend(struct ls_run *run, uint32_t cell)
{
    if (ls_run_now_ms(run) < run->attend_ms)
        return;
    uint32_t number = ls_ledger_first(run->gates, cell, LS_GATE_UNMET);
    for (size_t i = 0; i < LS_RUN_ATTEND_MAX && number != LS_NO_ITEM; i++) {
        if (run->company_count >= LS_RUN_COMPANIES_MAX)
            return;
        uint32_t item = number + 1;
        number = ls_ledger_next(run->gates, number);
        if (has_companions(run, item) && !company_of(run, item))
            company_open(run, item);
    }
}

void ls_run_unattended(struct ls_run *run, uint32_t item)
{
    struct run_item *own = ls_run_item(run, item);
    if (own->is_queued || own->is_attended || !has_companions(run, item))
        return;
    own->is_queued = true;
    ls_vec_push(&run->unattended, item);
}

void ls_run_attend_all(struct ls_run *run)
{
    if (run->stage != RUN_STAGE_WORK)
        return;
    while (run->unattended.count > 0 && run->company_count < LS_RUN_COMPANIES_MAX) {
        uint32_t item = ls_vec_pop(&run->unattended);
        ls_run_item(run, item)->is_queued = false;
        if (ls_ledger_state(run->gates, item - 1) != LS_GATE_MET && !company_of(run, item))
            company_open(run, item);
    }
}

bool ls_run_company_is_busy(const struct ls_run *run)
{
    if (!ls_run_is_look(run) || run->stage != RUN_STAGE_WORK)
        return false;
    bool is_full = run->company_count >= LS_RUN_COMPANIES_MAX;
    if (run->unattended.count > 0 && !(is_full && run->options.watches_on))
        return true;
    for (const struct run_company *company = run->companies; company; company = company->next) {
        if (!company_is_complete(company))
            return true;
    }
    return false;
}

/* Companions are selected by the uid, among others. */
static bool is_namesake(const struct run_company *company, const struct ls_obj *obj)
{
    return company->object && !ls_uid_equal(ls_uid_of_object(ls_obj_root(company->object)),
                                            ls_uid_of_object(ls_obj_root(obj)));
}

void ls_run_company_forget(struct ls_run *run, uint32_t item)
{
    ls_run_item(run, item)->is_alone = false;
    ls_run_item(run, item)->is_attended = false;
    ls_run_company_close(run, item);
}

bool ls_run_company_observe(struct ls_run *run, uint32_t item, const struct ls_obj *obj)
{
    struct run_company *company = company_of(run, item);
    if (!company)
        return false;
    if (is_namesake(company, obj)) {
        ls_run_company_forget(run, item);
        return false;
    }
    company_take(company, obj);
    if (!company_is_complete(company))
        return false;
    company_judge(company);
    return true;
}

void ls_run_companies_free(struct ls_run *run)
{
    while (run->companies)
        company_free(run, run->companies);
}
