using Newtonsoft.Json;

namespace Example.Im
{
    /// <summary>A gift, <c>"App:Documented"</c>.</summary>
    public class GiftMessage : BaseMessage
    {
        [JsonProperty(PropertyName = "giftId")]
        public string GiftId { get; set; }

        [JsonProperty("count")]
        private int count = 0;

        [JsonProperty(Order = 2, PropertyName = Keys.Note)]
        public string Note { get; set; } = "";

        [JsonIgnore]
        public bool Shown { get; set; }

        // [JsonProperty("price")] public int Price { get; set; }

        private static readonly string TYPE = Names.Gift;

        public override string GetType()
        {
            return TYPE;
        }

        public override string ToString()
        {
            return JsonConvert.SerializeObject(this);
        }

        private static class Keys
        {
            public const string Note = "note";
        }
    }

    [DataContract]
    public sealed class OrderMessage : BaseMessage
    {
        [DataMember(Name = "orderNo", IsRequired = true)]
        public string Number;

        [DataMember]
        public decimal total { get; set; }

        public string Local { get; set; }

        public string ObjectName => Names.Order;
        public int PersistentFlag => (int)(MessagePersistent.ISPERSISTED | MessagePersistent.ISCOUNTED);
    }
}
