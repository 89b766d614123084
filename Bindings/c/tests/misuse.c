/* SPDX-License-Identifier: Apache-2.0 */
/* Every kind of invalid argument that can be detected: each call must return an error code and change nothing. */
#define _POSIX_C_SOURCE 200809L
#include <imwire.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checks, faults;

static void expect(int line, const char *what, int64_t found, int64_t wanted) {
    checks++;
    if (found == wanted) return;
    faults++;
    printf("misuse.c:%d: %s is %lld, not %lld\n", line, what, (long long)found, (long long)wanted);
}
#define EXPECT(call, wanted) expect(__LINE__, #call, (call), (wanted))
#define HUGE1 ((size_t)-2)
#define HUGE2 (IMWIRE_SIZE_MAX + 1)

static imwire_error error;
static imwire_buffer grown = IMWIRE_BUFFER, reported = IMWIRE_BUFFER;
static const uint8_t *some = (const uint8_t *)"{}";

/* Handles of all kinds. */
static imwire_options *options;
static imwire_validator *validator;
static imwire_types *types;
static imwire_frame_reader *frames;
static imwire_chat_reader *chat;
static imwire_chat_writer *writer;
static imwire_rmtp_reader *packets;
static imwire_packet_scanner *scanner;
static imwire_session *session;

static void make(void) {
    EXPECT(imwire_options_new(&options), IMWIRE_OK);
    EXPECT(imwire_options_set(options, "framing", "line", IMWIRE_NUL), IMWIRE_OK);
    EXPECT(imwire_options_set(options, "direction", "up", 2), IMWIRE_OK);
    EXPECT(imwire_validator_new(0, &validator, &error), IMWIRE_OK);
    EXPECT(imwire_types_new("[]", 2, 0, &types, &error), IMWIRE_OK);
    EXPECT(imwire_options_set_types(options, types), IMWIRE_OK);
    EXPECT(imwire_frame_reader_new(options, &frames, &error), IMWIRE_OK);
    EXPECT(imwire_chat_reader_new(options, &chat, &error), IMWIRE_OK);
    EXPECT(imwire_chat_writer_new(options, &writer, &error), IMWIRE_OK);
    EXPECT(imwire_options_set(options, "framing", "websocket", IMWIRE_NUL), IMWIRE_OK);
    EXPECT(imwire_rmtp_reader_new(options, &packets, &error), IMWIRE_OK);
    EXPECT(imwire_packet_scanner_new(options, &scanner, &error), IMWIRE_OK);
    EXPECT(imwire_session_new("likes", 0, 0, &session, &error), IMWIRE_OK);
}

static void drop(int status) {
    EXPECT(imwire_validator_free(validator), status);
    EXPECT(imwire_types_free(types), status);
    EXPECT(imwire_frame_reader_free(frames), status);
    EXPECT(imwire_chat_reader_free(chat), status);
    EXPECT(imwire_chat_writer_free(writer), status);
    EXPECT(imwire_rmtp_reader_free(packets), status);
    EXPECT(imwire_packet_scanner_free(scanner), status);
    EXPECT(imwire_session_free(session), status);
    EXPECT(imwire_options_free(options), status);
}

/* Makes all calls that take a handle, with something that is not a handle. */
static void on_no_handle(void *none, int options_status) {
    size_t count = 0, position = 0;
    imwire_stream_state state;
    imwire_frame frame = {0};
    imwire_packet packet = {0};
    imwire_options *no = none;
    void *place;
    EXPECT(imwire_options_set(no, "mode", "strict", 6), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_options_set_number(no, "date", 1), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_options_set_limit(no, "depth", 1), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_options_set_types(no, types), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_types_names(none, &grown), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_validator_check(none, "RC:TxtMsg", 9, some, 2, &count, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_validator_deviations(none, &grown), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_frame_reader_next(none, some, 2, &position, &frame, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_frame_reader_finish(none, some, 2, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_chat_reader_feed(none, some, 2, 0), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_chat_reader_finish(none), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_chat_reader_next(none, &grown, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_chat_reader_state(none, &state), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_chat_writer_write(none, "{}", 2, &grown, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_chat_writer_finish(none, &grown, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_rmtp_reader_feed(none, some, 2), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_rmtp_reader_finish(none), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_rmtp_reader_next(none, &grown, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_rmtp_reader_state(none, &state), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_packet_scanner_next(none, some, 2, &position, &packet, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_session_put(none, "{}", 2, &grown, &error), IMWIRE_ERROR_HANDLE);
    /* Null instead of options means the defaults. */
    EXPECT(imwire_content_decode(no, "RC:TxtMsg", 9, some, 2, &grown, &error), options_status);
    EXPECT(imwire_content_encode(no, "RC:TxtMsg", 9, "{}", 2, &grown, &error), options_status);
    EXPECT(imwire_content_describe(no, "RC:TxtMsg", 9, some, 2, &grown, &error), options_status);
    EXPECT(imwire_content_write(no, "RC:TxtMsg", 9, "{}", 2, 0, 0, &grown, &reported, &error), options_status);
    EXPECT(imwire_content_assign(no, "RC:TxtMsg", 9, some, 2, "{}", 2, &grown, &error), options_status);
    if (!none) return;
    EXPECT(imwire_validator_new(no, (imwire_validator **)&place, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_frame_reader_new(no, (imwire_frame_reader **)&place, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_chat_reader_new(no, (imwire_chat_reader **)&place, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_chat_writer_new(no, (imwire_chat_writer **)&place, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_rmtp_reader_new(no, (imwire_rmtp_reader **)&place, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_packet_scanner_new(no, (imwire_packet_scanner **)&place, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_rmtp_encode(no, "{}", 2, 0, 0, &grown, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_body_decode(no, "UpStreamMessage", 15, some, 0, &grown, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_body_encode(no, "UpStreamMessage", 15, "{}", 2, &grown, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_envelope_decode(no, "{}", 2, 0, 0, &grown, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_envelope_encode(no, "{}", 2, &grown, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_post_decode(no, "/", 1, some, 0, &grown, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_navigation_decode(no, some, 2, &grown, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_form_decode(no, "/user/getToken.json", 19, some, 0, &grown, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_answer_decode(no, "/user/getToken.json", 19, some, 2, &grown, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_callback_decode(no, "message", some, 2, &grown, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_query_check(no, some, 0, "", 0, &grown, &error), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_url_decode(no, some, 0, &grown, &error), IMWIRE_ERROR_HANDLE);
    /* Something that is not a handle cannot be freed either. */
    EXPECT(imwire_options_free(none), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_session_free(none), IMWIRE_ERROR_HANDLE);
}

static void null_places(void) {
    size_t position = 0;
    imwire_frame frame;
    imwire_packet packet;
    imwire_range range;
    EXPECT(imwire_options_new(0), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_validator_new(0, 0, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_types_new("[]", 2, 0, 0, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_frame_reader_new(0, 0, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_chat_reader_new(options, 0, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_chat_writer_new(options, 0, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_rmtp_reader_new(options, 0, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_packet_scanner_new(options, 0, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_session_new("likes", 0, 0, 0, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_chat_reader_state(chat, 0), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_rmtp_reader_state(packets, 0), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_frame_reader_next(frames, some, 2, 0, &frame, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_frame_reader_next(frames, some, 2, &position, 0, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_packet_scanner_next(scanner, some, 2, 0, &packet, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_packet_scanner_next(scanner, some, 2, &position, 0, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_body_route(some, 0, 0, 0, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_frame_encode(0, some, 2, &grown), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_json_member("{}", 2, "a", 1, 0, 0, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_json_element("[]", 2, 0, &range, 0, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_json_element("[]", 2, &position, 0, 0, &error), IMWIRE_ERROR_ARGUMENT);
    position = 3;
    EXPECT(imwire_json_element("[]", 2, &position, &range, 0, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_frame_reader_next(frames, some, 2, &position, &frame, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_packet_scanner_next(scanner, some, 2, &position, &packet, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_buffer_free(0), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_has(0), 0);
    /* The error may be null everywhere. */
    EXPECT(imwire_content_decode(0, "RC:TxtMsg", 9, some, 1, &grown, 0), IMWIRE_ERROR_REFUSED);
    EXPECT(imwire_json_member("{", 1, "a", 1, &range, 0, 0), IMWIRE_ERROR_REFUSED);
}

/* Passes null and huge sizes of bytes, in each argument that takes bytes. */
static void bytes(const uint8_t *start, size_t size) {
    const char *text = (const char *)start;
    size_t count, position = 0;
    imwire_frame frame = {0};
    imwire_packet packet;
    imwire_range range;
    imwire_route found;
    imwire_session *made;
    const int wrong = IMWIRE_ERROR_ARGUMENT;
    static const char path[] = "/user/getToken.json";
    EXPECT(imwire_content_decode(0, "RC:TxtMsg", 9, start, size, &grown, &error), wrong);
    EXPECT(imwire_content_decode(0, text, size, some, 2, &grown, &error), wrong);
    EXPECT(imwire_content_encode(0, "RC:TxtMsg", 9, text, size, &grown, &error), wrong);
    EXPECT(imwire_content_encode(0, text, size, "{}", 2, &grown, &error), wrong);
    EXPECT(imwire_content_write(0, text, size, "{}", 2, 0, 0, &grown, &reported, &error), wrong);
    EXPECT(imwire_content_write(0, "RC:TxtMsg", 9, text, size, 0, 0, &grown, &reported, &error), wrong);
    EXPECT(imwire_content_assign(0, text, size, some, 2, "{}", 2, &grown, &error), wrong);
    EXPECT(imwire_content_assign(0, "RC:TxtMsg", 9, start, size, "{}", 2, &grown, &error), wrong);
    EXPECT(imwire_content_assign(0, "RC:TxtMsg", 9, some, 2, text, size, &grown, &error), wrong);
    EXPECT(imwire_content_describe(0, text, size, 0, 0, &grown, &error), wrong);
    EXPECT(imwire_content_describe(0, "RC:TxtMsg", 9, start, size, &grown, &error), wrong);
    EXPECT(imwire_validator_check(validator, "RC:TxtMsg", 9, start, size, &count, &error), wrong);
    EXPECT(imwire_validator_check(validator, text, size, some, 2, &count, &error), wrong);
    EXPECT(imwire_json_member(text, size, "a", 1, &range, 0, &error), wrong);
    EXPECT(imwire_json_member("{}", 2, text, size, &range, 0, &error), wrong);
    EXPECT(imwire_json_element(text, size, &position, &range, 0, &error), wrong);
    EXPECT(imwire_json_text(text, size, &grown, &error), wrong);
    EXPECT(imwire_frame_reader_next(frames, start, size, &position, &frame, &error), wrong);
    EXPECT(imwire_frame_reader_finish(frames, start, size, &error), wrong);
    EXPECT(imwire_frame_encode(&frame, start, size, &grown), wrong);
    EXPECT(imwire_chat_reader_feed(chat, start, size, 0), wrong);
    EXPECT(imwire_chat_writer_write(writer, text, size, &grown, &error), wrong);
    EXPECT(imwire_rmtp_reader_feed(packets, start, size), wrong);
    EXPECT(imwire_rmtp_encode(options, text, size, 0, 0, &grown, &error), wrong);
    EXPECT(imwire_rmtp_encode(options, "{}", 2, start, size, &grown, &error), wrong);
    EXPECT(imwire_packet_scanner_next(scanner, start, size, &position, &packet, &error), wrong);
    EXPECT(imwire_body_route(start, size, 0, &found, &error), wrong);
    EXPECT(imwire_body_decode(0, "UpStreamMessage", 15, start, size, &grown, &error), wrong);
    EXPECT(imwire_body_decode(0, text, size, some, 0, &grown, &error), wrong);
    EXPECT(imwire_body_encode(0, "UpStreamMessage", 15, text, size, &grown, &error), wrong);
    EXPECT(imwire_envelope_decode(options, text, size, 0, 0, &grown, &error), wrong);
    EXPECT(imwire_envelope_encode(options, text, size, &grown, &error), wrong);
    EXPECT(imwire_packet_convert(text, size, "xhr", 0, 0, 0, &grown, &error), wrong);
    EXPECT(imwire_packet_convert("{}", 2, "xhr", 0, start, size, &grown, &error), wrong);
    EXPECT(imwire_post_decode(0, text, size, some, 0, &grown, &error), wrong);
    EXPECT(imwire_post_decode(0, "/", 1, start, size, &grown, &error), wrong);
    EXPECT(imwire_post_encode(text, size, &grown, &error), wrong);
    EXPECT(imwire_navigation_decode(0, start, size, &grown, &error), wrong);
    EXPECT(imwire_navigation_encode(text, size, &grown, &error), wrong);
    EXPECT(imwire_form_decode(0, text, size, some, 0, &grown, &error), wrong);
    EXPECT(imwire_form_decode(0, path, IMWIRE_NUL, start, size, &grown, &error), wrong);
    EXPECT(imwire_form_encode(text, size, "{}", 2, &grown, &error), wrong);
    EXPECT(imwire_form_encode(path, IMWIRE_NUL, text, size, &grown, &error), wrong);
    EXPECT(imwire_answer_decode(0, text, size, some, 2, &grown, &error), wrong);
    EXPECT(imwire_answer_decode(0, path, IMWIRE_NUL, start, size, &grown, &error), wrong);
    EXPECT(imwire_answer_encode(text, size, "{}", 2, &grown, &error), wrong);
    EXPECT(imwire_answer_encode(path, IMWIRE_NUL, text, size, &grown, &error), wrong);
    EXPECT(imwire_callback_decode(0, "message", start, size, &grown, &error), wrong);
    EXPECT(imwire_callback_encode("message", text, size, &grown, &error), wrong);
    EXPECT(imwire_headers_sign(text, size, "", 0, "", 0, "", 0, &grown, &error), wrong);
    EXPECT(imwire_headers_sign("", 0, text, size, "", 0, "", 0, &grown, &error), wrong);
    EXPECT(imwire_headers_sign("", 0, "", 0, text, size, "", 0, &grown, &error), wrong);
    EXPECT(imwire_headers_sign("", 0, "", 0, "", 0, text, size, &grown, &error), wrong);
    EXPECT(imwire_headers_check(text, size, "", 0, &grown, &error), wrong);
    EXPECT(imwire_headers_check("[]", 2, text, size, &grown, &error), wrong);
    EXPECT(imwire_query_check(0, start, size, "", 0, &grown, &error), wrong);
    EXPECT(imwire_query_check(0, some, 0, text, size, &grown, &error), wrong);
    EXPECT(imwire_url_decode(0, start, size, &grown, &error), wrong);
    EXPECT(imwire_url_encode(text, size, &grown, &error), wrong);
    EXPECT(imwire_options_set(options, "beat", text, size), wrong);
    EXPECT(imwire_request_perform(text, size, &grown, &error), wrong);
    if (start) EXPECT(imwire_content_write(0, "A", 1, "{}", 2, text, size, &grown, &reported, &error), wrong);
    EXPECT(imwire_sign(text, size, "n", 1, "t", 1, &grown), wrong);
    EXPECT(imwire_sign("s", 1, text, size, "t", 1, &grown), wrong);
    EXPECT(imwire_sign("s", 1, "n", 1, text, size, &grown), wrong);
    /* A null pointer stands for an absent configuration or event. */
    if (!start) return;
    EXPECT(imwire_session_new("likes", text, size, &made, &error), wrong);
    EXPECT(imwire_session_put(session, text, size, &grown, &error), wrong);
}

/* Passes buffers that are null or invalid. */
static void buffers(imwire_buffer *buffer) {
    const int wrong = IMWIRE_ERROR_ARGUMENT;
    EXPECT(imwire_content_decode(0, "RC:TxtMsg", 9, some, 2, buffer, &error), wrong);
    EXPECT(imwire_content_encode(0, "RC:TxtMsg", 9, "{}", 2, buffer, &error), wrong);
    EXPECT(imwire_content_write(0, "RC:TxtMsg", 9, "{}", 2, 0, 0, buffer, &reported, &error), wrong);
    EXPECT(imwire_content_write(0, "RC:TxtMsg", 9, "{}", 2, 0, 0, &reported, buffer, &error), wrong);
    EXPECT(imwire_content_assign(0, "RC:TxtMsg", 9, some, 2, "{}", 2, buffer, &error), wrong);
    EXPECT(imwire_types_names(types, buffer), wrong);
    EXPECT(imwire_content_describe(0, "RC:TxtMsg", 9, 0, 0, buffer, &error), wrong);
    EXPECT(imwire_validator_deviations(validator, buffer), wrong);
    EXPECT(imwire_json_text("\"\"", 2, buffer, &error), wrong);
    EXPECT(imwire_chat_reader_next(chat, buffer, &error), wrong);
    EXPECT(imwire_chat_writer_write(writer, "{}", 2, buffer, &error), wrong);
    EXPECT(imwire_chat_writer_finish(writer, buffer, &error), wrong);
    EXPECT(imwire_rmtp_reader_next(packets, buffer, &error), wrong);
    EXPECT(imwire_rmtp_encode(options, "{}", 2, 0, 0, buffer, &error), wrong);
    EXPECT(imwire_body_decode(0, "UpStreamMessage", 15, some, 0, buffer, &error), wrong);
    EXPECT(imwire_body_encode(0, "UpStreamMessage", 15, "{}", 2, buffer, &error), wrong);
    EXPECT(imwire_envelope_decode(options, "{}", 2, 0, 0, buffer, &error), wrong);
    EXPECT(imwire_envelope_encode(options, "{}", 2, buffer, &error), wrong);
    EXPECT(imwire_packet_convert("{}", 2, "xhr", 0, 0, 0, buffer, &error), wrong);
    EXPECT(imwire_post_decode(0, "/", 1, some, 0, buffer, &error), wrong);
    EXPECT(imwire_post_encode("{}", 2, buffer, &error), wrong);
    EXPECT(imwire_navigation_decode(0, some, 2, buffer, &error), wrong);
    EXPECT(imwire_navigation_encode("{}", 2, buffer, &error), wrong);
    EXPECT(imwire_session_put(session, "{\"at\":0,\"event\":\"tick\"}", 23, buffer, &error), wrong);
    EXPECT(imwire_sign("s", 1, "n", 1, "t", 1, buffer), wrong);
    EXPECT(imwire_request_perform("{\"op\":\"frame.encode\",\"frames\":[]}", 33, buffer, &error), wrong);
}

static void wrong_values(void) {
    imwire_session *made;
    imwire_types *read = types;
    EXPECT(imwire_types_new("{}", 2, 0, &read, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_types_new("[]", 2, 2, &read, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_types_new("[{}]", 4, 0, &read, &error), IMWIRE_ERROR_UNSUPPORTED);
    EXPECT(imwire_types_new("[", 1, 0, &read, &error), IMWIRE_ERROR_REFUSED);
    EXPECT(read == 0, 1);
    EXPECT(imwire_options_set_types(options, (imwire_types *)validator), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_content_write(0, "A", 1, "{}", 2, "no-sdk", 6, &grown, &reported, &error), IMWIRE_ERROR_UNSUPPORTED);
    EXPECT(reported.size, 0);
    EXPECT(imwire_options_set(options, "mode", "loose", 5), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_options_set(options, "colour", "red", 3), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_options_set(options, 0, "red", 3), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_options_set(options, "beat", "\xff", 1), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_options_set_number(options, "protocolVersion", 5), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_options_set_number(options, "sequence", -1), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_options_set_number(options, "deflate", 2), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_options_set_number(options, 0, 2), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_options_set_limit(options, "depth", -1), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_options_set_limit(options, "heat", 1), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_options_set_limit(options, 0, 1), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_content_decode(0, "\xff", 1, some, 2, &grown, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_body_decode(0, "NoMessage", 9, some, 2, &grown, &error), IMWIRE_ERROR_UNSUPPORTED);
    EXPECT(imwire_packet_convert("{}", 2, "fax", 0, 0, 0, &grown, &error), IMWIRE_ERROR_UNSUPPORTED);
    EXPECT(imwire_packet_convert("{}", 2, 0, 0, 0, 0, &grown, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_form_decode(0, "/no/service.json", 16, some, 0, &grown, &error), IMWIRE_ERROR_UNSUPPORTED);
    EXPECT(imwire_form_encode("/user/getToken.json", 19, "[]", 2, &grown, &error), IMWIRE_ERROR_UNSUPPORTED);
    EXPECT(imwire_form_encode("/user/getToken.json", 19, "{\"use\":1}", 9, &grown, &error), IMWIRE_ERROR_REFUSED);
    EXPECT(strcmp(error.code, "encode.field"), 0);
    EXPECT(imwire_answer_decode(0, "/user/getToken.json", 19, some, 1, &grown, &error), IMWIRE_ERROR_REFUSED);
    EXPECT(imwire_answer_encode("/no/service.json", 16, "{}", 2, &grown, &error), IMWIRE_ERROR_UNSUPPORTED);
    EXPECT(imwire_callback_decode(0, "fax", some, 2, &grown, &error), IMWIRE_ERROR_UNSUPPORTED);
    EXPECT(imwire_callback_decode(0, 0, some, 2, &grown, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_callback_encode("status", "{}", 2, &grown, &error), IMWIRE_ERROR_UNSUPPORTED);
    EXPECT(imwire_callback_encode(0, "{}", 2, &grown, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_headers_sign("a\n", 2, "s", 1, "n", 1, "1", 1, &grown, &error), IMWIRE_ERROR_REFUSED);
    EXPECT(imwire_headers_check("{}", 2, "s", 1, &grown, &error), IMWIRE_ERROR_UNSUPPORTED);
    EXPECT(imwire_headers_check("[]", 2, "s", 1, &grown, &error), IMWIRE_ERROR_REFUSED);
    EXPECT(imwire_query_check(0, some, 2, "s", 1, &grown, &error), IMWIRE_ERROR_REFUSED);
    EXPECT(imwire_url_decode(0, some, 2, &grown, &error), IMWIRE_ERROR_REFUSED);
    EXPECT(imwire_url_encode("{}", 2, &grown, &error), IMWIRE_ERROR_UNSUPPORTED);
    EXPECT(imwire_session_new("engine", 0, 0, &made, &error), IMWIRE_ERROR_UNSUPPORTED);
    EXPECT(made == 0, 1);
    EXPECT(imwire_session_new(0, 0, 0, &made, &error), IMWIRE_ERROR_ARGUMENT);
    EXPECT(imwire_session_new("likes", "{", 1, &made, &error), IMWIRE_ERROR_REFUSED);
    EXPECT(imwire_session_put(session, "{}", 2, &grown, &error), IMWIRE_ERROR_UNSUPPORTED);
    EXPECT(imwire_has("telepathy"), 0);
    EXPECT(grown.size, 0);
}

/* Memory of the caller: first too small, then large enough. */
static void space(void) {
    char memory[256];
    imwire_buffer small = imwire_buffer_over(memory, 4), none = imwire_buffer_over(0, 0);
    static const char line[] = "eyJtZXNzYWdlVHlwZSI6InZhbGlkYXRlIiwiZnJvbVVzZXJJRCI6InUifQ==\n";
    EXPECT(imwire_content_encode(0, "RC:TxtMsg", 9, "{\"content\":\"hi\"}", 16, &none, &error), IMWIRE_ERROR_SPACE);
    EXPECT(none.needed, 16);
    EXPECT(imwire_content_encode(0, "RC:TxtMsg", 9, "{\"content\":\"hi\"}", 16, &small, &error), IMWIRE_ERROR_SPACE);
    EXPECT(small.size, 0);
    small = imwire_buffer_over(memory, 16);
    EXPECT(imwire_content_encode(0, "RC:TxtMsg", 9, "{\"content\":\"hi\"}", 16, &small, &error), IMWIRE_OK);
    EXPECT(memcmp(memory, "{\"content\":\"hi\"}", 16), 0);
    small = imwire_buffer_over(memory, 16);
    EXPECT(imwire_content_write(0, "A", 1, "{}", 2, 0, 0, &small, &none, &error), IMWIRE_ERROR_SPACE);
    EXPECT(imwire_content_write(0, "A", 1, "{}", 2, 0, 0, &none, &small, &error), IMWIRE_ERROR_SPACE);
    EXPECT(small.size, 0);
    EXPECT(imwire_chat_reader_feed(chat, (const uint8_t *)line, sizeof line - 1, 0), IMWIRE_OK);
    EXPECT(imwire_chat_reader_next(chat, &none, &error), IMWIRE_ERROR_SPACE);
    EXPECT(imwire_chat_reader_next(chat, &none, &error), IMWIRE_ERROR_SPACE);
    small = imwire_buffer_over(memory, sizeof memory);
    EXPECT(imwire_chat_reader_next(chat, &small, &error), IMWIRE_OK);
    EXPECT(small.size, none.needed);
    EXPECT(imwire_chat_reader_next(chat, &small, &error), IMWIRE_NONE);
    none = imwire_buffer_over(0, 0);
    small = imwire_buffer_over(memory, sizeof memory);
    EXPECT(imwire_chat_writer_write(writer, "{\"messageType\":\"validate\"}", 26, &none, &error), IMWIRE_ERROR_SPACE);
    EXPECT(imwire_chat_writer_write(writer, 0, 0, &small, &error), IMWIRE_OK);
    EXPECT(small.size, none.needed);
    small.size = 0;
    EXPECT(imwire_session_put(session, "{\"at\":0,\"event\":\"tick\"}", 23, &none, &error), IMWIRE_ERROR_SPACE);
    EXPECT(imwire_session_put(session, 0, 0, &small, &error), IMWIRE_OK);
    EXPECT(small.size == 2 && memcmp(memory, "[]", 2) == 0, 1);
}

/* Two threads use one handle: one of them gets an error, and nothing breaks. */
static volatile int busy[2], other[2];
static pthread_barrier_t start;

static void *hammer(void *argument) {
    int who = *(int *)argument;
    static const char large[200000] = {'['};
    imwire_buffer json = IMWIRE_BUFFER;
    imwire_error mine;
    pthread_barrier_wait(&start);
    for (int round = 0; round < 3000; round++) {
        json.size = 0;
        int status = imwire_chat_reader_feed(chat, (const uint8_t *)large, sizeof large / 100, 0);
        if (status == IMWIRE_ERROR_BUSY) busy[who]++;
        else if (status != IMWIRE_OK) other[who]++;
        status = imwire_chat_reader_next(chat, &json, &mine);
        if (status == IMWIRE_ERROR_BUSY) busy[who]++;
        else if (status < 0 && status != IMWIRE_ERROR_REFUSED) other[who]++;
    }
    imwire_buffer_free(&json);
    return 0;
}

static void threads(void) {
    pthread_t thread[2];
    int who[2] = {0, 1};
    pthread_barrier_init(&start, 0, 2);
    /* On a busy machine, one thread may end before the other begins. */
    for (int attempt = 0; attempt < 200 && busy[0] + busy[1] == 0; attempt++) {
        for (int index = 0; index < 2; index++) pthread_create(&thread[index], 0, hammer, &who[index]);
        for (int index = 0; index < 2; index++) pthread_join(thread[index], 0);
    }
    pthread_barrier_destroy(&start);
    EXPECT(busy[0] + busy[1] > 0, 1);
    EXPECT(other[0] + other[1], 0);
}

int main(void) {
    uint64_t foreign[16] = {0};
    imwire_buffer torn = {(uint8_t *)1, 8, 4, 0, 0}, hollow = {0, 0, 8, 0, 0}, odd = {0, 0, 0, 0, 7};
    make();
    on_no_handle(0, IMWIRE_OK);
    grown.size = reported.size = 0;
    on_no_handle(foreign, IMWIRE_ERROR_HANDLE);
    on_no_handle((char *)foreign + 1, IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_chat_reader_finish((imwire_chat_reader *)packets), IMWIRE_ERROR_HANDLE);
    EXPECT(imwire_session_free((imwire_session *)chat), IMWIRE_ERROR_HANDLE);
    null_places();
    bytes(0, 1);
    bytes(some, HUGE1);
    bytes(some, HUGE2);
    bytes(0, IMWIRE_NUL);
    buffers(0);
    buffers(&torn);
    buffers(&hollow);
    buffers(&odd);
    wrong_values();
    space();
    threads();
    EXPECT(imwire_options_free(0), IMWIRE_OK);
    void *freed = chat;
    drop(IMWIRE_OK);
    drop(IMWIRE_ERROR_HANDLE);
    on_no_handle(freed, IMWIRE_ERROR_HANDLE);
    imwire_buffer_free(&grown);
    imwire_buffer_free(&reported);
    EXPECT(imwire_buffer_free(&grown), IMWIRE_OK);
    printf("%d checks, %d faults; %d calls found the handle busy\n", checks, faults, busy[0] + busy[1]);
    return faults ? 1 : 0;
}
