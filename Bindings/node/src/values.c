/* SPDX-License-Identifier: Apache-2.0 */
/* Contents, JSON, sessions, signatures. */
#include "addon.h"

#define TEXT(part) (const char *)(part).data, (part).size
#define OUT &call.buffer, &call.error

static napi_value content_decode(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_options *options = call_options(&call, 0);
    bytes name = call_bytes(&call, 1), content = call_bytes(&call, 2);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_text(&call, imwire_content_decode(options, TEXT(name), content.data, content.size, OUT));
}

static napi_value content_encode(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_options *options = call_options(&call, 0);
    bytes name = call_bytes(&call, 1), value = call_bytes(&call, 2);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_bytes(&call, imwire_content_encode(options, TEXT(name), TEXT(value), OUT));
}

static napi_value content_assign(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_options *options = call_options(&call, 0);
    bytes name = call_bytes(&call, 1), content = call_bytes(&call, 2), value = call_bytes(&call, 3);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_bytes(
        &call, imwire_content_assign(options, TEXT(name), content.data, content.size, TEXT(value), OUT));
}

/* The content and the report: [Buffer, string]. */
static napi_value content_write(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_options *options = call_options(&call, 0);
    bytes name = call_bytes(&call, 1), value = call_bytes(&call, 2), profile = call_bytes(&call, 3);
    imwire_buffer report = IMWIRE_BUFFER;
    napi_value pair = 0, content;
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    int status = imwire_content_write(
        options, TEXT(name), TEXT(value), TEXT(profile), &call.buffer, &report, &call.error);
    if (status == IMWIRE_OK) {
        napi_create_array_with_length(env, 2, &pair);
        napi_create_buffer_copy(env, call.buffer.size, call.buffer.data, 0, &content);
        napi_set_element(env, pair, 0, content);
        napi_set_element(env, pair, 1, call_text_of(&call, &report));
    }
    imwire_buffer_free(&report);
    return call_end(&call, status, pair);
}

static int32_t free_types(void *object) {
    return imwire_types_free(object);
}

static napi_value types_new(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_types *types = 0;
    bytes files = call_bytes(&call, 0);
    bool overrides_reserved = false;
    napi_get_value_bool(env, call.arguments[1], &overrides_reserved);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    int status = imwire_types_new(TEXT(files), overrides_reserved, &types, &call.error);
    return call_new_handle(&call, status, types, free_types);
}

static napi_value types_names(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_types *types = call_handle(&call, 0);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_text(&call, imwire_types_names(types, &call.buffer));
}

static napi_value content_describe(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_options *options = call_options(&call, 2);
    bytes name = call_bytes(&call, 0), content = call_bytes(&call, 1);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_text(&call, imwire_content_describe(options, TEXT(name), content.data, content.size, OUT));
}

static int32_t free_validator(void *object) {
    return imwire_validator_free(object);
}

static napi_value validator_new(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_validator *validator = 0;
    imwire_options *options = call_options(&call, 0);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    int status = imwire_validator_new(options, &validator, &call.error);
    return call_new_handle(&call, status, validator, free_validator);
}

static napi_value validator_check(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_validator *validator = call_handle(&call, 0);
    bytes name = call_bytes(&call, 1), content = call_bytes(&call, 2);
    size_t deviations = 0;
    napi_value value = 0;
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    int status =
        imwire_validator_check(validator, TEXT(name), content.data, content.size, &deviations, &call.error);
    if (status == IMWIRE_OK) napi_create_double(env, (double)deviations, &value);
    return call_end(&call, status, value);
}

static napi_value validator_deviations(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_validator *validator = call_handle(&call, 0);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_text(&call, imwire_validator_deviations(validator, &call.buffer));
}

/* The position of a member: [start, end]. */
static napi_value json_member(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    bytes json = call_bytes(&call, 0), name = call_bytes(&call, 1);
    imwire_range range;
    napi_value value = 0, object;
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    int status = imwire_json_member(TEXT(json), TEXT(name), &range, 0, &call.error);
    if (status == IMWIRE_OK) {
        object = call_object(&call);
        put_range(&call, object, "range", range);
        napi_get_named_property(env, object, "range", &value);
    }
    return call_end(&call, status, value);
}

/* The positions of the elements of a list: a flat array of starts and ends. */
static napi_value json_elements(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    bytes json = call_bytes(&call, 0);
    imwire_range range;
    napi_value list, number;
    size_t position = 0;
    uint32_t count = 0;
    int status = IMWIRE_NONE;
    napi_create_array(env, &list);
    while (!call.has_failed
           && (status = imwire_json_element(TEXT(json), &position, &range, 0, &call.error)) == IMWIRE_OK) {
        napi_create_double(env, (double)range.offset, &number);
        napi_set_element(env, list, count++, number);
        napi_create_double(env, (double)(range.offset + range.size), &number);
        napi_set_element(env, list, count++, number);
    }
    return call_end(&call, status == IMWIRE_NONE ? IMWIRE_OK : status, list);
}

static napi_value json_text(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    bytes json = call_bytes(&call, 0);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_text(&call, imwire_json_text(TEXT(json), OUT));
}

static int32_t free_session(void *object) {
    return imwire_session_free(object);
}

static napi_value session_new(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_session *session = 0;
    const char *machine = call_name(&call, 0);
    bytes config = call_bytes(&call, 1);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    int status = imwire_session_new(machine, TEXT(config), &session, &call.error);
    return call_new_handle(&call, status, session, free_session);
}

static napi_value session_put(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    imwire_session *session = call_handle(&call, 0);
    bytes event = call_bytes(&call, 1);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_text(&call, imwire_session_put(session, TEXT(event), OUT));
}

static napi_value sign(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    bytes secret = call_bytes(&call, 0), nonce = call_bytes(&call, 1), timestamp = call_bytes(&call, 2);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_text(&call, imwire_sign(TEXT(secret), TEXT(nonce), TEXT(timestamp), &call.buffer));
}

static napi_value request_check(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    bytes request = call_bytes(&call, 0);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end(&call, imwire_request_check(TEXT(request), &call.error), 0);
}

static napi_value request_perform(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    bytes request = call_bytes(&call, 0);
    if (call.has_failed) return call_end(&call, IMWIRE_OK, 0);
    return call_end_text(&call, imwire_request_perform(TEXT(request), OUT));
}

const exported value_functions[] = {
    {"contentDecode", content_decode}, {"contentEncode", content_encode}, {"contentDescribe", content_describe},
    {"contentWrite", content_write}, {"contentAssign", content_assign}, {"typesNew", types_new},
    {"typesNames", types_names}, {"validatorNew", validator_new}, {"validatorCheck", validator_check},
    {"validatorDeviations", validator_deviations}, {"jsonMember", json_member}, {"jsonElements", json_elements},
    {"jsonText", json_text}, {"sessionNew", session_new}, {"sessionPut", session_put}, {"sign", sign},
    {"requestCheck", request_check}, {"requestPerform", request_perform}, {0, 0}};
