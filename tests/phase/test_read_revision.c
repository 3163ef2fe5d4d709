/* Revisions: KOTS's own cases of order, stretches, gates, and what is refused. */
#include "phase/read/revision.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "phase/read/rank.h"
#include "runtime/ledger.h"

/* What the server of these tests has; every other kind is a namespaced one of example.com. */
static const struct ls_resource resources[] = {
    {.version = "v1", .group = "", .kind = "Namespace"},
    {.version = "v1", .group = "apiextensions.k8s.io", .kind = "CustomResourceDefinition"},
    {.version = "v1", .group = "", .kind = "ConfigMap", .is_namespaced = true},
    {.version = "v1", .group = "", .kind = "Service", .is_namespaced = true},
    {.version = "v1", .group = "networking.k8s.io", .kind = "Ingress", .is_namespaced = true},
    {.version = "v1", .group = "batch", .kind = "Job", .is_namespaced = true},
    {.version = "v1", .group = "apps", .kind = "Deployment", .is_namespaced = true},
    {.version = "v1", .group = "apps", .kind = "StatefulSet", .is_namespaced = true},
    {.version = "v1", .group = "scheduling.k8s.io", .kind = "PriorityClass"},
};

struct stage {
    struct ls_arena arena;
    struct ls_manifests manifests;
    struct ls_entry *entries;
    const struct ls_revision *revision;
    struct ls_err err;
};

static void stage_release(struct stage *stage)
{
    ls_manifests_release(&stage->manifests);
    ls_arena_release(&stage->arena);
}

static const struct ls_resource *resource_of(struct ls_arena *arena, const char *kind)
{
    for (size_t i = 0; i < LS_COUNT(resources); i++) {
        if (strcmp(resources[i].kind, kind) == 0)
            return &resources[i];
    }
    struct ls_resource *custom = LS_ARENA_NEW(arena, struct ls_resource);
    *custom = (struct ls_resource){
        .group = "example.com", .version = "v1", .kind = kind, .is_namespaced = true};
    return custom;
}

static enum ls_code revision_make(struct stage *stage, size_t count, enum ls_wait_mode mode)
{
    struct ls_problems problems LS_AUTO(ls_problems_release) = {0};
    stage->revision = ls_revision_make(&stage->arena, stage->entries, count, mode, &problems);
    return ls_problems_err(&problems, &stage->err);
}

static enum ls_code stage_make(struct stage *stage, const char *text, enum ls_wait_mode mode)
{
    CHECK_OK(ls_source_read_text(&stage->manifests, "f", ls_slice_of(text), &stage->err),
             stage->err);
    size_t count = stage->manifests.list.count;
    stage->entries = LS_ARENA_ARRAY(&stage->arena, struct ls_entry, count);
    for (size_t i = 0; i < count; i++) {
        const struct ls_manifest *manifest = &stage->manifests.list.at[i];
        struct ls_entry *entry = &stage->entries[i];
        const char *space = ls_node_text(ls_node_at(manifest->object, "metadata.namespace"));
        entry->manifest = manifest;
        entry->ref.resource =
            resource_of(&stage->arena, ls_node_text(ls_node_at(manifest->object, "kind")));
        entry->ref.name = ls_node_text(ls_node_at(manifest->object, "metadata.name"));
        entry->ref.namespace_name = entry->ref.resource->is_namespaced && !*space ? "shop" : space;
    }
    return revision_make(stage, count, mode);
}

/* `KIND NAME CREATION/DELETION wait`, one a line: a shorter way to write manifests. */
static const char *manifests_of(struct stage *stage, const char *rows)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    char kind[64], name[64], creation[16], deletion[16], wait[16];
    for (const char *row = rows; row && *row;
         row = strchr(row, '\n') ? strchr(row, '\n') + 1 : NULL) {
        CHECK_INT(sscanf(row, "%63s %63s %15[^/]/%15s %15s", kind, name, creation, deletion, wait),
                  5);
        ls_buf_printf(&out, "---\nkind: %s\nmetadata:\n  name: '%s'\n  annotations: {x: 'y'", kind,
                      name);
        if (strcmp(creation, "-") != 0)
            ls_buf_printf(&out, ", kots.io/creation-phase: '%s'", creation);
        if (strcmp(deletion, "-") != 0)
            ls_buf_printf(&out, ", kots.io/deletion-phase: '%s'", deletion);
        if (strcmp(wait, "wait") == 0)
            ls_buf_add_text(&out, ", kots.io/wait-for-ready: 'true'");
        ls_buf_add_text(&out, "}\n");
    }
    return ls_arena_dup(&stage->arena, ls_buf_slice(&out));
}

/* `PHASE: a b | c |; PHASE: ...`: names, stretches, phases. */
static const char *creation_shown(struct stage *stage)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    const struct ls_revision *revision = stage->revision;
    for (uint32_t p = 0; p < revision->phase_count; p++) {
        const struct ls_phase *phase = &revision->phases[p];
        ls_buf_printf(&out, "%s%d:", p > 0 ? "; " : "", phase->number);
        for (uint32_t i = 0; i < phase->member_count; i++) {
            const struct ls_member *member = &revision->members[phase->first_member + i];
            if (i > 0 && member->cell != member[-1].cell)
                ls_buf_add_text(&out, " |");
            ls_buf_printf(&out, " %s", member->ref.name);
        }
    }
    return ls_arena_dup(&stage->arena, ls_buf_slice(&out));
}

static int compare_deletion(const void *left, const void *right)
{
    const struct ls_member *a = *(const struct ls_member *const *)left;
    const struct ls_member *b = *(const struct ls_member *const *)right;
    int order = ls_order_compare_deletion(&a->order, &a->ref, &b->order, &b->ref);
    return order != 0 ? order : (a > b) - (a < b);
}

static const char *deletion_shown(struct stage *stage)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    uint32_t count = stage->revision->member_count;
    const struct ls_member **sorted =
        LS_ARENA_ARRAY(&stage->arena, const struct ls_member *, count);
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = &stage->revision->members[i];
    if (count > 0)
        qsort(sorted, count, sizeof *sorted, compare_deletion);
    for (uint32_t i = 0; i < count; i++) {
        bool is_first = i == 0 || sorted[i]->order.deletion != sorted[i - 1]->order.deletion;
        if (is_first)
            ls_buf_printf(&out, "%s%d:", i > 0 ? "; " : "", sorted[i]->order.deletion);
        else if (ls_order_compare_deletion(&sorted[i - 1]->order, &sorted[i - 1]->ref,
                                           &sorted[i]->order, &sorted[i]->ref) != 0)
            ls_buf_add_text(&out, " |");
        ls_buf_printf(&out, " %s", sorted[i]->ref.name);
    }
    return ls_arena_dup(&stage->arena, ls_buf_slice(&out));
}

/* ---- order ---- */

/* clang-format off */
static const struct { const char *rows, *creation, *deletion; } orders[] = {
    {"", "", ""},
    {"Job a -/- no", "0: a", "0: a"},
    {"Job a 1/- no", "1: a", "-1: a"},
    {"Job a 1/- no\nJob b 1/- no", "1: a b", "-1: a b"},
    {"Job a 1/- no\nJob b 2/- no", "1: a; 2: b", "-2: b; -1: a"},
    {"Job a 1/- no\nJob b 2/- no\nJob c -/- no\nJob d -/- no", "0: c d; 1: a; 2: b",
     "-2: b; -1: a; 0: c d"},
    {"Job a 1/- no\nJob b -9999/- no\nJob c 0/- no\nJob d -2/- no", "-9999: b; -2: d; 0: c; 1: a",
     "-1: a; 0: c; 2: d; 9999: b"},
    /* Somebody wrote a deletion phase: those who did not are in 0. */
    {"Job a 1/- no\nJob b 2/5 no\nJob c 3/-1 no", "1: a; 2: b; 3: c", "-1: c; 0: a; 5: b"},
    /* Unknown kinds last, by kind, the same kind in manifest order. */
    {"Zebra z -/- no\nUnknownKind v3 -/- no\nJob j -/- no\nUnknownKind v1 -/- no\nAnt a -/- no\n"
     "UnknownKind v2 -/- no\nConfigMap c -/- no", "0: c | j | a v3 v1 v2 z", "0: a v3 v1 v2 z | j | c"},
    /* KOTS: in each phase the Job, then the unknown kind; away in reverse. */
    {"UnknownKind u2 2/2 no\nJob j2 2/2 no\nUnknownKind u-1 -1/-1 no\nJob j-1 -1/-1 no\nJob j1 1/1 no\n"
     "UnknownKind u1 1/1 no\nJob j-2 -2/-2 no\nUnknownKind u-2 -2/-2 no",
     "-2: j-2 | u-2; -1: j-1 | u-1; 1: j1 | u1; 2: j2 | u2",
     "-2: u-2 | j-2; -1: u-1 | j-1; 1: u1 | j1; 2: u2 | j2"},
    /* A wait ends its stretch; those behind it are in the next, and leave before it. */
    {"Deployment a -/- no\nDeployment b -/- wait\nDeployment c -/- no\nJob j -/- wait\nJob k -/- no",
     "0: a b | c | j | k", "0: k | j | c | a b"},
    {"Deployment a -/- wait\nDeployment b -/- wait", "0: a | b", "0: b | a"},
    /* The ground leaves last, whatever came after it in the phase. */
    {"Service s -/- no\nNamespace n -/- no\nCustomResourceDefinition r -/- no\nThing t -/- no\n"
     "PriorityClass p -/- no", "0: p | n | r | s | t", "0: t | s | p | r | n"},
};
/* clang-format on */

TEST(phases_and_stretches_in_both_directions)
{
    for (size_t i = 0; i < LS_COUNT(orders); i++) {
        struct stage stage LS_AUTO(stage_release) = {0};
        CHECK_OK(stage_make(&stage, manifests_of(&stage, orders[i].rows), LS_WAIT_AUTO), stage.err);
        CHECK_STR(creation_shown(&stage), orders[i].creation);
        CHECK_STR(deletion_shown(&stage), orders[i].deletion);
    }
}

TEST(one_object_of_every_kind_follows_helm)
{
    struct stage stage LS_AUTO(stage_release) = {0};
    struct ls_buf rows LS_AUTO(ls_buf_release) = {0};
    /* Backwards, and the unknown kind first: whatever comes out was sorted. */
    ls_buf_add_text(&rows, "UnknownKind u -/- no\n");
    for (unsigned rank = 38; rank-- > 0;)
        ls_buf_printf(&rows, "%s n%u -/- no\n", ls_rank_kind(rank), rank);
    CHECK_OK(stage_make(&stage, manifests_of(&stage, ls_buf_text(&rows)), LS_WAIT_AUTO), stage.err);
    CHECK_INT(stage.revision->member_count, 39);
    for (unsigned i = 0; i < 38; i++) {
        const struct ls_member *member = &stage.revision->members[i];
        CHECK_STR(member->ref.resource->kind, ls_rank_kind(i));
        CHECK_INT(member->order.position, i * LS_ORDER_CUTS);
        CHECK_INT(member->cell, i);
    }
    CHECK_STR(stage.revision->members[38].ref.name, "u");
    CHECK_INT(stage.revision->members[38].order.position, LS_RANK_UNKNOWN * LS_ORDER_CUTS);
}

TEST(positions_do_not_depend_on_the_mode_nor_on_objects_nobody_waits_for)
{
    static const char rows[] = "Deployment b -/- wait\nDeployment c -/- no\nDeployment d -/- wait";
    static const char more[] = "Deployment a -/- no\nJob x 3/- no\nDeployment b -/- wait\n"
                               "Deployment c -/- no\nDeployment d -/- wait\nService s -/- wait";
    for (int mode = LS_WAIT_AUTO; mode <= LS_WAIT_NONE; mode++) {
        for (int is_more = 0; is_more < 2; is_more++) {
            struct stage stage LS_AUTO(stage_release) = {0};
            CHECK_OK(stage_make(&stage, manifests_of(&stage, is_more ? more : rows),
                                (enum ls_wait_mode)mode),
                     stage.err);
            for (uint32_t i = 0; i < stage.revision->member_count; i++) {
                const struct ls_member *member = &stage.revision->members[i];
                char name = member->ref.name[0];
                if (name >= 'b' && name <= 'd')
                    CHECK_INT(member->order.position, 28 * LS_ORDER_CUTS + (name > 'b'));
            }
        }
    }
}

/* ---- gates ---- */

static const char *gates_shown(struct stage *stage)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    for (uint32_t i = 0; i < stage->revision->member_count; i++) {
        const struct ls_member *member = &stage->revision->members[i];
        ls_buf_printf(&out, "%s%s@%u", i > 0 ? " " : "", member->ref.name, member->cell);
        if (member->gate != LS_NO_CELL)
            ls_buf_printf(&out, "<%u", member->gate);
    }
    return ls_arena_dup(&stage->arena, ls_buf_slice(&out));
}

TEST(gates_by_mode)
{
    static const char rows[] = "Namespace n -/- no\nConfigMap c -/- no\nDeployment d -/- wait\n"
                               "Deployment e -/- no\nJob j 1/- no";
    static const struct {
        enum ls_wait_mode mode, settled;
        const char *gates;
    } modes[] = {
        {LS_WAIT_AUTO, LS_WAIT_ANNOTATED, "n@0<0 c@1 d@2<2 e@3 j@5"},
        {LS_WAIT_ANNOTATED, LS_WAIT_ANNOTATED, "n@0<0 c@1 d@2<2 e@3 j@5"},
        {LS_WAIT_ALL, LS_WAIT_ALL, "n@0<0 c@1<4 d@2<2 e@3<4 j@5<6"},
        {LS_WAIT_NONE, LS_WAIT_NONE, "n@0<0 c@1 d@2 e@3 j@5"},
    };
    for (size_t i = 0; i < LS_COUNT(modes); i++) {
        struct stage stage LS_AUTO(stage_release) = {0};
        CHECK_OK(stage_make(&stage, manifests_of(&stage, rows), modes[i].mode), stage.err);
        CHECK_INT(stage.revision->mode, modes[i].settled);
        CHECK_STR(gates_shown(&stage), modes[i].gates);
        CHECK_INT(stage.revision->cell_count, 7);
        CHECK_INT(stage.revision->phases[0].last_cell, 4);
        CHECK_INT(stage.revision->phases[1].first_cell, 5);
        CHECK_INT(stage.revision->phases[1].last_cell, 6);
    }
}

TEST(without_any_annotation_everything_is_awaited_at_the_end_of_its_phase)
{
    struct stage stage LS_AUTO(stage_release) = {0};
    CHECK_OK(stage_make(&stage, manifests_of(&stage, "Service s -/- no\nDeployment d -/- no"),
                        LS_WAIT_AUTO),
             stage.err);
    CHECK_INT(stage.revision->mode, LS_WAIT_ALL);
    CHECK_STR(gates_shown(&stage), "s@0<2 d@1<2");
}

TEST(who_leans_on_others_is_awaited_at_the_end_of_all)
{
    static const char rows[] = "Service s -/- no\nIngress i -/- no\nConfigMap c -/- no\n"
                               "Service t -/- wait\nDeployment d 1/- no";
    struct stage stage LS_AUTO(stage_release) = {0};
    CHECK_OK(stage_make(&stage, manifests_of(&stage, rows), LS_WAIT_ALL), stage.err);
    CHECK_STR(gates_shown(&stage), "c@0<3 s@1<5 t@1<1 i@2<5 d@4<5");
}

TEST(a_wait_at_the_end_of_a_phase_leaves_no_empty_stretch)
{
    struct stage stage LS_AUTO(stage_release) = {0};
    CHECK_OK(stage_make(&stage, manifests_of(&stage, "Job a -/- wait\nJob b 1/- no"), LS_WAIT_AUTO),
             stage.err);
    CHECK_STR(gates_shown(&stage), "a@0<0 b@2");
    CHECK_INT(stage.revision->phases[0].last_cell, 1);
    CHECK_INT(stage.revision->cell_count, 4);
}

TEST(properties_make_a_gate_too)
{
    struct stage stage LS_AUTO(stage_release) = {0};
    static const char text[] = "kind: Thing\nmetadata:\n  name: a\n  annotations:\n"
                               "    kots.io/wait-for-properties: .status.ready=true\n";
    CHECK_OK(stage_make(&stage, text, LS_WAIT_AUTO), stage.err);
    CHECK_INT(stage.revision->mode, LS_WAIT_ANNOTATED);
    CHECK_STR(gates_shown(&stage), "a@0<0");
}

/* ---- what is refused ---- */

#define CRD(phase)                                                                                 \
    "kind: CustomResourceDefinition\nmetadata: {name: things.example.com, annotations: "           \
    "{kots.io/creation-phase: '" phase "'}}\nspec: {group: example.com, names: {kind: Thing}}\n"
#define THING(phase)                                                                               \
    "kind: Thing\nmetadata: {name: a, annotations: {kots.io/creation-phase: '" phase "'}}\n"
#define SPACE(phase)                                                                               \
    "kind: Namespace\nmetadata: {name: shop, annotations: {kots.io/creation-phase: '" phase "'}}"  \
    "\n"

/* clang-format off */
static const struct { const char *text, *error; } refused[] = {
    {"kind: Job\nmetadata: {name: a}\n---\nkind: Job\nmetadata: {name: b}\n---\nkind: Job\n"
     "metadata: {name: b}\n---\nkind: Job\nmetadata: {name: a}\n",
     "2 problems in the manifests, the first: f:7: Job b: Job shop/b stands already at f:4: keep one "
     "of the two"},
    {"kind: Job\nmetadata: {name: a}\n---\nkind: Job\nmetadata: {name: a, namespace: shop}\n",
     "f:4: Job a: Job shop/a stands already at f:1: keep one of the two"},
    {"kind: Job\nmetadata: {name: a, annotations: {kots.io/creation-phase: x}}\n",
     "f:2: Job a: kots.io/creation-phase is \"x\": write an integer from -9999 to 9999 in quotes, as "
     "in kots.io/creation-phase: \"1\""},
    {CRD("1") "---\n" THING("0"),
     "f:5: Thing a: it goes out in phase 0, before its CustomResourceDefinition at f:1, phase 1: give "
     "the CustomResourceDefinition a lower kots.io/creation-phase, or this object a higher one"},
    {THING("-2") "---\n" CRD("-1"),
     "f:1: Thing a: it goes out in phase -2, before its CustomResourceDefinition at f:4, phase -1: "
     "give the CustomResourceDefinition a lower kots.io/creation-phase, or this object a higher one"},
    {SPACE("3") "---\n" THING("2"),
     "f:4: Thing a: it goes out in phase 2, before its Namespace at f:1, phase 3: give the Namespace "
     "a lower kots.io/creation-phase, or this object a higher one"},
    {"kind: Namespace\nmetadata:\n  name: shop\n  annotations:\n    lockstep.dev/ready: exists\n",
     "f:5: Namespace shop: lockstep.dev/ready cannot stand on a Namespace: what needs it is refused "
     "until it is ready; leave the annotation out"},
};
static const char *const accepted[] = {
    CRD("0") "---\n" THING("0"),
    CRD("-1") "---\n" THING("0"),
    SPACE("0") "---\n" THING("0") "---\n" CRD("0"),
    /* Not the same: another namespace, another kind. */
    "kind: Job\nmetadata: {name: a}\n---\nkind: Job\nmetadata: {name: a, namespace: b}\n",
    "kind: Job\nmetadata: {name: a}\n---\nkind: Deployment\nmetadata: {name: a}\n",
};
/* clang-format on */

TEST(refusals_name_both_places)
{
    for (size_t i = 0; i < LS_COUNT(refused); i++) {
        struct stage stage LS_AUTO(stage_release) = {0};
        CHECK_CODE(stage_make(&stage, refused[i].text, LS_WAIT_AUTO), LS_E_INVALID, stage.err);
        CHECK_STR(stage.err.text, refused[i].error);
    }
    for (size_t i = 0; i < LS_COUNT(accepted); i++) {
        struct stage stage LS_AUTO(stage_release) = {0};
        CHECK_OK(stage_make(&stage, accepted[i], LS_WAIT_AUTO), stage.err);
    }
}

TEST(another_version_of_the_same_kind_is_the_same_object)
{
    struct stage stage LS_AUTO(stage_release) = {0};
    CHECK_OK(stage_make(&stage,
                        "kind: Job\nmetadata: {name: a}\n---\nkind: Job\nmetadata: {name: b}\n",
                        LS_WAIT_AUTO),
             stage.err);
    struct ls_resource beta = *stage.entries[1].ref.resource;
    beta.version = "v1beta1";
    stage.entries[1].ref.resource = &beta;
    stage.entries[1].ref.name = "a";
    CHECK_CODE(revision_make(&stage, 2, LS_WAIT_AUTO), LS_E_INVALID, stage.err);
    CHECK_INT(stage.revision->member_count, 1);
    CHECK_STR(stage.err.text, "f:4: Job b: Job shop/a stands already at f:1: keep one of the two");
}

TEST(a_kind_named_like_a_ranked_one_still_waits_for_its_crd)
{
    struct stage stage LS_AUTO(stage_release) = {0};
    static const char text[] =
        "kind: CustomResourceDefinition\nmetadata: {name: secrets.example.com}\n"
        "spec: {group: example.com, names: {kind: Secret}}\n---\nkind: Secret\n"
        "metadata: {name: a}\n";
    CHECK_CODE(stage_make(&stage, text, LS_WAIT_AUTO), LS_E_INVALID, stage.err);
    CHECK_HAS(stage.err.text, "f:5: Secret a: it goes out in phase 0, before its "
                              "CustomResourceDefinition at f:1, phase 0: give the");
}

/* ---- size ---- */

TEST(fifty_thousand_objects_in_twenty_phases)
{
    enum { COUNT = 50000, PHASES = 20 };
    struct stage stage LS_AUTO(stage_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i < COUNT; i++)
        ls_buf_printf(&text,
                      "---\n{kind: ConfigMap, metadata: {name: c%d, annotations: "
                      "{kots.io/creation-phase: '%d'}}}\n",
                      i, i * 7 % PHASES);
    CHECK_OK(stage_make(&stage, ls_buf_text(&text), LS_WAIT_AUTO), stage.err);
    CHECK_INT(stage.revision->phase_count, PHASES);
    CHECK_INT(stage.revision->cell_count, 2 * PHASES);
    for (uint32_t i = 1; i < COUNT; i++)
        CHECK(ls_order_compare_creation(&stage.revision->members[i - 1].order,
                                        &stage.revision->members[i].order) <= 0);
}
