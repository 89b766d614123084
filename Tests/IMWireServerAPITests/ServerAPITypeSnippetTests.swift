// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI
import Testing

/// The examples of types of IMWireServerAPI that a program creates.
struct ServerAPITypeSnippetTests {
    @Test func chatroomRequestRoom() throws {
        let request = ChatroomRequest(creating: [ChatroomRequest.Room(id: "live-1", name: "Concert")])

        #expect(try request.form().encoded().isEmpty == false)
    }

    @Test func onlineStatus() throws {
        let body = OnlineStatus.encoded([OnlineStatus(userID: "u1", change: .online)])

        #expect(!body.isEmpty)
    }

    @Test func serviceAnswer() throws {
        let answer = ServiceAnswer(code: 200)
        print(answer.isSuccess)  // true

        #expect(answer.isSuccess)
    }

    @Test func chatroomAnswer() throws {
        var answer = ChatroomAnswer(code: 200)
        answer.rooms = [ChatroomInfo(id: "live-1", name: "Concert", time: "2024-05-01 12:00:00")]
        answer.users = [ChatroomUser(id: "u1")]

        #expect(answer.rooms?.count == 1)
    }
}
