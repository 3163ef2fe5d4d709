#include "check.h"
#include "sandbox/kinds/addresses.h"
#include "support_json.h"
#include "support_kinds.h"

static void addresses_drop(struct ls_addresses **addresses)
{
    ls_addresses_free(*addresses);
}

TEST(addresses_are_handed_out_in_order_and_taken_when_stored)
{
    struct ls_addresses *addresses LS_AUTO(addresses_drop) = ls_addresses_new();
    struct ls_ip_text ip;
    CHECK(ls_addresses_next_ip(addresses, &ip));
    CHECK_STR(ip.text, "10.0.0.2");
    CHECK(ls_addresses_next_ip(addresses, &ip));
    CHECK_STR(ip.text, "10.0.0.2");
    ls_addresses_take_ip(addresses, LS_SLICE("10.0.0.2"));
    CHECK(ls_addresses_next_ip(addresses, &ip));
    CHECK_STR(ip.text, "10.0.0.3");
    ls_addresses_give_ip(addresses, LS_SLICE("10.0.0.2"));
    CHECK(ls_addresses_next_ip(addresses, &ip));
    CHECK_STR(ip.text, "10.0.0.3"); /* what was given back is reused last */
    CHECK(ls_addresses_ip_is_free(addresses, LS_SLICE("10.0.0.2")));
}

TEST(addresses_outside_of_the_range_are_nobodys)
{
    struct ls_addresses *addresses LS_AUTO(addresses_drop) = ls_addresses_new();
    CHECK(ls_addresses_has_ip(LS_SLICE("10.0.255.254")));
    CHECK(!ls_addresses_has_ip(LS_SLICE("10.0.0.0")));
    CHECK(!ls_addresses_has_ip(LS_SLICE("10.0.255.255")));
    CHECK(!ls_addresses_has_ip(LS_SLICE("10.1.0.1")));
    CHECK(!ls_addresses_has_ip(LS_SLICE("nonsense")));
    ls_addresses_take_ip(addresses, LS_SLICE("None"));
    ls_addresses_give_ip(addresses, LS_SLICE("None"));
    CHECK(!ls_addresses_has_port(29999) && ls_addresses_has_port(30000));
    CHECK(ls_addresses_has_port(32767) && !ls_addresses_has_port(32768));
}

TEST(all_ports_can_be_taken_and_no_more)
{
    struct ls_addresses *addresses LS_AUTO(addresses_drop) = ls_addresses_new();
    int64_t port = 0;
    for (int i = LS_NODE_PORT_MIN; i <= LS_NODE_PORT_MAX; i++) {
        CHECK(ls_addresses_next_port(addresses, 0, &port));
        ls_addresses_take_port(addresses, port);
    }
    CHECK_INT(port, LS_NODE_PORT_MAX);
    CHECK(!ls_addresses_next_port(addresses, 0, &port));
    ls_addresses_give_port(addresses, 31000);
    CHECK(ls_addresses_next_port(addresses, 0, &port));
    CHECK_INT(port, 31000);
}

static struct kinds_outcome service_write(struct kinds_stage *stage, struct ls_node old,
                                          const char *json)
{
    const struct ls_kind *kind =
        ls_registry_kind(stage->cluster.registry, LS_SLICE("v1"), LS_SLICE("Service"));
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = obj_of(json);
    return kinds_write(stage, kind, old, ls_obj_root(object));
}

static const char *text_at(struct ls_node object, const char *path)
{
    return ls_node_text(ls_node_at(object, path));
}

#define PORTS "\"ports\":[{\"port\":80}]"

TEST(two_services_never_share_an_address)
{
    struct kinds_stage stage LS_AUTO(kinds_stage_release);
    kinds_stage_init(&stage);
    struct kinds_outcome one =
        service_write(&stage, LS_ABSENT, "{\"metadata\":{\"name\":\"a\"},\"spec\":{" PORTS "}}");
    struct kinds_outcome two =
        service_write(&stage, LS_ABSENT, "{\"metadata\":{\"name\":\"b\"},\"spec\":{" PORTS "}}");
    CHECK_STR(text_at(one.object, "spec.clusterIP"), "10.0.0.2");
    CHECK_STR(text_at(two.object, "spec.clusterIP"), "10.0.0.3");
    struct kinds_outcome third = service_write(
        &stage, LS_ABSENT,
        "{\"metadata\":{\"name\":\"c\"},\"spec\":{\"clusterIP\":\"10.0.0.3\"," PORTS "}}");
    CHECK_STR(third.failure->message,
              "Service \"c\" is invalid: spec.clusterIPs: Invalid value: [\"10.0.0.3\"]: failed to "
              "allocate IP 10.0.0.3: provided IP is already allocated");
    struct kinds_outcome fourth = service_write(
        &stage, LS_ABSENT,
        "{\"metadata\":{\"name\":\"d\"},\"spec\":{\"clusterIP\":\"1.2.3.4\"," PORTS "}}");
    CHECK_HAS(fourth.failure->message, "the provided network does not match the current range");
}

TEST(a_node_port_that_is_taken_is_refused)
{
    struct kinds_stage stage LS_AUTO(kinds_stage_release);
    kinds_stage_init(&stage);
    struct kinds_outcome one =
        service_write(&stage, LS_ABSENT,
                      "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"type\":\"NodePort\"," PORTS "}}");
    CHECK_INT(ls_node_int(ls_node_get(ls_node_item(ls_node_at(one.object, "spec.ports"), 0),
                                      LS_SLICE("nodePort")),
                          0),
              30000);
    struct kinds_outcome two = service_write(
        &stage, LS_ABSENT,
        "{\"metadata\":{\"name\":\"b\"},\"spec\":{\"type\":\"NodePort\",\"ports\":[{\"port\":80,"
        "\"nodePort\":30000}]}}");
    CHECK_STR(two.failure->message,
              "Service \"b\" is invalid: spec.ports[0].nodePort: Invalid value: 30000: provided "
              "port is already allocated");
}

TEST(an_address_comes_back_when_the_service_goes)
{
    struct kinds_stage stage LS_AUTO(kinds_stage_release);
    kinds_stage_init(&stage);
    struct kinds_outcome one = service_write(
        &stage, LS_ABSENT,
        "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"clusterIP\":\"10.0.7.7\"," PORTS "}}");
    const struct ls_kind *kind =
        ls_registry_kind(stage.cluster.registry, LS_SLICE("v1"), LS_SLICE("Service"));
    CHECK(!ls_addresses_ip_is_free(stage.cluster.addresses, LS_SLICE("10.0.7.7")));
    kind->rules->forget(&stage.cluster, one.object);
    CHECK(ls_addresses_ip_is_free(stage.cluster.addresses, LS_SLICE("10.0.7.7")));
}
