/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on single values: contents, bodies, envelopes, polling, sessions. */
#include "testee.h"

int finish(struct output *ok, int status, imwire_buffer *json, imwire_options *options) {
    if (status == IMWIRE_OK) put(ok, (const char *)json->data, json->size);
    imwire_buffer_free(json);
    imwire_options_free(options);
    return status;
}

int finish_bytes(struct output *ok, int status, imwire_buffer *bytes, imwire_options *options) {
    if (status == IMWIRE_OK) {
        put_text(ok, "{\"bytes\":\"");
        put_base64(ok, bytes->data, bytes->size);
        put_text(ok, "\"}");
    }
    imwire_buffer_free(bytes);
    imwire_options_free(options);
    return status;
}

struct slice name_of(struct request *request, const char *member) {
    return text_of(request, required(request, request->json, member, '"'));
}

int content_decode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_options *options = options_of(request);
    imwire_buffer json = IMWIRE_BUFFER;
    struct slice name = name_of(request, "objectName"), data = bytes(request, request->json, "bytes");
    int status = imwire_content_decode(
        options, name.data, name.size, (const uint8_t *)data.data, data.size, &json, error);
    return finish(ok, status, &json, options);
}

/* Writes a content for a profile, and reports how it departs from the canonical form. */
static int write_for(
    struct slice profile, struct slice name, struct slice value, struct request *request, struct output *ok,
    imwire_options *options, imwire_error *error) {
    imwire_buffer written = IMWIRE_BUFFER, report = IMWIRE_BUFFER;
    int status = imwire_content_write(
        options, name.data, name.size, value.data, value.size, profile.data, profile.size, &written, &report, error);
    if (status == IMWIRE_OK) {
        struct slice departures = member(request, (struct slice){(const char *)report.data, report.size}, "departures");
        put_text(ok, "{\"bytes\":\"");
        put_base64(ok, written.data, written.size);
        put_text(ok, "\",\"departures\":");
        put(ok, departures.data, departures.size);
        put_text(ok, "}");
    }
    imwire_buffer_free(&written);
    imwire_buffer_free(&report);
    imwire_options_free(options);
    return status;
}

int content_encode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_options *options = options_of(request);
    imwire_buffer written = IMWIRE_BUFFER;
    struct slice profile = member(request, request->json, "profile");
    struct slice name = name_of(request, "objectName"), value = required(request, request->json, "value", 0);
    int status;
    if (member(request, request->json, "from").data) {
        struct slice from = bytes(request, request->json, "from");
        status = imwire_content_assign(
            options, name.data, name.size, (const uint8_t *)from.data, from.size, value.data, value.size, &written,
            error);
        value = (struct slice){(const char *)written.data, written.size};
    } else if (profile.data) {
        status = IMWIRE_OK;
    } else {
        status = imwire_content_encode(options, name.data, name.size, value.data, value.size, &written, error);
    }
    if (status != IMWIRE_OK || !profile.data) return finish_bytes(ok, status, &written, options);
    status = write_for(profile, name, value, request, ok, options, error);
    imwire_buffer_free(&written);
    return status;
}

int schema_check(struct request *request, struct output *ok, imwire_error *error) {
    imwire_types *types = 0;
    imwire_options *options = 0;
    imwire_buffer names = IMWIRE_BUFFER;
    struct slice files = required(request, request->json, "files", '[');
    int status = imwire_types_new(
        files.data, files.size, is_true(request, request->json, "overridesReserved"), &types, error);
    if (status == IMWIRE_OK) status = imwire_options_new(&options);
    if (status == IMWIRE_OK) status = imwire_options_set_types(options, types);
    if (status == IMWIRE_OK) status = imwire_types_names(types, &names);
    if (status == IMWIRE_OK) {
        put_text(ok, "{\"value\":");
        put(ok, (const char *)names.data, names.size);
        put_text(ok, "}");
    }
    imwire_buffer_free(&names);
    imwire_options_free(options);
    imwire_types_free(types);
    return status;
}

int content_describe(struct request *request, struct output *ok, imwire_error *error) {
    imwire_buffer json = IMWIRE_BUFFER;
    struct slice name = name_of(request, "objectName"), data = {0, 0};
    if (member(request, request->json, "bytes").data) data = bytes(request, request->json, "bytes");
    int status = imwire_content_describe(
        0, name.data, name.size, (const uint8_t *)data.data, data.size, &json, error);
    return finish(ok, status, &json, 0);
}

int rmtp_encode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_options *options = options_of(request);
    imwire_buffer written = IMWIRE_BUFFER;
    struct slice packet = required(request, request->json, "packet", 0), trailing = {0, 0};
    required(request, request->json, "protocolVersion", 0);
    if (member(request, request->json, "trailing").data) trailing = bytes(request, request->json, "trailing");
    int status = imwire_rmtp_encode(
        options, packet.data, packet.size, (const uint8_t *)trailing.data, trailing.size, &written, error);
    return finish_bytes(ok, status, &written, options);
}

int body_decode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_options *options = options_of(request);
    imwire_buffer json = IMWIRE_BUFFER;
    struct slice name = name_of(request, "message"), data = bytes(request, request->json, "bytes");
    int status = imwire_body_decode(
        options, name.data, name.size, (const uint8_t *)data.data, data.size, &json, error);
    return finish(ok, status, &json, options);
}

int body_encode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_options *options = options_of(request);
    imwire_buffer written = IMWIRE_BUFFER;
    struct slice name = name_of(request, "message"), value = required(request, request->json, "value", 0);
    int status = imwire_body_encode(options, name.data, name.size, value.data, value.size, &written, error);
    return finish_bytes(ok, status, &written, options);
}

int post_decode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_options *options = options_of(request);
    imwire_buffer json = IMWIRE_BUFFER;
    struct slice target = name_of(request, "target"), data = bytes(request, request->json, "bytes");
    int status = imwire_post_decode(
        options, target.data, target.size, (const uint8_t *)data.data, data.size, &json, error);
    return finish(ok, status, &json, options);
}

int post_encode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_buffer json = IMWIRE_BUFFER;
    struct slice value = required(request, request->json, "value", 0);
    return finish(ok, imwire_post_encode(value.data, value.size, &json, error), &json, 0);
}

int packet_convert(struct request *request, struct output *ok, imwire_error *error) {
    imwire_buffer json = IMWIRE_BUFFER;
    struct slice packet = required(request, request->json, "packet", 0), to = name_of(request, "to");
    struct slice message = text(request, request->json, "message"), trailing = {0, 0};
    if (member(request, request->json, "trailing").data) trailing = bytes(request, request->json, "trailing");
    int status = imwire_packet_convert(
        packet.data, packet.size, to.data, message.data, (const uint8_t *)trailing.data, trailing.size, &json, error);
    return finish(ok, status, &json, 0);
}

int envelope_decode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_options *options = options_of(request);
    imwire_buffer json = IMWIRE_BUFFER;
    struct slice packet = required(request, request->json, "packet", 0);
    struct slice receipt = member(request, request->json, "receipt");
    int status = imwire_envelope_decode(
        options, packet.data, packet.size, receipt.data, receipt.size, &json, error);
    return finish(ok, status, &json, options);
}

int envelope_encode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_options *options = options_of(request);
    imwire_buffer json = IMWIRE_BUFFER;
    struct slice value = required(request, request->json, "value", 0);
    int status = imwire_envelope_encode(options, value.data, value.size, &json, error);
    return finish(ok, status, &json, options);
}

int navigation_decode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_options *options = options_of(request);
    imwire_buffer json = IMWIRE_BUFFER;
    struct slice data = bytes(request, request->json, "bytes");
    int status = imwire_navigation_decode(options, (const uint8_t *)data.data, data.size, &json, error);
    return finish(ok, status, &json, options);
}

int navigation_encode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_buffer written = IMWIRE_BUFFER;
    struct slice value = required(request, request->json, "value", 0);
    return finish_bytes(ok, imwire_navigation_encode(value.data, value.size, &written, error), &written, 0);
}

int session_run(struct request *request, struct output *ok, imwire_error *error) {
    /* A session does not show its memory. */
    if (member(request, request->json, "memory").data) return perform(request, ok, error);
    /* SES-145: the limit on the actions of a script; a session itself may continue indefinitely. */
    const size_t most = 16 << 20;
    struct slice machine = name_of(request, "machine"), config = member(request, request->json, "config");
    struct slice events = required(request, request->json, "events", '[');
    imwire_session *session = 0;
    int status = imwire_session_new(machine.data, config.data, config.size, &session, error);
    size_t place = 0, size = 0;
    put_text(ok, "{\"actions\":[");
    for (struct slice event; status >= 0 && (event = element(request, events, &place)).data;) {
        imwire_buffer json = IMWIRE_BUFFER;
        status = imwire_session_put(session, event.data, event.size, &json, error);
        struct slice actions = {(const char *)json.data, json.size};
        size_t next = 0;
        for (struct slice action; status >= 0 && (action = element(request, actions, &next)).data;) {
            size += action.size;
            if (ok->data[ok->size - 1] != '[') put_text(ok, ",");
            put(ok, action.data, action.size);
        }
        imwire_buffer_free(&json);
    }
    put_text(ok, "]}");
    imwire_session_free(session);
    if (size > most) {
        *error = (imwire_error){.offset = -1, .code = "session.actions"};
        status = IMWIRE_ERROR_REFUSED;
    }
    return status;
}

int perform(struct request *request, struct output *ok, imwire_error *error) {
    imwire_buffer json = IMWIRE_BUFFER;
    int status = imwire_request_perform(request->json.data, request->json.size, &json, error);
    put_buffer(ok, &json);
    return status;
}
