// SPDX-License-Identifier: Apache-2.0

/// The vocabularies of the machines of the socket chat protocol, of streams, and of chatrooms.
extension MachineVocabulary {
    /// The client of the socket chat protocol.
    static let client = MachineVocabulary(
        machine: "client",
        configuration: #""user":"a""#
            + #"<|,"tls":false|,"tls":true><|,"resendLimit":0|,"resendLimit":1><|,"outgoingLimit":1|,"outgoingLimit":0>"#
            + #"<|,"loginTimeout":1|,"loginTimeout":1000><|,"beatInterval":500|,"beatInterval":60000>"#
            + #"<|,"beatMisses":0|,"beatMisses":1><|,"reconnectLimit":0|,"reconnectLimit":1|,"reconnectLimit":5>"#
            + #"<|,"backoff":[]|,"backoff":[0]|,"backoff":[5,1]|,"backoff":[-0]|,"backoff":[1.5]>"#
            + #"<|,"receiptTimeout":1|,"receiptTimeout":1000><|,"seenLimit":0|,"seenLimit":1|,"seenLimit":2>"#
            + #"<|,"seen":["m1"]|,"seen":["m1","m2","m1"]|,"seen":[""]><|,"epoch":1700000000000|,"epoch":-1|,"epoch":9007199254740991>"#
            + #"<|,"beatBody":"x"|,"beatBody":"{"|,"beatBody":""><|,"deviceType":""|,"versionCode":"\ud83d">"#,
        events: [
            #""event":"connect""#,
            #""event":"opened"\#(connection)"#,
            #""event":"secured"\#(connection)"#,
            #""event":"received","message":{\#(message)}\#(connection)"#,
            #""event":"received","message":{"messageType":"loginReceipt"<,"toUserID":"a"|,"toUserID":"b"|>\#(code)}\#(connection)"#,
            #""event":"received","messages":[<|{\#(short)},>{\#(message)}<|,{\#(short)}|,{\#(short)},{\#(short)}|,{"beatID":"beatID"}>]\#(connection)"#,
            #""event":"send","key":"<k0|k1|k2|k3|>","message":{\#(content)}"#,
            #""event":"recall","key":"<k0|k1|r0|r1>","message":{<"messageID":"m1"|"messageID":"m2"|"messageID":""|"messageType":"repeal","messageID":"m1"|>\#(recipients)}"#,
            #""event":"closed"\#(connection)"#,
            #""event":"error","scope":"<message|connection>"\#(connection)"#,
            #""event":"tick""#,
            #""event":"received","message":{"messageType":"<normalReceipt|repealReceipt|invalidReceipt>"<,"messageID":"m1"||,"messageID":"m2"|,"messageID":"">,"clientMessageID":"<k0|k1|k2|k3|r0|>"\#(code)}"#,
            #""event":"disconnect""#,
            #""event":"received","message":{"beatID":"<beatID|x>"}"#,
        ])

    /// The server of the socket chat protocol.
    static let server = MachineVocabulary(
        machine: "server",
        configuration: #""groups":{"g":["a","b","c"<|,"a"|,"d">]}"#
            + #"<|,"batchLimit":1|,"batchLimit":2><|,"offlineLimit":0|,"offlineLimit":1|,"offlineLimit":2>"#
            + #"<|,"keyLimit":0|,"keyLimit":1|,"keyLimit":2><|,"recallLimit":0|,"recallLimit":1|,"recallLimit":2>"#
            + #"<|,"echo":false><|,"redeliverAfter":0|,"redeliverAfter":1|,"redeliverAfter":1000>"#
            + #"<|,"blocked":["c"]|,"blocked":["b",""]><|,"loginTimeout":1|,"loginTimeout":1000>"#
            + #"<|,"beatInterval":500|,"beatInterval":60000><|,"beatMisses":0|,"beatMisses":1><|,"idPrefix":""|,"idPrefix":"é">"#,
        events: [
            #""event":"accepted","connection":#"#,
            #""event":"accepted","connection":<1|2|3|4|0>"#,
            #""event":"received","connection":#,"message":{"messageType":"login","fromUserID":"<a|b|c|d|>","deviceType":"iOS","versionCode":"1.0"}"#,
            #""event":"received","connection":#,"message":{"messageType":"login"<,"fromUserID":"a"|,"fromUserID":"b"|,"fromUserID":7|>,"deviceType":"<iOS|>"<,"versionCode":"1.0"||,"versionCode":2>}"#,
            #""event":"received","connection":#,"message":{\#(content)<|,"clientMessageID":"k1"|,"clientMessageID":"k2"|,"clientMessageID":"">}"#,
            #""event":"received","connection":#,"message":{\#(message)}"#,
            #""event":"received","connection":#,"messages":[{\#(content)<|,"clientMessageID":"k1"|,"clientMessageID":"k2">},{\#(message)}<|,{\#(short)}>]"#,
            #""event":"received","connection":#,"message":{"messageType":"<normalReceipt|repealReceipt>","messageID":"<m1|m2|m3|m4|>"}"#,
            #""event":"closed","connection":#"#,
            #""event":"error","connection":#,"scope":"<message|connection>""#,
            #""event":"<tick|tick|tick|restart>""#,
            #""event":"post","message":{"messageType":"<system|normal|repeal|loginReceipt|unknown>"\#(recipients)<|,"messageID":"m1"><|,"fromUserID":"a"|,"body":"x">}"#,
        ])

    /// The pull of a stream message.
    static let stream = MachineVocabulary(
        machine: "stream",
        configuration:
            #"<"textBytes":24|"textBytes":0|"textBytes":4|"isSync":true><|,"chunks":0|,"chunks":2|,"chunks":6>"#,
        events: [
            #""event":"request""#,
            #""event":"begin""#,
            #""event":"end"<|,"code":0|,"code":30011|,"code":-1|,"code":1.5><|,"stopReason":0|,"stopReason":1>"#,
            #""event":"tick""#,
            #""event":"chunk","seq":<1|2|3|4|5>,"content":"<a|bc|你||\ud83d\ude00!|e\u0301|0123456789abcdef|\ud83d>"<|,"complete":true>"#,
            #""event":"chunk","seq":<1|2|3|4|5>,"content":"<a|bc|你||\ud83d\ude00!>"<|,"complete":true|,"complete":false><|,"completeReason":0|,"completeReason":1.50>"#,
            #""event":"chunk"<,"seq":1|,"seq":0||,"seq":-1|,"seq":1.5|,"seq":1e0|,"seq":9223372036854775807|,"seq":9223372036854775808|,"seq":-0>,"content":"<a|bc>"<|,"complete":true>"#,
            #""event":"chunk","seq":<1|2|3|7|9><|,"complete":true><|,"completeReason":3>"#,
        ])

    static let chatroom = MachineVocabulary(
        machine: "chatroom",
        configuration:
            #"<"rooms":["r0"]|"rooms":[]|"rooms":["r0","r1","r0"]><|,"kept":0|,"kept":1|,"kept":2><|,"capacity":1|,"capacity":2>"#
            + #"<|,"rate":0|,"rate":1|,"rate":2><|,"rateWindow":1|,"rateWindow":100><|,"joinCount":0|,"joinCount":1>"#
            + #"<|,"lowTypes":["app:low"]><|,"lowDrop":0|,"lowDrop":50><|,"highDrop":0|,"highDrop":60>"#,
        events: [
            #""event":"create","room":"<r0|r1|r2|>""#,
            #""event":"<destroy|tick|destroy>","room":"<r0|r1>""#,
            #""event":"join"\#(member)"#,
            #""event":"join"\#(member)<|,"messageCount":0|,"messageCount":-1|,"messageCount":-2|,"messageCount":2|,"messageCount":50|,"messageCount":51|,"messageCount":1.5|,"messageCount":"1"><|,"existing":true|,"existing":false>"#,
            #""event":"quit"\#(member)"#,
            #""event":"send"\#(member),"message":{"objectName":"<RC:TxtMsg|app:low|>","content":<{}|{"content":"x"}|"x"|1.50|null>}"#,
            #""event":"send"\#(member),"message":{"objectName":"<RC:TxtMsg|app:low>","content":{}}"#,
            #""event":"send"\#(member),"message":{"objectName":"RC:TxtMsg"<,"content":{}||,"extra":1>}"#,
            #""event":"mute"\#(member)"#,
            #""event":"unmute"\#(member)"#,
            #""event":"kick"\#(member)"#,
            #""event":"ban"\#(member)<,"duration":1000|,"duration":0||,"duration":-1|,"duration":100000|,"duration":9223372036854775807>"#,
            #""event":"unban"\#(member)"#,
            #""event":"load","load":<0|80|100|50|-1|1000|79>"#,
            #""event":"<stop|resume>","room":"<r0|r1>""#,
            #""event":"<allow|disallow>"\#(member)"#,
        ])

    /// The merging of likes.
    static let likes = MachineVocabulary(
        machine: "likes",
        configuration: #"<"interval":1000|"interval":1|"interval":999|"interval":3600000|"interval":0>"#,
        events: [
            #""event":"like""#, #""event":"like""#, #""event":"leave""#, #""event":"tick""#,
        ])

    // MARK: Parts

    private static let connection = #"<|,"connection":1|,"connection":2|,"connection":0>"#
    private static let code =
        #"<|,"code":0|,"code":31010|,"code":31009|,"code":"31010"|,"code":1.5|,"code":1|,"code":9223372036854775808>"#
    private static let recipients =
        #"<,"toUserID":"b"|,"toUserID":"a"|,"groupID":"g"|,"toUserID":"d"|><,"chatType":"userChat"|,"chatType":"groupChat"||,"chatType":"x">"#
    private static let content =
        #""messageType":"<normal|repeal|normal|normal>"<|,"messageID":"m1"|,"messageID":"m2">\#(recipients)<|,"body":"x"|,"x":1.50|,"contentType":"text">"#
    private static let short =
        #""messageType":"<normal|repeal|system|normalReceipt>","messageID":"<m1|m2|m3>","fromUserID":"<b|a>""#
    private static let message =
        #""messageType":"<normal|repeal|system|normalReceipt|repealReceipt|invalidReceipt|loginReceipt|validate|login|new>""#
        + #"<,"messageID":"m1"|,"messageID":"m2"|,"messageID":"m3"||,"messageID":""|,"messageID":7>"#
        + #"<,"fromUserID":"b"|,"fromUserID":"a"|,"fromUserID":"c"|>\#(recipients)"#
        + #"<|,"clientMessageID":"k1"|,"clientMessageID":"k2"|,"clientMessageID":"">\#(code)"#
        + #"<|,"sendTime":"5"|,"sendTime":5|,"body":"x"|,"beatID":"beatID"|,"beatID":"x"|,"x":1.50>"#
    private static let member = #","room":"<r0|r1>","user":"<a|b|c|d|>""#
}
