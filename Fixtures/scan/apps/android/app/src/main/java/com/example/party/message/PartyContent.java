package com.example.party.message;

import io.rong.imlib.model.MessageContent;
import io.rong.imlib.model.UserInfo;
import org.json.JSONException;
import org.json.JSONObject;

/** What all messages of the application have in common. */
public abstract class PartyContent extends MessageContent {
    protected String extra;

    protected JSONObject commonMembers() throws JSONException {
        JSONObject json = new JSONObject();
        if (extra != null) {
            json.put("extra", extra);
        }
        UserInfo info = getUserInfo();
        if (info != null) {
            JSONObject user = new JSONObject();
            user.put("id", info.getUserId());
            user.put("name", info.getName());
            user.put("portrait", info.getPortraitUri());
            json.put("user", user);
        }
        return json;
    }

    protected void readCommonMembers(JSONObject json) {
        extra = json.optString("extra", null);
        setUserInfo(parseJsonToUserInfo(json.optJSONObject("user")));
    }
}
