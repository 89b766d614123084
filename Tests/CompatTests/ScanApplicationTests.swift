// SPDX-License-Identifier: Apache-2.0

import IMWireCompat
import Testing

/// Tests of applications, which hold libraries and resources beside their own code (CMP-103, CMP-105 to CMP-109).
struct ScanApplicationTests {
    private let gift = "im.registerMessageType('shop:Gift', true, true, ['coins']);"

    @Test("A script with a digest in its name is the output of a bundler (CMP-103)")
    func digests() throws {
        let result = try scanned([
            "a.js": gift, "main.0a1bf22b.js": "im.registerMessageType('x:Y', true, true, ['z']);",
        ])
        #expect(result.types.map(\.objectName) == ["shop:Gift"])
        #expect(result.givingWay == 1)
        // A date is no digest.
        let dated = try scanned(["a.js": gift, "b-20240102.js": "im.registerMessageType('x:Y', true, true, ['z']);"])
        #expect(dated.types.count == 2)
    }

    @Test("A bundle of resources is left out (CMP-110)")
    func resources() throws {
        let result = try scanned(["ios/Board.bundle/a.js": gift])
        #expect(result.types.isEmpty)
        #expect(result.leftOut["Board.bundle (dependencies)"] == 1)
    }

    @Test("The selected platform is one that sources declare types for (CMP-105)")
    func selection() throws {
        let lines = (1...3).map { "im.registerMessageType('x:Y\($0)', true, true, ['z']);" }.joined(separator: "\n")
        let message = """
            @implementation Gift
            + (NSString *)getObjectName { return @"shop:Gift"; }
            - (NSData *)encode { dict[@"coins"] = self.coins; return nil; }
            @end
            """
        let result = try scanned(["Gift.m": message, "board.min.js": lines])
        #expect(ScanPlatform.found(in: result).first?.platform == .ios)
    }

    @Test("A call with an objectName before an object sends it if its prefix is known (CMP-106)")
    func passed() throws {
        let source = """
            im.messageUpdate('RC:Room:Gift', { coins: 3, sender: name });
            function cheer() {
              const body = { song: 'a' };
              room.push('RC:Room:Cheer', body);
            }
            bus.emit('RC:Room:Shown', { at: 1 });
            console.log('RC:Room:Log', { at: 1 });
            track.page('page:open', { at: 1 });
            """
        let manifest = try scanned(["a.js": source], .web)
        #expect(manifest.names == ["RC:Room:Cheer", "RC:Room:Gift"])
        #expect(manifest["RC:Room:Gift"]?.memberNames == ["coins", "sender"])
        #expect(manifest["RC:Room:Cheer"]?.memberNames == ["song"])
    }

    @Test("A name that a received message is compared with is a type, with the members that are read (CMP-106)")
    func received() throws {
        let source = """
            im.watch({ message(m) {
              switch (m.messageType) {
                case 'RC:Room:Enter': show(m.content.userName); break;
                case 'RC:Room:Like': break;
              }
              if (m.messageType === 'RC:Room:Seats') { count(m.content.seats, m.content.list.length); }
              if (m.kind === 'page:open') { show(m.content.page); }
            } });
            """
        let manifest = try scanned(["a.js": source], .web)
        #expect(manifest.names == ["RC:Room:Enter", "RC:Room:Like", "RC:Room:Seats"])
        #expect(manifest["RC:Room:Enter"]?.memberNames == ["userName"])
        #expect(manifest["RC:Room:Like"]?.members == nil)
        #expect(manifest["RC:Room:Seats"]?.memberNames == ["seats", "list"])
    }

    @Test("Flags may be local variables of a script; an unknown status switch leaves the others known (CMP-107)")
    func localFlags() throws {
        let source = """
            function register(im, live) {
              let isPersisted = true;
              let isCounted = true;
              let isStatusMessage = false;
              im.registerMessageType('shop:Gift', isPersisted, isCounted, ['coins'], isStatusMessage);
              im.registerMessageType('shop:Sale', true, isCounted, ['coins'], live.isOn());
            }
            """
        let result = try scanned(["a.js": source])
        let flags = Dictionary(uniqueKeysWithValues: result.types.map { ($0.objectName, $0.flags.first) })
        #expect(flags["shop:Gift"]??.persisted == true && flags["shop:Gift"]??.counted == true)
        #expect(flags["shop:Sale"]??.persisted == true && flags["shop:Sale"]??.counted == true)
        #expect(result.unread.count == 1)
    }
}
