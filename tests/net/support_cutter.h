#pragma once
/*
 * A wire cutter: a TCP relay on the loop between a client and a server, which breaks the first
 * connection after so many bytes in one direction and leaves later ones alone.
 */
#include "base/loop.h"

enum cut_way { CUT_TO_SERVER, CUT_TO_CLIENT, CUT_WAY_COUNT };

struct cutter;
struct cutter *cutter_new(struct ls_loop *loop, uint16_t server_port);
void cutter_free(struct cutter *cutter);
uint16_t cutter_port(const struct cutter *cutter);
/* The next connection breaks after this many bytes that way; abruptly (RST) or not (FIN). */
void cutter_arm(struct cutter *cutter, enum cut_way way, size_t bytes, bool is_abrupt);
bool cutter_has_cut(const struct cutter *cutter); /* since it was armed */
