using Newtonsoft.Json;
using Newtonsoft.Json.Converters;

namespace Library.Messages
{
    public class ReminderMessage
    {
        private static readonly string TYPE = "shelf:Reminder";

        [JsonProperty("title")]
        private string title = "";
        [JsonProperty("days")]
        private int days = 14;
        [JsonProperty("urgency")]
        private Urgency urgency = Urgency.Soon;
        [JsonProperty("tone"), JsonConverter(typeof(StringEnumConverter))]
        private Tone tone = Tone.Kind;

        public string GetType() { return TYPE; }

        public override string ToString() { return JsonConvert.SerializeObject(this); }
    }

    public enum Tone { Plain, Kind }

    public enum Urgency { None, Soon = 4, Now }

    /// A reminder and the readers that it names, of which only the reminder is sent.
    public class NamedReminder
    {
        [JsonProperty("reminder")]
        private ReminderMessage reminder;
        [JsonProperty("mentionedInfo")]
        private Readers mentionedInfo;

        public ReminderMessage Reminder { get => reminder; set => reminder = value; }
        public Readers MentionedInfo { get => mentionedInfo; set => mentionedInfo = value; }
    }

    public class Readers
    {
        [JsonProperty("type")]
        private int type;
        [JsonProperty("userIds")]
        private string[] userIds;
        [JsonProperty("mentionedContent")]
        private string mentionedContent;
    }
}
