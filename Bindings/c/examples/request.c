/* SPDX-License-Identifier: Apache-2.0 */
#include "request.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *check(void *memory) {
    if (!memory) {
        fputs("out of memory\n", stderr);
        exit(3);
    }
    return memory;
}

/* ---- Writing ---- */

void put(struct output *output, const char *data, size_t size) {
    if (output->capacity - output->size < size) {
        output->capacity = (output->capacity + size) * 2;
        output->data = check(realloc(output->data, output->capacity));
    }
    if (size) memcpy(output->data + output->size, data, size);
    output->size += size;
}

void put_text(struct output *output, const char *text) {
    put(output, text, strlen(text));
}

void put_number(struct output *output, long long number) {
    char digits[32];
    put(output, digits, (size_t)snprintf(digits, sizeof digits, "%lld", number));
}

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void put_base64(struct output *output, const uint8_t *bytes, size_t size) {
    for (size_t place = 0; place < size; place += 3) {
        size_t left = size - place < 3 ? size - place : 3;
        uint32_t group = (uint32_t)bytes[place] << 16;
        if (left > 1) group |= (uint32_t)bytes[place + 1] << 8;
        if (left > 2) group |= bytes[place + 2];
        char four[4] = {digits[group >> 18], digits[group >> 12 & 63], digits[group >> 6 & 63], digits[group & 63]};
        for (size_t index = left + 1; index < 4; index++) four[index] = '=';
        put(output, four, 4);
    }
}

void put_buffer(struct output *output, imwire_buffer *buffer) {
    put(output, (const char *)buffer->data, buffer->size);
    imwire_buffer_free(buffer);
}

/* ---- Reading ---- */

void *request_own(struct request *request, void *memory) {
    check(memory);
    if (request->owned_count == sizeof request->owned / sizeof *request->owned) {
        request_skip(request, "too many strings for this testee");
        request->owned_count--;
        free(request->owned[request->owned_count]);
    }
    request->owned[request->owned_count++] = memory;
    return memory;
}

void request_end(struct request *request) {
    while (request->owned_count) free(request->owned[--request->owned_count]);
}

void request_skip(struct request *request, const char *reason) {
    if (!request->skip) request->skip = reason;
}

struct slice member(struct request *request, struct slice object, const char *name) {
    struct slice none = {0, 0};
    imwire_range place;
    if (!object.data) return none;
    int status = imwire_json_member(object.data, object.size, name, IMWIRE_NUL, &place, 0, 0);
    if (status < 0) request_skip(request, "a JSON object is expected");
    if (status != IMWIRE_OK) return none;
    return (struct slice){object.data + place.offset, place.size};
}

struct slice required(struct request *request, struct slice object, const char *name, char kind) {
    struct slice found = member(request, object, name);
    if (!found.data || (kind && *found.data != kind)) request_skip(request, "a member is missing or of another type");
    return found;
}

struct slice element(struct request *request, struct slice list, size_t *position) {
    struct slice none = {0, 0};
    imwire_range place;
    if (!list.data) return none;
    int status = imwire_json_element(list.data, list.size, position, &place, 0, 0);
    if (status < 0) request_skip(request, "a JSON list is expected");
    if (status != IMWIRE_OK) return none;
    return (struct slice){list.data + place.offset, place.size};
}

struct slice text_of(struct request *request, struct slice json) {
    struct slice none = {0, 0};
    imwire_buffer text = IMWIRE_BUFFER;
    if (!json.data) return none;
    if (imwire_json_text(json.data, json.size, &text, 0) != IMWIRE_OK) {
        request_skip(request, "a string is expected");
        return none;
    }
    /* A NUL is appended, so that the text can be passed as a C string. */
    char *copy = request_own(request, calloc(text.size + 1, 1));
    if (text.size) memcpy(copy, text.data, text.size);
    struct slice found = {copy, text.size};
    imwire_buffer_free(&text);
    return found;
}

struct slice text(struct request *request, struct slice object, const char *name) {
    return text_of(request, member(request, object, name));
}

static int digit(char character) {
    const char *place = character ? strchr(digits, character) : 0;
    return place ? (int)(place - digits) : -1;
}

struct slice bytes_of(struct request *request, struct slice json) {
    struct slice none = {0, 0};
    struct slice text = text_of(request, json);
    if (!text.data) {
        request_skip(request, "Base64 is missing");
        return none;
    }
    uint8_t *bytes = request_own(request, malloc(text.size / 4 * 3 + 1));
    size_t count = 0;
    for (size_t place = 0; place < text.size; place += 4) {
        if (text.size - place < 4) return request_skip(request, "no Base64"), none;
        const char *four = text.data + place;
        bool is_last = text.size - place == 4;
        int padding = is_last && four[3] == '=' ? (four[2] == '=' ? 2 : 1) : 0;
        uint32_t group = 0;
        for (int index = 0; index < 4; index++) {
            int value = index >= 4 - padding ? 0 : digit(four[index]);
            if (value < 0) return request_skip(request, "no Base64"), none;
            group = group << 6 | (uint32_t)value;
        }
        bytes[count++] = (uint8_t)(group >> 16);
        if (padding < 2) bytes[count++] = (uint8_t)(group >> 8);
        if (padding < 1) bytes[count++] = (uint8_t)group;
    }
    return (struct slice){(const char *)bytes, count};
}

struct slice bytes(struct request *request, struct slice object, const char *name) {
    return bytes_of(request, required(request, object, name, '"'));
}

bool number(struct request *request, struct slice object, const char *name, long long *value) {
    struct slice json = member(request, object, name);
    char text[24];
    char *end;
    if (!json.data) return false;
    if (json.size >= sizeof text) return request_skip(request, "a number is too large"), false;
    memcpy(text, json.data, json.size);
    text[json.size] = 0;
    errno = 0;
    *value = strtoll(text, &end, 10);
    if (errno || end == text || *end) return request_skip(request, "an integer is expected"), false;
    return true;
}

bool is_true(struct request *request, struct slice object, const char *name) {
    return equals(member(request, object, name), "true");
}

bool equals(struct slice text, const char *other) {
    return text.data && text.size == strlen(other) && memcmp(text.data, other, text.size) == 0;
}
