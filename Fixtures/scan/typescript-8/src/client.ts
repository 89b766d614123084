module Rail {
    export function start(client: any) {
        client.MessageParams["DelayMessage"] = { objectName: "rail:Delay", msgTag: new MessageTag(false, true) };
        client.MessageParams["SeatMessage"] = { objectName: "rail:Seat", msgTag: new MessageTag(true, true) };
        client.MessageParams = {
            GateMessage: { objectName: "rail:Gate", msgTag: new MessageTag(true, true) },
            DelayMessage: { objectName: "rail:Delay", msgTag: new MessageTag(false, true) },
            SeatMessage: { objectName: "rail:Seat", msgTag: new MessageTag(true, true) }
        };
    }
}
