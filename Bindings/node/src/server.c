/* SPDX-License-Identifier: Apache-2.0 */
/* The server API: forms, answers, callbacks, signatures, URLs. */
#include "addon.h"

#define TEXT(part) (const char *)(part).data, (part).size
#define BYTES(part) (part).data, (part).size
#define OUT &call.buffer, &call.error
/* Begins a call; returns from it if an argument is wrong. */
#define BEGIN call call = call_begin(env, info)
#define CHECK if (call.has_failed) return call_end(&call, IMWIRE_OK, 0)

static napi_value form_decode(napi_env env, napi_callback_info info) {
    BEGIN;
    imwire_options *options = call_options(&call, 0);
    bytes path = call_bytes(&call, 1), form = call_bytes(&call, 2);
    CHECK;
    return call_end_text(&call, imwire_form_decode(options, TEXT(path), BYTES(form), OUT));
}

static napi_value form_encode(napi_env env, napi_callback_info info) {
    BEGIN;
    bytes path = call_bytes(&call, 0), value = call_bytes(&call, 1);
    CHECK;
    return call_end_bytes(&call, imwire_form_encode(TEXT(path), TEXT(value), OUT));
}

static napi_value answer_decode(napi_env env, napi_callback_info info) {
    BEGIN;
    imwire_options *options = call_options(&call, 0);
    bytes path = call_bytes(&call, 1), answer = call_bytes(&call, 2);
    CHECK;
    return call_end_text(&call, imwire_answer_decode(options, TEXT(path), BYTES(answer), OUT));
}

static napi_value answer_encode(napi_env env, napi_callback_info info) {
    BEGIN;
    bytes path = call_bytes(&call, 0), value = call_bytes(&call, 1);
    CHECK;
    return call_end_bytes(&call, imwire_answer_encode(TEXT(path), TEXT(value), OUT));
}

static napi_value callback_decode(napi_env env, napi_callback_info info) {
    BEGIN;
    imwire_options *options = call_options(&call, 0);
    const char *callback = call_name(&call, 1);
    bytes body = call_bytes(&call, 2);
    CHECK;
    return call_end_text(&call, imwire_callback_decode(options, callback, BYTES(body), OUT));
}

static napi_value callback_encode(napi_env env, napi_callback_info info) {
    BEGIN;
    const char *callback = call_name(&call, 0);
    bytes value = call_bytes(&call, 1);
    CHECK;
    return call_end_bytes(&call, imwire_callback_encode(callback, TEXT(value), OUT));
}

static napi_value headers_sign(napi_env env, napi_callback_info info) {
    BEGIN;
    bytes key = call_bytes(&call, 0), secret = call_bytes(&call, 1);
    bytes nonce = call_bytes(&call, 2), timestamp = call_bytes(&call, 3);
    CHECK;
    return call_end_text(&call, imwire_headers_sign(TEXT(key), TEXT(secret), TEXT(nonce), TEXT(timestamp), OUT));
}

static napi_value headers_check(napi_env env, napi_callback_info info) {
    BEGIN;
    bytes fields = call_bytes(&call, 0), secret = call_bytes(&call, 1);
    CHECK;
    return call_end_text(&call, imwire_headers_check(TEXT(fields), TEXT(secret), OUT));
}

static napi_value query_check(napi_env env, napi_callback_info info) {
    BEGIN;
    imwire_options *options = call_options(&call, 0);
    bytes query = call_bytes(&call, 1), secret = call_bytes(&call, 2);
    CHECK;
    return call_end_text(&call, imwire_query_check(options, BYTES(query), TEXT(secret), OUT));
}

static napi_value url_decode(napi_env env, napi_callback_info info) {
    BEGIN;
    imwire_options *options = call_options(&call, 0);
    bytes url = call_bytes(&call, 1);
    CHECK;
    return call_end_text(&call, imwire_url_decode(options, BYTES(url), OUT));
}

static napi_value url_encode(napi_env env, napi_callback_info info) {
    BEGIN;
    bytes value = call_bytes(&call, 0);
    CHECK;
    return call_end_text(&call, imwire_url_encode(TEXT(value), OUT));
}

const exported server_functions[] = {
    {"formDecode", form_decode}, {"formEncode", form_encode}, {"answerDecode", answer_decode},
    {"answerEncode", answer_encode}, {"callbackDecode", callback_decode}, {"callbackEncode", callback_encode},
    {"headersSign", headers_sign}, {"headersCheck", headers_check}, {"queryCheck", query_check},
    {"urlDecode", url_decode}, {"urlEncode", url_encode}, {0, 0}};
