/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations shared by the parts of the addon: arguments, results and errors. */
#ifndef ADDON_H
#define ADDON_H

#define NAPI_VERSION 8
#include <imwire.h>
#include <node_api.h>
#include <stdbool.h>

enum { argument_count = 5 };
/* The largest integer that a number of JavaScript represents exactly, with all below it. */
#define MOST_INTEGER 9007199254740991

/* What belongs to one instance of the addon, which one thread uses. */
typedef struct instance {
    napi_ref error_class;
    /* The buffer of the last call, for the next one. */
    imwire_buffer buffer;
} instance;

/* A call from JavaScript. */
typedef struct call {
    napi_env env;
    napi_value arguments[argument_count];
    instance *instance;
    /* Copies of strings: short ones, and long ones that are freed at the end of the call. */
    char texts[argument_count][64];
    void *owned[argument_count];
    size_t owned_count;
    imwire_options *options;
    imwire_buffer buffer;
    imwire_error error;
    /* Whether an exception has already been thrown. */
    bool has_failed;
} call;

/* Bytes of the caller; null if there are none. */
typedef struct bytes {
    const uint8_t *data;
    size_t size;
} bytes;

/* An object of the library that is owned by JavaScript. */
typedef struct handle {
    void *object;
    int32_t (*free)(void *);
} handle;

call call_begin(napi_env env, napi_callback_info info);
/* Ends a call with a JavaScript value, or throws the error of its status. */
napi_value call_end(call *call, int status, napi_value value);
/* As call_end, with the text or the bytes in the buffer; undefined if there are none. */
napi_value call_end_text(call *call, int status);
napi_value call_end_bytes(call *call, int status);

/* A string or bytes; empty for undefined and null. */
bytes call_bytes(call *call, int index);
/* A NUL-terminated string; null for undefined and null. */
const char *call_name(call *call, int index);
/* An integer, as every other number throws; 0 for undefined and null. */
int64_t call_number(call *call, int index);
/* The value for a second buffer that a call has written. */
napi_value call_text_of(call *call, const imwire_buffer *buffer);
/* Options from an object with members of the same names; null for undefined. */
imwire_options *call_options(call *call, int index);
void *call_handle(call *call, int index);
napi_value call_new_handle(call *call, int status, void *object, int32_t (*free)(void *));

napi_value call_object(call *call);
void put_number(call *call, napi_value object, const char *name, double number);
/* A number, or a BigInt if a number of JavaScript would be rounded. */
void put_integer(call *call, napi_value object, const char *name, int64_t integer);
void put_boolean(call *call, napi_value object, const char *name, bool value);
void put_range(call *call, napi_value object, const char *name, imwire_range range);
/* A member of an object that is an integer from 0 to `most`, as every other number throws; 0 if it is absent. */
uint64_t member_number(call *call, napi_value object, const char *name, uint64_t most);

typedef struct exported {
    const char *name;
    napi_callback function;
} exported;

extern const exported value_functions[], stream_functions[], packet_functions[], common_functions[], server_functions[];

#endif
