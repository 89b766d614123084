// SPDX-License-Identifier: Apache-2.0

/// The methods of the vendor's base classes that return an object which any content may have.
enum VendorObjects {
    /// The names of the methods, for the sender and for mentions.
    static let methods: Set<String> = [
        "getJSONUserInfo", "getJsonMentionInfo", "getJSONMentionInfo", "encodeUserInfo", "encodeMentionedInfo",
    ]
}
