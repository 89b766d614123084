// SPDX-License-Identifier: Apache-2.0

import IMWire
import TextSupport

extension ProjectFile {
    /// Creates a project of platforms that are scanned.
    package init(platforms: [Platform], own: [String]) {
        self.platforms = platforms
        self.own = own
    }

    /// The file's text, which ``init(parsing:)`` reads.
    package var json: String { JSONLayout.text(object) + "\n" }

    /// The file's value.
    package var object: RawJSON {
        let listed = platforms.map { platform in
            RawJSON.object([
                "name": platform.name, "folder": platform.folder, "manifest": platform.manifest,
                "platform": platform.platform?.rawValue, "shape": platform.shape?.rawValue,
                "exclude": platform.exclude.isEmpty ? nil : platform.exclude,
                "allowEmpty": platform.allowsEmpty ? true : nil,
            ])
        }
        return RawJSON.object([
            "project": ProjectFile.version, "platforms": listed, "own": own.isEmpty ? nil : own, "baseline": baseline,
            "failOn": failOn?.rawValue,
        ])
    }
}
