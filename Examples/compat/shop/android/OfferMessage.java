@MessageTag(value = "shop:Offer", flag = MessageTag.ISCOUNTED)
public class OfferMessage extends MessageContent {
    private String offerId;
    private String price;

    public OfferMessage(byte[] data) throws JSONException {
        JSONObject json = new JSONObject(new String(data));
        offerId = json.getString("offerId");
        price = json.getString("price");
    }

    @Override
    public byte[] encode() {
        JSONObject json = new JSONObject();
        json.put("offerId", offerId);
        json.put("price", price);
        return json.toString().getBytes();
    }
}
