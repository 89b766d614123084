// SPDX-License-Identifier: Apache-2.0

/// Types that the tree only receives, because no code makes an object of their class (CMP-150).
extension ScanAssembly {
    /// States the direction of types whose class nothing makes or whose encoder returns nothing.
    ///
    /// A library leaves it to applications to make objects of its classes. Only a platform that makes objects of some of
    /// its own types' classes shows that it makes none of the others.
    mutating func findDirections() {
        var sending: Set<ScanSide> = []
        var received: [Int] = []
        let isOverfull = claims.isFull || claims.constructed.count >= 50_000
        for index in found.indices {
            guard let className = found[index].className?.name, let own = nearest(className, found[index].file),
                claims.classes[own].name == className
            else { continue }
            if relatives(of: own).contains(where: { claims.classes[$0].encodesNothing }) {
                found[index].direction = found[index].members.isEmpty ? .none : .read
                continue
            }
            guard !Registry.builtIn.contains(found[index].objectName), !isOverfull,
                ConstructionRecognizer.isRecognized(className), !files[found[index].file].isSecondary
            else { continue }
            let side = files[found[index].file].side
            if claims.constructed.contains(className) {
                sending.insert(side)
            } else if [.java, .objc].contains(side.family), !bases.contains(className),
                !sent.contains(key(found[index].objectName, found[index].file))
            {
                received.append(index)
            }
        }
        for index in received where sending.contains(files[found[index].file].side) {
            found[index].direction = .read
            for member in found[index].members.indices {
                ScanAssembly.keepText(&found[index].members[member])
            }
        }
    }

    /// States that a text property of Objective-C keeps a value of any type that is assigned to it as it is.
    private static func keepText(_ member: inout ManifestMember) {
        guard member.reading == nil, member.types == [.string], member.declaredType?.hasPrefix("NSString") == true
        else { return }
        member.reading = .loose
    }
}
