// SPDX-License-Identifier: Apache-2.0
// simdjson's On-Demand interface: into strings, or into views of the padded text.

#include "adapter.hpp"
#include "contents.hpp"

#include "simdjson.h"

IMWIRE_PEER(SIMDJSON_VERSION)

namespace {

using namespace simdjson;

void read(ondemand::value value, std::optional<int64_t> &member) { member = int64_t(value.get_int64()); }
void read(ondemand::value value, std::optional<double> &member) { member = double(value.get_double()); }

template <class Text> void read(ondemand::value value, std::optional<Text> &member)
    requires(std::same_as<Text, std::string> || std::same_as<Text, std::string_view>)
{
    member.emplace(std::string_view(value.get_string()));
}

template <class Text> void read(ondemand::value value, std::optional<std::vector<Text>> &member) {
    auto &list = member.emplace();
    for (ondemand::value element : value.get_array()) list.emplace_back(std::string_view(element.get_string()));
}

template <class Object> void read(ondemand::value value, std::optional<Object> &member)
    requires requires(Object object) { object.unknown; };

template <class Object> void read_object(ondemand::object object, Object &target) {
    for (auto field : object) {
        // Finding the end of a name is faster than unescaping it, which hardly any name needs.
        std::string_view name = field.escaped_key();
        if (name.find('\\') != name.npos) [[unlikely]] name = field.unescaped_key();
        bool is_known = false;
        Object::members(target, [&](std::string_view member, auto &slot) {
            if (is_known || name != member) return;
            is_known = true;
            read(field.value(), slot);
        });
        if (!is_known) target.unknown.emplace_back(name, std::string_view(field.value().raw_json()));
    }
}

template <class Object> void read(ondemand::value value, std::optional<Object> &member)
    requires requires(Object object) { object.unknown; }
{
    read_object(value.get_object(), member.emplace());
}

template <class Content> struct Decode : imwire_peer_task {
    padded_string json;
    ondemand::parser parser;

    explicit Decode(std::string_view bytes) : json(bytes) {}

    void decode(Content &content) {
        ondemand::document document = parser.iterate(json);
        read_object(document.get_object(), content);
    }

    std::string describe() override {
        Content content;
        decode(content);
        Description description;
        description.write(content);
        return description.text;
    }

    void run(size_t rounds) override {
        while (rounds--) {
            Content content;
            decode(content);
            keep(content);
        }
    }
};

template <class Text> std::unique_ptr<imwire_peer_task> decode(std::string_view kind, std::string_view bytes) {
    std::unique_ptr<imwire_peer_task> task;
    with_content<Text>(kind, [&](auto content) { task = std::make_unique<Decode<decltype(content)>>(bytes); });
    return task;
}

}  // namespace

std::unique_ptr<imwire_peer_task> make(std::string_view operation, std::string_view kind, std::string_view bytes) {
    if (operation == "decode") return decode<std::string>(kind, bytes);
    if (operation == "view") return decode<std::string_view>(kind, bytes);
    return nullptr;
}
