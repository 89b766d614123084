/* SPDX-License-Identifier: Apache-2.0 */
/* Frames, chat messages and packets in streams. */
#include "addon.h"

#define TEXT(part) (const char *)(part).data, (part).size
#define OUT &call.buffer, &call.error

static napi_value put_state(call *call, int status, const imwire_stream_state *state) {
    napi_value object = call_object(call);
    put_number(call, object, "pending", (double)state->pending);
    put_number(call, object, "emptyLines", (double)state->empty_lines);
    put_number(call, object, "openSets", (double)state->open_sets);
    put_boolean(call, object, "isClosed", state->is_closed);
    return call_end(call, status, object);
}

/* The functions that both readers have in common. */
#define READER(kind)                                                                                                \
    static int32_t free_##kind(void *object) {                                                                      \
        return imwire_##kind##_free(object);                                                                        \
    }                                                                                                               \
    static napi_value kind##_new(napi_env env, napi_callback_info info) {                                           \
        call call = call_begin(env, info);                                                                          \
        imwire_##kind *reader = 0;                                                                                  \
        imwire_options *options = call_options(&call, 0);                                                           \
        if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);                                                  \
        int status = imwire_##kind##_new(options, &reader, &call.error);                                            \
        return call_new_handle(&call, status, reader, free_##kind);                                                 \
    }                                                                                                               \
    static napi_value kind##_finish(napi_env env, napi_callback_info info) {                                        \
        call call = call_begin(env, info);                                                                          \
        imwire_##kind *reader = call_handle(&call, 0);                                                              \
        return call_end(&call, call.has_failed ? IMWIRE_OK : imwire_##kind##_finish(reader), 0);                    \
    }                                                                                                               \
    static napi_value kind##_next(napi_env env, napi_callback_info info) {                                          \
        call call = call_begin(env, info);                                                                          \
        imwire_##kind *reader = call_handle(&call, 0);                                                              \
        return call_end_text(&call, call.has_failed ? IMWIRE_OK : imwire_##kind##_next(reader, OUT));               \
    }                                                                                                               \
    static napi_value kind##_state(napi_env env, napi_callback_info info) {                                         \
        call call = call_begin(env, info);                                                                          \
        imwire_stream_state state = {0};                                                                            \
        imwire_##kind *reader = call_handle(&call, 0);                                                              \
        int status = call.has_failed ? IMWIRE_OK : imwire_##kind##_state(reader, &state);                           \
        return put_state(&call, status, &state);                                                                    \
    }

READER(chat_reader)
READER(rmtp_reader)

static napi_value chat_reader_feed(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_chat_reader *reader = call_handle(&call, 0);
    bytes given = call_bytes(&call, 1);
    int64_t time = call_number(&call, 2);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end(&call, imwire_chat_reader_feed(reader, given.data, given.size, time), 0);
}

static napi_value rmtp_reader_feed(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_rmtp_reader *reader = call_handle(&call, 0);
    bytes given = call_bytes(&call, 1);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end(&call, imwire_rmtp_reader_feed(reader, given.data, given.size), 0);
}

static int32_t free_writer(void *object) {
    return imwire_chat_writer_free(object);
}

static napi_value chat_writer_new(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_chat_writer *writer = 0;
    imwire_options *options = call_options(&call, 0);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    int status = imwire_chat_writer_new(options, &writer, &call.error);
    return call_new_handle(&call, status, writer, free_writer);
}

static napi_value chat_writer_write(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_chat_writer *writer = call_handle(&call, 0);
    bytes message = call_bytes(&call, 1);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_bytes(&call, imwire_chat_writer_write(writer, TEXT(message), OUT));
}

static napi_value chat_writer_finish(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_chat_writer *writer = call_handle(&call, 0);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_bytes(&call, imwire_chat_writer_finish(writer, OUT));
}

/* ---- Frames ---- */

static int32_t free_frames(void *object) {
    return imwire_frame_reader_free(object);
}

static napi_value frame_reader_new(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_frame_reader *reader = 0;
    imwire_options *options = call_options(&call, 0);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    int status = imwire_frame_reader_new(options, &reader, &call.error);
    return call_new_handle(&call, status, reader, free_frames);
}

/* Arguments: the reader, the bytes, and an object whose `position` is advanced. */
static napi_value frame_reader_next(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_frame_reader *reader = call_handle(&call, 0);
    bytes given = call_bytes(&call, 1);
    imwire_frame frame = {0};
    napi_value object = 0;
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    size_t position = (size_t)member_number(&call, call.arguments[2], "position", MOST_INTEGER);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    int status = imwire_frame_reader_next(reader, given.data, given.size, &position, &frame, &call.error);
    put_number(&call, call.arguments[2], "position", (double)position);
    if (status == IMWIRE_OK) {
        object = call_object(&call);
        put_number(&call, object, "type", frame.type);
        put_number(&call, object, "flags", frame.flags);
        put_number(&call, object, "sequence", frame.sequence);
        put_range(&call, object, "payload", frame.payload);
        if (frame.has_fragment) {
            napi_value fragment = call_object(&call);
            put_number(&call, fragment, "index", frame.fragment_index);
            put_number(&call, fragment, "count", frame.fragment_count);
            put_number(&call, fragment, "total", frame.fragment_total);
            put_number(&call, fragment, "offset", frame.fragment_offset);
            napi_set_named_property(env, object, "fragment", fragment);
        }
    }
    return call_end(&call, status, object);
}

static napi_value frame_reader_finish(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_frame_reader *reader = call_handle(&call, 0);
    bytes rest = call_bytes(&call, 1);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end(&call, imwire_frame_reader_finish(reader, rest.data, rest.size, &call.error), 0);
}

/* Arguments: an object with the fields of a frame, and the payload. */
static napi_value frame_encode(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_frame frame = {0};
    napi_value fragment;
    napi_valuetype type = napi_undefined;
    bytes payload = call_bytes(&call, 1);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    frame.type = (uint8_t)member_number(&call, call.arguments[0], "type", UINT8_MAX);
    frame.flags = (uint16_t)member_number(&call, call.arguments[0], "flags", UINT16_MAX);
    frame.sequence = (uint32_t)member_number(&call, call.arguments[0], "sequence", UINT32_MAX);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    napi_get_named_property(env, call.arguments[0], "fragment", &fragment);
    napi_typeof(env, fragment, &type);
    if (type == napi_object) {
        frame.has_fragment = 1;
        frame.fragment_index = (uint16_t)member_number(&call, fragment, "index", UINT16_MAX);
        frame.fragment_count = (uint16_t)member_number(&call, fragment, "count", UINT16_MAX);
        frame.fragment_total = (uint32_t)member_number(&call, fragment, "total", UINT32_MAX);
        frame.fragment_offset = (uint32_t)member_number(&call, fragment, "offset", UINT32_MAX);
    }
    return call_end_bytes(&call, imwire_frame_encode(&frame, payload.data, payload.size, &call.buffer));
}

const exported stream_functions[] = {
    {"chatReaderNew", chat_reader_new}, {"chatReaderFeed", chat_reader_feed}, {"chatReaderFinish", chat_reader_finish},
    {"chatReaderNext", chat_reader_next}, {"chatReaderState", chat_reader_state}, {"rmtpReaderNew", rmtp_reader_new},
    {"rmtpReaderFeed", rmtp_reader_feed}, {"rmtpReaderFinish", rmtp_reader_finish},
    {"rmtpReaderNext", rmtp_reader_next}, {"rmtpReaderState", rmtp_reader_state}, {"chatWriterNew", chat_writer_new},
    {"chatWriterWrite", chat_writer_write}, {"chatWriterFinish", chat_writer_finish},
    {"frameReaderNew", frame_reader_new}, {"frameReaderNext", frame_reader_next},
    {"frameReaderFinish", frame_reader_finish}, {"frameEncode", frame_encode}, {0, 0}};
