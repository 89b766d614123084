/* SPDX-License-Identifier: Apache-2.0 */
/* Frames, chat messages and packets, in streams. */
#include "testee.h"

#include <stdlib.h>

/* Writes the item for an error in a stream (TST-065). */
static void put_fault(struct output *ok, const imwire_error *error) {
    put_text(ok, "{\"error\":{\"code\":\"");
    put_text(ok, error->code);
    put_text(ok, "\",\"offset\":");
    put_number(ok, error->offset);
    put_text(ok, error->scope == 2 ? ",\"scope\":\"connection\"" : ",\"scope\":\"message\"");
    if (*error->path) {
        put_text(ok, ",\"path\":\"");
        put_text(ok, error->path);
        put_text(ok, "\"");
    }
    if (error->inner >= 0) {
        put_text(ok, ",\"inner\":");
        put_number(ok, error->inner);
    }
    put_text(ok, "}");
    if (error->batch_count) {
        put_text(ok, ",\"batch\":[");
        put_number(ok, error->batch_index);
        put_text(ok, ",");
        put_number(ok, error->batch_count);
        put_text(ok, "]");
    }
    put_text(ok, "}");
}

static void put_comma(struct output *ok) {
    if (ok->data[ok->size - 1] != '[') put_text(ok, ",");
}

/* The time of the chunk at an index; 0 for all without `times`. */
static long long time_of(struct request *request, struct slice times, size_t *position) {
    long long time = 0;
    struct slice value = element(request, times, position);
    if (value.data)
        for (size_t index = 0; index < value.size && index < 18; index++)
            if (value.data[index] >= '0' && value.data[index] <= '9') time = time * 10 + (value.data[index] - '0');
    if (value.data && *value.data == '-') time = -time;
    return time;
}

/* ---- Frames ---- */

static const struct {
    const char *name;
    uint16_t bit;
} flags[] = {{"deflate", IMWIRE_FRAME_DEFLATE}, {"fragment", IMWIRE_FRAME_FRAGMENT}, {"batch", IMWIRE_FRAME_BATCH},
             {"wantsReceipt", IMWIRE_FRAME_WANTS_RECEIPT}};

static void put_frame(struct output *ok, const imwire_frame *frame, const char *stream) {
    put_text(ok, "{\"frame\":{\"type\":");
    if (frame->type == IMWIRE_FRAME_HEARTBEAT)
        put_text(ok, "\"heartbeat\"");
    else if (frame->type == IMWIRE_FRAME_MESSAGE)
        put_text(ok, "\"message\"");
    else
        put_number(ok, frame->type);
    put_text(ok, ",\"flags\":[");
    for (int index = 0; index < 4; index++) {
        if (!(frame->flags & flags[index].bit)) continue;
        put_comma(ok);
        put_text(ok, "\"");
        put_text(ok, flags[index].name);
        put_text(ok, "\"");
    }
    put_text(ok, "],\"sequence\":");
    put_number(ok, frame->sequence);
    if (frame->has_fragment) {
        put_text(ok, ",\"fragment\":{\"index\":");
        put_number(ok, frame->fragment_index);
        put_text(ok, ",\"count\":");
        put_number(ok, frame->fragment_count);
        put_text(ok, ",\"total\":");
        put_number(ok, frame->fragment_total);
        put_text(ok, ",\"offset\":");
        put_number(ok, frame->fragment_offset);
        put_text(ok, "}");
    }
    put_text(ok, ",\"payload\":\"");
    put_base64(ok, (const uint8_t *)stream + frame->payload.offset, frame->payload.size);
    put_text(ok, "\"}}");
}

int frame_decode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_options *options = options_of(request);
    imwire_frame_reader *reader = 0;
    int status = imwire_frame_reader_new(options, &reader, error);
    struct slice chunks = required(request, request->json, "chunks", '[');
    struct output stream = {0};
    size_t place = 0, position = 0;
    put_text(ok, "{\"items\":[");
    for (struct slice json; (json = element(request, chunks, &place)).data && status >= 0;) {
        struct slice chunk = bytes_of(request, json);
        put(&stream, chunk.data, chunk.size);
        while (status >= 0) {
            imwire_frame frame;
            int found = imwire_frame_reader_next(
                reader, (uint8_t *)stream.data, stream.size, &position, &frame, error);
            if (found == IMWIRE_NONE) break;
            put_comma(ok);
            if (found == IMWIRE_OK)
                put_frame(ok, &frame, stream.data);
            else if (found == IMWIRE_ERROR_REFUSED)
                put_fault(ok, error);
            else
                status = found;
            if (found == IMWIRE_ERROR_REFUSED && error->scope == 2) break;
        }
    }
    size_t pending = stream.size - position;
    if (status >= 0 && is_true(request, request->json, "end")) {
        int ended = imwire_frame_reader_finish(reader, (uint8_t *)stream.data + position, pending, error);
        if (ended == IMWIRE_ERROR_REFUSED) {
            put_comma(ok);
            put_fault(ok, error);
        }
        pending = 0;
    }
    put_text(ok, "],\"pending\":");
    put_number(ok, (long long)pending);
    put_text(ok, "}");
    request_own(request, stream.data ? stream.data : calloc(1, 1));
    imwire_frame_reader_free(reader);
    imwire_options_free(options);
    return status;
}

/* Reads a number that must not exceed `most`. */
static long long field(struct request *request, struct slice object, const char *name, long long most) {
    long long value = 0;
    if (!number(request, object, name, &value) || value < 0 || value > most)
        request_skip(request, "a number is missing or too large");
    return value;
}

int frame_encode(struct request *request, struct output *ok, imwire_error *error) {
    struct slice list = required(request, request->json, "frames", '[');
    imwire_buffer written = IMWIRE_BUFFER;
    size_t place = 0;
    (void)error;
    for (struct slice json; (json = element(request, list, &place)).data;) {
        imwire_frame frame = {0};
        struct slice kind = required(request, json, "type", 0);
        if (equals(kind, "\"heartbeat\""))
            frame.type = IMWIRE_FRAME_HEARTBEAT;
        else if (equals(kind, "\"message\""))
            frame.type = IMWIRE_FRAME_MESSAGE;
        else
            frame.type = (uint8_t)field(request, json, "type", 255);
        struct slice names = required(request, json, "flags", '[');
        size_t index = 0;
        for (struct slice name; (name = element(request, names, &index)).data;) {
            struct slice flag = text_of(request, name);
            uint16_t bit = 0;
            for (int known = 0; known < 4; known++)
                if (equals(flag, flags[known].name)) bit = flags[known].bit;
            if (!bit) request_skip(request, "an unknown flag");
            frame.flags |= bit;
        }
        frame.sequence = (uint32_t)field(request, json, "sequence", 0xffffffff);
        struct slice fragment = member(request, json, "fragment");
        if (fragment.data) {
            frame.has_fragment = 1;
            frame.fragment_index = (uint16_t)field(request, fragment, "index", 0xffff);
            frame.fragment_count = (uint16_t)field(request, fragment, "count", 0xffff);
            frame.fragment_total = (uint32_t)field(request, fragment, "total", 0xffffffff);
            frame.fragment_offset = (uint32_t)field(request, fragment, "offset", 0xffffffff);
        }
        struct slice payload = bytes(request, json, "payload");
        int status = imwire_frame_encode(&frame, (const uint8_t *)payload.data, payload.size, &written);
        if (status != IMWIRE_OK) return status;
    }
    put_text(ok, "{\"bytes\":\"");
    put_base64(ok, written.data, written.size);
    put_text(ok, "\"}");
    imwire_buffer_free(&written);
    return IMWIRE_OK;
}

/* ---- Chat messages ---- */

static int drain_chat(imwire_chat_reader *reader, struct output *ok, imwire_error *error) {
    while (1) {
        imwire_buffer json = IMWIRE_BUFFER;
        int status = imwire_chat_reader_next(reader, &json, error);
        if (status == IMWIRE_NONE) return IMWIRE_OK;
        if (status < 0 && status != IMWIRE_ERROR_REFUSED) return status;
        put_comma(ok);
        if (status == IMWIRE_ERROR_REFUSED) put_fault(ok, error);
        put_buffer(ok, &json);
    }
}

int chat_decode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_options *options = options_of(request);
    imwire_chat_reader *reader = 0;
    int status = imwire_chat_reader_new(options, &reader, error);
    struct slice chunks = required(request, request->json, "chunks", '[');
    struct slice times = member(request, request->json, "times");
    imwire_stream_state state = {0};
    size_t place = 0, clock = 0;
    put_text(ok, "{\"items\":[");
    for (struct slice json; status >= 0 && (json = element(request, chunks, &place)).data;) {
        struct slice chunk = bytes_of(request, json);
        status = imwire_chat_reader_feed(
            reader, (const uint8_t *)chunk.data, chunk.size, time_of(request, times, &clock));
        if (status >= 0) status = drain_chat(reader, ok, error);
    }
    if (status >= 0 && is_true(request, request->json, "end")) {
        imwire_chat_reader_finish(reader);
        status = drain_chat(reader, ok, error);
    }
    if (status >= 0) status = imwire_chat_reader_state(reader, &state);
    put_text(ok, "],\"pending\":");
    put_number(ok, (long long)state.pending);
    put_text(ok, ",\"emptyLines\":");
    put_number(ok, (long long)state.empty_lines);
    if (equals(member(request, request->json, "framing"), "\"packet\"")) {
        put_text(ok, ",\"open\":");
        put_number(ok, (long long)state.open_sets);
    }
    put_text(ok, "}");
    imwire_chat_reader_free(reader);
    imwire_options_free(options);
    return status;
}

int chat_encode(struct request *request, struct output *ok, imwire_error *error) {
    if (member(request, request->json, "capacity").data) return perform(request, ok, error);
    imwire_options *options = options_of(request);
    imwire_chat_writer *writer = 0;
    imwire_buffer written = IMWIRE_BUFFER;
    int status = imwire_chat_writer_new(options, &writer, error);
    struct slice messages = required(request, request->json, "messages", '[');
    size_t place = 0;
    for (struct slice json; status >= 0 && (json = element(request, messages, &place)).data;)
        status = imwire_chat_writer_write(writer, json.data, json.size, &written, error);
    if (status >= 0) status = imwire_chat_writer_finish(writer, &written, error);
    put_text(ok, "{\"bytes\":\"");
    put_base64(ok, written.data, written.size);
    put_text(ok, "\"}");
    imwire_buffer_free(&written);
    imwire_chat_writer_free(writer);
    imwire_options_free(options);
    return status;
}

/* ---- RongCloud's packets ---- */

static int drain_packets(imwire_rmtp_reader *reader, struct output *ok, imwire_error *error) {
    while (1) {
        imwire_buffer json = IMWIRE_BUFFER;
        int status = imwire_rmtp_reader_next(reader, &json, error);
        if (status == IMWIRE_NONE) return IMWIRE_OK;
        if (status < 0 && status != IMWIRE_ERROR_REFUSED) return status;
        put_comma(ok);
        if (status == IMWIRE_ERROR_REFUSED) put_fault(ok, error);
        put_buffer(ok, &json);
    }
}

int rmtp_decode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_options *options = options_of(request);
    imwire_rmtp_reader *reader = 0;
    int status = imwire_rmtp_reader_new(options, &reader, error);
    struct slice chunks = required(request, request->json, "chunks", '[');
    bool is_text = equals(member(request, request->json, "framing"), "\"xhr\"");
    imwire_stream_state state = {0};
    size_t place = 0;
    required(request, request->json, "protocolVersion", 0);
    put_text(ok, "{\"items\":[");
    for (struct slice json; status >= 0 && (json = element(request, chunks, &place)).data;) {
        struct slice chunk = is_text ? text_of(request, json) : bytes_of(request, json);
        status = imwire_rmtp_reader_feed(reader, (const uint8_t *)chunk.data, chunk.size);
        if (status >= 0) status = drain_packets(reader, ok, error);
    }
    if (status >= 0 && is_true(request, request->json, "end")) {
        imwire_rmtp_reader_finish(reader);
        status = drain_packets(reader, ok, error);
    }
    if (status >= 0) status = imwire_rmtp_reader_state(reader, &state);
    put_text(ok, "],\"pending\":");
    put_number(ok, (long long)state.pending);
    put_text(ok, "}");
    imwire_rmtp_reader_free(reader);
    imwire_options_free(options);
    return status;
}
