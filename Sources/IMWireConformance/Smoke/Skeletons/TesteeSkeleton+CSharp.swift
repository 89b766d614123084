// SPDX-License-Identifier: Apache-2.0

extension TesteeSkeleton {
    /// A skeleton in C#.
    static let csharp = TesteeSkeleton(
        language: "csharp", file: "Testee.cs", command: "mono DIR/testee.exe", build: "mcs -out:DIR/testee.exe FILE",
        text: #"""
            // A testee for `imwire conform`: one JSON request a line in, one JSON answer a line out.
            // Spec/testee-protocol.md describes the operations. Give this your own reader of JSON: the pattern here finds the id and
            // the operation, which stand at the beginning of every request. With .NET: `dotnet run` in a project with this file.
            using System;
            using System.IO;
            using System.Text;
            using System.Text.RegularExpressions;

            public static class Testee
            {
                private static readonly Regex Start = new Regex("^{\"id\":(\\d+),\"op\":\"([^\"]*)\"");
                private const string Hello = "{\"name\":\"my-testee\",\"version\":\"0.1\",\"language\":\"C#\","
                    + "\"protocol\":1,\"operations\":[\"content.decode\"]}";

                /// <summary>Returns the members of the answer besides its id: ok, error or skipped.</summary>
                private static string Answer(string operation, string request)
                {
                    switch (operation)
                    {
                        case "hello": return "\"ok\":" + Hello;
                        case "content.decode": return "\"skipped\":\"not written yet\"";
                        default: return "\"skipped\":\"no such operation\"";
                    }
                }

                public static void Main()
                {
                    var encoding = new UTF8Encoding(false);
                    var input = new StreamReader(Console.OpenStandardInput(), encoding);
                    var output = new StreamWriter(Console.OpenStandardOutput(), encoding) { NewLine = "\n" };
                    for (var line = input.ReadLine(); line != null; line = input.ReadLine())
                    {
                        var start = Start.Match(line);
                        if (!start.Success) continue;
                        output.WriteLine("{\"id\":" + start.Groups[1].Value + "," + Answer(start.Groups[2].Value, line) + "}");
                        output.Flush(); // a runner waits for each line (TST-003)
                    }
                }
            }

            """#)
}
