// SPDX-License-Identifier: Apache-2.0

import IMWireCompat
import Testing

/// Tests of scripts, whose messages are sent by functions and whose values have no declared types (CMP-100 to CMP-104).
struct ScanScriptTests {
    @Test("A literal with a known prefix that stands for no type is an unread place (CMP-100)")
    func literals() throws {
        let source = """
            im.registerMessageType('zoo:Feed', true, true, ['food']);
            var label = 'zoo:Visit';
            var other = 'farm:Visit';
            """
        let result = try scanned(["a.js": source])
        #expect(result.types.map(\.objectName) == ["zoo:Feed"])
        #expect(result.unread.map(\.line) == [2])
        #expect(result.unread.allSatisfy { $0.reason.contains("zoo:Visit") })
    }

    @Test("A name with a known prefix that is sent with a content that cannot be read is a type (CMP-100)")
    func names() throws {
        let source = """
            im.registerMessageType('zoo:Feed', true, true, ['food']);
            function visit(content) {
              return im.sendMessage({ targetId: 'a' }, { objectName: 'zoo:Ticket', content: content });
            }
            """
        let manifest = try scanned(["a.js": source], .web)
        #expect(manifest.names == ["zoo:Feed", "zoo:Ticket"])
        let ticket = try #require(manifest["zoo:Ticket"])
        #expect(ticket.members == nil && ticket.note?.hasPrefix("members unknown") == true)
    }

    @Test("A name or a value that is a parameter is that of each call of the function (CMP-101)")
    func arguments() throws {
        let source = """
            function sendWeather(plot, objectName, until) {
              var message = { plot: plot };
              if (until) { message.until = until; }
              client.message.group.publishCus({
                fromUserId: 'farm', objectName: objectName, content: JSON.stringify(message)
              });
            }
            sendWeather(4, 'farm:Rain', 'noon');
            sendWeather('north', 'farm:Sun');
            """
        let manifest = try scanned(["a.js": source], .web)
        #expect(manifest.names == ["farm:Rain", "farm:Sun"])
        let rain = try #require(manifest["farm:Rain"])
        #expect(rain.memberNames == ["plot", "until"] && rain["plot"]?.types == [.integer])
        // The second call has no argument for the last parameter.
        let sun = try #require(manifest["farm:Sun"])
        #expect(sun.memberNames == ["plot"] && sun["plot"]?.types == [.string])
    }

    @Test("A name that is a parameter may be an argument in another file (CMP-101)")
    func otherFiles() throws {
        let send = """
            function sendWeather(objectName, plot) {
              client.message.group.publishCus({
                fromUserId: 'farm', objectName: objectName, content: JSON.stringify({ plot: plot })
              });
            }
            module.exports = { sendWeather };
            """
        let call = "const { sendWeather } = require('./a');\nsendWeather('farm:Rain', 4);\n"
        let rain = try #require(try scanned(["a.js": send, "b.js": call], .web)["farm:Rain"])
        #expect(rain.memberNames == ["plot"] && rain.source?.file == "b.js")
    }

    @Test("The members are the keys of the object that a base class holds, with its flags (CMP-102)")
    func held() throws {
        let source = """
            Zoo.BaseMessage = function (content) {
              var name, held = content || {};
              this.getBody = function () { return held; };
              this.getMessageTag = function () { return [Zoo.MessageTag.ISPERSISTED, Zoo.MessageTag.ISCOUNTED]; };
              this.setContent = function (value, key) { held[key] = value; };
              this.setRemark = function (value) { held.remark = value; };
              this.setObjectName = function (value) { name = value; };
            };
            Zoo.FeedMessage = function (content) {
              Zoo.BaseMessage.call(this, content);
              this.setObjectName("zoo:Feed");
              this.setMeal = function (value) { this.setContent(value, "food"); };
              this.getMeal = function () { return this.getBody().food; };
            };
            """
        let feed = try #require(try scanned(["a.js": source], .web)["zoo:Feed"])
        #expect(feed.memberNames == ["food", "remark"])
        #expect(feed.flags.map(\.value) == [3])
    }

    @Test(
        "The output of a bundler and a script with the number of a release give way to sources (CMP-103)",
        arguments: ["dest/zoo.js", "lib/zoo-1.4.2.js"])
    func bundles(_ path: String) throws {
        let old = """
            im.registerMessageType('zoo:Feed', false, false, ['fodder']);
            im.registerMessageType(kind, true, true, []);
            """
        let result = try scanned(["src/a.js": "im.registerMessageType('zoo:Feed', true, true, ['food']);", path: old])
        let feed = try #require(result.manifest(.web, name: nil)["zoo:Feed"])
        #expect(feed.memberNames == ["food"] && feed.flags.map(\.persisted) == [true])
        #expect(result.givingWay == 1 && result.contradictions.isEmpty && result.unread.isEmpty)
        // Without sources, the same place could not be read.
        #expect(try scanned([path: old]).unread.count == 1)
    }

    @Test("A name that only the output of a bundler declares is not listed beside sources (CMP-103)")
    func onlyInBundles() throws {
        let result = try scanned([
            "src/a.js": "im.registerMessageType('zoo:Feed', true, true, ['food']);",
            "dest/zoo.js": "im.registerMessageType('zoo:Old', false, false, ['fodder']);",
        ])
        #expect(result.types.map(\.objectName) == ["zoo:Feed"] && result.onlySecondary == ["zoo:Old"])
    }

    @Test("A value has a type only if it shows one, and an alternative is the default (CMP-104)")
    func values() throws {
        let source = """
            class Feed {
              static objectName = 'zoo:Feed';
              encode() {
                return JSON.stringify({
                  food: this.food || 'hay', level: this.level ?? 3, at: Date.now(), alone: this.count === 1,
                  size: String(this.size), cage: this.cage
                });
              }
            }
            """
        let feed = try #require(try scanned(["a.js": source], .web)["zoo:Feed"])
        #expect(feed.memberNames == ["food", "level", "at", "alone", "size", "cage"])
        #expect(feed.members?.map(\.types) == [[.string], [.integer], [.integer], [.boolean], [.string], []])
        #expect(feed.members?.map(\.defaultValue) == ["\"hay\"", "3", nil, nil, nil, nil])
    }

    @Test("A member that is set only if its value is true omits the empty value of its type (CMP-104)")
    func conditions() throws {
        let source = """
            class DelayMessage {
              static objectName = 'zoo:Delay';
              train: string;
              minutes: number;
              reason: string;
              constructor(message: any) {
                this.train = message.train || 'S1';
                message.reason && (this.reason = message.reason);
                if (message.minutes) { this.minutes = message.minutes; }
              }
              encode(): string { return JSON.stringify(Tools.clone(this)); }
            }
            """
        let delay = try #require(try scanned(["a.ts": source], .web)["zoo:Delay"])
        #expect(delay["train"]?.defaultValue == "\"S1\"" && delay["train"]?.omits == [])
        #expect(delay["minutes"]?.omits == [.zero] && delay["reason"]?.omits == [.emptyString])
    }
}
