// SPDX-License-Identifier: Apache-2.0

import IMWireCompat
import Testing

/// Tests of members that a minified build of an Android application renames (CMP-135 to CMP-137).
struct MinifyTests {
    private static let gradle = """
        plugins { id 'com.android.application' }
        android {
          buildTypes {
            debug { minifyEnabled false }
            release {
              minifyEnabled true
              proguardFiles 'rules.pro'
            }
          }
        }
        """

    /// Returns a class that Gson writes.
    private static func message(_ name: String, annotation: String = "") -> String {
        """
        package a;
        \(annotation)
        @MessageTag("a:\(name)")
        public class \(name) extends MessageContent {
          private String couponId;
          @SerializedName("validUntil") private long expiry;
          public byte[] encode() { return new Gson().toJson(this).getBytes(); }
        }
        """
    }

    private func scan(
        _ gradle: String = MinifyTests.gradle, rules: String = "", source: String = MinifyTests.message("Coupon"),
        others: [String: String] = [:]
    ) throws -> Manifest {
        let files = ["app/build.gradle": gradle, "app/rules.pro": rules, "app/src/main/java/a/A.java": source]
        return try scanned(files.merging(others) { $1 }, .android)
    }

    @Test("A release build renames the members of a class that a serializer writes by its fields (CMP-135)")
    func renamed() throws {
        let coupon = try #require(try scan()["a:Coupon"])
        #expect(coupon.memberNames == ["couponId", "validUntil"])
        // The name in an annotation stays.
        #expect(coupon.minified?.members == ["couponId"])
        #expect(coupon.minified?.source?.file == "app/build.gradle" && coupon.minified?.source?.certainty == .likely)
        let plain = """
            package a;
            @MessageTag("a:Coupon")
            public class Coupon extends MessageContent {
              private long price;
              public byte[] encode() {
                JSONObject json = new JSONObject();
                json.put("price", price);
                return json.toString().getBytes();
              }
            }
            """
        let written = try #require(try scan(source: plain)["a:Coupon"])
        #expect(written.memberNames == ["price"] && written.minified == nil)
        let open = MinifyTests.gradle.replacing("minifyEnabled true", with: "minifyEnabled false")
        #expect(try scan(open)["a:Coupon"]?.minified == nil)
    }

    @Test("A library is renamed if all applications of its Gradle build are minified (CMP-135)")
    func libraries() throws {
        let library = [
            "settings.gradle": "include ':app', ':chat', ':demo'",
            "chat/build.gradle": "plugins { id 'com.android.library' }",
            "chat/src/main/java/a/Vote.java": MinifyTests.message("Vote"),
        ]
        #expect(
            try scan(source: MinifyTests.message("Coupon"), others: library)["a:Vote"]?.minified?.members == [
                "couponId"
            ])
        let demo = [
            "demo/build.gradle": MinifyTests.gradle.replacing("minifyEnabled true", with: "minifyEnabled false")
        ]
        let both = try scan(source: MinifyTests.message("Coupon"), others: library.merging(demo) { $1 })
        #expect(both["a:Vote"].map { $0.minified == nil } == true && both["a:Coupon"]?.minified != nil)
    }

    @Test(
        "A rule that may keep the fields, or that was not read, leaves no statement (CMP-136)",
        arguments: [
            "-keepclassmembers class a.Coupon { <fields>; }", "-keepclassmembers class a.** { *; }",
            "-keep class ** { private java.lang.String couponId; }", "-dontobfuscate", "-include other.pro",
        ])
    func kept(_ rule: String) throws {
        let coupon = try #require(try scan(rules: rule + "\n")["a:Coupon"])
        #expect(coupon.members != nil && coupon.minified == nil)
    }

    @Test("A rule that keeps only the name of the class keeps no field (CMP-136)")
    func nameOnly() throws {
        #expect(try scan(rules: "-keep class a.Coupon\n")["a:Coupon"]?.minified?.members == ["couponId"])
    }

    @Test("An unknown annotation and a switch that is computed leave no statement (CMP-136)")
    func doubts() throws {
        let annotated = try scan(source: MinifyTests.message("Coupon", annotation: "@Wire"))
        #expect(annotated["a:Coupon"].map { $0.minified == nil } == true)
        let computed = MinifyTests.gradle.replacing("minifyEnabled true", with: "minifyEnabled isRelease")
        #expect(try scan(computed)["a:Coupon"].map { $0.minified == nil } == true)
    }

    @Test("A renamed member loses data, and the finding names the build file (CMP-137)")
    func finding() throws {
        let finding = try #require(CompatCheck([try scan()]).findings.first { $0.kind == .memberMinified })
        #expect(finding.severity == .losesData && finding.certainty == .likely)
        #expect(finding.places.map(\.text) == ["a:Coupon couponId"])
        #expect(finding.first.source?.file == "app/build.gradle")
    }
}
