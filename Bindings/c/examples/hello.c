/* SPDX-License-Identifier: Apache-2.0 */
/* Decodes, validates and encodes one content. */
#include <imwire.h>
#include <stdio.h>

int main(void) {
    const char *content = "{\"content\":7,\"extra\":\"\"}";
    imwire_buffer json = IMWIRE_BUFFER, bytes = IMWIRE_BUFFER;
    imwire_validator *validator = 0;
    imwire_range value;
    imwire_error error;
    size_t deviations = 0;
    if (imwire_abi() != IMWIRE_ABI || !imwire_has("content")) return 1;
    if (imwire_content_decode(0, "RC:TxtMsg", IMWIRE_NUL, (const uint8_t *)content, 24, &json, &error)) return 1;
    if (imwire_json_member((const char *)json.data, json.size, "value", IMWIRE_NUL, &value, 0, &error)) return 1;
    if (imwire_content_encode(
            0, "RC:TxtMsg", IMWIRE_NUL, (const char *)json.data + value.offset, value.size, &bytes, &error))
        return 1;
    printf("%.*s\n%.*s\n", (int)json.size, json.data, (int)bytes.size, bytes.data);
    json.size = 0;
    if (imwire_validator_new(0, &validator, &error)) return 1;
    if (imwire_validator_check(
            validator, "RC:TxtMsg", IMWIRE_NUL, (const uint8_t *)content, 24, &deviations, &error) == IMWIRE_OK
        && imwire_validator_deviations(validator, &json) == IMWIRE_OK)
        printf("%zu deviation: %.*s\n", deviations, (int)json.size, json.data);
    if (imwire_content_decode(0, "RC:TxtMsg", IMWIRE_NUL, (const uint8_t *)"{\"conte", 7, &json, &error) < 0)
        printf("refused: %s at byte %lld in %s\n", error.code, (long long)error.offset, error.path);
    imwire_validator_free(validator);
    imwire_buffer_free(&json);
    imwire_buffer_free(&bytes);
    return 0;
}
