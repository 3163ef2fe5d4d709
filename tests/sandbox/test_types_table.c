/* The table of API types is consistent: code that walks it relies on this. */
#include "check.h"

#include <string.h>

#include "sandbox/types/api_type.h"
#include "sandbox/types/table_types.h"

#define EACH_FIELD(type, field)                                                                    \
    for (size_t t_ = 0; t_ < ls_api_type_count; t_++)                                              \
        for (const struct ls_api_type *type = ls_api_types[t_]; type; type = NULL)                 \
            for (const struct ls_api_field *field = type->fields;                                  \
                 field && field < type->fields + type->field_count; field++)

static const struct ls_api_field *row(const char *type, const char *name)
{
    const struct ls_api_type *found = ls_api_type_find(type);
    CHECK(found != NULL);
    const struct ls_api_field *field = ls_api_field_find(found, ls_slice_of(name));
    CHECK(field != NULL);
    return field;
}

TEST(types_are_sorted_and_found_by_name)
{
    CHECK(ls_api_types[ls_api_type_count] == NULL);
    for (size_t i = 0; i < ls_api_type_count; i++) {
        CHECK(i == 0 || strcmp(ls_api_types[i - 1]->name, ls_api_types[i]->name) < 0);
        CHECK(ls_api_type_find(ls_api_types[i]->name) == ls_api_types[i]);
        const char *dot = strrchr(ls_api_types[i]->name, '.');
        CHECK_STR(dot + 1, ls_api_types[i]->go_name);
    }
    CHECK(ls_api_type_find("") == NULL);
    CHECK(ls_api_type_find("io.k8s.api.apps.v1.Deploymen") == NULL);
    CHECK(ls_api_type_find("io.k8s.api.core.v1.Pod") == &ls_api_core_v1_Pod);
}

TEST(fields_are_found_by_name_and_stand_once)
{
    EACH_FIELD(type, field)
    CHECK(ls_api_field_find(type, ls_slice_of(field->name)) == field);
    CHECK(ls_api_field_find(&ls_api_core_v1_Pod, LS_SLICE("bogus")) == NULL);
    CHECK(ls_api_field_find(&ls_api_core_v1_Pod, LS_SLICE("spe")) == NULL);
    CHECK(ls_api_field_find(&ls_api_core_v1_Pod, LS_SLICE("")) == NULL);
}

TEST(structs_lead_to_their_type_and_nothing_else_does)
{
    EACH_FIELD(type, field)
    CHECK((field->form == LS_API_FORM_STRUCT) == (field->type != NULL));
}

TEST(numbers_of_one_message_differ)
{
    EACH_FIELD(type, field)
    {
        for (const struct ls_api_field *other = type->fields; field->number && other < field;
             other++)
            CHECK(other->number != field->number || other->inside != field->inside);
    }
}

/* Only apiVersion and kind, which the envelope carries, have no number. */
TEST(all_but_kind_and_version_have_a_number)
{
    EACH_FIELD(type, field)
    {
        if (!field->number)
            CHECK(strcmp(field->name, "kind") == 0 || strcmp(field->name, "apiVersion") == 0);
    }
}

TEST(keys_of_lists_are_fields_of_their_items)
{
    size_t maps = 0;
    EACH_FIELD(type, field)
    {
        CHECK((field->list_kind == LS_LIST_MAP) == (field->keys != NULL));
        CHECK(field->list_kind == LS_LIST_ATOMIC || field->shape == LS_SHAPE_LIST);
        for (const char *const *key = field->keys; key && *key; key++)
            CHECK(ls_api_field_find(field->type, ls_slice_of(*key)) != NULL);
        if (field->patch_key)
            CHECK(ls_api_field_find(field->type, ls_slice_of(field->patch_key)) != NULL);
        maps += field->keys != NULL;
    }
    CHECK(maps >= 45);
}

TEST(well_known_rows_say_what_is_known_of_them)
{
    const struct ls_api_field *field = row("io.k8s.api.apps.v1.DeploymentSpec", "replicas");
    CHECK_INT(field->form, LS_API_FORM_INT32);
    CHECK_INT(field->number, 1);
    CHECK_INT(field->flags, LS_FIELD_POINTER | LS_FIELD_OMIT_EMPTY);

    field = row("io.k8s.api.core.v1.Container", "ports");
    CHECK_INT(field->list_kind, LS_LIST_MAP);
    CHECK_STR(field->keys[0], "containerPort");
    CHECK_STR(field->keys[1], "protocol");
    CHECK(field->keys[2] == NULL);
    CHECK_STR(field->patch_key, "containerPort");
    CHECK(field->type == &ls_api_core_v1_ContainerPort);

    CHECK_STR(row("io.k8s.api.core.v1.ContainerPort", "protocol")->default_json, "\"TCP\"");
    CHECK_INT(row("io.k8s.api.core.v1.Secret", "data")->shape, LS_SHAPE_MAP);
    CHECK_INT(row("io.k8s.api.core.v1.Secret", "data")->form, LS_API_FORM_BYTES);
    CHECK_STR(row("io.k8s.api.core.v1.ResourceRequirements", "limits")->go_whole,
              "v1.ResourceList");
    CHECK_STR(row("io.k8s.api.core.v1.PodStatus", "phase")->go_type, "v1.PodPhase");
    CHECK(ls_api_meta_v1_LabelSelector.is_atomic);
    CHECK(row("io.k8s.api.core.v1.PodSpec", "nodeSelector")->flags & LS_FIELD_ATOMIC);
    CHECK(row("io.k8s.api.core.v1.PersistentVolumeSpec", "claimRef")->flags & LS_FIELD_GRANULAR);
}

/* Embedded messages are unfolded, with their numbers. */
TEST(embedded_fields_say_where_they_are)
{
    CHECK_INT(row("io.k8s.api.core.v1.Volume", "configMap")->inside, 2);
    CHECK_INT(row("io.k8s.api.core.v1.EphemeralContainer", "image")->inside, 1);
    const char *rules = "io.k8s.api.admissionregistration.v1.NamedRuleWithOperations";
    CHECK_INT(row(rules, "operations")->inside, 2);
    CHECK_INT(row(rules, "apiGroups")->inside, 2 | 2 << 8);
    CHECK_INT(row(rules, "resourceNames")->inside, 0);
}
