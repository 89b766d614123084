// SPDX-License-Identifier: Apache-2.0
// Packets of the socket chat, read in place with libdeflate's CRC-32 and inflated with libdeflate.

#include "adapter.hpp"

#include <libdeflate.h>

#include <stdexcept>
#include <vector>

IMWIRE_PEER(LIBDEFLATE_VERSION_STRING)

namespace {

struct Frames : imwire_peer_task {
    std::string stream;
    std::vector<char> inflated = std::vector<char>(4 << 20);
    std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> decompressor{
        libdeflate_alloc_decompressor(), libdeflate_free_decompressor};

    explicit Frames(std::string_view bytes) : stream(bytes) {}

    uint32_t number(size_t offset, int bytes) const {
        uint32_t value = 0;
        for (int index = 0; index < bytes; ++index) value = value << 8 | static_cast<unsigned char>(stream[offset + index]);
        return value;
    }

    /// Reads all packets with the checks of a careful reader, and returns the number of payload bytes.
    size_t read() {
        auto check = [](bool condition) {
            if (!condition) throw std::runtime_error("invalid packet");
        };
        size_t total = 0;
        for (size_t start = 0; start + 24 <= stream.size();) {
            const size_t header = number(start + 3, 1), length = number(start + 12, 4);
            const uint32_t flags = number(start + 6, 2), sum = number(start + 16, 4);
            check(number(start, 2) == 0xface && number(start + 2, 1) == 1 && header >= 24 && length <= 1'048'576);
            check(start + header + length <= stream.size() && (flags & 0xfff0) == 0);
            check(libdeflate_crc32(0, stream.data() + start, 16) == sum);
            check(libdeflate_crc32(sum, stream.data() + start + 24, header - 24 + length) == number(start + 20, 4));
            const size_t payload = start + header;
            if (flags & 1) {
                check(length >= 4);
                const size_t expected = number(payload, 4);
                size_t actual = 0;
                check(expected <= inflated.size());
                check(libdeflate_zlib_decompress(decompressor.get(), stream.data() + payload + 4, length - 4,
                          inflated.data(), expected, &actual) == LIBDEFLATE_SUCCESS && actual == expected);
                total += actual;
            } else {
                total += length;
            }
            start = payload + length;
        }
        return total;
    }

    std::string describe() override { return std::to_string(read()); }

    void run(size_t rounds) override {
        while (rounds--) keep(read());
    }
};

}  // namespace

std::unique_ptr<imwire_peer_task> make(std::string_view operation, std::string_view, std::string_view bytes) {
    return operation == "frames" ? std::make_unique<Frames>(bytes) : nullptr;
}
