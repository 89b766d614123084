/* SPDX-License-Identifier: Apache-2.0 */
/*
 * imwire: the wire formats of instant messaging, for programs in C and for the languages that can call C.
 *
 * Handles. An object that keeps state is a handle: `imwire_…_new` makes it, `imwire_…_free` ends it, and nobody else
 * owns it. A handle serves one thread at a time: a call on a handle that another thread is using answers
 * IMWIRE_ERROR_BUSY and does nothing. Handles that are null, freed or of another kind answer IMWIRE_ERROR_HANDLE as far
 * as it can be told: the memory of a freed handle may have been given to somebody else since. Different handles are
 * independent of one another; the library has no global state.
 *
 * Bytes that go in belong to the caller. They are read during the call and never kept, changed or pointed to
 * afterwards. No bytes at all may be a null pointer with the size 0. More than IMWIRE_SIZE_MAX bytes at once are
 * IMWIRE_ERROR_ARGUMENT.
 *
 * Texts are UTF-8. Their size is in bytes; IMWIRE_NUL in its place says that a NUL ends the text.
 *
 * Bytes that come out are appended to an imwire_buffer, which either grows or is memory of the caller's. In memory of
 * the caller's that is too small a call writes nothing, answers IMWIRE_ERROR_SPACE and says in `needed` how large the
 * buffer has to be. Nothing is lost by that: a reader gives the same item at the next call, and a writer or session,
 * which has taken its message or event, appends what is missing at the next call, for which null with the size 0 will do.
 *
 * JSON that comes out is on one line and in the canonical form of Spec/testee-protocol.md: known members under their
 * canonical names and in the order of the schema, unknown members behind them, numbers in the spelling that came.
 *
 * Errors. Each call that can fail answers a status. With IMWIRE_ERROR_REFUSED the reason is in an imwire_error: a code of
 * Spec/errors.md, the offset of the byte that is wrong, and the path of the member. An error holds no byte of a message.
 * Where the caller does not ask for it the pointer may be null.
 */
#ifndef IMWIRE_H
#define IMWIRE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Statuses ---- */

/* It is done. */
#define IMWIRE_OK 0
/* There is nothing, or nothing more: a member that is absent, a stream that needs more bytes. */
#define IMWIRE_NONE 1
/* The bytes, the JSON or the configuration are refused: imwire_error says where and why. */
#define IMWIRE_ERROR_REFUSED (-1)
/* The caller's mistake: a null pointer, an unknown name, a value out of range. */
#define IMWIRE_ERROR_ARGUMENT (-2)
/* The handle is null, freed, or of another kind. */
#define IMWIRE_ERROR_HANDLE (-3)
/* Another thread is using the handle. */
#define IMWIRE_ERROR_BUSY (-4)
/* The caller's memory is too small. */
#define IMWIRE_ERROR_SPACE (-5)
/* It is asked for something that the library does not have: a message, a machine, an event of an unknown name. */
#define IMWIRE_ERROR_UNSUPPORTED (-6)

/* In place of the size of a text: a NUL ends it. */
#define IMWIRE_NUL ((size_t)-1)
/* The most bytes that a call takes at once. */
#define IMWIRE_SIZE_MAX ((size_t)0x7fffffff)

/* What is wrong. A call that fails fills in all of it; a call that does not fail leaves it as it was. */
typedef struct imwire_error {
    /* The status that the call answers. */
    int32_t status;
    /* In a stream, what the error costs: 1 this message, 2 the connection; 0 outside of streams. */
    int32_t scope;
    /* Bytes from the first byte given, in a stream from its beginning; -1 where no byte is to blame. */
    int64_t offset;
    /* In a stream, the offset in the unit that Base64, deflate or fragments hide; -1 where nothing is hidden. */
    int64_t inner;
    /* In a stream, which message of a batch of how many is wrong; 0 of 0 outside of batches. */
    uint32_t batch_index;
    uint32_t batch_count;
    /* The code of Spec/errors.md, such as "json.syntax"; empty where the status says all. */
    char code[40];
    /* The member, as a JSON Pointer such as "/user/name"; one that is longer ends with "…". */
    char path[400];
    /* A sentence for the programmer; empty where the code says all. */
    char reason[160];
} imwire_error;

/* ---- The library ---- */

/* The version of this interface: a program works with the library if both have the same. It is that of the soname. */
#define IMWIRE_ABI 1
int32_t imwire_abi(void);

/* The version of the library, such as "1.1.0". */
const char *imwire_version(void);

/* Whether the library has a feature, 1 or 0: "content", "frame", "chat", "rmtp", "body", "envelope", "navigation",
 * "post", "convert", "session", "sign". */
int32_t imwire_has(const char *feature);

/* ---- Buffers ---- */

/* What calls append to. All zero it is empty and grows, and imwire_buffer_free has to be called in the end. */
typedef struct imwire_buffer {
    uint8_t *data;
    /* How many bytes are in use. The caller may set it to 0, or to anything less. */
    size_t size;
    /* How many bytes there is room for. */
    size_t capacity;
    /* After IMWIRE_ERROR_SPACE the capacity that is enough, counted from the first byte. */
    size_t needed;
    /* 1 where `data` is the caller's: it does not grow and is not freed. */
    int32_t is_fixed;
} imwire_buffer;

/* A buffer that grows. */
#define IMWIRE_BUFFER {0, 0, 0, 0, 0}

/* A buffer in memory of the caller's; with no memory at all a call only says how much is needed. */
static inline imwire_buffer imwire_buffer_over(void *memory, size_t capacity) {
    imwire_buffer buffer = IMWIRE_BUFFER;
    buffer.data = (uint8_t *)memory;
    buffer.capacity = memory ? capacity : 0;
    buffer.is_fixed = 1;
    return buffer;
}

/* Gives back the memory of a buffer that grows, and makes it empty. */
int32_t imwire_buffer_free(imwire_buffer *buffer);

/* A part of bytes that the caller has given. */
typedef struct imwire_range {
    size_t offset;
    size_t size;
} imwire_range;

/* ---- Options ---- */

/*
 * What was agreed on with a peer, and how strict to be. Calls take null for the defaults. Readers and writers keep a
 * copy; changing options later changes nothing that was made before.
 *
 *   name              value (the default first)                          used by
 *   mode              lenient, strict                                    everything that reads
 *   framing           line, packet                                       chat
 *                     websocket, tcp, xhr                                RMTP
 *   delimiter         lf, crlf, cr, nul                                  chat, lines
 *   encoding          base64, json                                       chat, lines
 *   beat              beatID, or another heartbeat's body                chat
 *   heartbeat         bare, json                                         writing chat lines
 *   deflate           0, 1                                               writing chat packets
 *   fragmentSize      no fragments, or the most bytes of a unit          writing chat packets
 *   batch             0, 1: all messages in one unit                     writing chat
 *   wantsReceipt      0, 1                                               writing chat packets
 *   sequence          1, or the first sequence number                    writing chat packets
 *   direction         up, down                                           RMTP, envelopes; required
 *   protocolVersion   3, 2, 4                                            RMTP
 *   key               none, or eight bytes                               RMTP on tcp
 *   astral            cesu8, utf8                                        writing RMTP
 *   messageId date ownId variant                                         writing envelopes, as in TST-113
 */
typedef struct imwire_options imwire_options;

int32_t imwire_options_new(imwire_options **options);
int32_t imwire_options_free(imwire_options *options);
/* Sets an option whose value is a text; for "key" it is bytes. */
int32_t imwire_options_set(imwire_options *options, const char *name, const char *value, size_t size);
/* Sets an option whose value is a number, 0 or more. */
int32_t imwire_options_set_number(imwire_options *options, const char *name, int64_t value);
/* Sets a limit by its name in TST-051, such as "depth" or "packetBytes". The caller of a call to which the limit means
 * nothing learns it there: IMWIRE_ERROR_UNSUPPORTED. */
int32_t imwire_options_set_limit(imwire_options *options, const char *name, int64_t value);

/* ---- Contents ---- */

/* Reads a content: {"value":…,"unknown":[names],"deviations":[ids]}. */
int32_t imwire_content_decode(const imwire_options *options, const char *object_name, size_t object_name_size,
                              const uint8_t *bytes, size_t size, imwire_buffer *json, imwire_error *error);

/* Writes the content that a value in JSON describes; the bytes themselves are appended. */
int32_t imwire_content_encode(const imwire_options *options, const char *object_name, size_t object_name_size,
                              const char *value, size_t value_size, imwire_buffer *bytes, imwire_error *error);

/* What is known of a type: {"category":…,"persistence":…}, and with a content also its "digest". `content` may be null;
 * an empty content is a pointer with the size 0. */
int32_t imwire_content_describe(const imwire_options *options, const char *object_name, size_t object_name_size,
                                const uint8_t *content, size_t size, imwire_buffer *json, imwire_error *error);

/* Judges contents as imwire_content_decode does and makes nothing of them: without a deviation it allocates nothing. */
typedef struct imwire_validator imwire_validator;

int32_t imwire_validator_new(const imwire_options *options, imwire_validator **validator, imwire_error *error);
int32_t imwire_validator_free(imwire_validator *validator);
/* Judges one content. `deviations`, which may be null, gets their number. */
int32_t imwire_validator_check(imwire_validator *validator, const char *object_name, size_t object_name_size,
                               const uint8_t *bytes, size_t size, size_t *deviations, imwire_error *error);
/* What deviated in the content that was judged last: {"id":…,"offset":…,"path":…}, each on its place in a list. */
int32_t imwire_validator_deviations(imwire_validator *validator, imwire_buffer *json);

/* ---- Looking into JSON without a copy ---- */

/* Finds a member of a JSON object by its unescaped name; of equal names the last counts. `value` is where its value lies
 * in `json`, and `kind`, which may be null, its first byte: { [ " t f n, or 0 for a number. IMWIRE_NONE: it is absent.
 * The object is scanned to its end, so that what is no JSON is refused. */
int32_t imwire_json_member(const char *json, size_t size, const char *name, size_t name_size, imwire_range *value,
                           char *kind, imwire_error *error);

/* Goes through the elements of a JSON list: `position` is 0 before the first one, and `json` always the whole list.
 * IMWIRE_NONE at its end. What stands behind the element is not looked at before the next call. */
int32_t imwire_json_element(const char *json, size_t size, size_t *position, imwire_range *value, char *kind,
                            imwire_error *error);

/* Resolves the escapes of a JSON string, quotes included in `json`, and appends the text. */
int32_t imwire_json_text(const char *json, size_t size, imwire_buffer *text, imwire_error *error);

/* ---- Packets of the socket chat protocol, where they lie ---- */

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
    /* 1 where the frame has the fields of a fragment, which one with IMWIRE_FRAME_FRAGMENT should have; else they are 0. */
    int32_t has_fragment;
    uint16_t fragment_index;
    uint16_t fragment_count;
    uint32_t fragment_total;
    uint32_t fragment_offset;
    /* Where the frame and its payload, without the fields of a fragment, lie in the caller's bytes. */
    imwire_range frame;
    imwire_range payload;
} imwire_frame;

/* Finds frames in a stream. The caller keeps the bytes: what stands behind `position` has to be given again, with more
 * behind it. */
typedef struct imwire_frame_reader imwire_frame_reader;

int32_t imwire_frame_reader_new(const imwire_options *options, imwire_frame_reader **reader, imwire_error *error);
int32_t imwire_frame_reader_free(imwire_frame_reader *reader);
/* Reads the frame at `position` and moves on behind it; IMWIRE_NONE where it is not whole. After an error of scope 1 the
 * next call goes on behind it; after one of scope 2 there is nothing more. */
int32_t imwire_frame_reader_next(imwire_frame_reader *reader, const uint8_t *bytes, size_t size, size_t *position,
                                 imwire_frame *frame, imwire_error *error);
/* Says that the stream has ended, with what is left of it: refused where that is a part of a frame. */
int32_t imwire_frame_reader_finish(imwire_frame_reader *reader, const uint8_t *rest, size_t size, imwire_error *error);

/* Writes a frame as it is given, whether or not a reader would take it; the ranges of `frame` mean nothing here. */
int32_t imwire_frame_encode(const imwire_frame *frame, const uint8_t *payload, size_t size, imwire_buffer *bytes);

/* ---- Streams of chat messages ---- */

/* How far a stream has been read. */
typedef struct imwire_stream_state {
    /* Bytes of a line or packet that is not complete. */
    size_t pending;
    /* Chat: empty lines that were passed over. */
    size_t empty_lines;
    /* Chat: sets of fragments that are open. */
    size_t open_sets;
    /* Whether nothing more comes: the stream has ended, or an error has ended it. */
    int32_t is_closed;
} imwire_stream_state;

typedef struct imwire_chat_reader imwire_chat_reader;

int32_t imwire_chat_reader_new(const imwire_options *options, imwire_chat_reader **reader, imwire_error *error);
int32_t imwire_chat_reader_free(imwire_chat_reader *reader);
/* Takes bytes that came at `time` in milliseconds; no bytes let time pass. */
int32_t imwire_chat_reader_feed(imwire_chat_reader *reader, const uint8_t *bytes, size_t size, int64_t time);
/* Says that no more bytes come. */
int32_t imwire_chat_reader_finish(imwire_chat_reader *reader);
/* The next message: {"kind":…,"message":…,"deviations":[…]}, in a batch also "batch":[index,count]. IMWIRE_NONE where
 * more bytes are needed. IMWIRE_ERROR_REFUSED is what came next in the stream; unless its scope is 2 the call after it
 * goes on behind it. */
int32_t imwire_chat_reader_next(imwire_chat_reader *reader, imwire_buffer *json, imwire_error *error);
int32_t imwire_chat_reader_state(imwire_chat_reader *reader, imwire_stream_state *state);

typedef struct imwire_chat_writer imwire_chat_writer;

int32_t imwire_chat_writer_new(const imwire_options *options, imwire_chat_writer **writer, imwire_error *error);
int32_t imwire_chat_writer_free(imwire_chat_writer *writer);
/* Writes a message, the JSON object of the wire. What cannot be read as one is IMWIRE_ERROR_UNSUPPORTED. */
int32_t imwire_chat_writer_write(imwire_chat_writer *writer, const char *message, size_t size, imwire_buffer *bytes,
                                 imwire_error *error);
/* Writes what waits for its batch to be full. */
int32_t imwire_chat_writer_finish(imwire_chat_writer *writer, imwire_buffer *bytes, imwire_error *error);

/* ---- RongCloud's binary packets (RMTP) ---- */

typedef struct imwire_rmtp_reader imwire_rmtp_reader;

int32_t imwire_rmtp_reader_new(const imwire_options *options, imwire_rmtp_reader **reader, imwire_error *error);
int32_t imwire_rmtp_reader_free(imwire_rmtp_reader *reader);
/* Takes a message of a WebSocket, a reply to a poll, or a part of a TCP stream. */
int32_t imwire_rmtp_reader_feed(imwire_rmtp_reader *reader, const uint8_t *bytes, size_t size);
int32_t imwire_rmtp_reader_finish(imwire_rmtp_reader *reader);
/* The next packet: {"packet":{…},"deviations":[…]}, and "trailing" in Base64; statuses as of imwire_chat_reader_next. */
int32_t imwire_rmtp_reader_next(imwire_rmtp_reader *reader, imwire_buffer *json, imwire_error *error);
int32_t imwire_rmtp_reader_state(imwire_rmtp_reader *reader, imwire_stream_state *state);

/* Writes a packet in JSON, with its framing. `trailing` are bytes behind its last member. */
int32_t imwire_rmtp_encode(const imwire_options *options, const char *packet, size_t packet_size,
                           const uint8_t *trailing, size_t trailing_size, imwire_buffer *bytes, imwire_error *error);

/* The values of imwire_packet.type that have parts. */
#define IMWIRE_PACKET_PUBLISH 3
#define IMWIRE_PACKET_QUERY 5
#define IMWIRE_PACKET_QUERYACK 6

/* A packet where it lies. Parts that a type does not have are empty. */
typedef struct imwire_packet {
    uint8_t type;
    uint8_t qos;
    /* dup; on a PUBLISH that goes down syncMsg. */
    uint8_t is_marked;
    uint8_t is_retained;
    /* -1 where there is none. */
    int32_t message_id;
    /* Where the packet lies in the caller's bytes, and of PUBLISH, QUERY and QUERYACK the topic, the target and the body.
     * Topic and target are as they came, in CESU-8. */
    imwire_range packet;
    imwire_range topic;
    imwire_range target;
    imwire_range data;
} imwire_packet;

/* Finds packets without copying anything, in a stream (tcp) or in one message (websocket). The option "key" cannot be
 * used here. */
typedef struct imwire_packet_scanner imwire_packet_scanner;

int32_t imwire_packet_scanner_new(const imwire_options *options, imwire_packet_scanner **scanner, imwire_error *error);
int32_t imwire_packet_scanner_free(imwire_packet_scanner *scanner);
/* Reads the packet at `position` and moves on behind it, as imwire_frame_reader_next does. On websocket the packet is all
 * that stands from `position` on. */
int32_t imwire_packet_scanner_next(imwire_packet_scanner *scanner, const uint8_t *bytes, size_t size, size_t *position,
                                   imwire_packet *packet, imwire_error *error);

/* What a router needs to know of a message. */
typedef struct imwire_route {
    /* The type and the content, where they lie in the body. */
    imwire_range object_name;
    imwire_range content;
    /* Of a message that comes down: the sender, the group or chatroom, and the id; empty where they are absent. */
    imwire_range sender;
    imwire_range group;
    imwire_range message_uid;
    /* The bits of `sessionId` (up) or `status` (down), see RMTP-171. */
    int64_t flags;
    /* Of a message that comes down: the kind of conversation and the time in ms; else 0. */
    int32_t conversation;
    int64_t time;
} imwire_route;

/* Reads the fields of the body of a PUBLISH that carries a message, without decoding its content. With `is_down` 1 the
 * body is a DownStreamMessage, with 0 an UpStreamMessage. IMWIRE_NONE: the body names no type. */
int32_t imwire_body_route(const uint8_t *body, size_t size, int32_t is_down, imwire_route *route, imwire_error *error);

/* Reads a protobuf body, by the name of its message: {"value":{…},"deviations":[…]}. */
int32_t imwire_body_decode(const imwire_options *options, const char *message, size_t message_size,
                           const uint8_t *bytes, size_t size, imwire_buffer *json, imwire_error *error);
int32_t imwire_body_encode(const imwire_options *options, const char *message, size_t message_size, const char *value,
                           size_t value_size, imwire_buffer *bytes, imwire_error *error);

/* Reads what an application sees of a message: `packet` is a PUBLISH or a QUERYACK in JSON, as the reader gives it, and
 * `receipt`, which may be null, the PUBACK to it. {"value":…,"deviations":[…]}. */
int32_t imwire_envelope_decode(const imwire_options *options, const char *packet, size_t packet_size,
                               const char *receipt, size_t receipt_size, imwire_buffer *json, imwire_error *error);
/* Makes the PUBLISH that sends or delivers a message: {"value":{…}}. */
int32_t imwire_envelope_encode(const imwire_options *options, const char *value, size_t value_size,
                               imwire_buffer *json, imwire_error *error);

/* Takes a packet that goes down from polling ("websocket" in `to`) or to it ("xhr"). `message` is the name of the message
 * that its body is; it may be null. {"value":{…}}. */
int32_t imwire_packet_convert(const char *packet, size_t packet_size, const char *to, const char *message,
                              const uint8_t *trailing, size_t trailing_size, imwire_buffer *json, imwire_error *error);

/* Reads the POST with which a client that polls sends a packet: {"value":{…},"deviations":[]}. */
int32_t imwire_post_decode(const imwire_options *options, const char *target, size_t target_size, const uint8_t *body,
                           size_t size, imwire_buffer *json, imwire_error *error);
/* Makes such a POST: {"value":{"target":…,"body":…}}. */
int32_t imwire_post_encode(const char *value, size_t size, imwire_buffer *json, imwire_error *error);

/* Reads the answer of the navigation service: {"value":{…},"unknown":[…],"deviations":[…]}. */
int32_t imwire_navigation_decode(const imwire_options *options, const uint8_t *bytes, size_t size, imwire_buffer *json,
                                 imwire_error *error);
int32_t imwire_navigation_encode(const char *value, size_t size, imwire_buffer *bytes, imwire_error *error);

/* ---- Sessions ---- */

/* A state machine without input and output: events go in with their times, actions come out. `machine` is one of
 * client, server, stream, chatroom, likes, rmtp-client, rmtp-server; Spec/session.md, Spec/chatroom.md and
 * Spec/rmtp-session.md list the members of `config`, the events and the actions. */
typedef struct imwire_session imwire_session;

/* `config` is a JSON object, or null with the size 0. */
int32_t imwire_session_new(const char *machine, const char *config, size_t config_size, imwire_session **session,
                           imwire_error *error);
int32_t imwire_session_free(imwire_session *session);
/* Puts an event in, {"at":ms,"event":…}, and appends the list of actions: those of the timers that were due by then, and
 * those of the event. An event "tick" lets time pass. An event that is refused changes nothing. */
int32_t imwire_session_put(imwire_session *session, const char *event, size_t size, imwire_buffer *actions,
                           imwire_error *error);

/* ---- The server API ---- */

/* Appends the signature of a request (API-001), 40 characters. */
int32_t imwire_sign(const char *secret, size_t secret_size, const char *nonce, size_t nonce_size,
                    const char *timestamp, size_t timestamp_size, imwire_buffer *signature);

#ifdef __cplusplus
}
#endif

#endif
