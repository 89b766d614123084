// SPDX-License-Identifier: Apache-2.0
// yyjson: reads a document into strings; writes one that exists already ("write"), or one that is built from the members
// of a structure each time ("encode"). All documents are in a pool that is reused.

#include "adapter.hpp"
#include "contents.hpp"

#include "yyjson.h"

#include <cstdlib>
#include <cstring>
#include <stdexcept>

IMWIRE_PEER(YYJSON_VERSION_STRING)

namespace {

std::string_view text(yyjson_val *value) { return {yyjson_get_str(value), yyjson_get_len(value)}; }

void check(bool condition) {
    if (!condition) throw std::runtime_error("unexpected JSON");
}

void read(yyjson_val *value, std::optional<int64_t> &member) {
    check(yyjson_is_int(value));
    member = yyjson_get_sint(value);
}

void read(yyjson_val *value, std::optional<double> &member) {
    check(yyjson_is_num(value));
    member = yyjson_get_num(value);
}

void read(yyjson_val *value, std::optional<std::string> &member) {
    check(yyjson_is_str(value));
    member.emplace(text(value));
}

void read(yyjson_val *value, std::optional<std::vector<std::string>> &member) {
    check(yyjson_is_arr(value));
    auto &list = member.emplace();
    size_t index, count;
    yyjson_val *element;
    yyjson_arr_foreach(value, index, count, element) {
        check(yyjson_is_str(element));
        list.emplace_back(text(element));
    }
}

template <class Object> void read(yyjson_val *value, std::optional<Object> &member)
    requires requires(Object object) { object.unknown; };

template <class Object> void read_object(yyjson_val *value, Object &target) {
    check(yyjson_is_obj(value));
    size_t index, count;
    yyjson_val *key, *member_value;
    yyjson_obj_foreach(value, index, count, key, member_value) {
        const auto name = text(key);
        bool is_known = false;
        Object::members(target, [&](std::string_view member, auto &slot) {
            if (is_known || name != member) return;
            is_known = true;
            read(member_value, slot);
        });
        if (is_known) continue;
        size_t length;
        char *json = yyjson_val_write(member_value, 0, &length);
        check(json);
        target.unknown.emplace_back(std::string(name), std::string(json, length));
        std::free(json);
    }
}

template <class Object> void read(yyjson_val *value, std::optional<Object> &member)
    requires requires(Object object) { object.unknown; }
{
    read_object(value, member.emplace());
}

using Document = std::unique_ptr<yyjson_doc, decltype(&yyjson_doc_free)>;

/// A pool of memory for documents and output, which is empty again after each round.
struct Pool {
    std::vector<char> memory;
    yyjson_alc allocator{};

    explicit Pool(size_t bytes) : memory(bytes) { reset(); }
    void reset() { yyjson_alc_pool_init(&allocator, memory.data(), memory.size()); }
};

template <class Content> Content decoded(std::string &json, Pool &pool) {
    Document document(
        yyjson_read_opts(json.data(), json.size(), 0, &pool.allocator, nullptr), yyjson_doc_free);
    check(document != nullptr);
    Content content;
    read_object(yyjson_doc_get_root(document.get()), content);
    return content;
}

template <class Content> struct Decode : imwire_peer_task {
    std::string json;
    Pool pool;

    explicit Decode(std::string_view bytes) : json(bytes), pool(yyjson_read_max_memory_usage(bytes.size(), 0)) {}

    std::string describe() override {
        Description description;
        description.write(decoded<Content>(json, pool));
        return description.text;
    }

    void run(size_t rounds) override {
        while (rounds--) keep(decoded<Content>(json, pool));
    }
};

/// Builds a document of the members of a structure, whose texts are left in place.
struct Builder {
    yyjson_mut_doc *document;

    yyjson_mut_val *value(int64_t number) { return yyjson_mut_sint(document, number); }
    yyjson_mut_val *value(double number) { return yyjson_mut_real(document, number); }
    yyjson_mut_val *value(const std::string &text) { return yyjson_mut_strn(document, text.data(), text.size()); }

    yyjson_mut_val *value(const std::vector<std::string> &list) {
        auto array = yyjson_mut_arr(document);
        for (const auto &element : list) yyjson_mut_arr_append(array, value(element));
        return array;
    }

    template <class Object> yyjson_mut_val *value(const Object &source) {
        auto object = yyjson_mut_obj(document);
        auto append = [&](std::string_view name, yyjson_mut_val *member) {
            yyjson_mut_obj_add(object, yyjson_mut_strn(document, name.data(), name.size()), member);
        };
        Object::members(source, [&](std::string_view name, const auto &member) {
            if (member) append(name, value(*member));
        });
        for (const auto &[name, json] : source.unknown)
            append(name, yyjson_mut_rawn(document, json.data(), json.size()));
        return object;
    }
};

template <class Content> struct Encode : imwire_peer_task {
    Content content;
    Pool pool;

    explicit Encode(std::string_view bytes) : pool(bytes.size() * 8 + 65'536) {
        std::string json(bytes);
        Pool reading(yyjson_read_max_memory_usage(bytes.size(), 0));
        content = decoded<Content>(json, reading);
    }

    std::string_view encode() {
        pool.reset();
        auto document = yyjson_mut_doc_new(&pool.allocator);
        yyjson_mut_doc_set_root(document, Builder{document}.value(content));
        size_t length = 0;
        auto json = yyjson_mut_write_opts(document, 0, &pool.allocator, &length, nullptr);
        return {json, length};
    }

    std::string describe() override { return std::string(encode()); }

    void run(size_t rounds) override {
        while (rounds--) keep(encode());
    }
};

struct Write : imwire_peer_task {
    std::string json;
    Pool reading, pool;
    Document document;

    explicit Write(std::string_view bytes)
        : json(bytes), reading(yyjson_read_max_memory_usage(bytes.size(), 0)), pool(bytes.size() * 8 + 65'536),
          document(yyjson_read_opts(json.data(), json.size(), 0, &reading.allocator, nullptr), yyjson_doc_free) {
        check(document != nullptr);
    }

    std::string_view write() {
        pool.reset();
        size_t length = 0;
        auto text = yyjson_write_opts(document.get(), 0, &pool.allocator, &length, nullptr);
        return {text, length};
    }

    std::string describe() override { return std::string(write()); }

    void run(size_t rounds) override {
        while (rounds--) keep(write());
    }
};

}  // namespace

std::unique_ptr<imwire_peer_task> make(std::string_view operation, std::string_view kind, std::string_view bytes) {
    std::unique_ptr<imwire_peer_task> task;
    if (operation == "write") return std::make_unique<Write>(bytes);
    with_content<std::string>(kind, [&](auto content) {
        using Content = decltype(content);
        if (operation == "decode") task = std::make_unique<Decode<Content>>(bytes);
        if (operation == "encode") task = std::make_unique<Encode<Content>>(bytes);
    });
    return task;
}
