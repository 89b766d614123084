// SPDX-License-Identifier: Apache-2.0

extension TesteeSkeleton {
    /// A skeleton in Java.
    static let java = TesteeSkeleton(
        language: "java", file: "Testee.java", command: "java -cp DIR Testee", build: "javac -d DIR FILE",
        text: #"""
            // A testee for `imwire conform`: one JSON request a line in, one JSON answer a line out.
            // Spec/testee-protocol.md describes the operations. Give this your own reader of JSON: the patterns here find the id and
            // the operation, which stand at the beginning of every request. In Kotlin the same classes do the same.
            import java.io.BufferedReader;
            import java.io.IOException;
            import java.io.InputStreamReader;
            import java.io.PrintStream;
            import java.nio.charset.StandardCharsets;
            import java.util.regex.Matcher;
            import java.util.regex.Pattern;

            public final class Testee {
                private static final Pattern START = Pattern.compile("^\\{\"id\":(\\d+),\"op\":\"([^\"]*)\"");
                private static final String HELLO = "{\"name\":\"my-testee\",\"version\":\"0.1\",\"language\":\"Java\","
                    + "\"protocol\":1,\"operations\":[\"content.decode\"]}";

                /** Returns the members of the answer besides its id: ok, error or skipped. */
                private static String answer(String operation, String request) {
                    switch (operation) {
                        case "hello":
                            return "\"ok\":" + HELLO;
                        case "content.decode":
                            return "\"skipped\":\"not written yet\"";
                        default:
                            return "\"skipped\":\"no such operation\"";
                    }
                }

                public static void main(String[] arguments) throws IOException {
                    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
                    PrintStream out = new PrintStream(System.out, true, "UTF-8");
                    for (String line = in.readLine(); line != null; line = in.readLine()) {
                        Matcher start = START.matcher(line);
                        if (!start.find()) continue;
                        out.print("{\"id\":" + start.group(1) + "," + answer(start.group(2), line) + "}\n");
                        out.flush(); // a runner waits for each line (TST-003)
                    }
                }
            }

            """#)
}
