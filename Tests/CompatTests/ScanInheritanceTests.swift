// SPDX-License-Identifier: Apache-2.0

import IMWireCompat
import Testing

/// Tests of what types have from the SDK's classes, and of the types of values (CMP-090, CMP-093, CMP-094).
struct ScanInheritanceTests {
    private func type(_ base: String, _ decoder: String, _ encoder: String) throws -> ManifestType {
        let source = """
            @MessageTag("shop:Gift")
            public class Gift extends \(base) {
              private String colour;
              public Gift(byte[] data) {
                \(decoder)
                colour = json.optString("colour");
              }
              public byte[] encode() {
                \(encoder)
                json.put("colour", colour);
                return json.toString().getBytes();
              }
            }
            """
        return try #require(try scanned(["Gift.java": source], .android)["shop:Gift"])
    }

    @Test("A type has the members of the SDK's message class that it extends, at certainty likely (CMP-090)")
    func inherited() throws {
        let gift = try type(
            "TextMessage", "super(data); JSONObject json = new JSONObject(new String(data));",
            "JSONObject json = new JSONObject(new String(super.encode()));")
        #expect(gift.memberNames?.prefix(3) == ["colour", "content", "extra"])
        #expect(gift["content"]?.source?.certainty == .likely && gift["content"]?.direction == .both)
        #expect(gift.note?.hasPrefix("inherited from the SDK's TextMessage: content, extra") == true)
    }

    @Test("A type that calls nothing of the SDK's message class has only its own members (CMP-090)")
    func replaced() throws {
        let gift = try type(
            "CommandMessage", "JSONObject json = new JSONObject(new String(data));",
            "JSONObject json = new JSONObject();")
        #expect(gift.memberNames == ["colour"] && gift.note == nil)
    }

    @Test("Members of the SDK's message class are only read if only the decoder calls that of the class (CMP-090)")
    func onlyRead() throws {
        let gift = try type(
            "TextMessage", "super(data); JSONObject json = new JSONObject(new String(data));",
            "JSONObject json = new JSONObject();")
        #expect(gift["content"]?.direction == .read && gift["colour"]?.direction == .both)
    }

    @Test("Members of all contents are listed only if the type calls the method that writes or reads them (CMP-090)")
    func common() throws {
        let decoder = "JSONObject json = new JSONObject(new String(data));"
        let both = try type(
            "MessageContent", decoder + " parseBaseJsonObject(json);", "JSONObject json = getBaseJsonObject();")
        #expect(both.memberNames?.contains("mentionedInfo") == true && both["user"]?.source?.certainty == .likely)
        #expect(both.note?.hasPrefix("inherited from the SDK's MessageContent: ") == true)
        let none = try type("MessageContent", decoder, "JSONObject json = new JSONObject();")
        #expect(none.memberNames == ["colour"])
    }

    @Test("A value that a method returns has the method's type, or that of the field of the getter (CMP-093)")
    func results() throws {
        let source = """
            @MessageTag("shop:Coupon")
            class Coupon extends MessageContent {
              private int percent;
              public byte[] encode() {
                JSONObject json = new JSONObject();
                json.put("code", code());
                json.put("percent", getPercent());
                json.put("shop", Session.current().getShop());
                return json.toString().getBytes();
              }
              private String code() { return "c"; }
            }
            """
        let coupon = try #require(try scanned(["Coupon.java": source], .android)["shop:Coupon"])
        #expect(coupon.memberNames == ["code", "percent", "shop"])
        #expect(coupon.members?.map(\.types) == [[.string], [.integer], []])
    }

    @Test("A literal that an encoder writes in place of a missing value is the default (CMP-094)")
    func replacements() throws {
        let source = """
            class Ticket {
              String? number;
              int? price;
              String? note;
              String encode() {
                Map map = {'number': number ?? '', 'note': note};
                if (price != null) { map['price'] = price; } else { map['price'] = 0; }
                return json.encode(map);
              }
              String getObjectName() => 'lottery:Ticket';
            }
            """
        let ticket = try #require(try scanned(["lib/a.dart": source], .flutter)["lottery:Ticket"])
        #expect(ticket["number"]?.defaultValue == "\"\"" && ticket["price"]?.defaultValue == "0")
        #expect(ticket["note"].map { $0.defaultValue == nil } == true)
    }

    @Test("Positions of an enumeration in a bridge are not numbers on the wire (CMP-094)")
    func positions() throws {
        let source = """
            import 'package:flutter/services.dart';
            final channel = MethodChannel('lottery');
            enum PrizeKind { money, journey }
            class WinMessage {
              static const String objectName = 'lottery:Win';
              PrizeKind? prize;
              Map<String, dynamic> toJson() {
                final Map<String, dynamic> json = <String, dynamic>{};
                json['prize'] = prize?.index;
                return json;
              }
              WinMessage.fromJson(Map<String, dynamic> json) { prize = PrizeKind.values[json['prize']]; }
            }
            """
        let manifest = try scanned(["lib/a.dart": source], .flutter)
        #expect(manifest["lottery:Win"]?.shape == .bridge)
        #expect(manifest.enumerations.map(\.name) == ["PrizeKind"])
        #expect(manifest.enumerations.map(\.representation) == [.index])
    }
}
