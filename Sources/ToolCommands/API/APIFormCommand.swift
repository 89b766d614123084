// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireServerAPI
import IMWireValues

struct APIFormCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "form",
        abstract: "Shows the fields of a request's or callback's body, decoded.",
        discussion: """
            EXAMPLES
              imwire api form body.txt
              echo 'userId=u1&name=%E5%BC%A0+%E4%B8%89' | imwire api form
              imwire api form --strict --format json body.txt

            EXIT CODES
              0  the body is a form
              1  the body is not a form
            """)

    @Argument(help: ArgumentHelp("The body; standard input if absent or -.", valueName: "file"))
    var file = InputFile.standardInput

    @Flag(help: "Reject unescaped characters and empty fields.")
    var strict = false

    @Option(help: "text: one field a line; json: one line with a list of names and values.")
    var format = OutputFormat.text

    func run() throws {
        let form: Form
        do {
            let body = try InputFile.contents(of: file, maximum: FormLimits().formBytes + 2, kind: "txt")
            let bytes = Array(body.withoutFinalLineBreaks)
            form = try Form(decoding: bytes.span, mode: strict ? .strict : .lenient)
        } catch let error as DecodeError {
            throw CommandFailure(message: "\(TextLayout.path(file)): \(error)", exit: .findings)
        }
        let out = Output()
        switch format {
        case .text:
            let width = form.fields.map(\.name.count).max() ?? 0
            for field in form.fields {
                let name = TextLayout.pad(TextLayout.shown(field.name, limit: 256), width)
                out.line("\(out.style.bold(name))  \(TextLayout.shown(field.value, limit: .max))")
            }
        case .json:
            var items: [String] = []
            for field in form.fields {
                var object = JSONBuilder()
                object.add("name", field.name)
                object.add("value", field.value)
                items.append(object.json.text)
            }
            out.record("[" + items.joined(separator: ",") + "]")
        }
        out.flush()
    }
}

#endif
