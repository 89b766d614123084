/* SPDX-License-Identifier: Apache-2.0 */
/* Requests of the testee protocol, taken apart with nothing but the library's own look into JSON. */
#ifndef REQUEST_H
#define REQUEST_H

#include <imwire.h>
#include <stdbool.h>

/* JSON, text or bytes that somebody else owns; `data` is null where there is none. */
struct slice {
    const char *data;
    size_t size;
};

/* Text that grows. */
struct output {
    char *data;
    size_t size;
    size_t capacity;
};

/* What a request needs as long as it is answered. */
struct request {
    struct slice json;
    /* Texts and bytes that were decoded; they end with the request. */
    void *owned[4096];
    size_t owned_count;
    /* Why the request is skipped; null where it is not (TST-101). */
    const char *skip;
};

void put(struct output *output, const char *data, size_t size);
void put_text(struct output *output, const char *text);
void put_number(struct output *output, long long number);
void put_base64(struct output *output, const uint8_t *bytes, size_t size);
/* Appends what the library has written, and ends its buffer. */
void put_buffer(struct output *output, imwire_buffer *buffer);

void request_end(struct request *request);
/* Keeps memory until the request has its answer. */
void *request_own(struct request *request, void *memory);
void request_skip(struct request *request, const char *reason);

/* A member as it is written. */
struct slice member(struct request *request, struct slice object, const char *name);
/* A member that has to be there, and one that is JSON of a kind: `"`, `[`, `{`. */
struct slice required(struct request *request, struct slice object, const char *name, char kind);
/* The element behind `position`, which is 0 for the first; `data` is null at the end. */
struct slice element(struct request *request, struct slice list, size_t *position);
/* The text of a JSON string; nothing where there is none. */
struct slice text_of(struct request *request, struct slice json);
struct slice text(struct request *request, struct slice object, const char *name);
/* The bytes of a JSON string in Base64. */
struct slice bytes_of(struct request *request, struct slice json);
struct slice bytes(struct request *request, struct slice object, const char *name);
/* An integer; false where it is absent. */
bool number(struct request *request, struct slice object, const char *name, long long *value);
bool is_true(struct request *request, struct slice object, const char *name);
bool equals(struct slice text, const char *other);

#endif
