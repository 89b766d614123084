package com.example.im;

import io.rong.imlib.model.MentionedInfo;
import io.rong.imlib.model.MessageContent;
import io.rong.imlib.model.UserInfo;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** What every content of the application has. */
public abstract class BaseContent extends MessageContent {
    protected String extra;

    protected JSONObject base() throws JSONException {
        JSONObject json = new JSONObject();
        if (extra != null) {
            json.put("extra", extra);
        }
        if (getUserInfo() != null) {
            json.put("user", user(getUserInfo()));
        }
        if (getMentionedInfo() != null) {
            json.put("mentionedInfo", mentioned(getMentionedInfo()));
        }
        return json;
    }

    private JSONObject user(UserInfo info) throws JSONException {
        JSONObject json = new JSONObject();
        json.put("id", info.getUserId());
        json.put("name", info.getName());
        json.put("portrait", info.getPortraitUri());
        return json;
    }

    private JSONObject mentioned(MentionedInfo info) throws JSONException {
        JSONObject json = new JSONObject();
        json.put("type", info.getType().getValue());
        json.put("userIdList", new JSONArray(info.getMentionedUserIdList()));
        json.put("mentionedContent", info.getMentionedContent());
        return json;
    }
}
