// SPDX-License-Identifier: Apache-2.0

package org.example.parcel;

import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

@MessageTag(value = "parcel:Route", flag = MessageTag.ISCOUNTED)
public class RouteMessage extends MessageContent {
    private String driver;
    private List<Stop> stops = new ArrayList<>();

    public RouteMessage(byte[] bytes) {
        try {
            JSONObject json = new JSONObject(new String(bytes));
            driver = json.optString("driver");
            JSONArray list = json.optJSONArray("stops");
            for (int place = 0; list != null && place < list.length(); place++) {
                JSONObject entry = list.getJSONObject(place);
                Stop stop = new Stop();
                stop.setStreet(entry.optString("street"));
                stop.setNumber(entry.optInt("number"));
                stops.add(stop);
            }
        } catch (JSONException failure) {
            stops = null;
        }
    }

    @Override
    public byte[] encode() {
        JSONObject json = new JSONObject();
        try {
            json.put("driver", driver);
            if (stops != null && stops.size() > 0) {
                JSONArray list = new JSONArray();
                for (Stop stop : stops) {
                    JSONObject entry = new JSONObject();
                    entry.put("street", stop.getStreet());
                    entry.put("number", stop.getNumber());
                    list.put(entry);
                }
                json.put("stops", list);
            }
        } catch (JSONException failure) {
            return null;
        }
        return json.toString().getBytes();
    }
}
