// SPDX-License-Identifier: Apache-2.0

/// The declarations of a module as a tree, in which the members of a type are below the type.
struct DeclarationTree {
    private struct Node {
        var declarations: [(rank: Int, text: String)] = []
        var members: [String: Node] = [:]
    }

    /// The order of members: what a reader looks for first stands first.
    private static let ranks = [
        "swift.associatedtype", "swift.enum.case", "swift.init", "swift.type.property", "swift.property",
        "swift.subscript", "swift.type.subscript", "swift.type.method", "swift.method", "swift.func", "swift.func.op",
    ]
    /// Conformances that nobody declares.
    private static let implied: Set<String> = ["SendableMetatype", "Copyable", "Escapable"]

    private var top = Node()

    /// Creates the tree of the symbols in the graphs of one module.
    init(_ graphs: [SymbolGraph]) {
        let symbols = graphs.flatMap(\.symbols)
        let names = Dictionary(
            symbols.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) }, uniquingKeysWith: { $1 })
        var conformances: [String: Set<String>] = [:]
        for relationship in graphs.flatMap(\.relationships) where relationship.kind == "conformsTo" {
            let target = names[relationship.target] ?? relationship.targetFallback ?? relationship.target
            let name = target.hasPrefix("Swift.") ? String(target.dropFirst(6)) : target
            if DeclarationTree.implied.contains(name) { continue }
            let condition = DeclarationTree.condition(relationship.swiftConstraints)
            conformances[relationship.source, default: []].insert(name + condition)
        }
        // Members that a type has from another module's protocol are not declared here.
        for symbol in symbols where !symbol.identifier.precise.contains("::SYNTHESIZED::") {
            var text = symbol.declarationFragments.map(\.spelling).joined()
                .split(separator: "\n").map { $0.drop(while: \.isWhitespace) }.joined(separator: " ")
            var protocols = conformances[symbol.identifier.precise] ?? []
            if protocols.contains("Hashable") { protocols.remove("Equatable") }
            if !protocols.isEmpty, !text.contains(" : ") { text += ": " + protocols.sorted().joined(separator: ", ") }
            text += DeclarationTree.condition(symbol.swiftExtension?.constraints)
            let rank = DeclarationTree.ranks.firstIndex(of: symbol.kind.identifier) ?? DeclarationTree.ranks.count
            DeclarationTree.insert((rank, text), symbol.pathComponents[...], &top)
        }
    }

    /// Returns one line for each declaration.
    func lines() -> [String] {
        DeclarationTree.lines(top, indentation: "")
    }

    private static func insert(_ declaration: (Int, String), _ path: ArraySlice<String>, _ node: inout Node) {
        guard let name = path.first else { return node.declarations.append(declaration) }
        insert(declaration, path.dropFirst(), &node.members[name, default: Node()])
    }

    private static func lines(_ node: Node, indentation: String) -> [String] {
        let entries = node.members.flatMap { name, node -> [(rank: Int, name: String, text: String, node: Node)] in
            // Overloads share a name. A type of another module has members and no declaration.
            if node.declarations.isEmpty { return [(ranks.count, name, "extension \(name)", node)] }
            return node.declarations.enumerated().map { index, declaration in
                (declaration.rank, name, declaration.text, index == 0 ? node : Node())
            }
        }
        return entries.sorted { ($0.rank, $0.name, $0.text) < ($1.rank, $1.name, $1.text) }.flatMap { entry in
            [indentation + entry.text] + lines(entry.node, indentation: indentation + "    ")
        }
    }

    /// Returns the conditions of an extension or a conformance, or an empty string if there are none.
    private static func condition(_ constraints: [SymbolGraph.Constraint]?) -> String {
        let texts = (constraints ?? []).map { "\($0.lhs) \($0.kind == "sameType" ? "==" : ":") \($0.rhs)" }
        return texts.isEmpty ? "" : " where " + texts.sorted().joined(separator: ", ")
    }
}
