// Reads the content of a message and prints what it says. The arguments are an objectName and the content.
import IMWire

guard CommandLine.arguments.count == 3 else { fatalError(#"usage: example-read RC:TxtMsg '{"content":"hi"}'"#) }
let name = ObjectName(rawValue: CommandLine.arguments[1])

do throws(DecodeError) {
    let decoded = try ContentRegistry.builtIn.decode(CommandLine.arguments[2], as: name)
    switch decoded.value {
    case .known(let text as TextMessage):
        print("text from \(text.user?.name ?? "somebody"): \(text.content)")
    case .known(let image as ImageMessage):
        print("image at \(image.imageUri)")
    case .known(let content):
        print("\(type(of: content)): \(content.digest ?? "nothing to show")")
    case .schema, .opaque, .unknown:
        print("\(name) is not a built-in type; its bytes are kept")
    @unknown default:
        print("a newer kind of content")
    }
    for deviation in decoded.deviations { print("deviation \(deviation.id) at \(deviation.path)") }
    print("unknown members: \(decoded.unknown)")
} catch {
    // An error has a code, an offset and a path, and contains nothing of the message.
    print("refused: \(error)")
}
