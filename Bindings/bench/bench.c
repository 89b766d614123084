/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the C interface: bench FOLDER. Prints one line for each task, with its time in nanoseconds. */
#define _POSIX_C_SOURCE 200809L
#include <imwire.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct file {
    uint8_t *bytes;
    size_t size;
} file;

static file content, chat, packets, body;
static imwire_buffer buffer = IMWIRE_BUFFER;
static imwire_error error;
static imwire_validator *validator;
static imwire_options *lines, *tcp;

static file load(const char *folder, const char *name) {
    char path[4096];
    file found = {0, 0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *stream = fopen(path, "rb");
    if (!stream) exit(1);
    found.bytes = malloc(1 << 24);
    found.size = fread(found.bytes, 1, 1 << 24, stream);
    fclose(stream);
    return found;
}

static int decode(void) {
    buffer.size = 0;
    return imwire_content_decode(0, "RC:TxtMsg", 9, content.bytes, content.size, &buffer, &error) == IMWIRE_OK;
}

static int validate(void) {
    return imwire_validator_check(validator, "RC:TxtMsg", 9, content.bytes, content.size, 0, &error) == IMWIRE_OK;
}

static int member(void) {
    imwire_range range;
    return imwire_json_member((const char *)content.bytes, content.size, "content", 7, &range, 0, &error) == IMWIRE_OK;
}

static int read_body(void) {
    buffer.size = 0;
    return imwire_body_decode(0, "UpStreamMessage", 15, body.bytes, body.size, &buffer, &error) == IMWIRE_OK;
}

/* Reads the messages of a stream. */
static int read_chat(void) {
    imwire_chat_reader *reader = 0;
    int count = 0;
    imwire_chat_reader_new(lines, &reader, &error);
    imwire_chat_reader_feed(reader, chat.bytes, chat.size, 0);
    for (buffer.size = 0; imwire_chat_reader_next(reader, &buffer, &error) == IMWIRE_OK; buffer.size = 0) count++;
    imwire_chat_reader_free(reader);
    return count;
}

/* Determines the targets of the messages of a stream. */
static int route(void) {
    imwire_packet_scanner *scanner = 0;
    imwire_packet packet;
    imwire_route found;
    size_t position = 0;
    int count = 0;
    imwire_packet_scanner_new(tcp, &scanner, &error);
    while (imwire_packet_scanner_next(scanner, packets.bytes, packets.size, &position, &packet, &error) == IMWIRE_OK)
        count += imwire_body_route(packets.bytes + packet.data.offset, packet.data.size, 0, &found, &error) == IMWIRE_OK;
    imwire_packet_scanner_free(scanner);
    return count;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Prints the best of seven rounds, each of a fifth of a second of processor time. The clock, which is a system call, is
 * read once in many tasks. */
static void measure(const char *name, int (*task)(void)) {
    double best = 1e18;
    for (int round = 0; round < 7; round++) {
        double start = now(), end;
        long count = 0;
        do {
            long batch = 0;
            for (int turn = 0; turn < 100 && batch < 1000; turn++) {
                int done = task();
                if (!done) exit(1);
                batch += done;
            }
            count += batch;
        } while ((end = now()) - start < 2e8);
        if ((end - start) / (double)count < best) best = (end - start) / (double)count;
    }
    printf("%s %.0f\n", name, best);
}

int main(int count, char **arguments) {
    if (count < 2) return 2;
    content = load(arguments[1], "content.json");
    chat = load(arguments[1], "chat.bin");
    packets = load(arguments[1], "packets.bin");
    body = load(arguments[1], "body.bin");
    imwire_validator_new(0, &validator, &error);
    imwire_options_new(&lines);
    imwire_options_set(lines, "framing", "packet", IMWIRE_NUL);
    imwire_options_new(&tcp);
    imwire_options_set(tcp, "framing", "tcp", IMWIRE_NUL);
    imwire_options_set(tcp, "direction", "up", IMWIRE_NUL);
    measure("decode", decode);
    measure("validate", validate);
    measure("member", member);
    measure("body", read_body);
    measure("chat", read_chat);
    measure("route", route);
    return 0;
}
