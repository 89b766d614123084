/* SPDX-License-Identifier: Apache-2.0 */
/* RongCloud's packets in place and as JSON, their contents and their envelopes. */
#include "addon.h"

#define TEXT(part) (const char *)(part).data, (part).size
#define OUT &call.buffer, &call.error

static int32_t free_scanner(void *object) {
    return imwire_packet_scanner_free(object);
}

static napi_value scanner_new(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_packet_scanner *scanner = 0;
    imwire_options *options = call_options(&call, 0);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    int status = imwire_packet_scanner_new(options, &scanner, &call.error);
    return call_new_handle(&call, status, scanner, free_scanner);
}

/* Arguments: the scanner, the bytes, and an object whose `position` is advanced. */
static napi_value scanner_next(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_packet_scanner *scanner = call_handle(&call, 0);
    bytes given = call_bytes(&call, 1);
    imwire_packet packet = {0};
    napi_value object = 0;
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    size_t position = (size_t)member_number(&call, call.arguments[2], "position", MOST_INTEGER);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    int status = imwire_packet_scanner_next(scanner, given.data, given.size, &position, &packet, &call.error);
    put_number(&call, call.arguments[2], "position", (double)position);
    if (status == IMWIRE_OK) {
        object = call_object(&call);
        put_number(&call, object, "type", packet.type);
        put_number(&call, object, "qos", packet.qos);
        put_boolean(&call, object, "isMarked", packet.is_marked);
        put_boolean(&call, object, "isRetained", packet.is_retained);
        if (packet.message_id >= 0) put_number(&call, object, "messageId", packet.message_id);
        put_range(&call, object, "packet", packet.packet);
        put_range(&call, object, "topic", packet.topic);
        put_range(&call, object, "target", packet.target);
        put_range(&call, object, "data", packet.data);
    }
    return call_end(&call, status, object);
}

/* Arguments: the body, and whether its direction is down. */
static napi_value body_route(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    bytes body = call_bytes(&call, 0);
    bool is_down = false;
    imwire_route route = {0};
    napi_value object = 0;
    napi_get_value_bool(env, call.arguments[1], &is_down);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    int status = imwire_body_route(body.data, body.size, is_down, &route, &call.error);
    if (status == IMWIRE_OK) {
        object = call_object(&call);
        put_range(&call, object, "objectName", route.object_name);
        put_range(&call, object, "content", route.content);
        put_range(&call, object, "sender", route.sender);
        put_range(&call, object, "group", route.group);
        put_range(&call, object, "messageUid", route.message_uid);
        put_integer(&call, object, "flags", route.flags);
        put_number(&call, object, "conversation", route.conversation);
        put_integer(&call, object, "time", route.time);
    }
    return call_end(&call, status, object);
}

static napi_value rmtp_encode(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_options *options = call_options(&call, 0);
    bytes packet = call_bytes(&call, 1), trailing = call_bytes(&call, 2);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_bytes(&call, imwire_rmtp_encode(options, TEXT(packet), trailing.data, trailing.size, OUT));
}

static napi_value body_decode(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_options *options = call_options(&call, 0);
    bytes message = call_bytes(&call, 1), body = call_bytes(&call, 2);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_text(&call, imwire_body_decode(options, TEXT(message), body.data, body.size, OUT));
}

static napi_value body_encode(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_options *options = call_options(&call, 0);
    bytes message = call_bytes(&call, 1), value = call_bytes(&call, 2);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_bytes(&call, imwire_body_encode(options, TEXT(message), TEXT(value), OUT));
}

static napi_value envelope_decode(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_options *options = call_options(&call, 0);
    bytes packet = call_bytes(&call, 1), receipt = call_bytes(&call, 2);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_text(&call, imwire_envelope_decode(options, TEXT(packet), TEXT(receipt), OUT));
}

static napi_value envelope_encode(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_options *options = call_options(&call, 0);
    bytes value = call_bytes(&call, 1);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_text(&call, imwire_envelope_encode(options, TEXT(value), OUT));
}

static napi_value packet_convert(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    bytes packet = call_bytes(&call, 0), trailing = call_bytes(&call, 3);
    const char *to = call_name(&call, 1), *message = call_name(&call, 2);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_text(
        &call, imwire_packet_convert(TEXT(packet), to, message, trailing.data, trailing.size, OUT));
}

static napi_value post_decode(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_options *options = call_options(&call, 0);
    bytes target = call_bytes(&call, 1), body = call_bytes(&call, 2);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_text(&call, imwire_post_decode(options, TEXT(target), body.data, body.size, OUT));
}

static napi_value post_encode(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    bytes value = call_bytes(&call, 0);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_text(&call, imwire_post_encode(TEXT(value), OUT));
}

static napi_value navigation_decode(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_options *options = call_options(&call, 0);
    bytes given = call_bytes(&call, 1);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_text(&call, imwire_navigation_decode(options, given.data, given.size, OUT));
}

static napi_value navigation_encode(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    bytes value = call_bytes(&call, 0);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_bytes(&call, imwire_navigation_encode(TEXT(value), OUT));
}

const exported packet_functions[] = {
    {"scannerNew", scanner_new}, {"scannerNext", scanner_next}, {"bodyRoute", body_route},
    {"rmtpEncode", rmtp_encode}, {"bodyDecode", body_decode}, {"bodyEncode", body_encode},
    {"envelopeDecode", envelope_decode}, {"envelopeEncode", envelope_encode}, {"packetConvert", packet_convert},
    {"postDecode", post_decode}, {"postEncode", post_encode}, {"navigationDecode", navigation_decode},
    {"navigationEncode", navigation_encode}, {0, 0}};
