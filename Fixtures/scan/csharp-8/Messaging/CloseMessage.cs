using Newtonsoft.Json;
using Newtonsoft.Json.Serialization;

namespace Trade.Messaging
{
    [ImMessage("trade:Close", Flag = 1)]
    [JsonObject(NamingStrategyType = typeof(CamelCaseNamingStrategy), ItemNullValueHandling = NullValueHandling.Ignore)]
    public class CloseMessage : IContent
    {
        [JsonProperty(Required = Required.Always)]
        public string DealId { get; set; }

        public int ClosedAt { get; set; }

        [JsonProperty("why", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public string Reason { get; set; }
    }
}
