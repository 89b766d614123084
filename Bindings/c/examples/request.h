/* SPDX-License-Identifier: Apache-2.0 */
/* Requests of the testee protocol, parsed with the JSON functions of the library only. */
#ifndef REQUEST_H
#define REQUEST_H

#include <imwire.h>
#include <stdbool.h>

/* JSON, text or bytes owned by another object; `data` is null if there are none. */
struct slice {
    const char *data;
    size_t size;
};

/* Text that grows as needed. */
struct output {
    char *data;
    size_t size;
    size_t capacity;
};

/* The state that a request needs while it is being answered. */
struct request {
    struct slice json;
    /* Decoded texts and bytes, which are freed with the request. */
    void *owned[4096];
    size_t owned_count;
    /* The reason why the request is skipped; null if it is not (TST-101). */
    const char *skip;
};

void put(struct output *output, const char *data, size_t size);
void put_text(struct output *output, const char *text);
void put_number(struct output *output, long long number);
void put_base64(struct output *output, const uint8_t *bytes, size_t size);
/* Appends the bytes of a buffer of the library, and frees the buffer. */
void put_buffer(struct output *output, imwire_buffer *buffer);

void request_end(struct request *request);
/* Keeps memory until the request has been answered. */
void *request_own(struct request *request, void *memory);
void request_skip(struct request *request, const char *reason);

/* Returns a member as it is written. */
struct slice member(struct request *request, struct slice object, const char *name);
/* Returns a required member that is JSON of a kind: `"`, `[`, `{`. */
struct slice required(struct request *request, struct slice object, const char *name, char kind);
/* Returns the element after `position`, which is 0 before the first element; `data` is null at the end. */
struct slice element(struct request *request, struct slice list, size_t *position);
/* Returns the text of a JSON string; empty if there is none. */
struct slice text_of(struct request *request, struct slice json);
struct slice text(struct request *request, struct slice object, const char *name);
/* Returns the bytes of a JSON string in Base64. */
struct slice bytes_of(struct request *request, struct slice json);
struct slice bytes(struct request *request, struct slice object, const char *name);
/* Reads an integer; returns false if it is absent. */
bool number(struct request *request, struct slice object, const char *name, long long *value);
bool is_true(struct request *request, struct slice object, const char *name);
bool equals(struct slice text, const char *other);

#endif
