/* SPDX-License-Identifier: Apache-2.0 */
/*
 * imwire: the wire formats of instant messaging, for programs in C and in languages that can call C.
 *
 * Handles. An object that keeps state is a handle: `imwire_…_new` creates it, `imwire_…_free` frees it, and the caller
 * is its only owner. A handle serves one thread at a time: a call on a handle that another thread is using returns
 * IMWIRE_ERROR_BUSY and has no effect. A call on a handle that is null, freed or of another kind returns
 * IMWIRE_ERROR_HANDLE as far as this can be detected: the memory of a freed handle may have been reused. Different
 * handles are independent of each other; the library has no global state.
 *
 * Input bytes belong to the caller. They are read during the call and are never kept, modified or referenced
 * afterwards. Empty input may be a null pointer with the size 0. More than IMWIRE_SIZE_MAX bytes in one call are
 * IMWIRE_ERROR_ARGUMENT.
 *
 * Texts are UTF-8. Their size is in bytes; IMWIRE_NUL instead of a size means that the text ends with a NUL.
 *
 * Output bytes are appended to an imwire_buffer, which either grows or is the caller's memory. If the caller's memory
 * is too small, a call writes nothing, returns IMWIRE_ERROR_SPACE and reports in `needed` the required capacity. No
 * output is lost: a reader returns the same item in the next call, and a writer or session, which has already accepted
 * its message or event, appends the pending output in the next call, for which null with the size 0 is sufficient.
 *
 * JSON output is on one line and in the canonical form of Spec/testee-protocol.md: known members under their canonical
 * names and in the order of the schema, followed by unknown members, and numbers as they were spelled in the input.
 *
 * Errors. Every call that can fail returns a status. For IMWIRE_ERROR_REFUSED, an imwire_error holds the reason: a code
 * of Spec/errors.md, the offset of the invalid byte, and the path of the member. An error contains no bytes of a
 * message. The pointer may be null if the caller does not need the reason.
 */
#ifndef IMWIRE_H
#define IMWIRE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Statuses ---- */

/* The call succeeded. */
#define IMWIRE_OK 0
/* No result, or no further one: for example, a member that is absent or a stream that needs more bytes. */
#define IMWIRE_NONE 1
/* The bytes, the JSON or the configuration are refused; imwire_error holds the location and the reason. */
#define IMWIRE_ERROR_REFUSED (-1)
/* A caller's error: a null pointer, an unknown name, a value out of range. */
#define IMWIRE_ERROR_ARGUMENT (-2)
/* The handle is null, freed, or of another kind. */
#define IMWIRE_ERROR_HANDLE (-3)
/* Another thread is using the handle. */
#define IMWIRE_ERROR_BUSY (-4)
/* The caller's memory is too small. */
#define IMWIRE_ERROR_SPACE (-5)
/* The request is for something that the library does not have: a message, a machine or an event of an unknown name. */
#define IMWIRE_ERROR_UNSUPPORTED (-6)

/* Replaces the size of a text that ends with a NUL. */
#define IMWIRE_NUL ((size_t)-1)
/* The maximum number of input bytes of a call. */
#define IMWIRE_SIZE_MAX ((size_t)0x7fffffff)

/* An error. A call that fails sets all fields; a call that does not fail leaves them unchanged. */
typedef struct imwire_error {
    /* The status that the call returns. */
    int32_t status;
    /* In a stream, the scope of the error: 1 for the message, 2 for the connection; 0 outside streams. */
    int32_t scope;
    /* The offset from the first input byte, or in a stream from its beginning; -1 if no byte is at fault. */
    int64_t offset;
    /* In a stream, the offset in a unit that Base64, deflate or fragments hide; -1 if nothing is hidden. */
    int64_t inner;
    /* In a stream, the index of the invalid message in its batch and the size of the batch; both 0 outside batches. */
    uint32_t batch_index;
    uint32_t batch_count;
    /* The code of Spec/errors.md, such as "json.syntax"; empty if the status is sufficient. */
    char code[40];
    /* The member as a JSON Pointer such as "/user/name"; a path that is too long is truncated and ends with "…". */
    char path[400];
    /* A sentence for the programmer; empty if the code is sufficient. */
    char reason[160];
} imwire_error;

/* ---- The library ---- */

/* The version of this interface, which must be the same for the program and the library. It is also the version in the
 * soname. */
#define IMWIRE_ABI 1
int32_t imwire_abi(void);

/* The version of the library, such as "2.0.0". */
const char *imwire_version(void);

/* Returns 1 if the library has a feature and 0 if not: "content", "frame", "chat", "rmtp", "body", "envelope",
 * "navigation", "post", "convert", "session", "sign", "api", "request", "types", "write", "assign". */
int32_t imwire_has(const char *feature);

/* ---- Buffers ---- */

/* The buffer to which calls append. If all fields are zero, it is empty and grows, and must be released with
 * imwire_buffer_free. */
typedef struct imwire_buffer {
    uint8_t *data;
    /* The number of bytes in use. The caller may set it to 0 or to any smaller value. */
    size_t size;
    /* The capacity in bytes. */
    size_t capacity;
    /* After IMWIRE_ERROR_SPACE, the sufficient capacity, counted from the first byte. */
    size_t needed;
    /* 1 if `data` belongs to the caller: the buffer then does not grow and `data` is not freed. */
    int32_t is_fixed;
} imwire_buffer;

/* A growing buffer. */
#define IMWIRE_BUFFER {0, 0, 0, 0, 0}

/* Returns a buffer in the caller's memory; without memory, a call only reports the required capacity. */
static inline imwire_buffer imwire_buffer_over(void *memory, size_t capacity) {
    imwire_buffer buffer = IMWIRE_BUFFER;
    buffer.data = (uint8_t *)memory;
    buffer.capacity = memory ? capacity : 0;
    buffer.is_fixed = 1;
    return buffer;
}

/* Frees the memory of a growing buffer, and resets the buffer. */
int32_t imwire_buffer_free(imwire_buffer *buffer);

/* A range of the caller's bytes. */
typedef struct imwire_range {
    size_t offset;
    size_t size;
} imwire_range;

/* ---- Options ---- */

/*
 * The options agreed with a peer, and the decoding mode. Calls accept null for the defaults. Readers and writers keep a
 * copy; a later change to the options does not affect them.
 *
 *   name              value (the default first)                          used by
 *   mode              lenient, strict                                    all reading
 *   framing           line, packet                                       chat
 *                     websocket, tcp, xhr                                RMTP
 *   delimiter         lf, crlf, cr, nul                                  chat, lines
 *   encoding          base64, json                                       chat, lines
 *   beat              beatID, or another heartbeat's body                chat
 *   heartbeat         bare, json                                         writing chat lines
 *   deflate           0, 1                                               writing chat packets
 *   fragmentSize      unset, or the most unit bytes in a fragment        writing chat packets
 *   batch             0, 1: all messages in one unit                     writing chat
 *   wantsReceipt      0, 1                                               writing chat packets
 *   sequence          1, or the first sequence number                    writing chat packets
 *   direction         up, down                                           RMTP, envelopes; required
 *   protocolVersion   3, 2, 4                                            RMTP
 *   key               none, or eight bytes                               RMTP on tcp
 *   astral            cesu8, utf8                                        writing RMTP
 *   ownId             none, or the id of this user                       envelopes, as in TST-112 and TST-113
 *   messageId date variant                                               writing envelopes, as in TST-113
 */
typedef struct imwire_options imwire_options;

int32_t imwire_options_new(imwire_options **options);
int32_t imwire_options_free(imwire_options *options);
/* Sets an option with a text value; the value of "key" is bytes. */
int32_t imwire_options_set(imwire_options *options, const char *name, const char *value, size_t size);
/* Sets an option with a number value of 0 or more. */
int32_t imwire_options_set_number(imwire_options *options, const char *name, int64_t value);
/* Sets a limit by its name in TST-051, such as "depth" or "packetBytes". A call to which the limit does not apply
 * returns IMWIRE_ERROR_UNSUPPORTED. */
int32_t imwire_options_set_limit(imwire_options *options, const char *name, int64_t value);

/* ---- The types of an application ---- */

/* The built-in content types and those that the application's schemas describe (Spec/custom-types.md). */
typedef struct imwire_types imwire_types;

/* Reads schemas: `files` is a JSON list of {"name":…,"text":…}, the name and the text of each file. Names that start
 * with "RC:" are refused unless `overrides_reserved` is 1. For a schema that is refused, the error has a code of
 * "Schema errors" in Spec/errors.md, the path in the file, and a reason that starts with the name of the file. */
int32_t imwire_types_new(const char *files, size_t size, int32_t overrides_reserved, imwire_types **types,
                         imwire_error *error);
int32_t imwire_types_free(imwire_types *types);
/* Appends the names of the types that the schemas describe, as a JSON list. */
int32_t imwire_types_names(imwire_types *types, imwire_buffer *json);
/* Sets the types by which contents are decoded, validated, described and written; null restores the built-in ones. The
 * options keep a copy, so the types can be freed. */
int32_t imwire_options_set_types(imwire_options *options, const imwire_types *types);

/* ---- Contents ---- */

/* Decodes a content: {"value":…,"unknown":[names],"deviations":[ids]}. */
int32_t imwire_content_decode(const imwire_options *options, const char *object_name, size_t object_name_size,
                              const uint8_t *bytes, size_t size, imwire_buffer *json, imwire_error *error);

/* Encodes the content that a JSON value describes, and appends its bytes. The value is read in lenient mode, and a type
 * without a schema is written as it is given; imwire_content_write reports both. */
int32_t imwire_content_encode(const imwire_options *options, const char *object_name, size_t object_name_size,
                              const char *value, size_t value_size, imwire_buffer *bytes, imwire_error *error);

/* Encodes a value as imwire_content_encode does, and reports on it. The value is read in the mode of the options: strict
 * mode refuses the first deviation, with an offset in `value`, and a type that is probably misspelt, which has no schema
 * and starts with "RC:" or is one edit from a known name, with IMWIRE_ERROR_UNSUPPORTED. `profile` selects the readers
 * for which the content is written: the id of a platform, such as "web-sdk-2.5.3", or the JSON of TST-207; null selects
 * the canonical form. `report` receives {"deviations":[ids],"unknown":[names],"departures":[{"deviation":…,"path":…,
 * "offset":…}],"isKnown":…} and, for a type that is probably misspelt, "suggestion". Both buffers are written, or
 * neither. */
int32_t imwire_content_write(const imwire_options *options, const char *object_name, size_t object_name_size,
                             const char *value, size_t value_size, const char *profile, size_t profile_size,
                             imwire_buffer *bytes, imwire_buffer *report, imwire_error *error);

/* Assigns the members of a JSON value to a content that arrived, `size` bytes, and appends the canonical bytes of the
 * result (CNT-183). Both are read in lenient mode, whatever the mode of the options. Each member of the type that can be
 * read in the value replaces that of the content, a nested object or a list as a whole; everything else in the content
 * stays as it arrived, and what is unknown in the value changes nothing. If both are refused, the error is that of the
 * content, and its offset is in the content. A type without members is IMWIRE_ERROR_UNSUPPORTED. */
int32_t imwire_content_assign(const imwire_options *options, const char *object_name, size_t object_name_size,
                              const uint8_t *content, size_t size, const char *value, size_t value_size,
                              imwire_buffer *bytes, imwire_error *error);

/* Describes a content type: {"category":…,"persistence":…}, and with a content also its "digest". `content` may be
 * null; an empty content is a non-null pointer with the size 0. */
int32_t imwire_content_describe(const imwire_options *options, const char *object_name, size_t object_name_size,
                                const uint8_t *content, size_t size, imwire_buffer *json, imwire_error *error);

/* Validates contents as imwire_content_decode does, without producing a value; for a content without deviations it does
 * not allocate. */
typedef struct imwire_validator imwire_validator;

int32_t imwire_validator_new(const imwire_options *options, imwire_validator **validator, imwire_error *error);
int32_t imwire_validator_free(imwire_validator *validator);
/* Validates a content. `deviations`, which may be null, receives the number of deviations. */
int32_t imwire_validator_check(imwire_validator *validator, const char *object_name, size_t object_name_size,
                               const uint8_t *bytes, size_t size, size_t *deviations, imwire_error *error);
/* Appends the deviations of the content validated last, as a list of {"id":…,"offset":…,"path":…}. */
int32_t imwire_validator_deviations(imwire_validator *validator, imwire_buffer *json);

/* ---- Access to JSON without a copy ---- */

/* Finds a member of a JSON object by its unescaped name; of duplicate names, the last one counts. `value` receives the
 * range of the value in `json`, and `kind`, which may be null, its first byte: { [ " t f n, or 0 for a number. Returns
 * IMWIRE_NONE if the member is absent. The object is scanned to its end, so invalid JSON is refused. */
int32_t imwire_json_member(const char *json, size_t size, const char *name, size_t name_size, imwire_range *value,
                           char *kind, imwire_error *error);

/* Iterates over the elements of a JSON list: `position` is 0 before the first call, and `json` is the whole list in
 * every call. Returns IMWIRE_NONE at the end. The text after an element is not checked before the next call. */
int32_t imwire_json_element(const char *json, size_t size, size_t *position, imwire_range *value, char *kind,
                            imwire_error *error);

/* Appends the text of a JSON string with its escapes resolved; `json` includes the quotes. */
int32_t imwire_json_text(const char *json, size_t size, imwire_buffer *text, imwire_error *error);

/* ---- Packets of the socket chat protocol, in place ---- */

/* The bits of imwire_frame.flags. */
#define IMWIRE_FRAME_DEFLATE 1
#define IMWIRE_FRAME_FRAGMENT 2
#define IMWIRE_FRAME_BATCH 4
#define IMWIRE_FRAME_WANTS_RECEIPT 8
/* The values of imwire_frame.type. */
#define IMWIRE_FRAME_HEARTBEAT 1
#define IMWIRE_FRAME_MESSAGE 2

typedef struct imwire_frame {
    uint8_t type;
    uint16_t flags;
    uint32_t sequence;
    /* 1 if the frame has the fields of a fragment, as a frame with IMWIRE_FRAME_FRAGMENT should; otherwise these fields
     * are 0. */
    int32_t has_fragment;
    uint16_t fragment_index;
    uint16_t fragment_count;
    uint32_t fragment_total;
    uint32_t fragment_offset;
    /* The ranges in the caller's bytes of the frame and of its payload, which excludes the fields of a fragment. */
    imwire_range frame;
    imwire_range payload;
} imwire_frame;

/* Finds frames in a stream. The caller stores the bytes: those from `position` on must be passed again, followed by
 * more. */
typedef struct imwire_frame_reader imwire_frame_reader;

int32_t imwire_frame_reader_new(const imwire_options *options, imwire_frame_reader **reader, imwire_error *error);
int32_t imwire_frame_reader_free(imwire_frame_reader *reader);
/* Reads the frame at `position` and advances `position` past it; returns IMWIRE_NONE if the frame is incomplete. After
 * an error of scope 1, the next call continues after it; after an error of scope 2, the stream returns nothing more. */
int32_t imwire_frame_reader_next(imwire_frame_reader *reader, const uint8_t *bytes, size_t size, size_t *position,
                                 imwire_frame *frame, imwire_error *error);
/* Ends the stream; `rest`, the bytes not yet consumed, is refused if it is part of a frame. */
int32_t imwire_frame_reader_finish(imwire_frame_reader *reader, const uint8_t *rest, size_t size, imwire_error *error);

/* Encodes a frame without checking whether a reader would accept it; the ranges of `frame` are ignored. */
int32_t imwire_frame_encode(const imwire_frame *frame, const uint8_t *payload, size_t size, imwire_buffer *bytes);

/* ---- Streams of chat messages ---- */

/* The state of a stream reader. */
typedef struct imwire_stream_state {
    /* The number of bytes of an incomplete line or packet. */
    size_t pending;
    /* Chat: the number of empty lines skipped. */
    size_t empty_lines;
    /* Chat: the number of incomplete sets of fragments. */
    size_t open_sets;
    /* Whether the stream is over: it has ended, or an error has closed it. */
    int32_t is_closed;
} imwire_stream_state;

typedef struct imwire_chat_reader imwire_chat_reader;

int32_t imwire_chat_reader_new(const imwire_options *options, imwire_chat_reader **reader, imwire_error *error);
int32_t imwire_chat_reader_free(imwire_chat_reader *reader);
/* Appends bytes received at `time` in milliseconds; a call without bytes only advances the time. */
int32_t imwire_chat_reader_feed(imwire_chat_reader *reader, const uint8_t *bytes, size_t size, int64_t time);
/* Ends the stream: no more bytes follow. */
int32_t imwire_chat_reader_finish(imwire_chat_reader *reader);
/* Returns the next message: {"kind":…,"message":…,"deviations":[…]}, in a batch also "batch":[index,count]. Returns
 * IMWIRE_NONE if more bytes are needed. IMWIRE_ERROR_REFUSED reports an error at this point of the stream; unless its
 * scope is 2, the next call continues after it. */
int32_t imwire_chat_reader_next(imwire_chat_reader *reader, imwire_buffer *json, imwire_error *error);
int32_t imwire_chat_reader_state(imwire_chat_reader *reader, imwire_stream_state *state);

typedef struct imwire_chat_writer imwire_chat_writer;

int32_t imwire_chat_writer_new(const imwire_options *options, imwire_chat_writer **writer, imwire_error *error);
int32_t imwire_chat_writer_free(imwire_chat_writer *writer);
/* Writes a message, given as the JSON object on the wire. A message that cannot be decoded is
 * IMWIRE_ERROR_UNSUPPORTED. */
int32_t imwire_chat_writer_write(imwire_chat_writer *writer, const char *message, size_t size, imwire_buffer *bytes,
                                 imwire_error *error);
/* Writes the messages that wait for their batch to be complete. */
int32_t imwire_chat_writer_finish(imwire_chat_writer *writer, imwire_buffer *bytes, imwire_error *error);

/* ---- RongCloud's binary packets (RMTP) ---- */

typedef struct imwire_rmtp_reader imwire_rmtp_reader;

int32_t imwire_rmtp_reader_new(const imwire_options *options, imwire_rmtp_reader **reader, imwire_error *error);
int32_t imwire_rmtp_reader_free(imwire_rmtp_reader *reader);
/* Appends a WebSocket message, a reply to a poll, or a chunk of a TCP stream. */
int32_t imwire_rmtp_reader_feed(imwire_rmtp_reader *reader, const uint8_t *bytes, size_t size);
int32_t imwire_rmtp_reader_finish(imwire_rmtp_reader *reader);
/* Returns the next packet: {"packet":{…},"deviations":[…]}, and "trailing" in Base64. The statuses are those of
 * imwire_chat_reader_next. */
int32_t imwire_rmtp_reader_next(imwire_rmtp_reader *reader, imwire_buffer *json, imwire_error *error);
int32_t imwire_rmtp_reader_state(imwire_rmtp_reader *reader, imwire_stream_state *state);

/* Encodes a packet given as JSON, including its framing. `trailing` is the bytes after the last member. */
int32_t imwire_rmtp_encode(const imwire_options *options, const char *packet, size_t packet_size,
                           const uint8_t *trailing, size_t trailing_size, imwire_buffer *bytes, imwire_error *error);

/* The values of imwire_packet.type for packets with a topic, a target or data. */
#define IMWIRE_PACKET_PUBLISH 3
#define IMWIRE_PACKET_QUERY 5
#define IMWIRE_PACKET_QUERYACK 6

/* A packet in the caller's bytes. Ranges that a type does not have are empty. */
typedef struct imwire_packet {
    uint8_t type;
    uint8_t qos;
    /* The flag dup; on a PUBLISH down, syncMsg. */
    uint8_t is_marked;
    uint8_t is_retained;
    /* -1 if absent. */
    int32_t message_id;
    /* The ranges in the caller's bytes of the packet and, for PUBLISH, QUERY and QUERYACK, of the topic, the target and
     * the body. Topic and target are as they arrived, in CESU-8 or UTF-8 (RMTP-022). */
    imwire_range packet;
    imwire_range topic;
    imwire_range target;
    imwire_range data;
} imwire_packet;

/* Finds packets without copying, in a stream (tcp) or in one message (websocket). The option "key" is not supported
 * here. */
typedef struct imwire_packet_scanner imwire_packet_scanner;

int32_t imwire_packet_scanner_new(const imwire_options *options, imwire_packet_scanner **scanner, imwire_error *error);
int32_t imwire_packet_scanner_free(imwire_packet_scanner *scanner);
/* Reads the packet at `position` and advances `position` past it, as imwire_frame_reader_next does. With websocket, the
 * packet extends from `position` to the end of the bytes. */
int32_t imwire_packet_scanner_next(imwire_packet_scanner *scanner, const uint8_t *bytes, size_t size, size_t *position,
                                   imwire_packet *packet, imwire_error *error);

/* The parts of a message that a router needs. */
typedef struct imwire_route {
    /* The ranges of the content type and the content in the body. */
    imwire_range object_name;
    imwire_range content;
    /* For a message that goes down, the ranges of the sender, the group or chatroom, and the id; empty if absent. */
    imwire_range sender;
    imwire_range group;
    imwire_range message_uid;
    /* The bits of `sessionId` (up) or `status` (down); see RMTP-171 and RMTP-172. */
    int64_t flags;
    /* For a message that goes down, the conversation type and the time in milliseconds; otherwise 0. */
    int32_t conversation;
    int64_t time;
} imwire_route;

/* Reads the fields of the body of a PUBLISH that carries a message, without decoding its content. The body is a
 * DownStreamMessage if `is_down` is 1 and an UpStreamMessage if it is 0. Returns IMWIRE_NONE if the body does not name
 * a content type. */
int32_t imwire_body_route(const uint8_t *body, size_t size, int32_t is_down, imwire_route *route, imwire_error *error);

/* Decodes a protobuf body by the name of its message: {"value":{…},"deviations":[…]}. */
int32_t imwire_body_decode(const imwire_options *options, const char *message, size_t message_size,
                           const uint8_t *bytes, size_t size, imwire_buffer *json, imwire_error *error);
int32_t imwire_body_encode(const imwire_options *options, const char *message, size_t message_size, const char *value,
                           size_t value_size, imwire_buffer *bytes, imwire_error *error);

/* Decodes a message as an application sees it: `packet` is a PUBLISH or a QUERYACK in JSON, as the reader returns it,
 * and `receipt`, which may be null, its PUBACK. The result is {"value":…,"deviations":[…]}. */
int32_t imwire_envelope_decode(const imwire_options *options, const char *packet, size_t packet_size,
                               const char *receipt, size_t receipt_size, imwire_buffer *json, imwire_error *error);
/* Creates the PUBLISH that sends or delivers a message: {"value":{…}}. */
int32_t imwire_envelope_encode(const imwire_options *options, const char *value, size_t value_size,
                               imwire_buffer *json, imwire_error *error);

/* Converts a packet that goes down from polling (`to` is "websocket") or to polling ("xhr"). `message` is the name of
 * the message in its body, and may be null. The result is {"value":{…}}. */
int32_t imwire_packet_convert(const char *packet, size_t packet_size, const char *to, const char *message,
                              const uint8_t *trailing, size_t trailing_size, imwire_buffer *json, imwire_error *error);

/* Decodes the POST with which a client sends a packet in polling: {"value":{…},"deviations":[]}. */
int32_t imwire_post_decode(const imwire_options *options, const char *target, size_t target_size, const uint8_t *body,
                           size_t size, imwire_buffer *json, imwire_error *error);
/* Creates such a POST: {"value":{"target":…,"body":…}}. */
int32_t imwire_post_encode(const char *value, size_t size, imwire_buffer *json, imwire_error *error);

/* Decodes the answer of the navigation service: {"value":{…},"unknown":[…],"deviations":[…]}. */
int32_t imwire_navigation_decode(const imwire_options *options, const uint8_t *bytes, size_t size, imwire_buffer *json,
                                 imwire_error *error);
int32_t imwire_navigation_encode(const char *value, size_t size, imwire_buffer *bytes, imwire_error *error);

/* ---- Sessions ---- */

/* A state machine without input and output: events go in with their times, and actions come out. `machine` is one of
 * client, server, stream, chatroom, likes, rmtp-client, rmtp-server; Spec/session.md, Spec/chatroom.md and
 * Spec/rmtp-session.md list the members of `config`, the events and the actions. */
typedef struct imwire_session imwire_session;

/* `config` is a JSON object, or null with the size 0. */
int32_t imwire_session_new(const char *machine, const char *config, size_t config_size, imwire_session **session,
                           imwire_error *error);
int32_t imwire_session_free(imwire_session *session);
/* Handles an event, {"at":ms,"event":…}, and appends the list of actions: those of the timers due by then, followed by
 * those of the event. An event "tick" only advances the time. An event that is refused has no effect. */
int32_t imwire_session_put(imwire_session *session, const char *event, size_t size, imwire_buffer *actions,
                           imwire_error *error);

/* ---- The server API ---- */

/* Appends the signature of a request (API-001), which has 40 characters. */
int32_t imwire_sign(const char *secret, size_t secret_size, const char *nonce, size_t nonce_size,
                    const char *timestamp, size_t timestamp_size, imwire_buffer *signature);

/* Returns the header fields that sign a request (API-004): {"value":{"App-Key":…,"Nonce":…,"Timestamp":…,
 * "Signature":…}}. `timestamp` is in milliseconds since 1970. A value with a control character is refused with
 * the code encode.header. */
int32_t imwire_headers_sign(const char *app_key, size_t app_key_size, const char *secret, size_t secret_size,
                            const char *nonce, size_t nonce_size, const char *timestamp, size_t timestamp_size,
                            imwire_buffer *json, imwire_error *error);
/* Reads the header fields of a request, a JSON list of [name, value], and verifies their signature:
 * {"value":{"appKey":…,"nonce":…,"timestamp":…,"signature":…,"isSigned":…}}. The caller compares the time and the
 * nonce. */
int32_t imwire_headers_check(const char *fields, size_t size, const char *secret, size_t secret_size,
                             imwire_buffer *json, imwire_error *error);
/* Reads the query of a callback's URL, without "?", and verifies its signature; the result is that of
 * imwire_headers_check. */
int32_t imwire_query_check(const imwire_options *options, const uint8_t *query, size_t size, const char *secret,
                           size_t secret_size, imwire_buffer *json, imwire_error *error);

/* Decodes the form with which a service is requested: {"value":{…}}. `path` is that of the service, such as
 * "/user/getToken.json"; Spec/server-api-forms.md lists the members of its form and of its answer. A path that no
 * service has is IMWIRE_ERROR_UNSUPPORTED. */
int32_t imwire_form_decode(const imwire_options *options, const char *path, size_t path_size, const uint8_t *bytes,
                           size_t size, imwire_buffer *json, imwire_error *error);
/* Encodes a form; a member that cannot be written is refused with the code encode.field and its path. */
int32_t imwire_form_encode(const char *path, size_t path_size, const char *value, size_t value_size,
                           imwire_buffer *bytes, imwire_error *error);
/* Decodes the answer of a service, such as that with a token: {"value":{"code":…,…}}; `code` is 200 for a success. */
int32_t imwire_answer_decode(const imwire_options *options, const char *path, size_t path_size, const uint8_t *bytes,
                             size_t size, imwire_buffer *json, imwire_error *error);
int32_t imwire_answer_encode(const char *path, size_t path_size, const char *value, size_t value_size,
                             imwire_buffer *bytes, imwire_error *error);

/* Decodes the body of a callback: {"value":…}. `callback` is "message", whose value is an object, or "status", whose
 * value is the list of users whose status has changed. */
int32_t imwire_callback_decode(const imwire_options *options, const char *callback, const uint8_t *bytes, size_t size,
                               imwire_buffer *json, imwire_error *error);
int32_t imwire_callback_encode(const char *callback, const char *value, size_t size, imwire_buffer *bytes,
                               imwire_error *error);

/* Decodes the URL of a connection, which contains a token: {"value":{"isSecure":…,"host":…,"appId":…,"token":…,…}}. */
int32_t imwire_url_decode(const imwire_options *options, const uint8_t *url, size_t size, imwire_buffer *json,
                          imwire_error *error);
int32_t imwire_url_encode(const char *value, size_t size, imwire_buffer *url, imwire_error *error);

/* ---- The testee protocol ---- */

/* Checks a request to a testee, with its `op`, against the schema of requests (TST-140): IMWIRE_OK, or
 * IMWIRE_ERROR_UNSUPPORTED for one that has to be skipped. An operation that the schema does not have is not checked. */
int32_t imwire_request_check(const char *request, size_t size, imwire_error *error);
/* Performs a request of the testee protocol, with its `op`, and appends the object of `ok`. It serves the operations
 * that have no function of their own, such as the memory of a session. A request that imwire_request_check refuses, and
 * an operation that the library does not have, is IMWIRE_ERROR_UNSUPPORTED. */
int32_t imwire_request_perform(const char *request, size_t size, imwire_buffer *json, imwire_error *error);

#ifdef __cplusplus
}
#endif

#endif
