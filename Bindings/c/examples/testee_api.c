/* SPDX-License-Identifier: Apache-2.0 */
/* Operations of the server API: forms, answers, callbacks, signatures, URLs. */
#include "testee.h"

#define BYTES(slice) (const uint8_t *)(slice).data, (slice).size
#define TEXT(slice) (slice).data, (slice).size

int api_sign(struct request *request, struct output *ok, imwire_error *error) {
    imwire_buffer signature = IMWIRE_BUFFER;
    struct slice secret = name_of(request, "secret"), nonce = name_of(request, "nonce");
    struct slice timestamp = name_of(request, "timestamp");
    int status = imwire_sign(
        secret.data, secret.size, nonce.data, nonce.size, timestamp.data, timestamp.size, &signature);
    (void)error;
    put_text(ok, "{\"signature\":\"");
    put_buffer(ok, &signature);
    put_text(ok, "\"}");
    return status;
}

int form_decode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_options *options = options_of(request);
    imwire_buffer json = IMWIRE_BUFFER;
    struct slice path = name_of(request, "path"), data = bytes(request, request->json, "bytes");
    int status = imwire_form_decode(options, TEXT(path), BYTES(data), &json, error);
    return finish(ok, status, &json, options);
}

int form_encode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_buffer written = IMWIRE_BUFFER;
    struct slice path = name_of(request, "path"), value = required(request, request->json, "value", '{');
    return finish_bytes(ok, imwire_form_encode(TEXT(path), TEXT(value), &written, error), &written, 0);
}

int answer_decode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_options *options = options_of(request);
    imwire_buffer json = IMWIRE_BUFFER;
    struct slice path = name_of(request, "path"), data = bytes(request, request->json, "bytes");
    int status = imwire_answer_decode(options, TEXT(path), BYTES(data), &json, error);
    return finish(ok, status, &json, options);
}

int answer_encode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_buffer written = IMWIRE_BUFFER;
    struct slice path = name_of(request, "path"), value = required(request, request->json, "value", '{');
    return finish_bytes(ok, imwire_answer_encode(TEXT(path), TEXT(value), &written, error), &written, 0);
}

int callback_decode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_options *options = options_of(request);
    imwire_buffer json = IMWIRE_BUFFER;
    struct slice callback = name_of(request, "callback"), data = bytes(request, request->json, "bytes");
    int status = imwire_callback_decode(options, callback.data, BYTES(data), &json, error);
    return finish(ok, status, &json, options);
}

int callback_encode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_buffer written = IMWIRE_BUFFER;
    struct slice callback = name_of(request, "callback"), value = required(request, request->json, "value", 0);
    return finish_bytes(ok, imwire_callback_encode(callback.data, TEXT(value), &written, error), &written, 0);
}

int headers_decode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_buffer json = IMWIRE_BUFFER;
    struct slice fields = required(request, request->json, "fields", '['), secret = name_of(request, "secret");
    return finish(ok, imwire_headers_check(TEXT(fields), TEXT(secret), &json, error), &json, 0);
}

int headers_encode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_buffer json = IMWIRE_BUFFER;
    struct slice key = name_of(request, "appKey"), secret = name_of(request, "secret");
    struct slice nonce = name_of(request, "nonce"), timestamp = name_of(request, "timestamp");
    int status = imwire_headers_sign(TEXT(key), TEXT(secret), TEXT(nonce), TEXT(timestamp), &json, error);
    return finish(ok, status, &json, 0);
}

int query_decode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_options *options = options_of(request);
    imwire_buffer json = IMWIRE_BUFFER;
    struct slice data = bytes(request, request->json, "bytes"), secret = name_of(request, "secret");
    int status = imwire_query_check(options, BYTES(data), TEXT(secret), &json, error);
    return finish(ok, status, &json, options);
}

int url_decode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_options *options = options_of(request);
    imwire_buffer json = IMWIRE_BUFFER;
    struct slice data = bytes(request, request->json, "bytes");
    return finish(ok, imwire_url_decode(options, BYTES(data), &json, error), &json, options);
}

int url_encode(struct request *request, struct output *ok, imwire_error *error) {
    imwire_buffer written = IMWIRE_BUFFER;
    struct slice value = required(request, request->json, "value", '{');
    return finish_bytes(ok, imwire_url_encode(TEXT(value), &written, error), &written, 0);
}
