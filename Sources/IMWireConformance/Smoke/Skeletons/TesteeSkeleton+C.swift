// SPDX-License-Identifier: Apache-2.0

extension TesteeSkeleton {
    /// A skeleton in C.
    static let c = TesteeSkeleton(
        language: "c", file: "testee.c", command: "FILE.out", build: "cc -o FILE.out FILE",
        text: #"""
            /* A testee for `imwire conform`: one JSON request a line in, one JSON answer a line out.
               Spec/testee-protocol.md describes the operations. Give this your own reader of JSON: the one here
               finds the id and the operation, which stand at the beginning of every request. */
            #define _POSIX_C_SOURCE 200809L
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>

            static const char *hello =
                "{\"name\":\"my-testee\",\"version\":\"0.1\",\"language\":\"C\",\"protocol\":1,"
                "\"operations\":[\"content.decode\"]}";

            int main(void)
            {
                char *line = NULL;
                size_t room = 0;
                while (getline(&line, &room, stdin) > 0) {
                    const char *id = strstr(line, "\"id\":");
                    const char *op = strstr(line, "\"op\":\"");
                    if (id == NULL || op == NULL)
                        return 1;
                    printf("{\"id\":%ld,", strtol(id + 5, NULL, 10));
                    op += 6;
                    if (strncmp(op, "hello\"", 6) == 0)
                        printf("\"ok\":%s}\n", hello);
                    else if (strncmp(op, "content.decode\"", 15) == 0)
                        printf("\"skipped\":\"not written yet\"}\n");
                    else
                        printf("\"skipped\":\"no such operation\"}\n");
                    fflush(stdout); /* a runner waits for each line (TST-003) */
                }
                free(line);
                return 0;
            }

            """#)
}
