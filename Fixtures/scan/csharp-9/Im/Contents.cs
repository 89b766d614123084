using System.Collections.Generic;
using System.Reflection;
using Newtonsoft.Json;

namespace Im
{
    public class StageMessage
    {
        public string ObjectName => "show:Stage";
        public string Title { get; set; }
        public int Act { get; set; }

        public string Encode()
        {
            var json = new Dictionary<string, object>();
            foreach (PropertyInfo property in GetType().GetProperties())
            {
                json[Names.Of(property)] = property.GetValue(this);
            }
            return JsonConvert.SerializeObject(json);
        }
    }

    public class CurtainMessage
    {
        public string ObjectName => "show:Curtain";
        public bool IsOpen { get; set; }

        public string Encode() => JsonConvert.SerializeObject(new Dictionary<string, object> { { "open", IsOpen } });
    }
}
