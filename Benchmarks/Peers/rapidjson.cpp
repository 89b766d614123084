// SPDX-License-Identifier: Apache-2.0
// RapidJSON: reads a document into strings, with its check of UTF-8; writes the members of a structure without one.

#include "adapter.hpp"
#include "contents.hpp"

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <stdexcept>

IMWIRE_PEER(RAPIDJSON_VERSION_STRING)

namespace {

using rapidjson::Value;

void check(bool condition) {
    if (!condition) throw std::runtime_error("unexpected JSON");
}

std::string_view text(const Value &value) {
    check(value.IsString());
    return {value.GetString(), value.GetStringLength()};
}

void read(const Value &value, std::optional<int64_t> &member) {
    check(value.IsInt64());
    member = value.GetInt64();
}

void read(const Value &value, std::optional<double> &member) {
    check(value.IsNumber());
    member = value.GetDouble();
}

void read(const Value &value, std::optional<std::string> &member) { member.emplace(text(value)); }

void read(const Value &value, std::optional<std::vector<std::string>> &member) {
    check(value.IsArray());
    auto &list = member.emplace();
    for (const auto &element : value.GetArray()) list.emplace_back(text(element));
}

template <class Object> void read(const Value &value, std::optional<Object> &member)
    requires requires(Object object) { object.unknown; };

template <class Object> void read_object(const Value &value, Object &target) {
    check(value.IsObject());
    for (const auto &[key, member_value] : value.GetObject()) {
        const auto name = text(key);
        bool is_known = false;
        Object::members(target, [&, &member_value = member_value](std::string_view member, auto &slot) {
            if (is_known || name != member) return;
            is_known = true;
            read(member_value, slot);
        });
        if (is_known) continue;
        rapidjson::StringBuffer json;
        rapidjson::Writer<rapidjson::StringBuffer> writer(json);
        member_value.Accept(writer);
        target.unknown.emplace_back(std::string(name), std::string(json.GetString(), json.GetSize()));
    }
}

template <class Object> void read(const Value &value, std::optional<Object> &member)
    requires requires(Object object) { object.unknown; }
{
    read_object(value, member.emplace());
}

template <class Content> struct Decode : imwire_peer_task {
    std::string json;
    std::vector<char> memory;

    explicit Decode(std::string_view bytes) : json(bytes), memory(bytes.size() * 4 + 65'536) {}

    Content decode() {
        rapidjson::MemoryPoolAllocator<> pool(memory.data(), memory.size());
        rapidjson::Document document(&pool);
        document.Parse<rapidjson::kParseValidateEncodingFlag>(json.data(), json.size());
        check(!document.HasParseError());
        Content content;
        read_object(document, content);
        return content;
    }

    std::string describe() override {
        Description description;
        description.write(decode());
        return description.text;
    }

    void run(size_t rounds) override {
        while (rounds--) keep(decode());
    }
};

template <class Content> struct Encode : imwire_peer_task {
    using Writer = rapidjson::Writer<rapidjson::StringBuffer>;
    Content content;
    rapidjson::StringBuffer buffer;

    explicit Encode(std::string_view bytes) : content(Decode<Content>(bytes).decode()) {}

    static void write(Writer &writer, int64_t value) { writer.Int64(value); }
    static void write(Writer &writer, double value) { writer.Double(value); }
    static void write(Writer &writer, const std::string &value) {
        writer.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
    }

    static void write(Writer &writer, const std::vector<std::string> &list) {
        writer.StartArray();
        for (const auto &element : list) write(writer, element);
        writer.EndArray();
    }

    template <class Object> static void write(Writer &writer, const Object &object) {
        writer.StartObject();
        Object::members(object, [&](std::string_view name, const auto &member) {
            if (!member) return;
            writer.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
            write(writer, *member);
        });
        for (const auto &[name, json] : object.unknown) {
            writer.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
            writer.RawValue(json.data(), json.size(), rapidjson::kNullType);
        }
        writer.EndObject();
    }

    void encode() {
        buffer.Clear();
        Writer writer(buffer);
        write(writer, content);
    }

    std::string describe() override {
        encode();
        return std::string(buffer.GetString(), buffer.GetSize());
    }

    void run(size_t rounds) override {
        while (rounds--) {
            encode();
            keep(buffer);
        }
    }
};

}  // namespace

std::unique_ptr<imwire_peer_task> make(std::string_view operation, std::string_view kind, std::string_view bytes) {
    std::unique_ptr<imwire_peer_task> task;
    with_content<std::string>(kind, [&](auto content) {
        using Content = decltype(content);
        if (operation == "decode") task = std::make_unique<Decode<Content>>(bytes);
        if (operation == "encode") task = std::make_unique<Encode<Content>>(bytes);
    });
    return task;
}
