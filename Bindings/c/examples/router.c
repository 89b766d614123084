/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A router: reads a TCP stream of RongCloud's packets from standard input, and prints the target, the type and the
 * flags of each message. No content is decoded, and nothing is copied except the rest of an incomplete packet.
 *
 *   ./router up|down <STREAM
 */
#include <imwire.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(const uint8_t *bytes, size_t start, imwire_range part) {
    fwrite(bytes + start + part.offset, 1, part.size, stdout);
    putchar('\t');
}

static void route(const uint8_t *bytes, const imwire_packet *packet, int is_down) {
    imwire_route route;
    imwire_error error;
    const uint8_t *body = bytes + packet->data.offset;
    if (packet->type != IMWIRE_PACKET_PUBLISH) return;
    /* A message that this user sent from another device is received in the form in which it was sent. */
    int status = imwire_body_route(body, packet->data.size, is_down && !packet->is_marked, &route, &error);
    if (status == IMWIRE_OK) {
        print(body, 0, route.object_name);
        print(bytes, 0, packet->topic);
        print(bytes, 0, packet->target);
        printf("flags 0x%llx\tcontent %zu bytes\n", (unsigned long long)route.flags, route.content.size);
    } else if (status == IMWIRE_ERROR_REFUSED) {
        printf("refused\t%s at byte %lld of the body\n", error.code, (long long)error.offset);
    }
}

int main(int count, char **arguments) {
    static uint8_t bytes[1 << 20];
    int is_down = count > 1 && strcmp(arguments[1], "down") == 0;
    imwire_options *options = 0;
    imwire_packet_scanner *scanner = 0;
    imwire_error error;
    size_t size = 0, more;
    int status = imwire_options_new(&options);
    if (status == IMWIRE_OK) status = imwire_options_set(options, "framing", "tcp", IMWIRE_NUL);
    if (status == IMWIRE_OK) status = imwire_options_set(options, "direction", is_down ? "down" : "up", IMWIRE_NUL);
    if (status == IMWIRE_OK) status = imwire_options_set_limit(options, "packetBytes", sizeof bytes / 2);
    if (status == IMWIRE_OK) status = imwire_packet_scanner_new(options, &scanner, &error);
    imwire_options_free(options);
    while (status >= 0 && (more = fread(bytes + size, 1, sizeof bytes - size, stdin)) > 0) {
        size_t position = 0;
        imwire_packet packet;
        size += more;
        while ((status = imwire_packet_scanner_next(scanner, bytes, size, &position, &packet, &error)) != IMWIRE_NONE) {
            if (status == IMWIRE_OK) route(bytes, &packet, is_down);
            else if (status == IMWIRE_ERROR_REFUSED) printf("refused\t%s at byte %lld\n", error.code, (long long)error.offset);
            if (status < 0 && (status != IMWIRE_ERROR_REFUSED || error.scope == 2)) break;
        }
        size -= position;
        memmove(bytes, bytes + position, size);
    }
    imwire_packet_scanner_free(scanner);
    return status < 0 ? 1 : 0;
}
