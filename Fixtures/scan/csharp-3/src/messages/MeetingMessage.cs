using System;
using Newtonsoft.Json;

namespace io.example.messages
{
    /**
     * A meeting. See also "Net:Doc".
     */
    public class MeetingMessage : BaseMessage
    {
        [JsonProperty(PropertyName = "room")]
        private String room = "";
        [JsonProperty("startsAt", NullValueHandling = NullValueHandling.Ignore)]
        private long? startsAt;
        [JsonIgnore]
        private static readonly String TYPE = "Net:Meeting";

        public MeetingMessage(String room)
        {
            this.room = room;
        }

        [JsonIgnore]
        public String Room { get => room; set => room = value; }

        public override String GetMessageType()
        {
            return TYPE;
        }

        public override String ToString()
        {
            return JsonConvert.SerializeObject(this);
        }
    }

    public sealed class DoorMessage : BaseMessage
    {
        [JsonPropertyName("open")]
        public bool Open { get; set; }

        [JsonPropertyName("by_user")]
        public string ByUser { get; init; } = string.Empty;

        [JsonIgnore]
        public override string MsgType => "Net:Door";
    }
}
