// SPDX-License-Identifier: Apache-2.0

/// The vocabularies of the machines of RongCloud's packets.
extension MachineVocabulary {
    static let rmtpClient = MachineVocabulary(
        machine: "rmtp-client",
        configuration:
            #"<"inboxTime":0|"inboxTime":5|"outboxTime":7><|,"kvStorage":true><|,"heartbeat":"web1"|,"heartbeat":"web2"|,"heartbeat":"web3"|,"heartbeat":"web4">"#
            + #"<|,"largestId":1|,"largestId":2|,"largestId":3><|,"syncedLimit":0|,"syncedLimit":1><|,"roomKeyLimit":0|,"roomKeyLimit":1>"#
            + #"<|,"answerTimeout":1|,"answerTimeout":1000|,"answerTimeout":5000><|,"connAckTimeout":1|,"connAckTimeout":1000>"#
            + #"<|,"pullInterval":1000|,"pullInterval":60000><|,"roomPullCount":0|,"roomPullCount":50>"#,
        events: [
            #""event":"connect""#,
            #""event":"opened""#,
            #""event":"received","packet":{"packet":"CONNACK","status":<0|0|0|4|1|3|6>,"userId":"me"<,"sessionId":"s","timestamp":1||,"sessionId":"s">}"#,
            #""event":"received","packet":{"packet":"PUBLISH","qos":1,"syncMsg":<false|true|false>,"topic":"<s_msg|s_ntf|s_cmd|s_stat|s_us|ppMsgP|pgMsgP|x|chatMsg>","targetId":"b","messageId":\#(id),"date":9},"body":\#(down)"#,
            #""event":"received","packet":{"packet":"PUBACK","messageId":\#(id)<|,"date":9,"status":0,"millisecond":7,"messageUId":"u"|,"date":9,"status":1>}"#,
            #""event":"received","packet":{"packet":"QUERYACK","messageId":\#(id),"date":9,"status":<0|1|0>}"#,
            #""event":"received","packet":{"packet":"PINGRESP"}"#,
            #""event":"closed""#,
            #""event":"publish","key":<1|2|3>,"topic":"<ppMsgP|s_msg|chatMsg>","targetId":"b"<,"data":""|,"data":"CAE="|,"body":\#(up)|><|,"qos":0|,"qos":2>"#,
            #""event":"query","key":<1|2|3>,"topic":"<qryPMsg|pullMsg|x>","targetId":"b"<,"data":""|,"data":"CAE="|>"#,
            #""event":"join","room":"<r0|r1|r2|>""#,
            #""event":"leave","room":"<r0|r1|r2|>""#,
            #""event":<"tick"|"tick"|"tick"|"disconnect"|"logout"|"disconnect","push":false>"#,
            #""event":"received","packet":{"packet":"DISCONNECT","status":<1|0|2|3|4|5>}"#,
            #""event":"received","packet":{"packet":"QUERYACK","messageId":\#(id),"date":9,"status":<0|0|0|1>},"body":\#(page)"#,
            #""event":"received","packet":{"packet":"PUBLISH","qos":1,"topic":"<s_ntf|s_cmd>","targetId":"me","messageId":\#(id),"date":9},"body":{"message":"NotifyMsg","value":{"type":<2|1|3|0|-1>\#(time("time"))<|,"chrmId":"r0"|,"chrmId":"r1"|,"chrmId":"">}}"#,
            #""event":"received","packet":{"packet":"PUBLISH","qos":<1|0|1>,"syncMsg":true,"topic":"ppMsgP","targetId":"b","messageId":\#(id),"date":9},"body":\#(up)"#,
            #""event":"received","packet":{"packet":"QUERYACK","messageId":\#(id),"date":9,"status":0},"body":{"message":"ChrmKVOutput","value":{"entries":[\#(entry)<|,\#(entry)>]<|,"bFullUpdate":true|,"bFullUpdate":false>\#(time("syncTime"))}}"#,
            #""event":"received","packet":{"packet":"QUERYACK","messageId":\#(id),"date":9,"status":<0|0|1>,"data":"<CAE=|/w==|CAEQAQ==>"}"#,
            #""event":"received","packet":{"packet":"PUBLISH","qos":1,"topic":"<s_msg|s_ntf|s_cmd|s_us>","targetId":"b","messageId":\#(id),"date":9,"data":"</w==|CAE=|CAEQBQ==|>"}"#,
            #""event":"received","packet":{"packet":"PUBLISH","qos":1,"topic":"s_msg","targetId":"b","messageId":\#(id),"date":9},"body":{"message":"DownStreamMessage","value":\#(message)}"#,
            #""event":"received","packet":{"packet":"<PINGREQ|QUERYCON|QUERY|CONNECT>"}"#,
        ])

    /// The service's side of a connection.
    static let rmtpServer = MachineVocabulary(
        machine: "rmtp-server",
        configuration:
            #"<"refusalDelay":1000|"refusalDelay":0><|,"openLimit":0|,"openLimit":1|,"openLimit":2><|,"largestId":1|,"largestId":2>"#
            + #"<|,"answerTimeout":1|,"answerTimeout":1000|,"answerTimeout":5000><|,"silence":1000|,"silence":60000>"#,
        events: [
            #""event":"accept","userId":"a","sessionId":"s","timestamp":1<||,"messageId":7>"#,
            #""event":<"refuse","status":4|"accept","userId":"a","sessionId":"s","timestamp":2|"refuse","status":0|"refuse","status":256>"#,
            #""event":"received","packet":{"packet":"PUBLISH","qos":<1|0|2|1>,"dup":<false|true>,"topic":"<ppMsgP|t>","targetId":"b","messageId":\#(id)},"body":\#(up)"#,
            #""event":"received","packet":{"packet":"PUBLISH","qos":<1|0|1>,"topic":"t","targetId":"b"<,"messageId":1|,"messageId":2|,"messageId":3|,"messageId":0|>,"data":"AQ=="}"#,
            #""event":"received","packet":{"packet":"QUERY","qos":<0|1>,"topic":"<q|pullMsg>","targetId":"b","messageId":\#(id)<|,"data":""|,"data":"CAE=">}"#,
            #""event":"received","packet":{"packet":"<PUBACK|QUERYCON>","messageId":\#(id)}"#,
            #""event":"received","packet":{"packet":"<PINGREQ|DISCONNECT|CONNECT|PINGRESP>"<|,"status":1>}"#,
            #""event":"<tick|tick|closed>""#,
            #""event":"acknowledge","id":\#(id)<|,"status":0|,"status":1|,"status":65536>,"time":7,"messageUId":"u""#,
            #""event":"answer","id":\#(id),"date":1<|,"status":0|,"status":1><,"data":""|,"data":"AQ=="|,"body":\#(up)|><|,"qos":0|,"qos":1>"#,
            #""event":"publish","key":<1|2|3>,"topic":"<s_ntf|s_msg>","targetId":"b"<,"data":"AQ=="|,"body":\#(up)>,"date":7<|,"qos":0|,"qos":1>"#,
            #""event":<"synchronise",\#(synced)|"disconnect","status":1|"synchronise",\#(synced),"receipt":{"time":7,"messageUId":"u"}|"synchronise",\#(synced),"qos":0|"disconnect","status":300>"#,
        ])

    // MARK: Parts

    private static let id = "<1|2|3|4|5|6>"
    private static let synced = #""topic":"ppMsgP","targetId":"b","data":"","date":1"#
    private static let up =
        #"{"message":"UpStreamMessage","value":{"sessionId":3,"classname":"RC:TxtMsg","content":"e30="}}"#
    private static let down =
        #"{"message":"DownStreamMessage","value":{"fromUserId":"b","type":1,"classname":"RC:TxtMsg","content":"e30=","dataTime":6,"status":48}}"#
    private static let message =
        #"{"fromUserId":"<b|me|c|>","type":<1|3|4|2|99>,"classname":"RC:TxtMsg","content":"e30=","dataTime":<6|5|7|0|-1|20|9223372036854775807>,"status":<48|0>"#
        + #"<|,"groupId":"r0"|,"groupId":"b"|,"groupId":"r1"><|,"direction":1|,"direction":2|,"direction":0><|,"msgId":"u"|,"msgId":"v">}"#
    private static let page =
        #"{"message":"DownStreamMessages","value":{"list":[\#(message)<|,\#(message)>],"syncTime":<8|0|6|20|-1>"#
        + #"<,"finished":true|,"finished":false||,"finished":false>}}"#
    private static let entry =
        #"{"key":"<k|l|é>","value":"<v|w|>"<|,"status":4|,"status":1|,"status":0>\#(time("timestamp"))<|,"uid":"b">}"#

    private static func time(_ name: String) -> String {
        #"<|,"\#(name)":0|,"\#(name)":6|,"\#(name)":9|,"\#(name)":-1|,"\#(name)":9223372036854775807>"#
    }
}
