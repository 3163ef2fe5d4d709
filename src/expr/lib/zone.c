#include "expr/lib/zone.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "expr/lib/scalars.h"
#include "expr/limits.h"
#include "value/go_text.h"

#define ZONE_FOLDER "/usr/share/zoneinfo"

/* The most hours or minutes of an offset: a thousand years. */
enum { ZONE_PART_MAX = 1000 * 366 * 24 };

/* The parts of a TZif file (RFC 8536). Counts are as its header gives them. */
struct zone_file {
    struct ls_slice times;   /* of the transitions, 8 bytes each */
    struct ls_slice indexes; /* the type each transition leads to, a byte each */
    struct ls_slice types;   /* 6 bytes each: offset, is it summer, name */
    struct ls_slice rule;    /* for the time after the last transition */
    size_t time_count, type_count;
};

enum { HEADER_BYTES = 44, TYPE_BYTES = 6, COUNTS_AT = 20, COUNT_COUNT = 6 };
enum { COUNT_UT, COUNT_STD, COUNT_LEAP, COUNT_TIME, COUNT_TYPE, COUNT_CHAR };

static uint32_t u32_read(const char *at)
{
    uint32_t value = 0;
    for (size_t i = 0; i < 4; i++)
        value = value << 8 | (unsigned char)at[i];
    return value;
}

static int64_t i64_read(const char *at)
{
    return (int64_t)((uint64_t)u32_read(at) << 32 | u32_read(at + 4));
}

/* Takes bytes from the front; false: there are too few. */
static bool part_take(struct ls_slice *rest, size_t bytes, struct ls_slice *out)
{
    if (bytes > rest->len)
        return false;
    *out = (struct ls_slice){rest->at, bytes};
    *rest = ls_slice_from(*rest, bytes);
    return true;
}

/* One of the two blocks, with times of 4 or of 8 bytes. */
static bool block_take(struct ls_slice *rest, size_t time_bytes, struct zone_file *out)
{
    struct ls_slice header, skipped;
    size_t counts[COUNT_COUNT];
    if (!part_take(rest, HEADER_BYTES, &header) || memcmp(header.at, "TZif", 4) != 0)
        return false;
    for (size_t i = 0; i < COUNT_COUNT; i++) {
        counts[i] = u32_read(header.at + COUNTS_AT + 4 * i);
        if (counts[i] > LS_ZONE_BYTES_MAX)
            return false;
    }
    out->time_count = counts[COUNT_TIME];
    out->type_count = counts[COUNT_TYPE];
    return part_take(rest, counts[COUNT_TIME] * time_bytes, &out->times) &&
           part_take(rest, counts[COUNT_TIME], &out->indexes) &&
           part_take(rest, counts[COUNT_TYPE] * TYPE_BYTES, &out->types) &&
           part_take(rest, counts[COUNT_CHAR], &skipped) &&
           part_take(rest, counts[COUNT_LEAP] * (time_bytes + 4), &skipped) &&
           part_take(rest, counts[COUNT_STD], &skipped) &&
           part_take(rest, counts[COUNT_UT], &skipped);
}

/* Files of version 1, which have no second block, are refused: none is made any more. */
static bool zone_file_read(struct ls_slice file, struct zone_file *out)
{
    struct ls_slice rest = file;
    if (!block_take(&rest, 4, out) || file.at[4] < '2' || !block_take(&rest, 8, out))
        return false;
    if (rest.len >= 2 && rest.at[0] == '\n' && rest.at[rest.len - 1] == '\n')
        out->rule = (struct ls_slice){rest.at + 1, rest.len - 2};
    return out->type_count > 0;
}

static bool type_offset(const struct zone_file *file, size_t type, int64_t *out)
{
    if (type >= file->type_count)
        return false;
    *out = (int32_t)u32_read(file->types.at + type * TYPE_BYTES);
    return true;
}

/* The time before the first transition: the first type that is no summer time. */
static size_t first_type(const struct zone_file *file)
{
    for (size_t i = 0; i < file->type_count; i++) {
        if (!file->types.at[i * TYPE_BYTES + 4])
            return i;
    }
    return 0;
}

bool ls_zone_file_offset(struct ls_slice bytes, int64_t at_seconds, int64_t *out)
{
    struct zone_file file = {0};
    if (!zone_file_read(bytes, &file))
        return false;
    size_t low = 0; /* the transitions below it are not after the moment */
    size_t high = file.time_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (i64_read(file.times.at + middle * 8) <= at_seconds)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == file.time_count && ls_zone_rule_offset(file.rule, at_seconds, out))
        return true;
    size_t type = low ? (unsigned char)file.indexes.at[low - 1] : first_type(&file);
    return type_offset(&file, type, out);
}

static bool is_name_safe(struct ls_slice zone)
{
    if (zone.at[0] == '/' || zone.at[0] == '\\' || zone.len > LS_ZONE_NAME_BYTES_MAX)
        return false;
    for (size_t i = 0; i < zone.len; i++) {
        char c = zone.at[i];
        if (c == '\0' || (c == '.' && i + 1 < zone.len && zone.at[i + 1] == '.'))
            return false;
    }
    return true;
}

static enum ls_code named_offset(struct ls_slice zone, int64_t at_seconds, int64_t *out,
                                 struct ls_err *err)
{
    char path[sizeof ZONE_FOLDER + 1 + LS_ZONE_NAME_BYTES_MAX];
    struct ls_buf file LS_AUTO(ls_buf_release) = {0};
    if (!is_name_safe(zone))
        return ls_fail(err, LS_E_INVALID, "time: invalid location name");
    snprintf(path, sizeof path, ZONE_FOLDER "/%.*s", LS_ARG(zone));
    if (ls_file_read(path, LS_ZONE_BYTES_MAX, &file, NULL))
        return ls_fail(err, LS_E_INVALID, "unknown time zone %.*s", LS_ARG(zone));
    if (!ls_zone_file_offset(ls_buf_slice(&file), at_seconds, out))
        return ls_fail(err, LS_E_INVALID, "malformed time zone information");
    return LS_OK;
}

static enum ls_code part_read(struct ls_slice digits, int64_t *out, struct ls_err *err)
{
    struct ls_buf quoted LS_AUTO(ls_buf_release) = {0};
    ls_go_quote(&quoted, digits);
    if (!ls_cel_int_parse(digits, out))
        return ls_fail(err, LS_E_INVALID, "strconv.Atoi: parsing %s: invalid syntax",
                       ls_buf_text(&quoted));
    if (*out > ZONE_PART_MAX || *out < -ZONE_PART_MAX)
        return ls_fail(err, LS_E_INVALID, "time zone offset is out of range");
    return LS_OK;
}

/* hh:mm, each any number: 90 minutes are valid. */
static enum ls_code fixed_offset(struct ls_slice zone, size_t colon, int64_t *out,
                                 struct ls_err *err)
{
    int64_t hours = 0;
    int64_t minutes = 0;
    if (part_read((struct ls_slice){zone.at, colon}, &hours, err) ||
        part_read(ls_slice_from(zone, colon + 1), &minutes, err))
        return LS_E_INVALID;
    *out = (hours * 60 + (zone.at[0] == '-' ? -minutes : minutes)) * 60;
    return LS_OK;
}

static bool is_utc(struct ls_slice zone)
{
    return zone.len == 0 || ls_slice_is(zone, "UTC") || ls_slice_is(zone, "Local");
}

bool ls_zone_is_read(struct ls_slice zone)
{
    return !is_utc(zone) && ls_slice_find(zone, ':') == SIZE_MAX;
}

enum ls_code ls_zone_offset(struct ls_slice zone, int64_t at_seconds, int64_t *out,
                            struct ls_err *err)
{
    *out = 0;
    if (is_utc(zone))
        return LS_OK;
    size_t colon = ls_slice_find(zone, ':');
    return colon == SIZE_MAX ? named_offset(zone, at_seconds, out, err)
                             : fixed_offset(zone, colon, out, err);
}
