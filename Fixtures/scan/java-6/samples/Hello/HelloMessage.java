@MessageTag(value = "demo:Hello", flag = MessageTag.ISCOUNTED)
public class HelloMessage extends MessageContent {
    public byte[] encode() {
        return new JSONObject().put("hello", "world").toString().getBytes();
    }
}
