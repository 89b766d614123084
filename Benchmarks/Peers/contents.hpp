// SPDX-License-Identifier: Apache-2.0
// The contents that the JSON libraries decode and encode: the members that careful code would declare, and all other
// members as their JSON. `Text` is std::string, or std::string_view for a library that can leave text in place.

#pragma once

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// A structure lists its members once, for decoding, encoding and describing: `members` passes each with its name.
#define IMWIRE_MEMBERS(...)                                                                                            \
    std::vector<std::pair<Text, Text>> unknown;                                                                        \
    template <class Self, class Visitor> static void members(Self &self, Visitor &&visit) { __VA_ARGS__ }
#define IMWIRE_MEMBER(name) visit(std::string_view(#name), self.name);

template <class Text> struct User {
    std::optional<Text> id, name, portrait, extra, alias;
    IMWIRE_MEMBERS(IMWIRE_MEMBER(id) IMWIRE_MEMBER(name) IMWIRE_MEMBER(portrait) IMWIRE_MEMBER(extra)
                       IMWIRE_MEMBER(alias))
};

template <class Text> struct Mentioned {
    std::optional<int64_t> type;
    std::optional<std::vector<Text>> userIdList;
    std::optional<Text> mentionedContent;
    IMWIRE_MEMBERS(IMWIRE_MEMBER(type) IMWIRE_MEMBER(userIdList) IMWIRE_MEMBER(mentionedContent))
};

template <class Text> struct TextContent {
    std::optional<Text> content, extra;
    std::optional<User<Text>> user;
    std::optional<Mentioned<Text>> mentionedInfo;
    IMWIRE_MEMBERS(IMWIRE_MEMBER(content) IMWIRE_MEMBER(extra) IMWIRE_MEMBER(user) IMWIRE_MEMBER(mentionedInfo))
};

template <class Text> struct ImageContent {
    std::optional<Text> content, imageUri, extra;
    std::optional<User<Text>> user;
    std::optional<Mentioned<Text>> mentionedInfo;
    IMWIRE_MEMBERS(IMWIRE_MEMBER(content) IMWIRE_MEMBER(imageUri) IMWIRE_MEMBER(extra) IMWIRE_MEMBER(user)
                       IMWIRE_MEMBER(mentionedInfo))
};

template <class Text> struct VoiceContent {
    std::optional<Text> content;
    std::optional<int64_t> duration;
    std::optional<Text> extra;
    std::optional<User<Text>> user;
    std::optional<Mentioned<Text>> mentionedInfo;
    IMWIRE_MEMBERS(IMWIRE_MEMBER(content) IMWIRE_MEMBER(duration) IMWIRE_MEMBER(extra) IMWIRE_MEMBER(user)
                       IMWIRE_MEMBER(mentionedInfo))
};

template <class Text> struct LocationContent {
    std::optional<Text> content;
    std::optional<double> latitude, longitude;
    std::optional<Text> poi, extra;
    std::optional<User<Text>> user;
    std::optional<Mentioned<Text>> mentionedInfo;
    IMWIRE_MEMBERS(IMWIRE_MEMBER(content) IMWIRE_MEMBER(latitude) IMWIRE_MEMBER(longitude) IMWIRE_MEMBER(poi)
                       IMWIRE_MEMBER(extra) IMWIRE_MEMBER(user) IMWIRE_MEMBER(mentionedInfo))
};

template <class Text> struct ProfileContent {
    std::optional<Text> operation, data, extra;
    std::optional<User<Text>> user;
    IMWIRE_MEMBERS(IMWIRE_MEMBER(operation) IMWIRE_MEMBER(data) IMWIRE_MEMBER(extra) IMWIRE_MEMBER(user))
};

/// Calls `body` with a value of the structure for an objectName; returns false if there is none.
template <class Text, class Body> bool with_content(std::string_view object_name, Body &&body) {
    if (object_name == "RC:TxtMsg") body(TextContent<Text>());
    else if (object_name == "RC:ImgMsg") body(ImageContent<Text>());
    else if (object_name == "RC:VcMsg") body(VoiceContent<Text>());
    else if (object_name == "RC:LBSMsg") body(LocationContent<Text>());
    else if (object_name == "RC:ProfileNtf") body(ProfileContent<Text>());
    else return false;
    return true;
}

/// Writes a content as `{"known":{…},"unknown":{…}}`, for comparison and not for speed.
struct Description {
    std::string text;

    void write(std::string_view value) {
        text += '"';
        for (unsigned char byte : value) {
            char escape[8];
            if (byte >= 0x20 && byte != '"' && byte != '\\') text += static_cast<char>(byte);
            else text.append(escape, std::snprintf(escape, sizeof escape, "\\u%04x", byte));
        }
        text += '"';
    }

    void write(int64_t value) { text += std::to_string(value); }

    void write(double value) {
        char digits[32];
        text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
    }

    template <class Value> void write(const std::vector<Value> &values) {
        text += '[';
        for (size_t index = 0; index < values.size(); ++index) {
            if (index) text += ',';
            write(values[index]);
        }
        text += ']';
    }

    template <class Object> void write(const Object &object)
        requires requires { object.unknown; }
    {
        bool is_first = true;
        auto name = [&](std::string_view name) {
            if (!std::exchange(is_first, false)) text += ',';
            write(name);
            text += ':';
        };
        text += R"({"known":{)";
        Object::members(object, [&](std::string_view member, const auto &value) {
            if (!value) return;
            name(member);
            write(*value);
        });
        text += R"(},"unknown":{)";
        is_first = true;
        for (const auto &[member, json] : object.unknown) {
            name(member);
            text += json;
        }
        text += "}}";
    }
};
