/* SPDX-License-Identifier: Apache-2.0 */
#include "addon.h"

#include <stdlib.h>
#include <string.h>

call call_begin(napi_env env, napi_callback_info info) {
    call call;
    memset(&call, 0, sizeof call);
    size_t count = argument_count;
    call.env = env;
    napi_get_cb_info(env, info, &count, call.arguments, 0, 0);
    napi_get_instance_data(env, (void **)&call.instance);
    /* A call that a property of the options makes finds no buffer, and gets one of its own. */
    call.buffer = call.instance->buffer;
    call.buffer.size = 0;
    memset(&call.instance->buffer, 0, sizeof call.instance->buffer);
    return call;
}

static void set(napi_env env, napi_value object, const char *name, napi_value value) {
    napi_set_named_property(env, object, name, value);
}

static napi_value text(napi_env env, const char *text, size_t size) {
    napi_value value;
    napi_create_string_utf8(env, text, size, &value);
    return value;
}

napi_value call_object(call *call) {
    napi_value object;
    napi_create_object(call->env, &object);
    return object;
}

void put_number(call *call, napi_value object, const char *name, double number) {
    napi_value value;
    napi_create_double(call->env, number, &value);
    set(call->env, object, name, value);
}

void put_integer(call *call, napi_value object, const char *name, int64_t integer) {
    napi_value value;
    if (integer >= -MOST_INTEGER && integer <= MOST_INTEGER)
        napi_create_int64(call->env, integer, &value);
    else
        napi_create_bigint_int64(call->env, integer, &value);
    set(call->env, object, name, value);
}

void put_boolean(call *call, napi_value object, const char *name, bool boolean) {
    napi_value value;
    napi_get_boolean(call->env, boolean, &value);
    set(call->env, object, name, value);
}

void put_range(call *call, napi_value object, const char *name, imwire_range range) {
    napi_value pair;
    napi_create_array_with_length(call->env, 2, &pair);
    for (uint32_t index = 0; index < 2; index++) {
        napi_value value;
        napi_create_double(call->env, (double)(range.offset + (index ? range.size : 0)), &value);
        napi_set_element(call->env, pair, index, value);
    }
    set(call->env, object, name, pair);
}

static void fail(call *call, const char *reason) {
    if (call->has_failed) return;
    napi_throw_type_error(call->env, 0, reason);
    call->has_failed = true;
}

/* Reads an integer that JavaScript represents exactly, or a BigInt of 64 bits; returns false for any other value. */
static bool integer(napi_env env, napi_value value, int64_t *integer) {
    double number = 0;
    bool is_exact = false;
    if (napi_get_value_double(env, value, &number) != napi_ok)
        return napi_get_value_bigint_int64(env, value, integer, &is_exact) == napi_ok && is_exact;
    if (!(number >= -(double)MOST_INTEGER && number <= (double)MOST_INTEGER)) return false;
    *integer = (int64_t)number;
    return (double)*integer == number;
}

static bool is_nothing(call *call, napi_value value);

static void fail_range(call *call, const char *reason, const char *name) {
    char text[160];
    if (call->has_failed) return;
    strcpy(text, reason);
    strncat(text, name, sizeof text - strlen(text) - 1);
    napi_throw_range_error(call->env, 0, text);
    call->has_failed = true;
}

uint64_t member_number(call *call, napi_value object, const char *name, uint64_t most) {
    napi_value value = 0;
    int64_t number = 0;
    if (napi_get_named_property(call->env, object, name, &value) != napi_ok) return fail(call, "an object is expected"), 0u;
    if (is_nothing(call, value)) return 0;
    if (!integer(call->env, value, &number) || number < 0 || (uint64_t)number > most) {
        fail_range(call, "this is no integer, or does not fit: ", name);
        return 0;
    }
    return (uint64_t)number;
}

/* Throws an error of the class set from JavaScript, with the details from imwire_error. */
static void throw_status(call *call, int status) {
    static const char *const kinds[] = {"", "refused", "argument", "handle", "busy", "space", "unsupported"};
    napi_env env = call->env;
    const imwire_error *error = &call->error;
    napi_value details = call_object(call), exception, constructor, number;
    bool is_told = error->status == status;
    set(env, details, "kind", text(env, kinds[-status < 7 ? -status : 0], NAPI_AUTO_LENGTH));
    set(env, details, "reason", text(env, is_told ? error->reason : "", NAPI_AUTO_LENGTH));
    if (is_told && status == IMWIRE_ERROR_REFUSED) {
        set(env, details, "code", text(env, error->code, NAPI_AUTO_LENGTH));
        set(env, details, "path", text(env, error->path, NAPI_AUTO_LENGTH));
        if (error->offset >= 0) put_number(call, details, "offset", (double)error->offset);
        if (error->inner >= 0) put_number(call, details, "inner", (double)error->inner);
        if (error->scope) set(env, details, "scope", text(env, error->scope == 2 ? "connection" : "message", NAPI_AUTO_LENGTH));
        if (error->batch_count) {
            napi_value batch;
            napi_create_array_with_length(env, 2, &batch);
            napi_create_uint32(env, error->batch_index, &number);
            napi_set_element(env, batch, 0, number);
            napi_create_uint32(env, error->batch_count, &number);
            napi_set_element(env, batch, 1, number);
            set(env, details, "batch", batch);
        }
    }
    call->has_failed = true;
    if (call->instance->error_class
        && napi_get_reference_value(env, call->instance->error_class, &constructor) == napi_ok
        && napi_new_instance(env, constructor, 1, &details, &exception) == napi_ok)
        napi_throw(env, exception);
    else
        napi_throw_error(env, 0, error->reason);
}

/* The most bytes of a buffer that is kept for the next call. */
enum { most_kept = 1 << 20 };

napi_value call_end(call *call, int status, napi_value value) {
    if (status < 0 && !call->has_failed) throw_status(call, status);
    if (call->buffer.capacity > most_kept || call->instance->buffer.data)
        imwire_buffer_free(&call->buffer);
    else
        call->instance->buffer = call->buffer;
    imwire_options_free(call->options);
    while (call->owned_count) free(call->owned[--call->owned_count]);
    return call->has_failed || status != IMWIRE_OK ? 0 : value;
}

napi_value call_end_text(call *call, int status) {
    napi_value value = 0;
    if (status == IMWIRE_OK && !call->has_failed)
        value = text(call->env, call->buffer.size ? (const char *)call->buffer.data : "", call->buffer.size);
    return call_end(call, status, value);
}

napi_value call_text_of(call *call, const imwire_buffer *buffer) {
    return text(call->env, buffer->size ? (const char *)buffer->data : "", buffer->size);
}

napi_value call_end_bytes(call *call, int status) {
    napi_value value = 0;
    if (status == IMWIRE_OK && !call->has_failed)
        napi_create_buffer_copy(call->env, call->buffer.size, call->buffer.data, 0, &value);
    return call_end(call, status, value);
}

/* ---- Arguments ---- */

static bool is_nothing(call *call, napi_value value) {
    napi_valuetype type = napi_undefined;
    if (!value) return true;
    napi_typeof(call->env, value, &type);
    return type == napi_undefined || type == napi_null;
}

/* Bytes of a typed array, or a NUL-terminated copy of a string: in `small`, or in `copy` if it is long. */
static bytes bytes_of(call *call, napi_value value, char small[64], void **copy) {
    bytes none = {0, 0};
    bool is_array = false;
    napi_valuetype type = napi_undefined;
    if (is_nothing(call, value)) return none;
    napi_is_typedarray(call->env, value, &is_array);
    if (is_array) {
        napi_typedarray_type kind;
        size_t size;
        void *data;
        napi_get_typedarray_info(call->env, value, &kind, &size, &data, 0, 0);
        if (kind == napi_uint8_array) return (bytes){size ? data : (const uint8_t *)"", size};
    }
    napi_typeof(call->env, value, &type);
    if (type != napi_string) return fail(call, "a string or a Uint8Array is expected"), none;
    size_t size = 0;
    napi_get_value_string_utf8(call->env, value, small, 64, &size);
    /* A text that is cut ends with a whole character, of at most four bytes. */
    if (size < 60) return (bytes){(const uint8_t *)small, size};
    napi_get_value_string_utf8(call->env, value, 0, 0, &size);
    char *text = malloc(size + 1);
    if (!text) return fail(call, "out of memory"), none;
    napi_get_value_string_utf8(call->env, value, text, size + 1, &size);
    *copy = text;
    return (bytes){(const uint8_t *)text, size};
}

bytes call_bytes(call *call, int index) {
    void *copy = 0;
    bytes found = bytes_of(call, call->arguments[index], call->texts[index], &copy);
    if (copy) call->owned[call->owned_count++] = copy;
    return found;
}

const char *call_name(call *call, int index) {
    napi_valuetype type = napi_undefined;
    if (is_nothing(call, call->arguments[index])) return 0;
    napi_typeof(call->env, call->arguments[index], &type);
    if (type != napi_string) return fail(call, "a string is expected"), (const char *)0;
    return (const char *)call_bytes(call, index).data;
}

int64_t call_number(call *call, int index) {
    int64_t number = 0;
    if (is_nothing(call, call->arguments[index])) return 0;
    if (!integer(call->env, call->arguments[index], &number)) fail_range(call, "an integer is expected", "");
    return number;
}

static int set_option(call *call, const char *name, napi_value value) {
    napi_valuetype type = napi_undefined;
    char small[64];
    void *copy = 0;
    int64_t number = 0;
    bool boolean = false;
    napi_typeof(call->env, value, &type);
    if (type == napi_undefined || type == napi_null) return IMWIRE_OK;
    if (type == napi_number || type == napi_bigint) {
        return integer(call->env, value, &number) ? imwire_options_set_number(call->options, name, number)
                                                  : IMWIRE_ERROR_ARGUMENT;
    }
    if (type == napi_boolean) {
        napi_get_value_bool(call->env, value, &boolean);
        return imwire_options_set_number(call->options, name, boolean);
    }
    bytes given = bytes_of(call, value, small, &copy);
    int status = imwire_options_set(call->options, name, (const char *)given.data, given.size);
    free(copy);
    return status;
}

/* Sets the types of an object whose `handle` is one of imwire_types. */
static void set_types(call *call, napi_value value) {
    napi_value external = 0;
    handle *holder = 0;
    if (is_nothing(call, value)) return;
    if (napi_get_named_property(call->env, value, "handle", &external) != napi_ok
        || napi_get_value_external(call->env, external, (void **)&holder) != napi_ok || !holder)
        return fail(call, "types is no object of Types");
    int status = holder->object ? imwire_options_set_types(call->options, holder->object) : IMWIRE_ERROR_HANDLE;
    if (status != IMWIRE_OK) throw_status(call, status);
}

/* Sets all members of an object as limits or as options. */
static void set_members(call *call, napi_value object, bool are_limits) {
    napi_env env = call->env;
    napi_value names, key, value;
    uint32_t count = 0;
    if (napi_get_property_names(env, object, &names) != napi_ok) return fail(call, "options are no object");
    napi_get_array_length(env, names, &count);
    for (uint32_t index = 0; index < count && !call->has_failed; index++) {
        char name[64];
        int64_t number = -1;
        napi_get_element(env, names, index, &key);
        napi_get_value_string_utf8(env, key, name, sizeof name, 0);
        napi_get_property(env, object, key, &value);
        int status;
        if (are_limits) {
            status = integer(env, value, &number) ? imwire_options_set_limit(call->options, name, number)
                                                  : IMWIRE_ERROR_ARGUMENT;
        } else if (strcmp(name, "limits") == 0) {
            if (!is_nothing(call, value)) set_members(call, value, true);
            continue;
        } else if (strcmp(name, "types") == 0) {
            set_types(call, value);
            continue;
        } else if (strcmp(name, "profile") == 0) {
            continue;
        } else {
            status = set_option(call, name, value);
        }
        if (status != IMWIRE_OK)
            fail_range(call, "there is no such option, or it cannot have this value: ", name);
    }
}

imwire_options *call_options(call *call, int index) {
    if (is_nothing(call, call->arguments[index])) return 0;
    if (imwire_options_new(&call->options) == IMWIRE_OK) set_members(call, call->arguments[index], false);
    return call->options;
}

/* ---- Handles ---- */

static void finalize(napi_env env, void *data, void *hint) {
    handle *holder = data;
    (void)env, (void)hint;
    if (holder->object) holder->free(holder->object);
    free(holder);
}

void *call_handle(call *call, int index) {
    handle *holder = 0;
    if (napi_get_value_external(call->env, call->arguments[index], (void **)&holder) != napi_ok || !holder)
        return fail(call, "this is no object of the library"), (void *)0;
    return holder->object;
}

napi_value call_new_handle(call *call, int status, void *object, int32_t (*free_object)(void *)) {
    napi_value value = 0;
    handle *holder = status == IMWIRE_OK ? malloc(sizeof *holder) : 0;
    if (holder) {
        *holder = (handle){object, free_object};
        napi_create_external(call->env, holder, finalize, 0, &value);
    }
    return call_end(call, status, value);
}

/* Frees an object before it is garbage-collected. */
static napi_value close_handle(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    handle *holder = 0;
    int status = IMWIRE_OK;
    if (napi_get_value_external(env, call.arguments[0], (void **)&holder) != napi_ok || !holder)
        fail(&call, "this is no object of the library");
    else if (holder->object) {
        status = holder->free(holder->object);
        if (status == IMWIRE_OK) holder->object = 0;
    }
    return call_end(&call, status, 0);
}

/* Sets the class of errors, which belongs to this instance only. */
static napi_value set_error_class(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    napi_create_reference(env, call.arguments[0], 1, &call.instance->error_class);
    return call_end(&call, IMWIRE_OK, 0);
}

static napi_value version(napi_env env, napi_callback_info info) {
    (void)info;
    return text(env, imwire_version(), NAPI_AUTO_LENGTH);
}

static napi_value has(napi_env env, napi_callback_info info) {
    call call = call_begin(env, info);
    const char *name = call_name(&call, 0);
    napi_value value;
    napi_get_boolean(env, imwire_abi() == IMWIRE_ABI && imwire_has(name), &value);
    return call_end(&call, IMWIRE_OK, value);
}

const exported common_functions[] = {
    {"close", close_handle}, {"setErrorClass", set_error_class}, {"version", version}, {"has", has}, {0, 0}};

static void free_instance(napi_env env, void *data, void *hint) {
    instance *mine = data;
    (void)hint;
    if (mine->error_class) napi_delete_reference(env, mine->error_class);
    imwire_buffer_free(&mine->buffer);
    free(mine);
}

static napi_value initialize(napi_env env, napi_value exports) {
    instance *mine = calloc(1, sizeof *mine);
    if (!mine || napi_set_instance_data(env, mine, free_instance, 0) != napi_ok) {
        free(mine);
        napi_throw_error(env, 0, "out of memory");
        return 0;
    }
    const exported *const all[] = {
        common_functions, value_functions, stream_functions, packet_functions, server_functions};
    for (int part = 0; part < 5; part++) {
        for (const exported *entry = all[part]; entry->name; entry++) {
            napi_value function;
            napi_create_function(env, entry->name, NAPI_AUTO_LENGTH, entry->function, 0, &function);
            set(env, exports, entry->name, function);
        }
    }
    return exports;
}

NAPI_MODULE(imwire, initialize)
