using System.Collections.Generic;
using Newtonsoft.Json;

namespace Shop.Messages
{
    public abstract class Content
    {
        [JsonProperty("extra", NullValueHandling = NullValueHandling.Ignore)]
        public string Extra { get; set; }
    }

    public class GiftContent : Content
    {
        [JsonProperty("giftId", Required = Required.Always)]
        public string GiftId { get; set; }

        [JsonProperty("number")]
        public int Number { get; set; }

        [JsonProperty("currency")]
        public string Currency { get; set; } = "CNY";

        [JsonProperty("sender")]
        public Sender Sender { get; set; }

        [JsonIgnore]
        public bool IsAnimated { get; set; }
    }

    public class Sender
    {
        [JsonProperty("uid")]
        public long UserId { get; set; }

        [JsonProperty("nick")]
        public string Nickname { get; set; }
    }

    public class OfferContent : Content
    {
        [JsonProperty("offerId")]
        public string OfferId { get; set; }

        [JsonProperty("lines")]
        public List<OfferLine> Lines { get; set; }
    }

    public class OfferLine
    {
        [JsonProperty("sku")]
        public string Sku { get; set; }

        [JsonProperty("amount")]
        public decimal Amount { get; set; }
    }
}
