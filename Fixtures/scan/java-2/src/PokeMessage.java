package io.example.poke;

import static io.rong.imlib.MessageTag.ISCOUNTED;
import static io.example.poke.Wire.*;

@SuppressWarnings({"unused", "ST:Suppressed"})
@MessageTag(value = POKE, flag = ISCOUNTED, messageHandler = PokeHandler.class)
public class PokeMessage extends MessageContent implements Parcelable {
  private static final String LOG_TAG = "ST:PokeLog";

  private String text;
  private UserInfo from;

  protected PokeMessage() {}

  public PokeMessage(byte[] bytes) {
    super(bytes);
    com.alibaba.fastjson.JSONObject o = JSON.parseObject(new String(bytes));
    this.text = o.getString("text");
    if (o.containsKey("strength")) this.strength = o.getIntValue("strength");
    JSONObject target = o.getJSONObject("target");
    this.targetId = target.getString("targetId");
    setUserInfo(parseJsonToUserInfo(o.getJSONObject("user")));
  }

  @Override
  public byte[] encode() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("text", text);
    body.put("strength", Integer.valueOf(strength));
    Map<String, String> target = new HashMap<>();
    target.put("targetId", targetId);
    body.put("target", target);
    RLog.i(LOG_TAG, "body.put(\"logged\", 1)");
    return new Gson().toJson(body).getBytes();
  }

  public static final Creator<PokeMessage> CREATOR = new Creator<PokeMessage>() {
    public PokeMessage createFromParcel(Parcel in) { return new PokeMessage(); }
  };
}
