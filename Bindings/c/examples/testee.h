/* SPDX-License-Identifier: Apache-2.0 */
/* The operations of the testee. */
#ifndef TESTEE_H
#define TESTEE_H

#include "request.h"

/* Answers a request: appends the members of the response's `ok` to `ok`. Any status but IMWIRE_OK is an error or a
 * skip. */
typedef int operation(struct request *request, struct output *ok, imwire_error *error);

/* Creates options from the members of a request with the same names; skips requests with invalid values. */
imwire_options *options_of(struct request *request);

operation content_decode, content_encode, content_describe, schema_check;
operation frame_decode, frame_encode, chat_decode, chat_encode;
operation rmtp_decode, rmtp_encode, body_decode, body_encode, post_decode, post_encode, packet_convert;
operation envelope_decode, envelope_encode, navigation_decode, navigation_encode, session_run, api_sign;

/* Answers a request for which the interface has no function of its own. */
operation perform;

#endif
