using Newtonsoft.Json;

namespace Shop.Messages
{
    public class Names
    {
        public static string Badge { get; } = "shop:Badge";
    }

    public class BadgeMessage : BaseMessage
    {
        [JsonIgnore] public override string MsgType { get; } = Names.Badge;
        [JsonIgnore] [field: JsonProperty(PropertyName = "level")] public int Level { get; set; } = 2;
        [JsonIgnore] [field: JsonProperty("title")] public string Title { get; set; } = "";
        [JsonIgnore] public string Draft { get; set; }
    }
}
