// SPDX-License-Identifier: Apache-2.0

/// The declared result types of methods.
extension SourceFile {
    /// Returns the declared type of a method's result, or an empty string if none is declared.
    func resultType(of method: SourceOutline.Method) -> String {
        switch language {
        case .java, .csharp, .dart:
            let end = method.parameters.lowerBound - 2
            guard method.start < end, source.isSymbol(end + 1, "(") else { return "" }
            var start = method.start
            while start < end, source[start].isWord, OutlineReader.modifiers.contains(source[start].text) { start += 1 }
            return source.text(start ..| end)
        case .objc:
            guard source.isSymbol(method.start + 1, "(") else { return "" }
            return source.text(source.inside(method.start + 1))
        case .kotlin, .swift, .typescript, .arkts:
            let open = method.parameters.upperBound + 1
            let end = method.body.lowerBound - 1
            guard open < end, end - open <= 16,
                let mark = (open ..| end).first(where: { source.isSymbol($0, ":") || source.isSymbol($0, "->") })
            else { return "" }
            return source.text(mark + 1 ..| end)
        case .go, .javascript, .php, .python: return ""
        }
    }

    /// Returns the declared types of a method's parameters, by name.
    func parameterTypes(of method: SourceOutline.Method) -> [String: String] {
        var types: [String: String] = [:]
        for part in source.split(method.parameters).prefix(16) where part.count > 1 {
            switch language {
            case .java, .csharp, .dart:
                let name = part.upperBound - 1
                if source[name].isWord { types[source[name].text] = source.text(part.lowerBound ..| name) }
            case .kotlin, .swift, .typescript, .arkts:
                guard let colon = source.first(":", in: part), source[colon - 1].isWord else { continue }
                types[source[colon - 1].text] = source.text(colon + 1 ..| part.upperBound)
            case .go, .javascript, .objc, .php, .python: continue
            }
        }
        return types
    }
}
