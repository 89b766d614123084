// SPDX-License-Identifier: Apache-2.0
// C++ protobuf: decodes into a fresh message or one that is reused, and encodes into memory that exists.

#include "adapter.hpp"

#include "messages.pb.h"

#include <cstring>
#include <stdexcept>
#include <vector>

#define IMWIRE_TEXT_OF(value) #value
#define IMWIRE_TEXT(value) IMWIRE_TEXT_OF(value)
// 3021012 is version 3.21.12.
IMWIRE_PEER(IMWIRE_TEXT(GOOGLE_PROTOBUF_VERSION))

namespace {

template <class Message> void parse(Message &message, const std::string &bytes) {
    if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) throw std::runtime_error("invalid body");
}

template <class Message> struct Fresh : imwire_peer_task {
    std::string bytes;

    explicit Fresh(std::string_view bytes) : bytes(bytes) {}

    std::string describe() override {
        Message message;
        parse(message, bytes);
        return message.SerializeAsString();
    }

    void run(size_t rounds) override {
        while (rounds--) {
            Message message;
            parse(message, bytes);
            keep(message);
        }
    }
};

/// Decodes two bodies by turns; the first one is preceded by its length.
template <class Message> struct Reused : imwire_peer_task {
    std::string bodies[2];
    Message message;

    explicit Reused(std::string_view bytes) {
        uint32_t length = 0;
        if (bytes.size() < sizeof length) throw std::runtime_error("no length");
        std::memcpy(&length, bytes.data(), sizeof length);
        bodies[0] = bytes.substr(sizeof length, length);
        bodies[1] = bytes.substr(sizeof length + bodies[0].size());
    }

    std::string describe() override {
        std::string written;
        for (const auto &body : bodies) {
            parse(message, body);
            message.AppendToString(&written);
        }
        return written;
    }

    void run(size_t rounds) override {
        for (size_t round = 0; round < rounds; ++round) {
            parse(message, bodies[round % 2]);
            keep(message);
        }
    }
};

template <class Message> struct Encode : imwire_peer_task {
    Message message;
    std::vector<char> buffer;

    explicit Encode(std::string_view bytes) : buffer(bytes.size() + 64) { parse(message, std::string(bytes)); }

    void encode() {
        if (!message.SerializeToArray(buffer.data(), static_cast<int>(buffer.size())))
            throw std::runtime_error("not encoded");
    }

    std::string describe() override {
        encode();
        return std::string(buffer.data(), message.GetCachedSize());
    }

    void run(size_t rounds) override {
        while (rounds--) {
            encode();
            keep(buffer);
        }
    }
};

template <class Message> std::unique_ptr<imwire_peer_task> task(std::string_view operation, std::string_view bytes) {
    if (operation == "decode fresh") return std::make_unique<Fresh<Message>>(bytes);
    if (operation == "decode reused") return std::make_unique<Reused<Message>>(bytes);
    if (operation == "encode") return std::make_unique<Encode<Message>>(bytes);
    return nullptr;
}

}  // namespace

std::unique_ptr<imwire_peer_task> make(std::string_view operation, std::string_view kind, std::string_view bytes) {
    if (kind == "UpStreamMessage") return task<rmtp::UpStreamMessage>(operation, bytes);
    if (kind == "DownStreamMessage") return task<rmtp::DownStreamMessage>(operation, bytes);
    if (kind == "DownStreamMessages") return task<rmtp::DownStreamMessages>(operation, bytes);
    if (kind == "NotifyMsg") return task<rmtp::NotifyMsg>(operation, bytes);
    return nullptr;
}
