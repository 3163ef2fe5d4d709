#include "harness.h"

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

using rapidjson::Document;
using rapidjson::Value;

static Document *document(void *value)
{
    return static_cast<Document *>(value);
}

static void *rapid_parse(const char *text, size_t len)
{
    Document *parsed = new Document;
    parsed->Parse<rapidjson::kParseValidateEncodingFlag>(text, len);
    if (!parsed->HasParseError())
        return parsed;
    delete parsed;
    return nullptr;
}

static void rapid_release(void *value)
{
    delete document(value);
}

static size_t rapid_print(void *value)
{
    rapidjson::StringBuffer out;
    rapidjson::Writer<rapidjson::StringBuffer> writer(out);
    document(value)->Accept(writer);
    return out.GetSize();
}

static bool rapid_has(void *value, const char *const *keys, size_t count)
{
    const Value *at = document(value);
    for (size_t i = 0; i < count; i++) {
        Value::ConstMemberIterator member = at->FindMember(keys[i]);
        if (member == at->MemberEnd())
            return false;
        at = &member->value;
    }
    return true;
}

static void *rapid_edited(void *value)
{
    Document *copy = new Document;
    copy->CopyFrom(*document(value), copy->GetAllocator());
    (*copy)["metadata"]["labels"]["team"].SetString("bench");
    return copy;
}

static bool rapid_equal(void *a, void *b)
{
    return *document(a) == *document(b);
}

const struct bench_adapter bench_adapter = {"rapidjson", rapid_parse,  rapid_release, rapid_print,
                                            rapid_has,   rapid_edited, rapid_equal};
