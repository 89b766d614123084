package com.example.kit.message;

import static io.rong.imlib.MessageTag.STATUS;

import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;
import org.json.JSONArray;
import org.json.JSONObject;

@MessageTag(
        value = PresenceMessage.OBJECT_NAME,
        flag = STATUS,
        messageHandler = PresenceMessageHandler.class)
public class PresenceMessage extends MessageContent {
    static final String OBJECT_NAME = "Kit:Presence";
    private long seenAt;
    private java.util.List<String> devices;

    @Override
    public byte[] encode() {
        JSONObject json = new JSONObject();
        try {
            json.putOpt("seenAt", seenAt);
            JSONArray array = new JSONArray();
            for (String device : devices) {
                JSONObject one = new JSONObject();
                array.put(one);
            }
            json.put("devices", array);
            if (getJSONUserInfo() != null) {
                json.putOpt("user", getJSONUserInfo());
            }
        } catch (org.json.JSONException ignored) {
            // nothing to do
        }
        return json.toString().getBytes();
    }

    public PresenceMessage(byte[] data) throws Exception {
        JSONObject json = new JSONObject(new String(data, "UTF-8"));
        setSeenAt(json.getLong("seenAt"));
        if (json.has("user")) setUserInfo(parseJsonToUserInfo(json.getJSONObject("user")));
    }
}
