package com.example.chat.message;

@MessageTag(value = MessageNames.VOTE, flag = 3)
@DestructionTag(destructionFlag = DestructionTag.FLAG_COUNT_DOWN_WHEN_CLICK)
public class VoteMessage extends MessageContent {
    private static final String KEY_TITLE = "title";
    private static final String KEY_OPTIONS = "opt" + "ions";

    public byte[] encode() {
        JSONObject root = new JSONObject();
        try {
            root.put(KEY_TITLE, title).put(KEY_OPTIONS, new JSONArray(options));
            root.put("deadline", deadline);
        } catch (JSONException ignored) { }
        return root.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** {@code "App:VoteClosed"} is another type. */
    @MessageTag("App:VoteClosed")
    public static class Closed extends MessageContent {
        @SerializedName("vote_id")
        private String voteId;
        @SerializedName(value = "winner", alternate = {"best"})
        private String winner;
        private long closedAt;
        private static final Gson GSON = new Gson();

        @Override
        public byte[] encode() {
            return GSON.toJson(this).getBytes();
        }
    }
}
