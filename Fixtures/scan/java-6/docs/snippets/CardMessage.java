import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;

@MessageTag(value = "app:Card", flag = MessageTag.NONE)
public class CardMessage extends MessageContent {
    private String title;

    public byte[] encode() {
        JSONObject json = new JSONObject();
        json.put("title", title);
        return json.toString().getBytes();
    }
}
