/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A testee of the conformance suite on the C interface: imwire conform --testee ./testee
 *
 * It reads one request per line, makes the calls that any program in C would make, and writes the answer. See
 * Spec/testee-protocol.md.
 */
#define _POSIX_C_SOURCE 200809L
#include "testee.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    operation *answer;
} operations[] = {
    {"content.decode", content_decode}, {"content.encode", content_encode}, {"content.describe", content_describe},
    {"frame.decode", frame_decode}, {"frame.encode", frame_encode}, {"chat.decode", chat_decode},
    {"chat.encode", chat_encode}, {"rmtp.decode", rmtp_decode}, {"rmtp.encode", rmtp_encode},
    {"rmtp.body.decode", body_decode}, {"rmtp.body.encode", body_encode}, {"rmtp.request.decode", post_decode},
    {"rmtp.request.encode", post_encode}, {"rmtp.convert", packet_convert},
    {"rmtp.envelope.decode", envelope_decode}, {"rmtp.envelope.encode", envelope_encode},
    {"rmtp.navigation.decode", navigation_decode}, {"rmtp.navigation.encode", navigation_encode},
    {"session.run", session_run}, {"api.sign", api_sign},
    {"content.validate", perform}, {"content.member", perform}, {"schema.check", schema_check},
    {"api.form.decode", form_decode}, {"api.form.encode", form_encode}, {"api.answer.decode", answer_decode},
    {"api.answer.encode", answer_encode}, {"api.headers.decode", headers_decode},
    {"api.headers.encode", headers_encode}, {"api.query.decode", query_decode},
    {"api.callback.decode", callback_decode}, {"api.callback.encode", callback_encode},
    {"api.url.decode", url_decode}, {"api.url.encode", url_encode},
};
enum { operation_count = sizeof operations / sizeof *operations };

static void hello(struct output *ok) {
    put_text(ok, "{\"name\":\"imwire-c\",\"version\":\"");
    put_text(ok, imwire_version());
    put_text(ok, "\",\"language\":\"C\",\"protocol\":1,\"window\":16,\"deviations\":true,\"unknown\":true,"
                 "\"errorCodes\":true,\"canonical\":true,\"operations\":[");
    for (int index = 0; index < operation_count; index++) {
        put_text(ok, index ? ",\"" : "\"");
        put_text(ok, operations[index].name);
        put_text(ok, "\"");
    }
    put_text(ok, "]}");
}

imwire_options *options_of(struct request *request) {
    static const char *const texts[] = {
        "mode", "framing", "delimiter", "encoding", "beat", "heartbeat", "direction", "astral", "ownId", "variant"};
    static const char *const numbers[] = {"fragmentSize", "sequence", "protocolVersion", "messageId", "date"};
    static const char *const switches[] = {"deflate", "batch", "wantsReceipt"};
    imwire_options *options = 0;
    int status = imwire_options_new(&options);
    for (size_t index = 0; index < sizeof texts / sizeof *texts; index++) {
        struct slice value = text(request, request->json, texts[index]);
        if (value.data) status |= imwire_options_set(options, texts[index], value.data, value.size);
    }
    for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
        long long value;
        if (number(request, request->json, numbers[index], &value))
            status |= imwire_options_set_number(options, numbers[index], value);
    }
    for (size_t index = 0; index < sizeof switches / sizeof *switches; index++)
        if (is_true(request, request->json, switches[index]))
            status |= imwire_options_set_number(options, switches[index], 1);
    if (member(request, request->json, "key").data) {
        struct slice key = bytes(request, request->json, "key");
        status |= imwire_options_set(options, "key", key.data, key.size);
    }
    /* The library cannot list the members of an object, so each possible limit is requested by name. */
    static const char *const limits[] = {
        "contentBytes", "depth", "members", "stringBytes", "items", "numberBytes", "unknownBytes", "lineBytes",
        "packetBytes", "messageBytes", "batchMessages", "inflatedBytes", "inflateRatio", "inflateFloor",
        "openFragments", "fragmentCount", "fragmentBytes", "fragmentAge", "bodyBytes", "bodyDepth", "bodyItems"};
    struct slice given = member(request, request->json, "limits");
    size_t others = 0;
    /* Every limit is a number, so that each member has one colon; one with a name that is not listed remains. */
    for (size_t index = 0; given.data && index < given.size; index++) others += given.data[index] == ':';
    for (size_t index = 0; given.data && index < sizeof limits / sizeof *limits; index++) {
        long long value;
        if (!number(request, given, limits[index], &value)) continue;
        status |= imwire_options_set_limit(options, limits[index], value);
        others--;
    }
    if (others) request_skip(request, "a limit that the specification does not name");
    if (status != IMWIRE_OK) request_skip(request, "an option cannot have its value");
    return options;
}

static void put_error(struct output *line, const imwire_error *error) {
    put_text(line, ",\"error\":{\"code\":\"");
    put_text(line, error->code);
    put_text(line, "\"");
    if (error->offset >= 0) {
        put_text(line, ",\"offset\":");
        put_number(line, error->offset);
    }
    /* Paths consist of names that need no escapes. */
    put_text(line, ",\"path\":\"");
    put_text(line, error->path);
    put_text(line, "\"}");
}

static void answer(struct slice line, struct output *answer) {
    struct request request = {.json = line};
    struct output ok = {0};
    imwire_error error = {0};
    struct slice id = member(&request, line, "id");
    struct slice name = text(&request, line, "op");
    int status = imwire_request_check(line.data, line.size, &error);
    if (status == IMWIRE_OK && equals(name, "hello")) {
        hello(&ok);
    } else if (status == IMWIRE_OK) {
        status = IMWIRE_ERROR_UNSUPPORTED;
        for (int index = 0; index < operation_count; index++)
            if (equals(name, operations[index].name)) status = operations[index].answer(&request, &ok, &error);
    }
    put_text(answer, "{\"id\":");
    put(answer, id.data ? id.data : "null", id.data ? id.size : 4);
    if (request.skip || (status != IMWIRE_OK && status != IMWIRE_ERROR_REFUSED)) {
        put_text(answer, ",\"skipped\":\"");
        put_text(answer, request.skip ? request.skip : error.reason);
        put_text(answer, "\"");
    } else if (status == IMWIRE_OK) {
        put_text(answer, ",\"ok\":");
        put(answer, ok.data, ok.size);
    } else {
        put_error(answer, &error);
    }
    put_text(answer, "}\n");
    free(ok.data);
    request_end(&request);
}

int main(void) {
    char *line = 0;
    size_t capacity = 0;
    ssize_t size;
    if (imwire_abi() != IMWIRE_ABI) return 3;
    while ((size = getline(&line, &capacity, stdin)) > 0) {
        struct output response = {0};
        answer((struct slice){line, (size_t)size}, &response);
        fwrite(response.data, 1, response.size, stdout);
        fflush(stdout);
        free(response.data);
    }
    free(line);
    return 0;
}
