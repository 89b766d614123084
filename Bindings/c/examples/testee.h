/* SPDX-License-Identifier: Apache-2.0 */
/* The operations of the testee. */
#ifndef TESTEE_H
#define TESTEE_H

#include "request.h"

/* Answers a request: appends the members of the response's `ok` to `ok`. Any status but IMWIRE_OK is an error or a
 * skip. */
typedef int operation(struct request *request, struct output *ok, imwire_error *error);

/* Appends the JSON or, in Base64, the bytes of a call that succeeded, and frees the buffer and the options. */
int finish(struct output *ok, int status, imwire_buffer *json, imwire_options *options);
int finish_bytes(struct output *ok, int status, imwire_buffer *bytes, imwire_options *options);
/* Returns the text of a required member. */
struct slice name_of(struct request *request, const char *member);

/* Creates options from the members of a request with the same names; skips requests with invalid values. */
imwire_options *options_of(struct request *request);

operation content_decode, content_encode, content_describe, schema_check;
operation frame_decode, frame_encode, chat_decode, chat_encode;
operation rmtp_decode, rmtp_encode, body_decode, body_encode, post_decode, post_encode, packet_convert;
operation envelope_decode, envelope_encode, navigation_decode, navigation_encode, session_run, api_sign;
operation form_decode, form_encode, answer_decode, answer_encode, callback_decode, callback_encode;
operation headers_decode, headers_encode, query_decode, url_decode, url_encode;

/* Answers a request for which the interface has no function of its own. */
operation perform;

#endif
