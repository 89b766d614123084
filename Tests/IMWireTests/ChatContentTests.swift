// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Chat: contents")
struct ChatContentTests {
    private func unit(_ type: String, _ content: String) -> String {
        #"{"messageType":"system","contenType":"\#(type)","content":\#(content)}"#
    }

    @Test("Every member of every kind of content is decoded (CHT-021)", arguments: ChatContentType.all)
    func members(type: ChatContentType) throws {
        let content =
            #"{"text":"t[大笑]","picSize":{"width":200,"height":150.5},"bigPicAdress":"p","seconds":"7","#
            + #""fileName":"f.pdf","fileSize":"1024","fileType":"pdf","fileIconAdress":"i","videoDuration":3.5,"#
            + #""videoSize":"2 MB"}"#
        let text = unit(type.rawValue, content)
        #expect(read(text) == Read(kind: .system, text: text, deviations: []))
        #expect(strict(text) == "fine")
        let message = try ChatMessage(json: Array(text.utf8))
        guard case .content(let content) = message.content else {
            Issue.record("not a content")
            return
        }
        #expect(content.text == "t[大笑]")
        #expect(content.pictureSize == PictureSize(width: 200, height: 150.5))
        #expect(content.largePictureAddress == "p")
        #expect(content.seconds == "7")
        #expect(content.fileName == "f.pdf")
        #expect(content.fileSize == "1024")
        #expect(content.fileType == "pdf")
        #expect(content.fileIconAddress == "i")
        #expect(content.videoDuration == 3.5)
        #expect(content.videoSize == "2 MB")
    }

    @Test("A content that is decoded without its kind requires no member")
    func withoutKind() throws {
        let empty = Array("{}".utf8)
        var reader = ContentDecoder(empty.span, mode: .strict)
        let content = try ChatContent(decoding: &reader)
        #expect(content.text == nil)
    }

    @Test("Only a text and a notice require their text (CHT-020)", arguments: ChatContentType.all)
    func requiredText(type: ChatContentType) {
        let text = unit(type.rawValue, "{}")
        let needed = type == .text || type == .tip
        #expect(read(text) == Read(kind: .system, text: text, deviations: needed ? ["DEV-103"] : []))
        #expect(strict(text) == (needed ? "field.missing at byte \(text.utf8.count - 2), in /content/text" : "fine"))
    }

    @Test("A wrong type in place of an object is kept or read as absent")
    func otherValues() {
        for value in [#""text""#, "7", "true", "[1]"] {
            #expect(unparsed(unit("text", value)) == "DEV-140 at byte 54, in /content")
        }
        #expect(
            read(unit("text", "null"))
                == Read(kind: .system, text: #"{"messageType":"system","contenType":"text"}"#, deviations: ["DEV-102"]))
        #expect(read(unit("text", "[]")).deviations == ["DEV-113"])
        for value in [#""text""#, "7", "[1, 2]", #"{ "text" : 1 }"#] {
            let text = unit("hologram", value)
            #expect(read(text) == Read(kind: .system, text: text, deviations: []))
            #expect(strict(text) == "fine")
        }
        let absent = #"{"messageType":"system","content":[ ]}"#
        #expect(read(absent) == Read(kind: .system, text: absent, deviations: []))
    }

    @Test("The kind of content may be last or under its alias")
    func order() {
        #expect(
            unparsed(#"{"messageType":"system","content":7,"contenType":"text"}"#)
                == "DEV-140 at byte 34, in /content")
        #expect(
            unparsed(#"{"messageType":"system","content":7,"contentType":"text"}"#)
                == "DEV-140 at byte 34, in /content")
        #expect(read(#"{"content":{"text":7},"contenType":"text","messageType":"system"}"#).deviations == ["DEV-106"])
    }

    @Test(
        "The size of a picture is decoded from text (CHT-023)",
        arguments: [
            ("{200, 150}", #"{"width":200,"height":150}"#), ("{200,150}", #"{"width":200,"height":150}"#),
            ("{ 1.50 , 2e3 }", #"{"width":1.50,"height":2e3}"#), ("{-1,   0}", #"{"width":-1,"height":0}"#),
        ])
    func pictureSize(text: String, written: String) {
        let sent = unit("picture", #"{"picSize":"\#(text)"}"#)
        #expect(
            read(sent)
                == Read(kind: .system, text: unit("picture", #"{"picSize":\#(written)}"#), deviations: ["DEV-122"]))
        #expect(strict(sent) == "field.type at byte 68, in /content/picSize")
    }

    @Test(
        "Texts that are not a size are kept unparsed",
        arguments: ["", "200x150", "{200}", "{200, 150", "{200, 150} ", "{,}", "{01, 2}", "{1 2}"])
    func noPictureSize(text: String) {
        #expect(unparsed(unit("picture", #"{"picSize":"\#(text)"}"#)) == "DEV-140 at byte 68, in /content/picSize")
    }

    @Test("A size without one of its numbers or with strings for them is reported")
    func pictureSizeObject() {
        #expect(read(unit("picture", #"{"picSize":{"width":"200"}}"#)).deviations == ["DEV-103", "DEV-104"])
        #expect(
            strict(unit("picture", #"{"picSize":{"width":200}}"#))
                == "field.missing at byte 80, in /content/picSize/height")
        #expect(read(unit("picture", #"{"picSize":[]}"#)).deviations == ["DEV-113"])
        #expect(unparsed(unit("picture", #"{"picSize":7}"#)) == "DEV-140 at byte 68, in /content/picSize")
    }

    @Test("A number of a size can be changed and removed, and an absent one is 0 and not written (CHT-023)")
    func changedPictureSize() {
        func written(_ size: PictureSize) -> String {
            var writer = ContentEncoder()
            size.encode(to: &writer)
            return writer.text
        }
        var size = PictureSize(width: 640, height: 480)
        #expect(size.width == 640 && size.height == 480 && size.hasWidth && size.hasHeight)
        size.width = 200
        size.height = 150.5
        #expect(written(size) == #"{"width":200,"height":150.5}"#)
        size.clearWidth()
        #expect(!size.hasWidth && size.width == 0 && written(size) == #"{"height":150.5}"#)
        size.clearHeight()
        #expect(!size.hasHeight && size.height == 0 && written(size) == "{}")
    }

    @Test("A recall inside a normal message has no effect (CHT-024)")
    func repeal() throws {
        let text =
            #"{"messageType":"normal","fromUserID":"u","chatType":"x","contenType":"repeal","content":{},"sendTime":"1"}"#
        #expect(read(text) == Read(kind: .normal, text: text, deviations: []))
    }
}
