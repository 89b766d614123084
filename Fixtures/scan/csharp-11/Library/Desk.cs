using System;
using System.Net;
using System.Text;
using Library.Messages;

namespace Library
{
    public class Delivery
    {
        public string Group { get; set; }
        public NamedReminder Body { get; set; }
    }

    public class Desk
    {
        public string Form(Delivery delivery)
        {
            var form = new StringBuilder();
            form.Append("toGroupId=").Append(WebUtility.UrlEncode(delivery.Group.ToString()));
            form.Append("&objectName=").Append(WebUtility.UrlEncode(delivery.Body.Reminder.GetType()));
            form.Append("&content=").Append(WebUtility.UrlEncode(delivery.Body.Reminder.ToString()));
            return form.ToString();
        }
    }
}
