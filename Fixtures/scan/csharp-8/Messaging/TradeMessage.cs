using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using System.Text.Json.Serialization;

namespace Trade.Messaging
{
    [ImMessage("trade:Deal", Flag = 3)]
    public sealed class DealMessage : IContent
    {
        [JsonRequired]
        [JsonPropertyName("dealId")]
        public string Id { get; set; }

        [JsonPropertyName("amount")]
        [DefaultValue(1)]
        public long Amount { get; set; } = 1;

        [JsonPropertyName("memo")]
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public string? Memo { get; set; }

        [JsonPropertyName("rate")]
        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public decimal Rate { get; set; }

        [JsonIgnore]
        public bool IsMine { get; set; }
    }
}
